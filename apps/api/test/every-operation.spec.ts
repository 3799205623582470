import { randomBytes } from 'node:crypto';
import { makeKey } from '@care-atlas/domain/access';
import { endOfDay } from '@care-atlas/domain/rules';
import { exampleRequest, KEYED_READS, LISTS } from './contract.js';
import { DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi, type TestAnswer } from './test-api.js';
import { until } from './until.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const OPERATIONS = KEYED_READS.map((operation) => ({
  id: operation.operationId,
  path: exampleRequest(operation),
  vary: LISTS.includes(operation)
    ? 'Authorization, Accept, accept-encoding'
    : 'Authorization, accept-encoding',
  missing: exampleRequest(operation).replace(/\/(900001|b94bb043[\w-]+)/, '/nothing'),
}));

describe.each(OPERATIONS)('$id', ({ path, vary, missing }) => {
  it('answers HEAD as GET, without the body', async () => {
    const got = await api.ask(path);
    const asked = await api.ask(path, { method: 'HEAD' });
    expect(asked.status).toBe(200);
    expect(asked.body).toBe('');
    for (const name of ['etag', 'content-type', 'cache-control', 'vary', 'link', 'x-dataset-version']) {
      expect(asked.headers[name]).toBe(got.headers[name]);
    }
  });

  it('is private to the caller and must be revalidated', async () => {
    const { headers } = await api.ask(path);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary,
      'x-content-type-options': 'nosniff',
    });
  });

  it('names the dataset version in every answer to a known key', async () => {
    const { etag } = await api.ask(path);
    const key = await api.mintKey('admin');
    const answers = [
      await api.ask(path, { headers: { 'if-none-match': etag } }),
      await api.ask(path, { headers: { 'if-none-match': '*' } }),
      await api.ask(path, { key }),
      await api.ask(path, { key }),
      await api.ask(missing),
    ];
    const unknown = missing === path ? 200 : 404;
    expect(answers.map(({ status }) => status)).toEqual([304, 304, 200, 429, unknown]);
    for (const { headers } of answers) expect(headers['x-dataset-version']).toBe(api.version);
    expect((await api.ask(path, { key: null })).headers).not.toHaveProperty('x-dataset-version');
  });

  it('rejects everything except an active key with the same 401', async () => {
    const revoked = await api.mintKey('live');
    await api.revoke(revoked);
    const { live } = api.keys;
    const changed = live.slice(0, -1) + (live.endsWith('0') ? '1' : '0');
    const keys = [null, 'nonsense', live.slice(0, -1), `${live}0`, changed, unknownKey(), revoked];
    const answers = await Promise.all(keys.map((key) => api.ask(path, { key })));
    const bodies = answers.map(({ body, refusal }) => body.replace(refusal.requestId, 'ID'));
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 401));
    expect(new Set(bodies).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['content-length'])).size).toBe(1);
    expect(answers[0]!.refusal.error).toBe('unauthorized');
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' });
    }
  });

  it('accepts the key only in Authorization: Bearer', async () => {
    const { live } = api.keys;
    const elsewhere: Record<string, string>[] = [
      { cookie: `key=${live}; api_key=${live}` },
      { 'x-api-key': live },
      { authorization: `Basic ${Buffer.from(`${live}:`).toString('base64')}` },
      { authorization: live },
      { 'proxy-authorization': `Bearer ${live}` },
    ];
    for (const headers of elsewhere) {
      expect((await api.ask(path, { key: null, headers })).status).toBe(401);
    }
    const inQuery = `${path}${path.includes('?') ? '&' : '?'}api_key=${live}&access_token=${live}`;
    expect((await api.ask(inQuery, { key: null })).status).toBe(401);
    expect((await api.ask(path, { key: null, headers: { authorization: `bearer  ${live}` } })).status).toBe(
      200,
    );
  });

  it('answers 401 before 400 and 404', async () => {
    const faulty = `${missing.split('?')[0]}?limit=x&offset=-1`;
    expect((await api.ask(faulty, { key: null })).status).toBe(401);
  });

  it('keeps a well-formed request id, and creates one otherwise', async () => {
    const given = 'trace-42:abc_DEF.9';
    const kept = await api.ask(path, { headers: { 'x-request-id': given } });
    expect(kept.headers['x-request-id']).toBe(given);
    for (const bad of ['short', 'a'.repeat(129), '<script>alert(1)</script>', 'with blank in it']) {
      const made = await api.ask(path, { key: null, headers: { 'x-request-id': bad } });
      expect(made.headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
      expect(made.refusal.requestId).toBe(made.headers['x-request-id']);
    }
  });

  it('counts each request, including rejected ones, but no 304', async () => {
    const start = remaining(await api.ask(path));
    const { etag } = await api.ask(path);
    const unchanged = await api.ask(path, { headers: { 'if-none-match': etag } });
    expect(unchanged.status).toBe(304);
    expect(remaining(unchanged)).toBe(start - 1);
    const after = await api.ask(missing);
    expect(remaining(after)).toBe(start - 2);
    await api.ask(path, { key: null });
    expect(remaining(await api.ask(path, { method: 'HEAD' }))).toBe(start - 3);
  });

  it('recognizes its tag among others, and with parameters in another order', async () => {
    const join = path.includes('?') ? '&' : '?';
    const { etag } = await api.ask(`${path}${join}a=1&b=2&b=3`);
    const [start, query = ''] = path.split('?');
    const reordered = `${start}?${['b=2', 'b=3', 'a=1', ...query.split('&').filter(Boolean)].join('&')}`;
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const unchanged = await api.ask(reordered, { headers: { 'if-none-match': held } });
      expect(unchanged.status).toBe(304);
      expect(unchanged.etag).toBe(etag);
      expect(unchanged.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary,
      });
    }
    const other = await api.ask(`${path}${join}a=1&b=2&b=4`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });

  it('has another tag in another tier', async () => {
    const { etag } = await api.ask(path);
    expect((await api.ask(path, { key: api.keys.sandbox })).etag).not.toBe(etag);
    expect((await api.ask(path, { key: api.keys.gateway })).etag).not.toBe(etag);
  });

  it('keeps its tag until midnight in Toronto, and has another one from then on', async () => {
    const { etag, body } = await api.ask(path);
    const ask = (held: string) => api.ask(path, { headers: { 'if-none-match': held } });
    api.wait(endOfDay(api.now.toISOString()).getTime() - api.now.getTime());
    expect(await api.ask(path)).toMatchObject({ etag, body });
    expect((await ask(etag)).status).toBe(304);
    api.wait(1);
    const next = await ask(etag);
    expect(next.status).toBe(200);
    expect(next.etag).not.toBe(etag);
    expect(await api.ask(path)).toMatchObject({ etag: next.etag, body: next.body });
    expect((await ask(next.etag)).status).toBe(304);
  });

  it('answers 405 to every other method, with and without a key', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      for (const key of [api.keys.live, null]) {
        const refused = await api.ask(path, { method, key });
        expect(refused.status).toBe(405);
        expect(refused.headers['allow']).toBe('GET, HEAD');
        expect(refused.refusal.error).toBe('method_not_allowed');
      }
    }
    const headers = { 'x-http-method-override': 'GET', 'content-type': 'application/json' };
    expect((await api.ask(path, { method: 'POST', headers, payload: '{' })).status).toBe(405);
  });

  it('answers 429 with all headers over the limit, also to a revalidation', async () => {
    const key = await api.mintKey('admin');
    const first = await api.ask(path, { key });
    expect(remaining(first)).toBe(0);
    for (const headers of [undefined, { 'if-none-match': first.etag }]) {
      const refused = await api.ask(path, { key, headers });
      expect(refused.status).toBe(429);
      expect(refused.refusal.error).toBe('rate_limited');
      expect(refused.headers).toMatchObject({
        'retry-after': '60',
        ratelimit: '"admin";r=0;t=60',
        'ratelimit-policy': '"admin";q=1;w=60',
        'x-ratelimit-limit': '1',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '60',
        'cache-control': 'no-store',
      });
    }
  });
});

it('every answer has another tag in a new dataset version', async () => {
  const tags = () => Promise.all(OPERATIONS.map(async ({ path }) => (await api.ask(path)).etag));
  const before = await tags();
  expect(await tags()).toEqual(before);
  const version = await api.import([DOCTORS[0]!]);
  await until(() => api.version === version);
  const after = await tags();
  expect(new Set([...before, ...after]).size).toBe(2 * OPERATIONS.length);
});

function unknownKey(): string {
  return makeKey('live', (count) => randomBytes(count));
}

function remaining({ headers }: TestAnswer): number {
  return Number(headers['x-ratelimit-remaining']);
}
