import { invalidParameters, unavailable } from '@care-atlas/domain/contract';
import type { StripeAccount } from '@care-atlas/server/configuration';
import type { PageLanguage } from '@care-atlas/server/pages';
import { Stripe } from 'stripe';
import { TEXTS } from '../texts/texts.js';
import type { OpenOrder, Order, PaymentProvider, PaymentState } from './payment-provider.js';

/** The oldest signature accepted, in seconds, so that an intercepted event cannot be replayed. */
const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 8_000;
const STRIPE_LOCALES = { en: 'en', fr: 'fr-CA' } as const;

/** The event types that matter, and the object that each is about. */
const EVENTS: Readonly<Record<string, 'session' | 'charge'>> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'charge.refunded': 'charge',
  'charge.dispute.created': 'charge',
  'charge.dispute.closed': 'charge',
};

/** Takes payments by Stripe Checkout, on a page of Stripe's: card data never reaches this service. */
export class StripeProvider implements PaymentProvider {
  readonly live: boolean;
  readonly #stripe: Stripe;

  constructor(
    private readonly account: StripeAccount,
    /** Returns the public URL of a purchase. */
    private readonly urlOf: (purchase: string, language: PageLanguage) => string,
    private readonly clock: () => Date,
  ) {
    const { protocol, hostname, port } = new URL(account.apiUrl);
    this.live = account.live;
    this.#stripe = new Stripe(account.secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      timeout: TIMEOUT_MS,
      telemetry: false,
    });
  }

  async start(
    { id, amount, currency }: Order,
    language: PageLanguage,
  ): Promise<{ reference: string; url: string }> {
    const session = await this.#call(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: 'payment',
          locale: STRIPE_LOCALES[language],
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency,
                unit_amount: amount,
                product_data: { name: TEXTS[language].checkout.product },
              },
            },
          ],
          client_reference_id: id,
          metadata: { purchase: id },
          payment_intent_data: { metadata: { purchase: id } },
          // The price is fixed, in one currency.
          adaptive_pricing: { enabled: false },
          success_url: this.urlOf(id, language),
          cancel_url: this.urlOf(id, language),
        },
        { idempotencyKey: id },
      ),
    );
    if (session.url === null) throw new Error('Stripe returned a session without a URL.');
    return { reference: session.id, url: session.url };
  }

  async state(order: OpenOrder): Promise<PaymentState> {
    const session = await this.#call(() => this.#session(order.reference));
    if (!session) return { status: 'lapsed' };
    const reason = this.#difference(session, order);
    return reason === undefined ? stateOf(session) : { status: 'wrong', reason };
  }

  async changedPayments(payload: Buffer, signature = ''): Promise<readonly string[]> {
    const event = this.#verify(payload, signature);
    const subject = EVENTS[event.type];
    if (subject === undefined || event.livemode !== this.live) return [];
    const { id, payment_intent: payment } = event.data.object as {
      readonly id: string;
      readonly payment_intent?: string | null;
    };
    if (subject === 'session') return [id];
    if (typeof payment !== 'string') return [];
    const sessions = await this.#call(() => this.#stripe.checkout.sessions.list({ payment_intent: payment }));
    return sessions.data.map((session) => session.id);
  }

  /** Returns undefined when the account has no such session. */
  async #session(reference: string): Promise<Stripe.Checkout.Session | undefined> {
    try {
      return await this.#stripe.checkout.sessions.retrieve(reference, {
        expand: ['payment_intent.latest_charge'],
      });
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined;
      throw error;
    }
  }

  #verify(payload: Buffer, signature: string): Stripe.Event {
    const { webhookSecret } = this.account;
    const now = this.clock().getTime();
    try {
      return this.#stripe.webhooks.constructEvent(
        payload,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        now,
      );
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      const message = 'The signature must be made by Stripe over this body, and be recent.';
      throw invalidParameters([{ param: 'stripe-signature', message }]);
    }
  }

  /** Returns how a session differs from the payment of an order. */
  #difference(session: Stripe.Checkout.Session, { id, amount, currency }: Order): string | undefined {
    const facts: readonly (readonly [name: string, actual: unknown, expected: unknown])[] = [
      ['livemode', session.livemode, this.live],
      ['mode', session.mode, 'payment'],
      ['client_reference_id', session.client_reference_id, id],
      ['metadata.purchase', session.metadata?.purchase, id],
      ['amount_total', session.amount_total, amount],
      ['currency', session.currency, currency],
    ];
    const wrong = facts.find(([, actual, expected]) => actual !== expected);
    return wrong && `${wrong[0]} is ${JSON.stringify(wrong[1])}, not ${JSON.stringify(wrong[2])}`;
  }

  /** Reports every failure of Stripe as temporary: the same request may succeed later. */
  async #call<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw error instanceof Stripe.errors.StripeError ? unavailable(describeFault(error)) : error;
    }
  }
}

// Without Stripe's message, which may show part of the secret key.
function describeFault({
  type,
  code,
  statusCode,
  requestId,
}: InstanceType<typeof Stripe.errors.StripeError>) {
  const message = [type, code, statusCode, requestId].filter(Boolean).join(' ');
  return Object.assign(new Error(message), { name: type, code: code ?? String(statusCode ?? type) });
}

function stateOf(session: Stripe.Checkout.Session): PaymentState {
  const { status, payment_status: payment, payment_intent: intent, url } = session;
  // Both are expanded objects.
  const { latest_charge: charge, status: intentStatus } = (intent ?? {}) as Partial<Stripe.PaymentIntent>;
  const { refunded = false, disputed = false } = (charge ?? {}) as Partial<Stripe.Charge>;
  if (refunded || disputed) return { status: 'reversed' };
  if (payment === 'paid') return { status: 'paid' };
  if (status === 'open' && url !== null) return { status: 'open', url };
  const failed = intentStatus === 'requires_payment_method' || intentStatus === 'canceled';
  if (status === 'expired' || (status === 'complete' && failed)) return { status: 'lapsed' };
  return { status: 'processing' };
}
