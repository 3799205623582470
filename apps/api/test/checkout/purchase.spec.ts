import { FakeStripe } from './fake-stripe.js';
import { TestShop, Visitor } from './test-shop.js';

let stripe: FakeStripe;
let shop: TestShop;
beforeAll(async () => {
  stripe = await FakeStripe.start();
  shop = await TestShop.start({ stripe });
});
afterAll(async () => {
  await shop?.stop();
  await stripe?.stop();
});

const visitor = () => new Visitor(shop);
const UNKNOWN = '5d1b9a57-3c1f-4e8d-8b64-0b6c2a9e7f43';

describe('the offer', () => {
  it('names the price, what the key gives, and that it cannot be recovered', async () => {
    const { status, body } = await visitor().get('/buy');
    expect(status).toBe(200);
    const said = ['CAD 5', '300 requests per minute', 'up to 100', 'cannot be recovered', 'no email address'];
    for (const words of said) expect(body).toContain(words);
  });

  it('begins a payment of CAD 5 at Stripe that says only which purchase it is', async () => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    const session = stripe.sessionOf(purchase);
    const page = `${shop.baseUrl}/buy/${purchase}`;
    expect(session).toMatchObject({
      amount_total: 500,
      currency: 'cad',
      mode: 'payment',
      metadata: { purchase },
    });
    expect([session.success_url, session.cancel_url]).toEqual([page, page]);
  });

  it('leads to the payment page by 303, also without a visit before', async () => {
    const { status, headers } = await visitor().post('/buy');
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(new RegExp(`^${stripe.address}/pay/cs_test_`));
    expect(headers.get('set-cookie')).toMatch(
      /^care-claim=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('takes no money of a browser that refuses cookies', async () => {
    const { status, heading } = await visitor().post('/buy', { cookie: 'expected' });
    expect([status, heading]).toEqual([400, 'Your browser blocks cookies']);
  });

  it('is accepted from its own page only', async () => {
    const buyer = visitor();
    await buyer.get('/buy');
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
    ];
    for (const headers of foreign) expect((await buyer.post('/buy', {}, headers)).status).toBe(403);
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { origin: shop.baseUrl },
      { origin: 'null' },
    ];
    for (const headers of own) expect((await buyer.post('/buy', {}, headers)).status).toBe(303);
  });

  it('is limited to ten a minute for one address', async () => {
    const buyer = visitor();
    for (let i = 0; i < 10; i++) expect((await buyer.post('/buy')).status).toBe(303);
    const refused = await buyer.post('/buy');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    shop.wait(60_000);
    expect((await buyer.post('/buy')).status).toBe(303);
  });

  it('says so when Stripe does not answer', async () => {
    stripe.away = true;
    const { status, heading, headers } = await visitor().post('/buy');
    stripe.away = false;
    expect([status, heading, headers.get('retry-after')]).toEqual([503, 'Temporarily unavailable', '1']);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('reminds of a key that was paid for and not shown', async () => {
    const buyer = visitor();
    const [first, second] = [await buyer.pay(stripe), await buyer.pay(stripe)];
    for (const purchase of [first, second])
      await shop.hear(stripe.event('checkout.session.completed', purchase));
    const { body } = await buyer.get('/buy');
    for (const purchase of [first, second]) expect(body).toContain(`href="/buy/${purchase}"`);
    expect((await visitor().get('/buy')).body).not.toContain('has not been shown');
    expect((await buyer.post(`/buy/${first}`)).key).toBeDefined();
    expect((await buyer.get('/buy')).body).not.toContain(first);
  });
});

describe('the page of a purchase', () => {
  it('waits for a payment that was not made, and leads to it', async () => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    const { status, heading, body } = await buyer.get(`/buy/${purchase}`);
    expect([status, heading]).toEqual([200, 'Waiting for your payment']);
    expect(body).toContain(`href="${stripe.sessionOf(purchase).url}"`);
  });

  it('asks Stripe when its event is late', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('Thank you: your key is ready');
  });

  it('says that Stripe does not answer, and goes on when it does', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    stripe.away = true;
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('Payment status unknown');
    stripe.away = false;
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('Thank you: your key is ready');
  });

  it('is shown sixty times a minute to one address', async () => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    for (let i = 0; i < 60; i++) expect((await buyer.get(`/buy/${purchase}`)).status).toBe(200);
    expect((await buyer.get(`/buy/${purchase}`)).status).toBe(429);
    shop.wait(60_000);
    expect((await buyer.get(`/buy/${purchase}`)).status).toBe(200);
  });

  it('looks again by itself while the money is on its way', async () => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    stripe.payLater(purchase);
    const page = await buyer.get(`/buy/${purchase}`);
    expect([page.heading, page.headers.get('refresh')]).toEqual(['Your payment is being processed', '30']);
    stripe.settleLater(purchase);
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('Thank you: your key is ready');
  });

  it('says that nothing was paid when the money did not come', async () => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    stripe.payLater(purchase);
    stripe.failLater(purchase);
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('Nothing was paid');
  });

  it.each(['expire', 'forget'] as const)('says that nothing was paid after %s', async (ending) => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    stripe[ending](purchase);
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('Nothing was paid');
  });

  it('tells another browser the same, paid or not, existing or not', async () => {
    const buyer = visitor();
    const paths = [await buyer.begin(stripe), await buyer.pay(stripe), (await buyer.buy(stripe)).purchase];
    const stranger = visitor();
    await stranger.get('/buy');
    const pages = [];
    for (const path of [...paths, UNKNOWN, 'nonsense', '%00']) pages.push(await stranger.get(`/buy/${path}`));
    pages.push(await visitor().get(`/buy/${paths[1]}`));
    for (const { status, body } of pages) expect([status, body]).toEqual([404, pages[0]!.body]);
    expect(pages[0]!.heading).toBe('Purchase not found in this browser');
  });
});

describe('the key', () => {
  it('is shown once, and works at once', async () => {
    const buyer = visitor();
    const { purchase, key } = await buyer.buy(stripe);
    expect(await shop.statusWith(key)).toBe(200);
    for (const page of [await buyer.get(`/buy/${purchase}`), await buyer.post(`/buy/${purchase}`)]) {
      expect(page.key).toBeUndefined();
    }
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('This key has already been shown');
  });

  it('stands on a page that is not stored, names no referrer, and runs only the script of copy buttons', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await buyer.get(`/buy/${purchase}`);
    const { headers, body, key } = await buyer.post(`/buy/${purchase}`);
    expect(key).toBeDefined();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers.get('content-security-policy')).toContain("; script-src 'self';");
    expect(body.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/guide-[0-9a-f]{12}\.js">$/),
    ]);
    expect(body).not.toMatch(/<link rel="stylesheet|<img/);
  });

  it('stands on its page alone, as a line of an .env file, and in a request', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await buyer.get(`/buy/${purchase}`);
    const { body, key } = await buyer.post(`/buy/${purchase}`);
    expect(body).toContain(`>CARE_ATLAS_KEY=${key}</code>`);
    expect(body).toContain(`Authorization: Bearer ${key}&quot;`);
    expect(body.match(/data-copies="/g)).toHaveLength(3);
  });

  it('is named by its prefix once it was shown', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await buyer.get(`/buy/${purchase}`);
    const { key } = await buyer.post(`/buy/${purchase}`);
    const shown = await buyer.get(`/buy/${purchase}`);
    expect(shown.body).toContain(`<code>${key!.slice(0, 'care_live_'.length + 4)}</code>`);
    expect(shown.body).not.toContain(key);
  });

  it('is made when it is shown, and not before', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await shop.hear(stripe.event('checkout.session.completed', purchase));
    const keys = `select id from api_key where label = 'purchase ${purchase}'`;
    expect(await shop.rows(keys)).toHaveLength(0);
    await buyer.post(`/buy/${purchase}`);
    expect(await shop.rows(keys)).toHaveLength(1);
  });

  it('is shown to one of ten tabs at once, at two instances', async () => {
    const other = await TestShop.start({ stripe, beside: shop });
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await buyer.get(`/buy/${purchase}`);
    const tabs = Array.from({ length: 10 }, (_, i) => (i % 2 ? buyer : buyer.at(other)));
    const pages = await Promise.all(tabs.map((tab) => tab.post(`/buy/${purchase}`)));
    const shown = pages.filter(({ key }) => key !== undefined);
    expect(shown).toHaveLength(1);
    expect(await other.statusWith(shown[0]!.key!)).toBe(200);
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(9);
    await other.stop();
  });

  it.each(['begin', 'pay'] as const)('is not shown to another browser after %s', async (step) => {
    const purchase = await visitor()[step](stripe);
    const stranger = visitor();
    await stranger.get('/buy');
    const { status, key } = await stranger.post(`/buy/${purchase}`);
    expect([status, key]).toEqual([303, undefined]);
  });

  it('is not shown before the payment', async () => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeUndefined();
  });

  it('is not shown to a form of another site, which leaves it to be shown', async () => {
    const buyer = visitor();
    const purchase = await buyer.pay(stripe);
    await buyer.get(`/buy/${purchase}`);
    const { status, key } = await buyer.post(`/buy/${purchase}`, {}, { 'sec-fetch-site': 'cross-site' });
    expect([status, key]).toEqual([403, undefined]);
    expect((await buyer.post(`/buy/${purchase}`)).key).toBeDefined();
  });

  it('costs what it cost when the purchase began', async () => {
    const buyer = visitor();
    const purchase = await buyer.begin(stripe);
    await shop.rows(`update purchase set amount = 400 where id = '${purchase}'`);
    stripe.sessionOf(purchase).amount_total = 400;
    stripe.pay(purchase);
    expect((await buyer.get(`/buy/${purchase}`)).heading).toBe('Thank you: your key is ready');
  });
});

it('every page is HTML that is not stored and names no referrer, refusals too', async () => {
  const buyer = visitor();
  const purchase = await buyer.begin(stripe);
  const pages = [
    await buyer.get('/buy'),
    await buyer.get(`/buy/${purchase}`),
    await buyer.get(`/buy/${UNKNOWN}`),
    await buyer.post('/buy', {}, { 'sec-fetch-site': 'cross-site' }),
    await buyer.post('/buy', {}, { 'content-type': 'text/plain' }),
    await buyer.post('/buy', { browser: 'x'.repeat(20_000) }),
  ];
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 404, 403, 400, 413]);
  for (const { headers, heading } of pages) {
    expect(heading).toBeDefined();
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

describe('abandoned purchases', () => {
  it('are forgotten after 30 days, once Stripe has said that nothing was paid', async () => {
    const [gone, late] = [await visitor().begin(stripe), await visitor().pay(stripe)];
    stripe.expire(gone);
    await shop.rows(
      `update purchase set created_at = now() - interval '31 days' where id in ('${gone}', '${late}')`,
    );
    await visitor().begin(stripe);
    const left = `select id, state from purchase where id in ('${gone}', '${late}')`;
    expect(await shop.rows(left)).toEqual([{ id: late, state: 'paid' }]);
  });
});
