import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';

const SECRET_KEYS = { live: 'sk_live_fakeSecret', test: 'sk_test_fakeSecret' };
const WEBHOOK_SECRET = 'whsec_fakeSecret';

/** A Checkout session as Stripe shows it, with what we read of it. */
interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  amount_total: number;
  currency: string;
  mode: string;
  livemode: boolean;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  readonly success_url: string;
  readonly cancel_url: string;
}

interface Charge {
  readonly id: string;
  readonly object: 'charge';
  readonly payment_intent: string;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
}

interface Intent {
  readonly id: string;
  readonly object: 'payment_intent';
  status: string;
  latest_charge: Charge;
}

/** What Stripe sends: a body and its signature. */
export interface SignedEvent {
  readonly body: string;
  readonly signature: string;
}

/**
 * The part of Stripe that the checkout uses, as an HTTP server for the official library, with a payment page for
 * browsers, and events that the library itself signs.
 */
export class FakeStripe {
  readonly #server: Server;
  readonly #library: Stripe;
  readonly #sessions = new Map<string, Session>();
  readonly #intents = new Map<string, Intent>();
  readonly #mode: 'live' | 'test';
  #made = 0;
  /** Answers nothing but errors. */
  away = false;
  /** Everything that was sent to it. */
  readonly heard: string[] = [];

  private constructor(mode: 'live' | 'test') {
    this.#mode = mode;
    this.#library = new Stripe(SECRET_KEYS[mode]);
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(mode: 'live' | 'test' = 'test'): Promise<FakeStripe> {
    const stripe = new FakeStripe(mode);
    stripe.#server.listen(0, '127.0.0.1');
    await once(stripe.#server, 'listening');
    return stripe;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The variables with which a service uses it. */
  get env(): Readonly<Record<string, string>> {
    return {
      STRIPE_SECRET_KEY: SECRET_KEYS[this.#mode],
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: this.address,
    };
  }

  /** The purchase that a session is about. */
  purchaseOf(session: string): string {
    return this.#sessions.get(session)!.client_reference_id!;
  }

  /** The session of a purchase. */
  sessionOf(purchase: string): Session {
    const session = [...this.#sessions.values()].find((each) => each.client_reference_id === purchase);
    if (!session) throw new Error('There is no session of this purchase.');
    return session;
  }

  /** The buyer pays. */
  pay(purchase: string): void {
    const session = this.sessionOf(purchase);
    this.#complete(session, 'succeeded');
    session.payment_status = 'paid';
  }

  /** The buyer pays in a way that takes days, which ends in `settleLater` or `failLater`. */
  payLater(purchase: string): void {
    this.#complete(this.sessionOf(purchase), 'processing');
  }

  settleLater(purchase: string): void {
    this.#intentOf(purchase).status = 'succeeded';
    this.sessionOf(purchase).payment_status = 'paid';
  }

  failLater(purchase: string): void {
    this.#intentOf(purchase).status = 'requires_payment_method';
  }

  expire(purchase: string): void {
    Object.assign(this.sessionOf(purchase), { status: 'expired', url: null });
  }

  refund(purchase: string, amount = this.sessionOf(purchase).amount_total): void {
    const charge = this.#intentOf(purchase).latest_charge;
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === this.sessionOf(purchase).amount_total;
  }

  dispute(purchase: string): void {
    this.#intentOf(purchase).latest_charge.disputed = true;
  }

  /** Stripe loses a session, as when a service is given another account. */
  forget(purchase: string): void {
    this.#sessions.delete(this.sessionOf(purchase).id);
  }

  /** An event about the session of a purchase, or about its charge. */
  event(type: string, purchase: string, { age = 0, secret = WEBHOOK_SECRET } = {}): SignedEvent {
    const about = type.startsWith('checkout.')
      ? this.sessionOf(purchase)
      : this.#intentOf(purchase).latest_charge;
    const event = {
      id: `evt_${++this.#made}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      livemode: this.#mode === 'live',
      data: { object: about },
    };
    return this.sign(JSON.stringify(event, null, 2), { age, secret });
  }

  sign(body: string, { age = 0, secret = WEBHOOK_SECRET } = {}): SignedEvent {
    const timestamp = Math.floor(Date.now() / 1000) - age;
    const signature = this.#library.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
    return { body, signature };
  }

  #intentOf(purchase: string): Intent {
    return this.#intents.get(this.sessionOf(purchase).payment_intent!)!;
  }

  #complete(session: Session, status: string): void {
    const id = `pi_${++this.#made}`;
    const charge = { refunded: false, amount_refunded: 0, disputed: false };
    this.#intents.set(id, {
      id,
      object: 'payment_intent',
      status,
      latest_charge: { id: `ch_${++this.#made}`, object: 'charge', payment_intent: id, ...charge },
    });
    Object.assign(session, { status: 'complete', payment_intent: id, url: null });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.address);
    const body = new URLSearchParams(await text(request));
    const [, version, ...path] = url.pathname.split('/');
    if (version === 'pay') return this.#page(path[0]!, request.method!, body, response);
    this.heard.push(`${request.method} ${url.href} ${body.toString()} ${JSON.stringify(request.headers)}`);
    const answer = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const refuse = (status: number, type: string, code?: string) =>
      answer(status, { error: { type, code, message: `Refused for ${SECRET_KEYS[this.#mode]}.` } });
    if (this.away) return void refuse(500, 'api_error');
    if (request.headers.authorization !== `Bearer ${SECRET_KEYS[this.#mode]}`) {
      return void refuse(401, 'authentication_error');
    }
    if (request.method === 'POST') return void answer(200, this.#create(body));
    if (path.length === 2) {
      const intent = url.searchParams.get('payment_intent');
      const data = [...this.#sessions.values()].filter((session) => session.payment_intent === intent);
      return void answer(200, { object: 'list', data, has_more: false, url: url.pathname });
    }
    const session = this.#sessions.get(path[2]!);
    if (!session) return void refuse(404, 'invalid_request_error', 'resource_missing');
    const intent = this.#intents.get(session.payment_intent ?? '');
    answer(200, { ...session, payment_intent: intent ?? null });
  }

  #create(order: URLSearchParams): Session {
    const id = `cs_${this.#mode}_${++this.#made}`;
    const item = 'line_items[0][price_data]';
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `${this.address}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(order.get(`${item}[unit_amount]`)) * Number(order.get('line_items[0][quantity]')),
      currency: order.get(`${item}[currency]`)!,
      mode: order.get('mode')!,
      livemode: this.#mode === 'live',
      client_reference_id: order.get('client_reference_id'),
      metadata: { purchase: order.get('metadata[purchase]')! },
      payment_intent: null,
      success_url: order.get('success_url')!,
      cancel_url: order.get('cancel_url')!,
    };
    this.#sessions.set(id, session);
    return session;
  }

  /** The payment page, which leads back as Stripe's does. */
  #page(id: string, method: string, body: URLSearchParams, response: ServerResponse): void {
    const session = this.#sessions.get(id)!;
    if (method === 'POST') {
      if (body.get('action') === 'pay') this.pay(session.client_reference_id!);
      const back = body.get('action') === 'pay' ? session.success_url : session.cancel_url;
      response.writeHead(303, { location: back }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Fake Stripe</title>
      <form method="post"><button name="action" value="pay">Pay</button>
      <button name="action" value="cancel">Cancel</button></form>`);
  }
}
