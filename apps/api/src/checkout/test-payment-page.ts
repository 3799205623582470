import { html, pageDocument } from '@care-atlas/server/pages';
import { priceOf } from './checkout-page.js';
import type { TestPaymentProvider } from './test-payment-provider.js';

/** The buttons of the page. */
export const TEST_ACTIONS = ['pay', 'decline', 'cancel', 'refund'] as const;
export type TestAction = (typeof TEST_ACTIONS)[number];

const BUTTONS: Readonly<Record<'open' | 'paid' | 'reversed', readonly (readonly [TestAction, string])[]>> = {
  open: [
    ['pay', 'Pay'],
    ['decline', 'Pay with a card that is declined'],
    ['cancel', 'Cancel'],
  ],
  paid: [
    ['refund', 'Refund'],
    ['cancel', 'Back to the purchase'],
  ],
  reversed: [['cancel', 'Back to the purchase']],
};

type Payment = NonNullable<ReturnType<TestPaymentProvider['payment']>>;

/** Renders the page that replaces Stripe's payment page where there is no Stripe account. */
export function testPaymentPage({ order, status }: Payment, declined: boolean): string {
  const buttons = BUTTONS[status].map(
    ([action, text], index) =>
      html`<button class="${index > 0 && 'quiet'}" name="action" value="${action}">${text}</button>`,
  );
  return pageDocument({
    title: 'Test payment',
    narrow: true,
    body: html`<h1>Test payment</h1>
      <p class="note warn"><strong>No money moves.</strong> This page replaces Stripe's payment page, because this
        installation has no Stripe account.</p>
      ${declined && html`<p class="note bad" role="alert">The card was declined. Nothing was paid.</p>`}
      <div class="card">
        <p>Care Atlas API key: <strong>${priceOf(order)}</strong></p>
        <p>${status === 'paid' && 'This test payment is paid.'}${status === 'reversed' && 'This test payment is refunded.'}</p>
        <form class="actions" method="post">${buttons}</form>
      </div>`,
  });
}
