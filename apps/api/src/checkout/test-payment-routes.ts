import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Checkout } from './checkout.js';
import { type StandInDesk, TEST_PAYMENT_PATH } from './stand-in-desk.js';
import { TEST_ACTIONS, testPaymentPage } from './test-payment-page.js';

type TestRequest = FastifyRequest<{ Params: { reference: string }; Body: URLSearchParams | undefined }>;

/** The page of the test payment: the buttons do to the payment what a buyer would at Stripe. */
export async function testPaymentRoutes(
  routes: FastifyInstance,
  checkout: Checkout,
  desk: StandInDesk,
): Promise<void> {
  const path = `/${TEST_PAYMENT_PATH}/:reference`;
  const paymentOf = ({ params: { reference } }: TestRequest) => {
    const payment = desk.payment(reference);
    if (payment) return payment;
    throw new DirectoryError(
      'not_found',
      'There is no such test payment; they end when the service restarts.',
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
    if (action === 'decline') return reply.send(testPaymentPage(payment, true));
    if (action === 'pay') desk.pay(reference);
    if (action === 'refund') desk.refund(reference);
    // As Stripe does by its event: the purchase is paid also when the buyer does not come back.
    await checkout.settle(reference);
    return reply.redirect(`/buy/${payment.order.id}`, 303);
  });
}
