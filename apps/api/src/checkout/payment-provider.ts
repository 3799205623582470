import type { PageLanguage } from '@care-atlas/server/pages';

/** The price of a key, paid once. A purchase keeps the price that it started with. */
export const PRICE = { amount: 500, currency: 'cad' } as const;

/** An order to be paid. */
export interface Order {
  /** The id of the purchase. */
  readonly id: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217, in lower case. */
  readonly currency: string;
}

/** An order whose payment has started. */
export interface OpenOrder extends Order {
  /** The provider's id of the payment. */
  readonly reference: string;
}

/** The current state of a payment, as the provider reports it. */
export type PaymentState =
  /** Not paid yet; the buyer can pay at this URL. */
  | { readonly status: 'open'; readonly url: string }
  /** The buyer has paid, and the money has not arrived yet. */
  | { readonly status: 'processing' }
  | { readonly status: 'paid' }
  /** Ended without payment. */
  | { readonly status: 'lapsed' }
  /** Paid, then refunded in full or disputed. */
  | { readonly status: 'reversed' }
  /** Not the payment that the order asks for. */
  | { readonly status: 'wrong'; readonly reason: string };

/** A service that takes payments. Its temporary failures are DirectoryError `unavailable`. */
export interface PaymentProvider {
  /** Whether payments are of real money. */
  readonly live: boolean;

  /**
   * Starts the payment of an order, and returns its reference and the URL where the buyer pays.
   * @param language that of the buyer
   */
  start(order: Order, language: PageLanguage): Promise<{ readonly reference: string; readonly url: string }>;

  state(order: OpenOrder): Promise<PaymentState>;

  /**
   * Reads an event, and returns the references of the payments that may have changed; none for other events. The event's
   * content is not trusted: callers ask for the state of each payment.
   * @throws DirectoryError `missing_param` when the signature is not valid
   */
  changedPayments(event: Buffer, signature: string | undefined): Promise<readonly string[]>;
}
