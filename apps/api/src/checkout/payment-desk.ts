/** What a key costs, once. A purchase keeps the price that it began with. */
export const PRICE = { amount: 500, currency: 'cad' } as const;

/** What is to be paid for. */
export interface Order {
  /** The id of the purchase. */
  readonly id: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217, in lower case. */
  readonly currency: string;
}

/** An order whose payment has begun. */
export interface OpenOrder extends Order {
  /** What the desk calls the payment. */
  readonly reference: string;
}

/** How a payment stands, as the desk knows it at this moment. */
export type PaymentState =
  /** Nothing is paid yet, and it can be at this address. */
  | { readonly status: 'open'; readonly url: string }
  /** The buyer has done their part, and the money is not there yet. */
  | { readonly status: 'processing' }
  | { readonly status: 'paid' }
  /** It ended, and nothing was paid. */
  | { readonly status: 'lapsed' }
  /** It was paid, and refunded in full or disputed. */
  | { readonly status: 'reversed' }
  /** It is not the payment that the order asks for. */
  | { readonly status: 'wrong'; readonly reason: string };

/** Where payments are made. Whatever it cannot say for the moment it refuses with DirectoryError `unavailable`. */
export interface PaymentDesk {
  /** Whether it moves real money. */
  readonly live: boolean;

  /** Begins the payment of an order: what it is called, and where the buyer pays. */
  start(order: Order): Promise<{ readonly reference: string; readonly url: string }>;

  state(order: OpenOrder): Promise<PaymentState>;

  /**
   * Reads a message to us: the references of the payments that may have changed, none for a message that does not
   * concern us. What it says about them is not believed, only that they are worth asking about.
   * @throws DirectoryError `missing_param` when it is not signed as it must be
   */
  changedPayments(message: Buffer, signature: string | undefined): Promise<readonly string[]>;
}
