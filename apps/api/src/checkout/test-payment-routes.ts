import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Checkout } from './checkout.js';
import { TEST_ACTIONS, testPaymentPage } from './test-payment-page.js';
import { TEST_PAYMENT_PATH, type TestPaymentProvider } from './test-payment-provider.js';

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
