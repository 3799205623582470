import { randomBytes } from 'node:crypto';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import type { ClinicAnswer, ClinicReviews, DoctorAnswer, DoctorList } from '@care-atlas/domain/contract';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { CLINICS } from '../../../libs/domain/test/invented-directory.js';
import { type Asking, TestApi } from './test-api.js';

/** The services by their limits. Each test has its own keys or addresses. */
const SETTINGS = {
  unlimited: {},
  default: {
    ...Object.fromEntries(['SANDBOX', 'LIVE', 'GATEWAY', 'ADMIN'].map((tier) => [`RATE_LIMIT_${tier}`, ''])),
    RATE_LIMIT_FAILURES: '',
  },
  sandbox: { RATE_LIMIT_SANDBOX: '3', RATE_LIMIT_LIVE: '20' },
  live: { RATE_LIMIT_LIVE: '3', RATE_LIMIT_OPEN: '3' },
  proxied: {
    RATE_LIMIT_SANDBOX: '2',
    RATE_LIMIT_FAILURES: '2',
    TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
  },
} as const;
const apis = {} as Record<keyof typeof SETTINGS, TestApi>;

beforeAll(async () => {
  for (const [name, env] of Object.entries(SETTINGS)) {
    apis[name as keyof typeof SETTINGS] = await TestApi.start({ env });
  }
});
afterAll(() => Promise.all(Object.values(apis).map((api) => api.stop())));

/** Returns the statuses of several consecutive requests. */
async function statuses(
  api: TestApi,
  count: number,
  asking: Asking | ((i: number) => Asking),
): Promise<number[]> {
  const answered: number[] = [];
  for (let i = 0; i < count; i++) {
    const { status } = await api.ask('/doctors?limit=0', typeof asking === 'function' ? asking(i) : asking);
    answered.push(status);
  }
  return answered;
}

describe('the sizes of the sandbox', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = apis.unlimited;
  });
  const sandboxed = async <T>(path: string) => (await api.ask(path, { key: api.keys.sandbox })).json<T>();

  it('pages have 10 items, with a warning if more are requested; the total is complete', async () => {
    expect(await sandboxed<DoctorList>('/doctors')).toMatchObject({ total: 40, count: 10 });
    const capped = await sandboxed<DoctorList>('/doctors?limit=11');
    expect(capped).toMatchObject({ total: 40, count: 10, warnings: ['The limit 11 was capped at 10.'] });
    const within = await sandboxed<DoctorList>('/doctors?limit=10&offset=35');
    expect(within).toMatchObject({ total: 40, count: 5 });
    expect(within.warnings).toBeUndefined();
    const reviews = await sandboxed<ClinicReviews>(`/clinics/${CLINICS[0].id}/reviews?limit=100`);
    expect(reviews).toMatchObject({ total: 12, count: 10 });
  });

  it('a doctor shows 2 reviews, and counts all', async () => {
    const { doctor } = await sandboxed<DoctorAnswer>('/doctors/900001');
    expect(doctor.reviews).toHaveLength(2);
    expect(doctor.rating.reviewCount).toBe(35);
  });

  it('a clinic shows 3 doctors', async () => {
    const { clinic } = await sandboxed<ClinicAnswer>(`/clinics/${CLINICS[0].id}`);
    expect(clinic.doctors).toHaveLength(3);
  });

  it('a clinic warns how many doctors it has, if not all are shown', async () => {
    const path = `/clinics/${CLINICS[0].id}`;
    const complete = (await api.ask(path)).json<ClinicAnswer>();
    expect(complete.warnings).toBeUndefined();
    const { warnings } = await sandboxed<ClinicAnswer>(`${path}?limit=1`);
    expect(warnings).toEqual([
      "Unknown parameter 'limit' was ignored.",
      `Only 3 of the clinic's ${complete.clinic.doctors.length} doctors are shown.`,
    ]);
  });

  it('apply to no other tier', async () => {
    for (const key of [api.keys.live, api.keys.gateway, api.keys.admin]) {
      const { count } = (await api.ask('/doctors?limit=100', { key })).json<DoctorList>();
      expect(count).toBe(40);
    }
  });
});

describe('the limits by default', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = apis.default;
  });

  it.each([
    ['sandbox', '30'],
    ['live', '300'],
    ['gateway', '1200'],
    ['admin', '1200'],
  ] as const)('%s: %s a minute', async (kind, limit) => {
    const { headers } = await api.ask('/doctors', { key: api.keys[kind] });
    expect(headers['x-ratelimit-limit']).toBe(limit);
    expect(headers['ratelimit-policy']).toBe(`"${kind}";q=${limit};w=60`);
  });
});

describe('the rate of the sandbox', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = apis.sandbox;
  });

  it('is counted per client address, for any sandbox key', async () => {
    const other = await api.mintKey('sandbox');
    const keys = [api.keys.sandbox, other];
    const from = '192.0.2.1';
    expect(await statuses(api, 5, (i) => ({ key: keys[i % 2], from }))).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(api, 1, { key: api.keys.sandbox, from: '192.0.2.2' })).toEqual([200]);
  });

  it('holds for the feed of a list too, which needs no key', async () => {
    const answers = [];
    for (let sent = 0; sent < 4; sent++) answers.push(await api.askBeside('/openings.atom?gender=female'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[3]!.json()).toMatchObject({ error: 'rate_limited' });
  });

  it('is that of pages of doctors and clinics, too, in either order', async () => {
    const from = '192.0.2.8';
    const page = (path: string) => api.askBeside(path, {}, from);
    expect((await page('/doctors/900001')).status).toBe(200);
    expect(await statuses(api, 2, { key: api.keys.sandbox, from })).toEqual([200, 200]);
    for (const path of [`/fr/clinics/${CLINICS[0].id}`, '/doctors/999999']) {
      const { status, headers } = await page(path);
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '60', 'no-store']);
    }
    expect(await statuses(api, 1, { key: api.keys.sandbox, from })).toEqual([429]);
    expect((await api.askBeside('/doctors/900001', {}, '192.0.2.9')).status).toBe(200);
  });

  it('does not affect live keys from the same address', async () => {
    const from = '192.0.2.3';
    await statuses(api, 4, { key: api.keys.sandbox, from });
    expect(await statuses(api, 5, { from })).toEqual([200, 200, 200, 200, 200]);
  });

  it('ignores X-Forwarded-For if no proxy is trusted', async () => {
    const spoof = (i: number): Asking => ({
      key: api.keys.sandbox,
      from: '192.0.2.4',
      headers: {
        'x-forwarded-for': `198.51.100.${i}`,
        forwarded: `for=198.51.100.${i}`,
        'x-real-ip': '1.2.3.4',
      },
    });
    expect(await statuses(api, 5, spoof)).toEqual([200, 200, 200, 429, 429]);
  });

  it('resets after a minute of the stopwatch, even if the clock is changed', async () => {
    const asking = { key: api.keys.sandbox, from: '192.0.2.5' };
    await statuses(api, 3, asking);
    for (const step of [10, -20, 24 * 60]) {
      api.stepClock(step * 60_000);
      expect(await statuses(api, 1, asking)).toEqual([429]);
    }
    api.wait(59_000);
    const late = await api.ask('/doctors', asking);
    expect([late.status, late.headers['retry-after'], late.headers['x-ratelimit-reset']]).toEqual([
      429,
      '1',
      '1',
    ]);
    api.wait(1_000);
    expect(await statuses(api, 4, asking)).toEqual([200, 200, 200, 429]);
  });
});

describe('the rate of the sandbox behind a trusted proxy', () => {
  let api: TestApi;
  const PROXY = '10.0.0.1';
  beforeAll(async () => {
    api = apis.proxied;
  });
  const through = (from: string, forwarded: string): Asking => ({
    key: api.keys.sandbox,
    from,
    headers: { 'x-forwarded-for': forwarded },
  });

  it('is counted by the address that the proxy sends', async () => {
    expect(await statuses(api, 3, through(PROXY, '198.51.100.1'))).toEqual([200, 200, 429]);
    expect(await statuses(api, 1, through('10.1.2.3', '198.51.100.1'))).toEqual([429]);
    expect(await statuses(api, 1, through(PROXY, '198.51.100.2'))).toEqual([200]);
  });

  it('ignores addresses that the client sent through the proxy', async () => {
    expect(await statuses(api, 3, (i) => through(PROXY, `203.0.113.${i}, 198.51.100.3`))).toEqual([
      200, 200, 429,
    ]);
  });

  it('ignores addresses from anyone except the proxy', async () => {
    expect(await statuses(api, 3, (i) => through('10.0.0.2', `198.51.100.${10 + i}`))).toEqual([
      200, 200, 429,
    ]);
  });
});

describe('the rate of a live key', () => {
  it('is counted per key, for all addresses', async () => {
    const api = apis.live;
    const key = await api.mintKey('live');
    const client = (i: number): Asking => ({ key, from: `192.0.2.${i}` });
    expect(await statuses(api, 5, client)).toEqual([200, 200, 200, 429, 429]);
    const other = await api.mintKey('live');
    expect(await statuses(api, 4, { key: other, from: '192.0.2.1' })).toEqual([200, 200, 200, 429]);
    api.wait(60_000);
    expect(await statuses(api, 1, client)).toEqual([200]);
  });

  it('is the key’s own where it has one, higher or lower than that of its tier', async () => {
    const api = apis.live;
    const keyWith = async (rateLimit: number) => {
      const key = makeKey('live', randomBytes);
      await api.onDatabase((database) =>
        new KeyRepository(database).create({ kind: 'live', label: '', rateLimit }, key),
      );
      return key;
    };
    expect(await statuses(api, 3, { key: await keyWith(2) })).toEqual([200, 200, 429]);
    const key = await keyWith(5);
    expect(await statuses(api, 6, { key })).toEqual([200, 200, 200, 200, 200, 429]);
    const { headers } = await api.ask('/doctors', { key });
    expect(headers['ratelimit-policy']).toBe('"live";q=5;w=60');
  });

  it('is counted correctly under concurrency', async () => {
    const api = apis.sandbox;
    const key = await api.mintKey('live');
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.ask('/doctors', { key })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const left = answers
      .map(({ headers }) => Number(headers['x-ratelimit-remaining']))
      .toSorted((a, b) => b - a);
    expect(left.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
    expect(left.slice(20).every((remaining) => remaining === 0)).toBe(true);
  });
});

describe('revalidation', () => {
  it('spends only a second counter, of ten times the limit', async () => {
    const api = apis.live;
    const key = await api.mintKey('live');
    const { etag } = await api.ask('/doctors', { key });
    const held = { key, headers: { 'if-none-match': etag } };
    for (let i = 0; i < 30; i++) {
      const unchanged = await api.ask('/doctors', held);
      expect([unchanged.status, unchanged.headers['ratelimit']]).toEqual([304, '"live";r=2;t=60']);
    }
    const refused = await api.ask('/doctors', held);
    expect([refused.status, refused.refusal.error]).toEqual([429, 'rate_limited']);
    expect(refused.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"live";r=2;t=60' });
    expect(await statuses(api, 3, { key })).toEqual([200, 200, 429]);
    api.wait(60_000);
    expect((await api.ask('/doctors', held)).status).toBe(304);
  });

  it('is rejected once the limit itself is reached', async () => {
    const api = apis.live;
    const key = await api.mintKey('live');
    const { etag } = await api.ask('/doctors', { key });
    await statuses(api, 2, { key });
    expect((await api.ask('/doctors', { key, headers: { 'if-none-match': etag } })).status).toBe(429);
  });
});

describe('failed authentications', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = apis.default;
  });

  it('are limited to 60 per minute and address; a valid key from there still works', async () => {
    const from = '192.0.2.6';
    const wrong = [null, 'care_live_nonsense', 'nonsense'];
    const failing = (i: number): Asking => ({ key: wrong[i % wrong.length] ?? null, from });
    const answered = await statuses(api, 62, failing);
    expect(answered).toEqual([...Array.from({ length: 60 }, () => 401), 429, 429]);
    const limited = await api.ask('/doctors', { key: null, from });
    expect(limited.refusal.error).toBe('rate_limited');
    expect(limited.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' });
    expect(await statuses(api, 1, { from })).toEqual([200]);
    expect(await statuses(api, 1, { key: null, from: '192.0.2.7' })).toEqual([401]);
    api.wait(60_000);
    expect(await statuses(api, 1, { key: null, from })).toEqual([401]);
  });
});

describe('requests without a key', () => {
  it('share a limit of 6000 per minute and address', async () => {
    const api = apis.live;
    const from = '192.0.2.8';
    const paths = ['/ping', '/', '/ping', '/ping', '/'];
    const answers = [];
    for (const path of paths) answers.push(await api.ask(path, { key: null, from }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[3]!.headers['retry-after']).toBe('60');
    expect((await api.ask('/ping', { key: null, from: '192.0.2.9' })).status).toBe(200);
    expect(await statuses(api, 1, { key: await api.mintKey('live'), from })).toEqual([200]);
    expect(readApiConfiguration({ DATABASE_URL: 'x' }).tierRules.rates.open).toBe(6_000);
  });
});

const address = (i: number) => `2001:db8:7:1:${i}::${i}`;

describe('addresses of one IPv6 network', () => {
  it('are one client, with the sandbox key and without a valid one', async () => {
    const api = apis.proxied;
    const { sandbox } = api.keys;
    expect(await statuses(api, 3, (i) => ({ key: sandbox, from: address(i + 1) }))).toEqual([200, 200, 429]);
    expect(await statuses(api, 1, { key: sandbox, from: '2001:db8:7:2::1' })).toEqual([200]);
    expect(await statuses(api, 3, (i) => ({ key: null, from: address(i + 1) }))).toEqual([401, 401, 429]);
  });
});

describe('an expired key', () => {
  it('is rejected like one that is unknown', async () => {
    const api = apis.unlimited;
    const key = makeKey('live', randomBytes);
    const expiresAt = new Date(Date.now() - 1);
    await api.onDatabase((database) =>
      new KeyRepository(database).create({ kind: 'live', label: '', expiresAt }, key),
    );
    const [expired, unknown] = [await api.ask('/doctors', { key }), await api.ask('/doctors', { key: 'x' })];
    expect([expired.status, expired.json<{ error: string }>().error]).toEqual([401, 'unauthorized']);
    expect(Object.keys(expired.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted());
  });
});

describe('a revoked key', () => {
  it('is rejected from the first request after its revocation', async () => {
    const api = apis.unlimited;
    const key = await api.mintKey('live');
    for (let i = 0; i < 5; i++) await api.ask('/doctors', { key });
    await api.revoke(key);
    expect(await statuses(api, 3, { key })).toEqual([401, 401, 401]);
  });
});
