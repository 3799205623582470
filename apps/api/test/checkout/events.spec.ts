import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { until } from '../until.js';
import { FakeStripe } from './fake-stripe.js';
import { TestShop, Visitor } from './test-shop.js';

let stripe: FakeStripe;
let proxy: FaultProxy;
let shop: TestShop;
/** Another instance over the same database, without the proxy. */
let other: TestShop;
beforeAll(async () => {
  stripe = await FakeStripe.start();
  shop = await TestShop.start({
    stripe,
    databaseUrl: async (url) => {
      proxy = await FaultProxy.start(new URL(url));
      const through = new URL(url);
      through.host = `127.0.0.1:${proxy.port}`;
      return through.href;
    },
  });
  other = await TestShop.start({ stripe, beside: shop });
});
afterAll(async () => {
  await proxy?.restore();
  await other?.stop();
  await shop?.stop();
  await proxy?.disconnect();
  await stripe?.stop();
});

const visitor = () => new Visitor(shop);
const COMPLETED = 'checkout.session.completed';
const EXPIRED = 'checkout.session.expired';
const REFUNDED = 'charge.refunded';
const DISPUTED = 'charge.dispute.created';

async function stateOf(purchase: string): Promise<string> {
  const [row] = await other.rows<{ state: string }>(`select state from purchase where id = '${purchase}'`);
  return row!.state;
}

/** What becomes of an event: the status of the answer. */
async function heard(type: string, purchase: string): Promise<number> {
  return (await shop.hear(stripe.event(type, purchase))).status;
}

describe('an event that is not Stripe’s, or not recent', () => {
  it.each([
    ['is signed with another secret', { secret: 'whsec_other' }],
    ['is older than 300 seconds', { age: 310 }],
  ])('is refused when it %s', async (_fault, signing) => {
    const purchase = await visitor().pay(stripe);
    const answer = await shop.hear(stripe.event(COMPLETED, purchase, signing));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'missing_param', param: 'stripe-signature' });
    expect(await stateOf(purchase)).toBe('waiting');
  });

  it('is refused when a byte of it was changed', async () => {
    const purchase = await visitor().pay(stripe);
    const { body, signature } = stripe.event(COMPLETED, purchase);
    expect((await shop.hear({ body: `${body} `, signature })).status).toBe(400);
    expect((await shop.hear({ body: body.replace('evt_', 'evt-'), signature })).status).toBe(400);
    expect(await stateOf(purchase)).toBe('waiting');
  });

  it.each([
    ['', ''],
    ['{}', ''],
    ['{}', 'nonsense'],
    ['{}', 't=1,v1=00'],
    ['', 't=1'],
  ])('is refused with the body "%s" and the signature "%s"', async (body, signature) => {
    expect((await shop.hear({ body, signature })).status).toBe(400);
  });

  it('is refused without a signature', async () => {
    const { body } = stripe.event(COMPLETED, await visitor().pay(stripe));
    const answer = await fetch(`${shop.baseUrl}/buy/stripe-events`, { method: 'POST', body });
    expect(answer.status).toBe(400);
  });

  it('is accepted a little before it is too old', async () => {
    const purchase = await visitor().pay(stripe);
    expect((await shop.hear(stripe.event(COMPLETED, purchase, { age: 280 }))).status).toBe(200);
    expect(await stateOf(purchase)).toBe('paid');
  });

  it('is refused when it is larger than events are', async () => {
    expect((await shop.hear(stripe.sign(' '.repeat(300_000)))).status).toBe(413);
  });
});

describe('an event', () => {
  it('of a type that does not concern us is taken and ignored', async () => {
    const purchase = await visitor().pay(stripe);
    expect(await heard('checkout.session.unheard_of', purchase)).toBe(200);
    expect(await heard('charge.succeeded', purchase)).toBe(200);
    expect(await stateOf(purchase)).toBe('waiting');
  });

  it('about a session that is not ours is taken and ignored', async () => {
    const event = { type: COMPLETED, livemode: false, data: { object: { id: 'cs_test_other' } } };
    expect((await shop.hear(stripe.sign(JSON.stringify(event)))).status).toBe(200);
  });

  it('about a charge without a payment of ours is taken and ignored', async () => {
    for (const payment_intent of [null, 'pi_other']) {
      const event = { type: REFUNDED, livemode: false, data: { object: { id: 'ch_1', payment_intent } } };
      expect((await shop.hear(stripe.sign(JSON.stringify(event)))).status).toBe(200);
    }
  });

  it('is not believed: a purchase that Stripe does not call paid is not', async () => {
    const purchase = await visitor().begin(stripe);
    expect(await heard(COMPLETED, purchase)).toBe(200);
    expect(await stateOf(purchase)).toBe('waiting');
  });

  it('says that money arrived that took days', async () => {
    const purchase = await visitor().begin(stripe);
    stripe.payLater(purchase);
    await heard(COMPLETED, purchase);
    expect(await stateOf(purchase)).toBe('waiting');
    stripe.settleLater(purchase);
    await heard('checkout.session.async_payment_succeeded', purchase);
    expect(await stateOf(purchase)).toBe('paid');
  });

  it('says that money did not arrive', async () => {
    const purchase = await visitor().begin(stripe);
    stripe.payLater(purchase);
    stripe.failLater(purchase);
    await heard('checkout.session.async_payment_failed', purchase);
    expect(await stateOf(purchase)).toBe('lapsed');
  });

  it('says that a payment expired', async () => {
    const purchase = await visitor().begin(stripe);
    stripe.expire(purchase);
    await heard(EXPIRED, purchase);
    expect(await stateOf(purchase)).toBe('lapsed');
  });

  it('is sent again when Stripe cannot be asked about it', async () => {
    const purchase = await visitor().pay(stripe);
    stripe.away = true;
    const answered = await heard(COMPLETED, purchase);
    stripe.away = false;
    expect(answered).toBe(503);
    expect(await stateOf(purchase)).toBe('waiting');
  });
});

describe('a payment that is not what was agreed on buys nothing', () => {
  it.each([
    ['amount_total', 499],
    ['currency', 'usd'],
    ['mode', 'subscription'],
    ['livemode', true],
    ['client_reference_id', '5d1b9a57-3c1f-4e8d-8b64-0b6c2a9e7f43'],
    ['metadata', {}],
  ])('%s: %j', async (fact, value) => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    const session = stripe.sessionOf(purchase);
    const event = stripe.event(COMPLETED, purchase);
    Object.assign(session, { [fact]: value });
    expect((await shop.hear(event)).status).toBe(200);
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('This payment needs review');
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeUndefined();
    expect(await stateOf(purchase)).toBe('waiting');
  });

  it('payment_status: unpaid', async () => {
    const purchase = await visitor().pay(stripe);
    stripe.sessionOf(purchase).payment_status = 'unpaid';
    await heard(COMPLETED, purchase);
    expect(await stateOf(purchase)).toBe('waiting');
  });
});

describe('events in any order, any number of times', () => {
  it('ten copies at once, at two instances, are one payment and one key', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    const event = stripe.event(COMPLETED, purchase);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? shop : other).hear(event)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeDefined();
    expect((await shop.hear(event)).status).toBe(200);
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeUndefined();
    expect(await other.rows(`select id from api_key where label = 'purchase ${purchase}'`)).toHaveLength(1);
  });

  it('completion after expiry', async () => {
    const purchase = await visitor().pay(stripe);
    const session = stripe.sessionOf(purchase);
    const completed = { ...session };
    Object.assign(session, { status: 'expired', payment_status: 'unpaid' });
    await heard(EXPIRED, purchase);
    expect(await stateOf(purchase)).toBe('lapsed');
    Object.assign(session, completed);
    await heard(COMPLETED, purchase);
    expect(await stateOf(purchase)).toBe('paid');
    await heard(EXPIRED, purchase);
    expect(await stateOf(purchase)).toBe('paid');
  });

  it('refund before completion', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    const completed = stripe.event(COMPLETED, purchase);
    stripe.refund(purchase);
    await heard(REFUNDED, purchase);
    await shop.hear(completed);
    expect(await stateOf(purchase)).toBe('reversed');
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeUndefined();
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('This payment was reversed');
  });
});

describe('money that goes back', () => {
  it.each([
    ['refund', REFUNDED],
    ['dispute', DISPUTED],
  ] as const)('by %s ends the key at every instance', async (how, type) => {
    const { purchase, key } = await visitor().buy(stripe);
    const { key: another } = await visitor().buy(stripe);
    expect([await shop.statusWith(key), await other.statusWith(key)]).toEqual([200, 200]);
    stripe[how](purchase);
    expect(await heard(type, purchase)).toBe(200);
    expect([await shop.statusWith(key), await other.statusWith(key)]).toEqual([401, 401]);
    expect(await shop.statusWith(another)).toBe(200);
  });

  it('before the key was shown leaves none to show', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await heard(COMPLETED, purchase);
    stripe.refund(purchase);
    await heard(REFUNDED, purchase);
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeUndefined();
    expect((await buyer.get('/buy')).body).not.toContain(purchase);
  });

  it('in part leaves the key, and in full ends it', async () => {
    const { purchase, key } = await visitor().buy(stripe);
    stripe.refund(purchase, 200);
    await heard(REFUNDED, purchase);
    expect(await shop.statusWith(key)).toBe(200);
    stripe.refund(purchase, 300);
    await heard(REFUNDED, purchase);
    expect(await shop.statusWith(key)).toBe(401);
  });

  it('is final, also when a dispute is won', async () => {
    const { purchase, key } = await visitor().buy(stripe);
    stripe.dispute(purchase);
    await heard(DISPUTED, purchase);
    expect(await heard('charge.dispute.closed', purchase)).toBe(200);
    expect(await shop.statusWith(key)).toBe(401);
  });
});

describe('while the database is away', () => {
  it('an event is refused with 503, so that Stripe sends it again; buyers are asked to wait', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await proxy.disconnect();
    const refused = await shop.hear(stripe.event(COMPLETED, purchase));
    const page = await buyer.get(`/buy/${purchase}`);
    await proxy.restore();
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'unavailable' }]);
    expect([page.status, page.heading, page.headers.get('retry-after')]).toEqual([
      503,
      'Temporarily unavailable',
      '1',
    ]);
    await until(async () => (await heard(COMPLETED, purchase)) === 200);
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeDefined();
  });

  it('ten copies of an event, sent until they are taken, are one payment and one key', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    const answered = new Set<number>();
    const copy = async () => {
      const { status } = await shop.hear(stripe.event(COMPLETED, purchase));
      answered.add(status);
      return status === 200;
    };
    const copies = Promise.all(Array.from({ length: 10 }, () => until(copy)));
    await proxy.disconnect();
    await until(() => answered.has(503));
    await proxy.restore();
    await copies;
    expect(answered).toEqual(new Set([200, 503]));
    const tabs = await Promise.all(Array.from({ length: 10 }, () => buyer.post(`/buy/${purchase}`)));
    expect(tabs.filter(({ key }) => key !== undefined)).toHaveLength(1);
    expect(await other.rows(`select id from api_key where label = 'purchase ${purchase}'`)).toHaveLength(1);
  });

  it('a claim is refused without using it up', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await heard(COMPLETED, purchase);
    await proxy.disconnect();
    expect((await buyer.post(`/buy/${purchase}`)).status).toBe(503);
    await proxy.restore();
    await until(async () => (await buyer.get(`/buy/${purchase}`)).status === 200);
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeDefined();
  });
});
