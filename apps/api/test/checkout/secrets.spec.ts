import { FakeStripe } from './fake-stripe.js';
import { TestShop, Visitor } from './test-shop.js';

let stripe: FakeStripe;
let shop: TestShop;
const written: string[] = [];
beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  }
  stripe = await FakeStripe.start();
  shop = await TestShop.start({ stripe, log: (line) => written.push(line) });
});
afterAll(async () => {
  await shop?.stop();
  await stripe?.stop();
  jest.restoreAllMocks();
});

/** Everything that the database holds, as text. */
async function stored(): Promise<string> {
  const tables = await shop.rows<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(10);
  const dumps = await Promise.all(
    tables.map(({ name }) =>
      shop.rows<{ text: string | null }>(`select string_agg(t::text, '') as text from ${name} t`),
    ),
  );
  return dumps.map(([row]) => row!.text ?? '').join('\n');
}

it('no key, claim secret or secret of Stripe is stored, logged, told to Stripe, or shown in a refusal', async () => {
  const buyer = new Visitor(shop);
  const { purchase, key } = await buyer.buy(stripe);
  // Everything that can go wrong and may be written down.
  const unpaid = await buyer.begin(stripe);
  stripe.away = true;
  const refusals = [await buyer.post('/buy'), await buyer.get(`/buy/${unpaid}`)];
  stripe.away = false;
  stripe.sessionOf(unpaid).amount_total = 1;
  refusals.push(await buyer.get(`/buy/${unpaid}`), await buyer.get(`/buy/${purchase}`));
  await shop.rows('alter table purchase rename to purchase_gone');
  refusals.push(await buyer.get(`/buy/${unpaid}`), await buyer.post(`/buy/${unpaid}`));
  await shop.rows('alter table purchase_gone rename to purchase');
  stripe.refund(purchase);
  await shop.hear(stripe.event('charge.refunded', purchase));
  await shop.hear(stripe.event('charge.refunded', purchase, { secret: 'whsec_other' }));

  const places = {
    database: await stored(),
    log: written.join(''),
    stripe: stripe.heard.map((request) => request.replace(/"authorization":"[^"]*"/, '')).join('\n'),
    refusals: refusals.map(({ body }) => body).join('\n'),
  };
  expect(places.log).toContain('is not what was agreed on');
  expect(places.log).toContain('StripeAPIError 500');
  expect(places.log).toContain('failed');
  const claim = buyer.cookies.get('care-claim')!;
  const secrets = [key.slice('care_live_'.length + 4), claim, ...Object.values(stripe.env).slice(0, 2)];
  for (const [place, text] of Object.entries(places)) {
    const found = secrets.filter((secret) => text.includes(secret));
    expect([place, found]).toEqual([place, []]);
  }
});
