import { DirectoryError } from '@care-atlas/domain/contract';
import type { OpenOrder, Order, PaymentDesk, PaymentState } from './payment-desk.js';

/** Below the pages of the checkout. */
export const TEST_PAYMENT_PATH = 'test-payment';

interface TestPayment {
  readonly order: Order;
  status: 'open' | 'paid' | 'reversed';
}

/** Payments of no money on a page of our own, for machines without a Stripe account. They end with the process. */
export class StandInDesk implements PaymentDesk {
  readonly live = false;
  readonly #payments = new Map<string, TestPayment>();

  start(order: Order): Promise<{ reference: string; url: string }> {
    const reference = `test_${order.id}`;
    this.#payments.set(reference, { order, status: 'open' });
    return Promise.resolve({ reference, url: addressOf(reference) });
  }

  state({ reference }: Pick<OpenOrder, 'reference'>): Promise<PaymentState> {
    const status = this.#payments.get(reference)?.status ?? 'lapsed';
    return Promise.resolve(status === 'open' ? { status, url: addressOf(reference) } : { status });
  }

  /** It sends no messages: its page tells us itself. */
  changedPayments(): Promise<readonly string[]> {
    return Promise.reject(new DirectoryError('not_found'));
  }

  /** The payment that its page shows. */
  payment(reference: string): Readonly<TestPayment> | undefined {
    return this.#payments.get(reference);
  }

  pay(reference: string): void {
    const payment = this.#payments.get(reference);
    if (payment?.status === 'open') payment.status = 'paid';
  }

  refund(reference: string): void {
    const payment = this.#payments.get(reference);
    if (payment?.status === 'paid') payment.status = 'reversed';
  }
}

// Without a host: it is the one that the browser asks already.
function addressOf(reference: string): string {
  return `/buy/${TEST_PAYMENT_PATH}/${reference}`;
}
