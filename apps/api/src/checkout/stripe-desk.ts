import { Logger } from '@nestjs/common';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { StripeAccount } from '@care-atlas/server/configuration';
import { Stripe } from 'stripe';
import type { OpenOrder, Order, PaymentDesk, PaymentState } from './payment-desk.js';

/** How old a signed message may be, in seconds, so that one that was overheard cannot be repeated. */
const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 8_000;

/** Which payments an event is about. Any other type does not concern us. */
const EVENTS: Readonly<Record<string, 'session' | 'charge'>> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'charge.refunded': 'charge',
  'charge.dispute.created': 'charge',
  'charge.dispute.closed': 'charge',
};

/** Payments by Stripe Checkout, on a page of Stripe's: we never see a card. */
export class StripeDesk implements PaymentDesk {
  readonly live: boolean;
  readonly #stripe: Stripe;
  readonly #log = new Logger('Stripe');

  constructor(
    private readonly account: StripeAccount,
    /** The public address of the page of a purchase. */
    private readonly pageOf: (purchase: string) => string,
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

  async start({ id, amount, currency }: Order): Promise<{ reference: string; url: string }> {
    const session = await this.#ask(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: { currency, unit_amount: amount, product_data: { name: 'Care Atlas API key' } },
            },
          ],
          client_reference_id: id,
          metadata: { purchase: id },
          payment_intent_data: { metadata: { purchase: id } },
          // The price is one price in one currency.
          adaptive_pricing: { enabled: false },
          success_url: this.pageOf(id),
          cancel_url: this.pageOf(id),
        },
        { idempotencyKey: id },
      ),
    );
    if (session.url === null) throw new Error('Stripe began a payment without a page.');
    return { reference: session.id, url: session.url };
  }

  async state(order: OpenOrder): Promise<PaymentState> {
    const session = await this.#ask(() => this.#session(order.reference));
    if (!session) return { status: 'lapsed' };
    const reason = this.#difference(session, order);
    return reason === undefined ? stateOf(session) : { status: 'wrong', reason };
  }

  async changedPayments(message: Buffer, signature = ''): Promise<readonly string[]> {
    const event = this.#read(message, signature);
    const about = EVENTS[event.type];
    if (about === undefined || event.livemode !== this.live) return [];
    const { id, payment_intent: payment } = event.data.object as {
      readonly id: string;
      readonly payment_intent?: string | null;
    };
    if (about === 'session') return [id];
    if (typeof payment !== 'string') return [];
    const sessions = await this.#ask(() => this.#stripe.checkout.sessions.list({ payment_intent: payment }));
    return sessions.data.map((session) => session.id);
  }

  /** undefined when the account has no such session. */
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

  #read(message: Buffer, signature: string): Stripe.Event {
    const { webhookSecret } = this.account;
    const now = this.clock().getTime();
    try {
      return this.#stripe.webhooks.constructEvent(
        message,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        now,
      );
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      const details = [
        {
          param: 'stripe-signature',
          message: 'The signature must be that of Stripe over this body, and recent.',
        },
      ];
      throw new DirectoryError('missing_param', details[0]!.message, details);
    }
  }

  /** In what a session is not the payment of an order. */
  #difference(session: Stripe.Checkout.Session, { id, amount, currency }: Order): string | undefined {
    const facts: readonly (readonly [name: string, is: unknown, must: unknown])[] = [
      ['livemode', session.livemode, this.live],
      ['mode', session.mode, 'payment'],
      ['client_reference_id', session.client_reference_id, id],
      ['metadata.purchase', session.metadata?.purchase, id],
      ['amount_total', session.amount_total, amount],
      ['currency', session.currency, currency],
    ];
    const wrong = facts.find(([, is, must]) => is !== must);
    return wrong && `${wrong[0]} is ${JSON.stringify(wrong[1])}, not ${JSON.stringify(wrong[2])}`;
  }

  /** Whatever goes wrong between Stripe and us, the same request may succeed later: when Stripe is back, or we are. */
  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      // Its message may show part of our key, and is left out.
      this.#log.error([error.type, error.code, error.statusCode, error.requestId].filter(Boolean).join(' '));
      throw new DirectoryError('unavailable');
    }
  }
}

function stateOf(session: Stripe.Checkout.Session): PaymentState {
  const { status, payment_status: payment, payment_intent: intent, url } = session;
  // Both were asked for as objects.
  const { latest_charge: charge, status: progress } = (intent ?? {}) as Partial<Stripe.PaymentIntent>;
  const { refunded = false, disputed = false } = (charge ?? {}) as Partial<Stripe.Charge>;
  if (refunded || disputed) return { status: 'reversed' };
  if (payment === 'paid') return { status: 'paid' };
  if (status === 'open' && url !== null) return { status: 'open', url };
  const failed = progress === 'requires_payment_method' || progress === 'canceled';
  if (status === 'expired' || (status === 'complete' && failed)) return { status: 'lapsed' };
  return { status: 'processing' };
}
