import { DirectoryError } from '@care-atlas/domain/contract';
import { html, pageDocument } from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Checkout } from './checkout.js';
import { priceOf } from './checkout-page.js';
import { TEST_PAYMENT_PATH, type TestPaymentProvider } from './test-payment-provider.js';

/** The buttons of the page. */
const TEST_ACTIONS = ['pay', 'decline', 'cancel', 'refund'] as const;
type TestAction = (typeof TEST_ACTIONS)[number];

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

type TestRequest = FastifyRequest<{ Params: { reference: string }; Body: URLSearchParams | undefined }>;

/** Serves the test payment page, whose buttons simulate what a buyer does at Stripe. */
export async function testPaymentRoutes(
  routes: FastifyInstance,
  checkout: Checkout,
  provider: TestPaymentProvider,
): Promise<void> {
  const path = `/${TEST_PAYMENT_PATH}/:reference`;
  const paymentOf = ({ params: { reference } }: TestRequest) => {
    const payment = provider.payment(reference);
    if (payment) return payment;
    throw new DirectoryError(
      'not_found',
      'There is no such test payment. Test payments end when the service restarts.',
    );
  };

  routes.get(path, async (request: TestRequest, reply) =>
    reply.send(testPaymentPage(paymentOf(request), false)),
  );

  routes.post(path, async (request: TestRequest, reply) => {
    const { reference } = request.params;
    const payment = paymentOf(request);
    const action = TEST_ACTIONS.find((each) => each === request.body?.get('action'));
    if (action === undefined) {
      throw new DirectoryError('missing_param', `The action must be ${TEST_ACTIONS.join(', ')}.`);
    }
    switch (action) {
      case 'decline':
        return reply.send(testPaymentPage(payment, true));
      case 'pay':
        provider.pay(reference);
        break;
      case 'refund':
        provider.refund(reference);
        break;
      case 'cancel':
        break;
      default:
        action satisfies never;
    }
    // As with Stripe's events, the purchase is paid even if the buyer does not return.
    await checkout.settle(reference);
    return reply.redirect(`/buy/${payment.order.id}`, 303);
  });
}

/** Renders the page that replaces Stripe's payment page where there is no Stripe account. */
function testPaymentPage({ order, status }: Payment, declined: boolean): string {
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
