import { DirectoryError } from '@care-atlas/domain/contract';
import { type AddressVisit, formOf, html, type Page, pathIn, servePage } from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Checkout } from './checkout.js';
import { priceOf, TEST_PAGES } from './checkout-page.js';
import { TEXTS } from '../texts/texts.js';
import { TEST_PAYMENT_PATH, type TestPaymentProvider } from './test-payment-provider.js';

/** The buttons of the page. */
const TEST_ACTIONS = ['pay', 'decline', 'cancel', 'refund'] as const;
type TestAction = (typeof TEST_ACTIONS)[number];

type ButtonText = 'pay' | 'decline' | 'cancel' | 'refund' | 'back';

/** The actions of each state, and their texts. */
const BUTTONS: Readonly<
  Record<'open' | 'paid' | 'reversed', readonly (readonly [TestAction, ButtonText])[]>
> = {
  open: [
    ['pay', 'pay'],
    ['decline', 'decline'],
    ['cancel', 'cancel'],
  ],
  paid: [
    ['refund', 'refund'],
    ['cancel', 'back'],
  ],
  reversed: [['cancel', 'back']],
};

type Payment = NonNullable<ReturnType<TestPaymentProvider['payment']>>;

/** Serves the test payment page, whose buttons simulate what a buyer does at Stripe. */
export function serveTestPayments(
  routes: FastifyInstance,
  checkout: Checkout,
  provider: TestPaymentProvider,
  baseUrl: string,
): void {
  const referenceOf = ({ params }: FastifyRequest) => (params as { readonly reference: string }).reference;
  const paymentOf = (request: FastifyRequest) => {
    const payment = provider.payment(referenceOf(request));
    if (payment) return payment;
    throw new DirectoryError(
      'not_found',
      'There is no such test payment. Test payments end when the service restarts.',
    );
  };
  servePage(routes, {
    path: `/buy/${TEST_PAYMENT_PATH}/:reference`,
    baseUrl,
    hasSwitch: false,
    get: (visit, request) => testPaymentPage(visit, paymentOf(request), false),
    async post(visit, request) {
      const reference = referenceOf(request);
      const payment = paymentOf(request);
      const action = TEST_ACTIONS.find((each) => each === formOf(request).get('action'));
      if (action === undefined) {
        throw new DirectoryError('missing_param', `The action must be ${TEST_ACTIONS.join(', ')}.`);
      }
      if (action === 'decline') return testPaymentPage(visit, payment, true);
      if (action === 'pay') provider.pay(reference);
      if (action === 'refund') provider.refund(reference);
      // As with Stripe's events, the purchase is paid even if the buyer does not return.
      await checkout.settle(reference);
      return { status: 303, to: pathIn(visit.language, `/buy/${payment.order.id}`) };
    },
  });
}

/** Renders the page that replaces Stripe's payment page where there is no Stripe account. */
function testPaymentPage(visit: AddressVisit, { order, status }: Payment, declined: boolean): Page {
  const { language } = visit;
  const { product, test: texts } = TEXTS[language].checkout;
  const buttons = BUTTONS[status].map(
    ([action, text], index) =>
      html`<button class="${index > 0 && 'quiet'}" name="action" value="${action}">${texts[text]}</button>`,
  );
  return TEST_PAGES.page(visit, {
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
      <p class="note warn">${texts.note}</p>
      ${declined && html`<p class="note bad" role="alert">${texts.declined}</p>`}
      <div class="card">
        <p>${texts.order(product)} <strong>${priceOf(order, language)}</strong></p>
        <p>${status !== 'open' && texts[status]}</p>
        <form class="actions" method="post">${buttons}</form>
      </div>`,
  });
}
