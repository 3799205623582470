import { FakeStripe } from './fake-stripe.js';
import { TestShop, Visitor } from './test-shop.js';

describe('in production without a Stripe account', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await TestShop.start({ env: { NODE_ENV: 'production' } });
  });
  afterAll(() => shop?.stop());

  it('keys are not sold, and the page says so', async () => {
    const visitor = new Visitor(shop);
    for (const { status, heading } of [await visitor.get('/buy'), await visitor.post('/buy')]) {
      expect([status, heading]).toEqual([503, 'Keys are not for sale']);
    }
  });

  it('there is no test payment', async () => {
    expect((await new Visitor(shop).get('/buy/test-payment/test_1')).status).toBe(404);
  });

  it('events are not taken', async () => {
    expect((await shop.hear({ body: '{}', signature: 't=1,v1=0' })).status).toBe(503);
  });
});

describe('in production with a live account', () => {
  let live: FakeStripe;
  let shop: TestShop;
  beforeAll(async () => {
    live = await FakeStripe.start('live');
    shop = await TestShop.start({ stripe: live, production: true });
  });
  afterAll(async () => {
    await shop?.stop();
    await live?.stop();
  });

  it('a payment of real money buys a key', async () => {
    const buyer = new Visitor(shop);
    const { purchase, key } = await buyer.buy(live);
    expect(await shop.statusWith(key)).toBe(200);
    expect(await shop.rows(`select live from purchase where id = '${purchase}'`)).toEqual([{ live: true }]);
    expect((await buyer.get('/buy')).body).not.toContain('No money moves');
  });

  it('a purchase that was paid in test mode, in the same database, gets no key', async () => {
    const test = await FakeStripe.start('test');
    const trial = await TestShop.start({ stripe: test, beside: shop });
    const tester = new Visitor(trial);
    const purchase = await tester.pay(test);
    expect((await tester.get(`/buy/${purchase}`)).heading).toBe('Thank you: your key is ready');
    const here = tester.at(shop);
    expect((await here.get(`/buy/${purchase}`)).status).toBe(404);
    expect((await here.get('/buy')).body).not.toContain(purchase);
    expect((await here.post(`/buy/${purchase}`)).key).toBeUndefined();
    await trial.stop();
    await test.stop();
  });

  it('an event of test mode is ignored, even if it is signed with our secret', async () => {
    const buyer = new Visitor(shop);
    const purchase = await buyer.pay(live);
    const { body } = live.event('checkout.session.completed', purchase);
    const event = live.sign(body.replace('"livemode": true', '"livemode": false'));
    expect((await shop.hear(event)).status).toBe(200);
    expect(await shop.rows(`select state from purchase where id = '${purchase}'`)).toEqual([
      { state: 'waiting' },
    ]);
  });

  it('what was paid can be collected also where keys are no longer sold', async () => {
    const buyer = new Visitor(shop);
    const purchase = await buyer.pay(live);
    await buyer.get(`/buy/${purchase}`);
    const closed = await TestShop.start({ beside: shop, env: { NODE_ENV: 'production' } });
    expect((await buyer.at(closed).post(`/buy/${purchase}`)).key).toBeDefined();
    await closed.stop();
  });
});

it('where the address is https, the cookie is kept to this host and to https', async () => {
  const shop = await TestShop.start({ env: { BASE_URL: 'https://atlas.example' } });
  const { headers } = await fetch(`${shop.baseUrl}/buy`);
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-care-claim=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  await shop.stop();
});
