import { KeyRepository } from '@care-atlas/data/keys';
import { type Asking, TestApi } from './test-api.js';

const apis: TestApi[] = [];
afterAll(() => Promise.all(apis.map((api) => api.stop())));

async function start(env: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  const api = await TestApi.start({ env });
  apis.push(api);
  return api;
}

const SECRET = 'chosen-by-the-gateway-itself';

type Headers = Readonly<Record<string, string>>;

/** Returns a request as a gateway forwards it. */
function passedOn(secret: string, headers: Headers = {}, name = 'gateway'): Asking {
  return { key: null, headers: { [`x-${name}-proxy-secret`]: secret, ...headers } };
}
const status = async (api: TestApi, asking: Asking) => (await api.ask('/doctors?limit=0', asking)).status;

describe('the authentication of a gateway', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await start();
    await api.onDatabase((database) => new KeyRepository(database).register('a shop of APIs', SECRET));
  });

  it('200: by a gateway key as Bearer or as its secret, or by a secret that it chose', async () => {
    expect(await status(api, { key: api.keys.gateway })).toBe(200);
    expect(await status(api, passedOn(api.keys.gateway))).toBe(200);
    expect(await status(api, passedOn(SECRET))).toBe(200);
  });

  it('200: two secrets at once, until one is revoked', async () => {
    const other = await api.mintKey('gateway');
    expect([await status(api, passedOn(api.keys.gateway)), await status(api, passedOn(other))]).toEqual([
      200, 200,
    ]);
    await api.revoke(other);
    expect([await status(api, passedOn(api.keys.gateway)), await status(api, passedOn(other))]).toEqual([
      200, 401,
    ]);
  });

  it('401: anything else', async () => {
    const { live, sandbox, admin } = api.keys;
    for (const secret of ['', 'unknown-secret-of-nobody', SECRET.toUpperCase(), live, sandbox, admin]) {
      expect(await status(api, passedOn(secret))).toBe(401);
    }
    expect(await status(api, { key: SECRET })).toBe(401);
    expect(await status(api, passedOn(SECRET, {}, 'rapidapi'))).toBe(401);
    expect(await status(api, { key: null, headers: { 'x-gateway-key': api.keys.gateway } })).toBe(401);
  });

  it('its secret takes precedence over the Authorization of the consumer', async () => {
    for (const sent of ['Bearer nonsense', `Bearer ${api.keys.sandbox}`]) {
      const { headers } = await api.ask('/doctors', passedOn(SECRET, { authorization: sent }));
      expect(headers['ratelimit-policy']).toMatch(/^"gateway"/);
    }
  });

  it('an invalid secret is ignored in favor of the key in Authorization', async () => {
    const asking = { key: api.keys.live, headers: { 'x-gateway-proxy-secret': 'unknown-secret-of-nobody' } };
    const { headers } = await api.ask('/doctors', asking);
    expect(headers['ratelimit-policy']).toMatch(/^"live"/);
  });

  it('403: a gateway cannot rotate its key or that of a consumer', async () => {
    const sent: Headers[] = [{}, { authorization: `Bearer ${api.keys.live}` }];
    for (const headers of sent) {
      const refused = await api.ask('/keys/rotate', { ...passedOn(SECRET, headers), method: 'POST' });
      expect([refused.status, refused.refusal.error]).toEqual([403, 'not_rotatable']);
    }
    expect(await status(api, {})).toBe(200);
  });
});

it('the names of the gateway headers are configurable', async () => {
  const api = await start({ GATEWAY_NAME: 'RapidAPI', RATE_LIMIT_CONSUMER: '1' });
  const asking = passedOn(api.keys.gateway, { 'x-rapidapi-user': 'anna' }, 'RapidAPI');
  expect([await status(api, asking), await status(api, asking)]).toEqual([200, 429]);
  expect(await status(api, passedOn(api.keys.gateway))).toBe(401);
});

describe('the host of the gateway', () => {
  const HOST = 'care.gateway.example';
  let api: TestApi;
  beforeAll(async () => {
    api = await start({ GATEWAY_HOST: HOST, RATE_LIMIT_GATEWAY: '1000' });
  });

  it('200: a gateway key with it', async () => {
    for (const name of ['x-gateway-host', 'x-forwarded-host']) {
      expect(await status(api, passedOn(api.keys.gateway, { [name]: HOST }))).toBe(200);
      expect(await status(api, { key: api.keys.gateway, headers: { [name]: HOST } })).toBe(200);
    }
  });

  it('403: a gateway key without it, and the request counts', async () => {
    const key = await api.mintKey('gateway');
    const elsewhere: Headers[] = [{}, { 'x-gateway-host': 'elsewhere.example' }, { host: HOST }];
    for (const [i, headers] of elsewhere.entries()) {
      for (const asking of [passedOn(key, headers), { key, headers }]) {
        const refused = await api.ask('/doctors', asking);
        expect([refused.status, refused.refusal.error]).toEqual([403, 'forbidden']);
        expect(Number(refused.headers['x-ratelimit-remaining'])).toBeLessThan(1000 - 2 * i);
      }
    }
  });

  it('does not affect other keys', async () => {
    for (const key of [api.keys.live, api.keys.sandbox]) {
      expect(await status(api, { key, headers: { 'x-gateway-host': 'elsewhere.example' } })).toBe(200);
    }
  });
});

const consumer = (key: string, user: string) => passedOn(key, { 'x-gateway-user': user });

describe('the limits of a gateway', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await start({ RATE_LIMIT_CONSUMER: '3', RATE_LIMIT_GATEWAY: '8', RATE_LIMIT_LIVE: '20' });
  });
  const times = async (count: number, asking: Asking) => {
    const answered = [];
    for (let i = 0; i < count; i++) answered.push(await status(api, asking));
    return answered;
  };
  it('429: each consumer has a separate limit in its headers', async () => {
    const key = await api.mintKey('gateway');
    expect(await times(5, consumer(key, 'anna'))).toEqual([200, 200, 200, 429, 429]);
    const { headers } = await api.ask('/doctors', consumer(key, 'ben'));
    expect(headers).toMatchObject({
      'ratelimit-policy': '"consumer";q=3;w=60',
      ratelimit: '"consumer";r=2;t=60',
      'x-ratelimit-limit': '3',
    });
    const refused = await api.ask('/doctors', consumer(key, 'anna'));
    expect(refused.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"consumer";r=0;t=60' });
  });

  it('429: all consumers share the limit of the key, and a rejected one does not reduce it', async () => {
    const key = await api.mintKey('gateway');
    await times(10, consumer(key, 'greedy'));
    expect(await times(3, consumer(key, 'anna'))).toEqual([200, 200, 200]);
    expect(await times(3, consumer(key, 'ben'))).toEqual([200, 200, 429]);
    const refused = await api.ask('/doctors', consumer(key, 'cleo'));
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"gateway";r=0;t=60' });
  });

  it('consumers with equal names of two gateways are distinct', async () => {
    const keys = [await api.mintKey('gateway'), await api.mintKey('gateway')];
    for (const key of keys) expect(await times(4, consumer(key, 'anna'))).toEqual([200, 200, 200, 429]);
  });

  it('without a consumer, only the limit of the key applies', async () => {
    const key = await api.mintKey('gateway');
    expect(await times(9, passedOn(key))).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
  });

  it('the name of a consumer is ignored without a gateway key', async () => {
    const headers = { 'x-gateway-user': 'anna' };
    for (let i = 0; i < 5; i++) {
      const answer = await api.ask('/doctors', { headers });
      expect(answer.headers['ratelimit']).toBe(`"live";r=${19 - i};t=60`);
    }
  });

  it('304: a revalidation by a consumer is not counted', async () => {
    const key = await api.mintKey('gateway');
    const { etag } = await api.ask('/doctors', consumer(key, 'anna'));
    const asking = passedOn(key, { 'x-gateway-user': 'anna', 'if-none-match': etag });
    for (let i = 0; i < 3; i++) {
      const unchanged = await api.ask('/doctors', asking);
      expect([unchanged.status, unchanged.headers['x-ratelimit-remaining']]).toEqual([304, '2']);
    }
  });
});
