import cookie from '@fastify/cookie';
import { Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { DirectoryError } from '@care-atlas/domain/contract';
import { ERROR_STATUS, errorBody } from '@care-atlas/server/http';
import { pageHeaders } from '@care-atlas/server/pages';
import type { RateStore } from '@care-atlas/server/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Checkout } from './checkout.js';
import {
  CHECKOUT_STYLE,
  closedPage,
  cookiePage,
  keyPage,
  offerPage,
  refusalPage,
  type Shop,
  standingPage,
  strangerPage,
} from './checkout-page.js';
import type { ClaimCookie } from './claim-cookie.js';
import { isFromOurPage } from './own-page.js';
import { StandInDesk } from './stand-in-desk.js';
import { testPaymentRoutes } from './test-payment-routes.js';
import type { PaymentDesk } from './payment-desk.js';

/** For one address: each is a question to Stripe, which answers only so many of all of ours. */
const PER_MINUTE = { begin: 10, look: 60 };
const MINUTE_MS = 60_000;
/** An event of Stripe holds a whole object, with more than any request of ours. */
const LARGEST_EVENT = 262_144;
const REFRESH_SECONDS = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the routes are put together from. */
export interface CheckoutRoutes {
  readonly checkout: Checkout;
  readonly desk: PaymentDesk | undefined;
  readonly shop: Shop;
  readonly claimCookie: ClaimCookie;
  readonly rateStore: Pick<RateStore, 'increment'>;
}

const PAGE_HEADERS = {
  ...pageHeaders({ style: CHECKOUT_STYLE, forms: "'self'" }),
  'cache-control': 'no-store',
};

type PurchaseRequest = FastifyRequest<{ Params: { purchase: string } }>;
type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

/** The pages below /buy, with parsers and refusals of their own: forms and pages, where the interface has JSON. */
export async function checkoutRoutes(routes: FastifyInstance, parts: CheckoutRoutes): Promise<void> {
  const { checkout, desk, shop, claimCookie, rateStore } = parts;
  await routes.register(cookie);
  readForms(routes);
  routes.setErrorHandler(refuseWithPage);
  routes.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.headers(PAGE_HEADERS);
    if (method === 'POST' && !isFromOurPage(headers, shop.baseUrl)) {
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
    if (!desk) return reply.code(503).send(closedPage());
    const known = claimCookie.secretOf(request);
    const unclaimed = known === undefined ? [] : await checkout.unclaimed(known);
    claimCookie.keep(request, reply);
    // The form ends at the payment page of another site.
    return reply.headers(pageHeaders({ style: CHECKOUT_STYLE })).send(offerPage(shop, unclaimed));
  });

  routes.post('/', async (request: FormRequest, reply) => {
    if (!desk) return reply.code(503).send(closedPage());
    if (claimCookie.secretOf(request) === undefined && request.body?.get('browser') === 'told') {
      return reply.code(400).send(cookiePage());
    }
    await limit('begin', request, reply);
    return reply.redirect(await checkout.start(claimCookie.keep(request, reply)), 303);
  });

  routes.get('/:purchase', async (request: PurchaseRequest, reply) => {
    const { purchase: id } = request.params;
    await limit('look', request, reply);
    const secret = claimCookie.secretOf(request);
    const standing = secret !== undefined && UUID.test(id) && (await checkout.standing(id, secret));
    if (!standing) return reply.code(404).send(strangerPage());
    if (standing.purchase.state === 'waiting' && standing.payment?.status === 'processing') {
      reply.header('refresh', REFRESH_SECONDS);
    }
    return reply.send(standingPage(shop, standing));
  });

  routes.post('/:purchase', async (request: PurchaseRequest, reply) => {
    const { purchase: id } = request.params;
    const secret = claimCookie.secretOf(request);
    // Not a redirect: its header would grow with the path that the client chose.
    if (!UUID.test(id)) return reply.code(404).send(strangerPage());
    const key = secret !== undefined && (await checkout.claim(id, secret));
    // The page of the purchase says why there is none.
    if (!key) return reply.redirect(`/buy/${id}`, 303);
    return reply.send(keyPage(shop, key));
  });

  await routes.register((inner) => eventRoute(inner, checkout));
  if (desk instanceof StandInDesk) await routes.register((inner) => testPaymentRoutes(inner, checkout, desk));
}

/** Where the payment provider tells us of changes. The signature is over the bytes of the body, so nothing reads them. */
async function eventRoute(routes: FastifyInstance, checkout: Checkout): Promise<void> {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_EVENT }, (_request, body, done) =>
    done(null, body),
  );
  routes.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request);
    void reply.code(ERROR_STATUS[refusal.code]).send(errorBody(refusal, request.id));
  });
  routes.post<{ Body: Buffer | undefined }>('/stripe-events', async (request, reply) => {
    reply.type('application/json; charset=utf-8');
    const signature = request.headers['stripe-signature'];
    await checkout.hear(request.body ?? Buffer.of(), typeof signature === 'string' ? signature : undefined);
    return { received: true };
  });
}

function readForms(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

const TITLES: Readonly<Partial<Record<DirectoryError['code'], string>>> = {
  unavailable: 'Not available for a moment',
  rate_limited: 'Too many requests',
  forbidden: 'Not from this page',
};

function refuseWithPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message } = refusalOf(error, request);
  if (code === 'unavailable') reply.header('retry-after', 1);
  void reply
    .code(ERROR_STATUS[code])
    // Fastify takes the type away when something is thrown.
    .headers(PAGE_HEADERS)
    .send(refusalPage(TITLES[code] ?? 'That did not work', message, request.id));
}

const log = new Logger('Checkout');

function refusalOf(error: unknown, request: FastifyRequest): DirectoryError {
  if (error instanceof DirectoryError) return error;
  if (isDatabaseUnavailable(error)) return new DirectoryError('unavailable');
  const { statusCode, stack } = error as { readonly statusCode?: number; readonly stack?: string };
  if (statusCode === 413) return new DirectoryError('too_large');
  if (statusCode !== undefined && statusCode < 500) {
    return new DirectoryError('missing_param', 'The request is not one that this page sends.');
  }
  log.error(`${request.id} ${request.method} failed`, stack ?? String(error));
  return new DirectoryError('internal');
}
