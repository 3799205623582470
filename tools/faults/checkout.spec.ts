import { Client } from 'pg';
import { Stage } from '../test/stage/stage.js';
import type { Service } from '../test/stage/programs/service.js';
import { until } from '../test/stage/until.js';
import { report } from './report.js';
import { StripeStandIn } from './test-stripe.js';

const COPIES = 10;
const KEY = /care_live_[0-9A-Za-z]{38}/;

let stripe: StripeStandIn;
let stage: Stage;
let apis: readonly Service[];
beforeAll(async () => {
  stripe = await StripeStandIn.start();
  stage = await Stage.start();
  apis = await Promise.all([stage.service('api', stripe.env), stage.service('api', stripe.env)]);
});
afterAll(async () => {
  await stage.stop();
  stripe.stop();
});

/** The n-th copy of a request, at either instance in turn. */
function send(copy: number, path: string, init: RequestInit): Promise<Response> {
  const { port } = apis[copy % apis.length]!;
  return fetch(`http://localhost:${port}${path}`, { ...init, redirect: 'manual' });
}

/** A browser begins a purchase, which is paid at once. */
async function purchase(): Promise<{ id: string; session: string; cookie: string }> {
  const offer = await send(0, '/buy', {});
  const cookie = offer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  const begun = await send(0, '/buy', { method: 'POST', headers: { cookie }, body: new URLSearchParams() });
  const session = begun.headers.get('location')!.split('/').at(-1)!;
  const { body } = stripe.completed(session);
  const { data } = JSON.parse(body) as { data: { object: { client_reference_id: string } } };
  return { id: data.object.client_reference_id, session, cookie };
}

/** Sends copies at once, each until it is taken, while PostgreSQL restarts. Gives how often each status came. */
async function throughRestart(one: (copy: number) => Promise<number>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const copy = async (index: number): Promise<boolean> => {
    const status = await one(index);
    statuses[status] = (statuses[status] ?? 0) + 1;
    return status !== 503;
  };
  const restarted = stage.postgres.restart('immediate');
  await Promise.all(
    Array.from({ length: COPIES }, (_, index) => until('a copy was taken', () => copy(index))),
  );
  await restarted;
  return statuses;
}

async function keysOf(id: string): Promise<number> {
  const client = new Client({ connectionString: stage.postgres.directUrl });
  await client.connect();
  const { rowCount } = await client.query('select from api_key where label = $1', [`purchase ${id}`]);
  await client.end();
  return rowCount!;
}

it(`15: a paid event ${COPIES} times at once, while PostgreSQL restarts, is one payment and one key`, async () => {
  const { id, session, cookie } = await purchase();
  const statuses = await throughRestart(async (index) => {
    const { body, signature } = stripe.completed(session);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await send(index, '/buy/stripe-events', { method: 'POST', headers, body })).status;
  });
  const pages = await Promise.all(
    Array.from({ length: COPIES }, async (_, index) =>
      (await send(index, `/buy/${id}`, { method: 'POST', headers: { cookie } })).text(),
    ),
  );
  const shown = pages.flatMap((page) => KEY.exec(page)?.[0] ?? []).map((key) => stage.secret(key));
  report(
    `15: a paid event ${COPIES} times at once at two instances while PostgreSQL restarted (immediate): ` +
      `answered ${JSON.stringify(statuses)}; then ${COPIES} tabs asked for the key: shown ${shown.length} time.`,
  );
  expect(statuses).toEqual({ 200: COPIES, 503: expect.any(Number) });
  expect(shown).toHaveLength(1);
  expect(await keysOf(id)).toBe(1);
  const asked = await stage.connect(apis[1]!).ask('/api/v1/doctors?limit=1', { key: shown[0] });
  expect(asked.status).toBe(200);
});

it(`15: a key asked for in ${COPIES} tabs at once, while PostgreSQL restarts, is made once and shown at most once`, async () => {
  const { id, session, cookie } = await purchase();
  const { body, signature } = stripe.completed(session);
  await send(0, '/buy/stripe-events', { method: 'POST', headers: { 'stripe-signature': signature }, body });
  const shown: string[] = [];
  const statuses = await throughRestart(async (index) => {
    const page = await send(index, `/buy/${id}`, { method: 'POST', headers: { cookie } });
    const [key] = KEY.exec(await page.text()) ?? [];
    if (key !== undefined) shown.push(stage.secret(key));
    return page.status;
  });
  report(
    `15: ${COPIES} tabs asked for a key while PostgreSQL restarted (immediate): answered ${JSON.stringify(statuses)}, ` +
      `shown ${shown.length} time.`,
  );
  expect(Object.keys(statuses).filter((status) => !['200', '303', '503'].includes(status))).toEqual([]);
  expect(shown.length).toBeLessThanOrEqual(1);
  expect(await keysOf(id)).toBe(1);
});

it('no key occurs in the database, the logs or error responses', async () => {
  expect(await stage.leaks()).toEqual([]);
});
