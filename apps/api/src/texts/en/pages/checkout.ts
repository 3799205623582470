import type { ErrorCode } from '@care-atlas/domain/contract';
import { html } from '@care-atlas/server/pages';

const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });

/** The texts of the checkout that are not in its templates. */
export const checkout = {
  /** In units of the currency, such as 5 or 4.99. */
  price: (units: number, currency: string) =>
    `${currency.toUpperCase()} ${Number.isInteger(units) ? units : units.toFixed(2)}`,
  day: (date: Date) => day.format(date),
  testNote: html`<strong>This is a test.</strong> No money moves here.`,
  unclaimed: 'You have a key that has not been shown yet.',
  showKey: (paidOn: string) => `Show the key that you paid for on ${paidOn}`,
  refund: (days: number) => `You can get your money back within ${days} days.`,
  description: (price: string) => `A key to the Care Atlas API: ${price}, paid once.`,
  envLine: 'A line of an .env file',
  request: 'A request with your key',
  product: 'Care Atlas API key',
  errors: {
    unavailable: ['Temporarily unavailable', 'The service is temporarily unavailable: try again.'],
    rate_limited: ['Too many requests', 'Too many requests: wait a minute.'],
    forbidden: ['Form rejected', 'This form must be sent from its own page.'],
    not_found: ['Not found', 'There is no such test payment. Test payments end when the service restarts.'],
    missing_param: ['Something went wrong', 'This page does not send such requests.'],
    too_large: ['Something went wrong', 'The request is larger than the service accepts.'],
    internal: [
      'Something went wrong',
      'Something went wrong on our side. Quote the request below if you report it.',
    ],
  } satisfies Partial<Record<ErrorCode, [title: string, message: string]>>,
  test: {
    title: 'Test payment',
    note: html`<strong>No money moves.</strong> This page replaces Stripe's payment page, because this installation has no Stripe
      account.`,
    order: (product: string) => `${product}:`,
    declined: 'The card was declined. Nothing was paid.',
    paid: 'This test payment is paid.',
    reversed: 'This test payment is refunded.',
    pay: 'Pay',
    decline: 'Pay with a card that is declined',
    cancel: 'Cancel',
    refund: 'Refund',
    back: 'Back to the purchase',
  },
};

export type CheckoutTexts = typeof checkout;
