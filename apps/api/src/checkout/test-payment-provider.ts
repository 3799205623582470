import { DirectoryError } from '@care-atlas/domain/contract';
import { type PageLanguage, pathIn } from '@care-atlas/server/pages';
import type { OpenOrder, Order, PaymentProvider, PaymentState } from './payment-provider.js';

/** The path of the test payment page, below /buy. */
export const TEST_PAYMENT_PATH = 'test-payment';

interface TestPayment {
  readonly order: Order;
  readonly url: string;
  status: 'open' | 'paid' | 'reversed';
}

/** Simulates payments on a local page, for installations without a Stripe account. Payments live in memory. */
export class TestPaymentProvider implements PaymentProvider {
  readonly live = false;
  readonly #payments = new Map<string, TestPayment>();

  start(order: Order, language: PageLanguage): Promise<{ reference: string; url: string }> {
    const reference = `test_${order.id}`;
    // Relative, so that the browser stays on the host that it uses already.
    const url = pathIn(language, `/buy/${TEST_PAYMENT_PATH}/${reference}`);
    this.#payments.set(reference, { order, url, status: 'open' });
    return Promise.resolve({ reference, url });
  }

  state({ reference }: Pick<OpenOrder, 'reference'>): Promise<PaymentState> {
    const { status, url } = this.#payments.get(reference) ?? { status: 'lapsed', url: '' };
    return Promise.resolve(status === 'open' ? { status, url } : { status });
  }

  /** Sends no events: the test payment page settles the purchase itself. */
  changedPayments(): Promise<readonly string[]> {
    return Promise.reject(new DirectoryError('not_found'));
  }

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
