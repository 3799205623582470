import cookie from '@fastify/cookie';
import { Logger } from '@nestjs/common';
import type { PurchaseRepository } from '@care-atlas/data/checkout';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import { directoryErrorOf, ERROR_STATUS, errorBody, logFault } from '@care-atlas/server/http';
import type { RateStore } from '@care-atlas/server/limits';
import {
  acceptForms,
  formOf,
  languageAt,
  type PageLanguage,
  pathIn,
  sendPage,
  servePage,
  visitAt,
} from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CHECKOUT_PAGES,
  checkoutPage,
  errorPage,
  keyPage,
  offerPage,
  purchasePage,
  type Shop,
} from './checkout-page.js';
import { Checkout } from './checkout.js';
import { ClaimCookie } from './claim-cookie.js';
import type { PaymentProvider } from './payment-provider.js';
import { sellerLinks } from '../portal/portal-layout.js';
import { requireSameOrigin } from './same-origin.js';
import { TestPaymentProvider } from './test-payment-provider.js';
import { serveTestPayments } from './test-payment-routes.js';

/** Requests per client address: each one calls Stripe, whose rate limit applies to the whole account. */
const PER_MINUTE = { begin: 10, look: 60 };
const MINUTE_MS = 60_000;
/** Stripe's events hold whole objects, and are larger than any other request. */
const MAX_EVENT_BYTES = 262_144;
const REFRESH_SECONDS = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the checkout needs from the service. */
export interface CheckoutRouteDependencies {
  readonly configuration: ApiConfiguration;
  readonly purchases: PurchaseRepository;
  readonly rateStore: Pick<RateStore, 'increment'>;
  readonly clock: () => Date;
  readonly randomBytes: (count: number) => Uint8Array;
  /** The URL of the script of copy buttons. */
  readonly copyScript: string;
}

/** Serves the pages below /buy, in each language. They read forms and send pages, where the interface uses JSON. */
export async function checkoutRoutes(
  routes: FastifyInstance,
  { configuration, purchases, rateStore, clock, randomBytes, copyScript }: CheckoutRouteDependencies,
): Promise<void> {
  const { baseUrl, production, tierRules } = configuration;
  const provider = await openProvider(configuration, clock);
  const checkout = new Checkout({ provider, purchases, clock, randomBytes, production });
  const claimCookie = new ClaimCookie(baseUrl, randomBytes);
  const shop: Shop = {
    live: provider?.live ?? production,
    requestsPerMinute: tierRules.rates.live,
    pageMaximum: tierRules.sizes.live.pageMaximum,
    seller: configuration.seller,
    copyScript,
  };
  const limit = async (what: keyof typeof PER_MINUTE, { ip }: FastifyRequest, reply: FastifyReply) => {
    const counter = `${what}:${ip}`;
    const { isBlocked, timeToBlockExpire } = await rateStore.increment(counter, MINUTE_MS, PER_MINUTE[what]);
    if (!isBlocked) return;
    reply.header('retry-after', timeToBlockExpire);
    throw new DirectoryError('rate_limited', 'Too many requests: wait a minute.');
  };
  await routes.register(cookie);
  await routes.register(async (pages) => {
    /** The offer in the language of a request: what the pages of errors lead to. */
    const startOf = ({ routeOptions: { url = '' } }: FastifyRequest) =>
      visitAt(baseUrl, languageAt(url), '/buy');
    const unknownPurchase = (request: FastifyRequest) => {
      const visit = startOf(request);
      return checkoutPage(
        visit,
        'unknown-purchase',
        { seller: sellerLinks(shop.seller, visit.language) },
        404,
      );
    };
    acceptForms(pages);
    pages.setErrorHandler((thrown, request, reply) => {
      const { code } = errorOf(thrown, request);
      if (code === 'unavailable') reply.header('retry-after', 1);
      sendPage(reply, errorPage(startOf(request), code, request.id));
    });
    pages.addHook('onRequest', async (request, reply) => {
      // Redirects, too, must not be stored.
      reply.headers({ ...CHECKOUT_PAGES.headers, ...startOf(request).headers });
      if (request.method === 'POST') requireSameOrigin(request.headers, baseUrl);
    });
    pages.addHook('preHandler', async (request, reply) => {
      const { purchase } = request.params as { readonly purchase?: string };
      // Before any redirect: its header would grow with the path that the client chose.
      if (purchase !== undefined && !UUID.test(purchase)) return sendPage(reply, unknownPurchase(request));
    });

    servePage(pages, {
      path: '/buy',
      baseUrl,
      async get(visit, request, reply) {
        if (!provider) return checkoutPage(visit, 'not-for-sale', {}, 503);
        const secret = claimCookie.secretOf(request);
        const unclaimed = secret === undefined ? [] : await checkout.unclaimed(secret);
        claimCookie.keep(request, reply);
        return offerPage(visit, shop, unclaimed);
      },
      async post(visit, request, reply) {
        if (!provider) return checkoutPage(visit, 'not-for-sale', {}, 503);
        if (claimCookie.secretOf(request) === undefined && formOf(request).get('cookie') === 'expected') {
          return checkoutPage(visit, 'cookies-blocked', {}, 400);
        }
        await limit('begin', request, reply);
        const to = await checkout.start(claimCookie.keep(request, reply), visit.language);
        return { status: 303, to };
      },
    });

    const idOf = ({ params }: FastifyRequest) => (params as { readonly purchase: string }).purchase;
    servePage(pages, {
      path: '/buy/:purchase',
      baseUrl,
      async get(visit, request, reply) {
        await limit('look', request, reply);
        const secret = claimCookie.secretOf(request);
        const status = secret !== undefined && (await checkout.status(idOf(request), secret));
        if (!status) return unknownPurchase(request);
        if (status.purchase.state === 'waiting' && status.payment?.status === 'processing') {
          reply.header('refresh', REFRESH_SECONDS);
        }
        return purchasePage(visit, shop, status);
      },
      async post(visit, request) {
        const secret = claimCookie.secretOf(request);
        const key = secret !== undefined && (await checkout.claim(idOf(request), secret));
        // The page of the purchase explains why there is no key.
        return key ? keyPage(visit, shop, key) : { status: 303, to: pathIn(visit.language, visit.path) };
      },
    });

    if (provider instanceof TestPaymentProvider) serveTestPayments(pages, checkout, provider, baseUrl);
  });
  await routes.register((events) => eventRoute(events, checkout, baseUrl));
}

/** Returns Stripe if there is an account, and test payments otherwise, but never in production. */
async function openProvider(
  { stripe, production, baseUrl }: ApiConfiguration,
  clock: () => Date,
): Promise<PaymentProvider | undefined> {
  if (stripe) {
    const urlOf = (purchase: string, language: PageLanguage) =>
      baseUrl + pathIn(language, `/buy/${purchase}`);
    // Imported on demand: without an account, the library is not loaded.
    const { StripeProvider } = await import('./stripe-provider.js');
    return new StripeProvider(stripe, urlOf, clock);
  }
  return production ? undefined : new TestPaymentProvider();
}

/** Receives the provider's events. Their signature covers the raw bytes of the body, so no parser touches them. */
async function eventRoute(routes: FastifyInstance, checkout: Checkout, baseUrl: string): Promise<void> {
  routes.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers(CHECKOUT_PAGES.headers);
    requireSameOrigin(headers, baseUrl);
  });
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES },
    (_request, body, done) => done(null, body),
  );
  routes.setErrorHandler((thrown, request, reply) => {
    const error = errorOf(thrown, request);
    void reply.code(ERROR_STATUS[error.code]).send(errorBody(error, request.id));
  });
  routes.post<{ Body: Buffer | undefined }>('/buy/stripe-events', async (request, reply) => {
    reply.type('application/json; charset=utf-8');
    const signature = request.headers['stripe-signature'];
    const event = request.body ?? Buffer.of();
    await checkout.handleEvent(event, typeof signature === 'string' ? signature : undefined);
    return { received: true };
  });
}

const log = new Logger('Checkout');

/** Returns the error of a request, and logs it if it is a fault of this service. */
function errorOf(thrown: unknown, request: FastifyRequest): DirectoryError {
  const error = directoryErrorOf(thrown);
  logFault(log, error, request);
  return error;
}
