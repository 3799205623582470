import cookie from '@fastify/cookie';
import { Logger } from '@nestjs/common';
import type { PurchaseRepository } from '@care-atlas/data/checkout';
import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { DirectoryError, unavailable } from '@care-atlas/domain/contract';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import { ERROR_STATUS, errorBody, logFault } from '@care-atlas/server/http';
import type { RateStore } from '@care-atlas/server/limits';
import { PAGE_LANGUAGES, pageHeaders, type PageLanguage } from '@care-atlas/server/pages';
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
import { pathIn } from '../portal/language-path.js';
import { followChoice, type PageView, viewOf } from '../portal/page-view.js';
import { sellerLinks } from '../portal/portal-layout.js';
import { TEXTS } from '../texts/texts.js';
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
  readonly configuration: ApiConfiguration;
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

/** Serves the pages below /buy, in each language. They read forms and send pages, where the interface uses JSON. */
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
  await routes.register(cookie);
  acceptForms(routes);
  const limit = async (what: keyof typeof PER_MINUTE, { ip }: FastifyRequest, reply: FastifyReply) => {
    const counter = `${what}:${ip}`;
    const { isBlocked, timeToBlockExpire } = await rateStore.increment(counter, MINUTE_MS, PER_MINUTE[what]);
    if (!isBlocked) return;
    reply.header('retry-after', timeToBlockExpire);
    throw new DirectoryError('rate_limited', 'Too many requests: wait a minute.');
  };
  const store = { shop, checkout, provider, claimCookie, limit };
  for (const language of PAGE_LANGUAGES) {
    await routes.register((inner) => purchaseRoutes(inner, store, language), {
      prefix: pathIn(language, '/buy'),
    });
  }
  await routes.register((inner) => eventRoute(inner, checkout, baseUrl), { prefix: '/buy' });
}

/** What the routes of all languages share. */
interface Store {
  readonly shop: Shop;
  readonly checkout: Checkout;
  readonly provider: PaymentProvider | undefined;
  readonly claimCookie: ClaimCookie;
  readonly limit: (
    what: keyof typeof PER_MINUTE,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<void>;
}

/** Serves the pages of a language. */
async function purchaseRoutes(
  routes: FastifyInstance,
  { shop, checkout, provider, claimCookie, limit }: Store,
  language: PageLanguage,
): Promise<void> {
  const start = viewOf(language, '/buy');
  const unknownPurchase = checkoutPage('unknown-purchase', start, {
    seller: sellerLinks(shop.seller, language),
  });
  routes.setErrorHandler((thrown, request, reply) => sendErrorPage(thrown, request, reply, start));
  routes.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.headers({ ...PAGE_HEADERS, 'content-language': language });
    if (method === 'POST') requireSameOrigin(headers, shop.baseUrl);
  });

  routes.get('/', async (request, reply) => {
    const view = viewOf(language, '/buy', request);
    if (followChoice(request, reply, view, shop.baseUrl)) return reply;
    if (!provider) return reply.code(503).send(checkoutPage('not-for-sale', view));
    const secret = claimCookie.secretOf(request);
    const unclaimed = secret === undefined ? [] : await checkout.unclaimed(secret);
    claimCookie.keep(request, reply);
    // No form-action: the form redirects to the payment page of another site.
    return reply.headers(pageHeaders({ style: CHECKOUT_STYLE })).send(offerPage(shop, unclaimed, view));
  });

  routes.post('/', async (request: FormRequest, reply) => {
    if (!provider) return reply.code(503).send(checkoutPage('not-for-sale', start));
    if (claimCookie.secretOf(request) === undefined && request.body?.get('cookie') === 'expected') {
      return reply.code(400).send(checkoutPage('cookies-blocked', start));
    }
    await limit('begin', request, reply);
    return reply.redirect(await checkout.start(claimCookie.keep(request, reply), language), 303);
  });

  routes.get('/:purchase', async (request: PurchaseRequest, reply) => {
    const { purchase: id } = request.params;
    if (!UUID.test(id)) return reply.code(404).send(unknownPurchase);
    const view = viewOf(language, `/buy/${id}`, request);
    if (followChoice(request, reply, view, shop.baseUrl)) return reply;
    await limit('look', request, reply);
    const secret = claimCookie.secretOf(request);
    const status = secret !== undefined && (await checkout.status(id, secret));
    if (!status) return reply.code(404).send(unknownPurchase);
    if (status.purchase.state === 'waiting' && status.payment?.status === 'processing') {
      reply.header('refresh', REFRESH_SECONDS);
    }
    return reply.send(purchasePage(shop, status, view));
  });

  routes.post('/:purchase', async (request: PurchaseRequest, reply) => {
    const { purchase: id } = request.params;
    const secret = claimCookie.secretOf(request);
    // Not a redirect: its header would grow with the path that the client chose.
    if (!UUID.test(id)) return reply.code(404).send(unknownPurchase);
    const key = secret !== undefined && (await checkout.claim(id, secret));
    // The page of the purchase explains why there is no key.
    if (!key) return reply.redirect(pathIn(language, `/buy/${id}`), 303);
    return reply.headers(KEY_HEADERS).send(keyPage(shop, key, language));
  });

  if (provider instanceof TestPaymentProvider) {
    await routes.register((inner) => testPaymentRoutes(inner, checkout, provider, language));
  }
}

function requireSameOrigin(headers: FastifyRequest['headers'], baseUrl: string): void {
  if (isSameOrigin(headers, baseUrl)) return;
  throw new DirectoryError('forbidden', 'This form must be sent from its own page.');
}

/** Returns Stripe if there is an account, and test payments otherwise, but never in production. */
function providerOf(
  { stripe, production, baseUrl }: ApiConfiguration,
  clock: () => Date,
): PaymentProvider | undefined {
  if (stripe) {
    const urlOf = (purchase: string, language: PageLanguage) =>
      baseUrl + pathIn(language, `/buy/${purchase}`);
    return new StripeProvider(stripe, urlOf, clock);
  }
  return production ? undefined : new TestPaymentProvider();
}

/** Receives the provider's events. Their signature covers the raw bytes of the body, so no parser touches them. */
async function eventRoute(routes: FastifyInstance, checkout: Checkout, baseUrl: string): Promise<void> {
  routes.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers(PAGE_HEADERS);
    requireSameOrigin(headers, baseUrl);
  });
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

function sendErrorPage(thrown: unknown, request: FastifyRequest, reply: FastifyReply, view: PageView): void {
  const { code } = directoryErrorOf(thrown, request);
  const { errors } = TEXTS[view.language].checkout;
  const [title, message] = code in errors ? errors[code as keyof typeof errors] : errors.internal;
  if (code === 'unavailable') reply.header('retry-after', 1);
  void reply
    .code(ERROR_STATUS[code])
    // Fastify removes the content type when a handler throws.
    .headers(PAGE_HEADERS)
    .send(checkoutPage('error', view, { title, message, requestId: request.id }));
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
