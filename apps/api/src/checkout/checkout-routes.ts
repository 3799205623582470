import cookie from '@fastify/cookie';
import { Logger } from '@nestjs/common';
import type { PurchaseRepository } from '@care-atlas/data/checkout';
import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { DirectoryError, unavailable } from '@care-atlas/domain/contract';
import type { Configuration } from '@care-atlas/server/configuration';
import { ERROR_STATUS, errorBody, logFault } from '@care-atlas/server/http';
import type { RateStore } from '@care-atlas/server/limits';
import { pageHeaders } from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CHECKOUT_STYLE,
  checkoutPage,
  keyPage,
  offerPage,
  purchasePage,
  type Shop,
} from './checkout-page.js';
import { Checkout } from './checkout.js';
import { ClaimCookie } from './claim-cookie.js';
import type { PaymentProvider } from './payment-provider.js';
import { sellerLinks } from '../portal/portal-layout.js';
import { isSameOrigin } from './same-origin.js';
import { StripeProvider } from './stripe-provider.js';
import { TestPaymentProvider } from './test-payment-provider.js';
import { testPaymentRoutes } from './test-payment-routes.js';

/** Requests per client address: each one calls Stripe, whose rate limit applies to the whole account. */
const PER_MINUTE = { begin: 10, look: 60 };
const MINUTE_MS = 60_000;
/** Stripe's events hold whole objects, and are larger than any other request. */
const MAX_EVENT_BYTES = 262_144;
const REFRESH_SECONDS = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the checkout needs from the service. */
export interface CheckoutRouteDependencies {
  readonly configuration: Configuration;
  readonly purchases: PurchaseRepository;
  readonly rateStore: Pick<RateStore, 'increment'>;
  readonly clock: () => Date;
  readonly randomBytes: (count: number) => Uint8Array;
  /** The URL of the script of copy buttons. */
  readonly copyScript: string;
}

const PAGE_HEADERS = {
  ...pageHeaders({ style: CHECKOUT_STYLE, forms: "'self'" }),
  'cache-control': 'no-store',
};

/** The page of a key runs the script of copy buttons, and no other. */
const KEY_HEADERS = pageHeaders({ style: CHECKOUT_STYLE, scripts: true, forms: "'none'" });

type PurchaseRequest = FastifyRequest<{ Params: { purchase: string } }>;
type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

/** Serves the pages below /buy. They read forms and send pages, where the interface uses JSON. */
export async function checkoutRoutes(
  routes: FastifyInstance,
  { configuration, purchases, rateStore, clock, randomBytes, copyScript }: CheckoutRouteDependencies,
): Promise<void> {
  const { baseUrl, production, tierRules } = configuration;
  const provider = providerOf(configuration, clock);
  const checkout = new Checkout({ provider, purchases, clock, randomBytes, production });
  const claimCookie = new ClaimCookie(baseUrl, randomBytes);
  const shop: Shop = {
    baseUrl,
    live: provider?.live ?? production,
    requestsPerMinute: tierRules.rates.live,
    pageMaximum: tierRules.sizes.live.pageMaximum,
    seller: configuration.seller,
    copyScript,
  };
  const unknownPurchase = checkoutPage('unknown-purchase', { seller: sellerLinks(shop.seller) });
  await routes.register(cookie);
  acceptForms(routes);
  routes.setErrorHandler(sendErrorPage);
  routes.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.headers(PAGE_HEADERS);
    if (method === 'POST' && !isSameOrigin(headers, shop.baseUrl)) {
      throw new DirectoryError('forbidden', 'This form must be sent from its own page.');
    }
  });

  const limit = async (what: keyof typeof PER_MINUTE, { ip }: FastifyRequest, reply: FastifyReply) => {
    const counter = `${what}:${ip}`;
    const { isBlocked, timeToBlockExpire } = await rateStore.increment(counter, MINUTE_MS, PER_MINUTE[what]);
    if (!isBlocked) return;
    reply.header('retry-after', timeToBlockExpire);
    throw new DirectoryError('rate_limited', 'Too many requests: wait a minute.');
  };

  routes.get('/', async (request, reply) => {
    if (!provider) return reply.code(503).send(checkoutPage('not-for-sale'));
    const secret = claimCookie.secretOf(request);
    const unclaimed = secret === undefined ? [] : await checkout.unclaimed(secret);
    claimCookie.keep(request, reply);
    // No form-action: the form redirects to the payment page of another site.
    return reply.headers(pageHeaders({ style: CHECKOUT_STYLE })).send(offerPage(shop, unclaimed));
  });

  routes.post('/', async (request: FormRequest, reply) => {
    if (!provider) return reply.code(503).send(checkoutPage('not-for-sale'));
    if (claimCookie.secretOf(request) === undefined && request.body?.get('cookie') === 'expected') {
      return reply.code(400).send(checkoutPage('cookies-blocked'));
    }
    await limit('begin', request, reply);
    return reply.redirect(await checkout.start(claimCookie.keep(request, reply)), 303);
  });

  routes.get('/:purchase', async (request: PurchaseRequest, reply) => {
    const { purchase: id } = request.params;
    await limit('look', request, reply);
    const secret = claimCookie.secretOf(request);
    const status = secret !== undefined && UUID.test(id) && (await checkout.status(id, secret));
    if (!status) return reply.code(404).send(unknownPurchase);
    if (status.purchase.state === 'waiting' && status.payment?.status === 'processing') {
      reply.header('refresh', REFRESH_SECONDS);
    }
    return reply.send(purchasePage(shop, status));
  });

  routes.post('/:purchase', async (request: PurchaseRequest, reply) => {
    const { purchase: id } = request.params;
    const secret = claimCookie.secretOf(request);
    // Not a redirect: its header would grow with the path that the client chose.
    if (!UUID.test(id)) return reply.code(404).send(unknownPurchase);
    const key = secret !== undefined && (await checkout.claim(id, secret));
    // The page of the purchase explains why there is no key.
    if (!key) return reply.redirect(`/buy/${id}`, 303);
    return reply.headers(KEY_HEADERS).send(keyPage(shop, key));
  });

  await routes.register((inner) => eventRoute(inner, checkout));
  if (provider instanceof TestPaymentProvider) {
    await routes.register((inner) => testPaymentRoutes(inner, checkout, provider));
  }
}

/** Returns Stripe if there is an account, and test payments otherwise, but never in production. */
function providerOf(
  { stripe, production, baseUrl }: Configuration,
  clock: () => Date,
): PaymentProvider | undefined {
  if (stripe) return new StripeProvider(stripe, (purchase) => `${baseUrl}/buy/${purchase}`, clock);
  return production ? undefined : new TestPaymentProvider();
}

/** Receives the provider's events. Their signature covers the raw bytes of the body, so no parser touches them. */
async function eventRoute(routes: FastifyInstance, checkout: Checkout): Promise<void> {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES },
    (_request, body, done) => done(null, body),
  );
  routes.setErrorHandler((thrown, request, reply) => {
    const error = directoryErrorOf(thrown, request);
    void reply.code(ERROR_STATUS[error.code]).send(errorBody(error, request.id));
  });
  routes.post<{ Body: Buffer | undefined }>('/stripe-events', async (request, reply) => {
    reply.type('application/json; charset=utf-8');
    const signature = request.headers['stripe-signature'];
    const event = request.body ?? Buffer.of();
    await checkout.handleEvent(event, typeof signature === 'string' ? signature : undefined);
    return { received: true };
  });
}

function acceptForms(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

const TITLES: Readonly<Partial<Record<DirectoryError['code'], string>>> = {
  unavailable: 'Temporarily unavailable',
  rate_limited: 'Too many requests',
  forbidden: 'Form rejected',
};

function sendErrorPage(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message } = directoryErrorOf(thrown, request);
  if (code === 'unavailable') reply.header('retry-after', 1);
  void reply
    .code(ERROR_STATUS[code])
    // Fastify removes the content type when a handler throws.
    .headers(PAGE_HEADERS)
    .send(
      checkoutPage('error', {
        title: TITLES[code] ?? 'Something went wrong',
        message,
        requestId: request.id,
      }),
    );
}

const log = new Logger('Checkout');

function directoryErrorOf(thrown: unknown, request: FastifyRequest): DirectoryError {
  const error = mapError(thrown);
  logFault(log, error, request);
  return error;
}

function mapError(thrown: unknown): DirectoryError {
  if (thrown instanceof DirectoryError) return thrown;
  if (isDatabaseUnavailable(thrown)) return unavailable(thrown);
  const { statusCode } = thrown as { readonly statusCode?: number };
  if (statusCode === 413) return new DirectoryError('too_large');
  if (statusCode !== undefined && statusCode < 500) {
    return new DirectoryError('missing_param', 'This page does not send such requests.');
  }
  return new DirectoryError('internal', undefined, undefined, { cause: thrown });
}
