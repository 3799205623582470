import { DirectoryError } from '@care-atlas/domain/contract';
import { html, pageDocument, type PageLanguage } from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Checkout } from './checkout.js';
import { priceOf } from './checkout-page.js';
import { pathIn } from '../portal/language-path.js';
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

type TestRequest = FastifyRequest<{ Params: { reference: string }; Body: URLSearchParams | undefined }>;

/** Serves the test payment page, whose buttons simulate what a buyer does at Stripe. */
export async function testPaymentRoutes(
  routes: FastifyInstance,
  checkout: Checkout,
  provider: TestPaymentProvider,
  language: PageLanguage,
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
    reply.send(testPaymentPage(paymentOf(request), false, language)),
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
        return reply.send(testPaymentPage(payment, true, language));
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
    return reply.redirect(pathIn(language, `/buy/${payment.order.id}`), 303);
  });
}

/** Renders the page that replaces Stripe's payment page where there is no Stripe account. */
function testPaymentPage({ order, status }: Payment, declined: boolean, language: PageLanguage): string {
  const { product, test: texts } = TEXTS[language].checkout;
  const buttons = BUTTONS[status].map(
    ([action, text], index) =>
      html`<button class="${index > 0 && 'quiet'}" name="action" value="${action}">${texts[text]}</button>`,
  );
  return pageDocument({
    language,
    title: texts.title,
    narrow: true,
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
