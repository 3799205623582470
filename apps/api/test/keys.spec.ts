import { isWellFormedKey } from '@care-atlas/domain/access';
import type { KeyReplacement } from '../src/keys.controller.js';
import { type Asking, TestApi, type TestAnswer } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ env: { RATE_LIMIT_ADMIN: '10' } });
});
afterAll(() => api.stop());

const rotate = (key: string | null, asking: Asking = {}) =>
  api.ask('/keys/rotate', { method: 'POST', key, ...asking });
const statusWith = async (key: string) => (await api.ask('/doctors?limit=0', { key })).status;
const replacement = (answer: TestAnswer) => answer.json<KeyReplacement>();

describe('POST /keys/rotate', () => {
  it('200: a new key, shown once, replaces the old one', async () => {
    const old = await api.mintKey('live');
    const answer = await rotate(old);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['etag']).toBeUndefined();
    const { key, key_prefix, ...others } = replacement(answer);
    expect(others).toEqual({});
    expect(isWellFormedKey(key)).toBe(true);
    expect(key_prefix).toBe(key.slice(0, 'care_live_'.length + 4));
    expect([await statusWith(old), await statusWith(key)]).toEqual([401, 200]);
  });

  it('200: a parameter is ignored with a warning', async () => {
    const answer = await api.ask('/keys/rotate?label=new', {
      method: 'POST',
      key: await api.mintKey('live'),
    });
    const { warnings } = replacement(answer);
    expect([answer.status, warnings]).toEqual([200, ["Unknown parameter 'label' was ignored."]]);
  });

  it('200: repeatedly', async () => {
    let key = await api.mintKey('live');
    for (let i = 0; i < 5; i++) {
      const next = replacement(await rotate(key)).key;
      expect(await statusWith(key)).toBe(401);
      key = next;
    }
    expect(await statusWith(key)).toBe(200);
  });

  const JSON_TYPE = { 'content-type': 'application/json' };
  const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
  it.each<[string, Asking]>([
    ['no body', {}],
    ['no body, but a type', { headers: JSON_TYPE }],
    ['an empty body', { payload: '' }],
    ['an empty body with a type', { payload: '', headers: JSON_TYPE }],
    ['{}', { payload: '{}' }],
    ['{} with a type', { payload: '{}', headers: JSON_TYPE }],
    [
      '{} with blanks, and with an encoding',
      {
        payload: ' { }\n',
        headers: { 'content-type': 'application/json; charset=utf-8' },
      },
    ],
    ['an empty form', { payload: '', headers: FORM_TYPE }],
    ['{} in what says to be a form', { payload: '{}', headers: FORM_TYPE }],
    ['no body, with an unknown type', { headers: { 'content-type': 'nonsense' } }],
  ])('200: %s', async (_what, asking) => {
    expect((await rotate(await api.mintKey('live'), asking)).status).toBe(200);
  });

  it.each(['{"key":"mine"}', '[]', 'null', '{', 'x'.repeat(10_000)])(
    '400: a body of %.20s, and the key stays as it is',
    async (payload) => {
      const key = await api.mintKey('live');
      const refused = await rotate(key, { payload, headers: JSON_TYPE });
      expect([refused.status, refused.refusal.param]).toEqual([400, 'body']);
      expect(await statusWith(key)).toBe(200);
      expect((await rotate(null, { payload, headers: JSON_TYPE })).status).toBe(401);
    },
  );

  it('401: without a key, with an unknown one, and with a revoked one', async () => {
    const revoked = await api.mintKey('live');
    await api.revoke(revoked);
    for (const key of [null, 'nonsense', revoked]) {
      const refused = await rotate(key);
      expect([refused.status, refused.refusal.error]).toEqual([401, 'unauthorized']);
      expect(refused.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('401: a replaced key, with the same body as any other', async () => {
    const old = await api.mintKey('live');
    await rotate(old);
    const [again, unknown] = [await rotate(old), await rotate(null)];
    expect(again.status).toBe(401);
    const { requestId: _, ...said } = again.refusal;
    expect(unknown.refusal).toMatchObject(said);
  });

  it('200 once and 401 otherwise: ten concurrent requests', async () => {
    const old = await api.mintKey('live');
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(old)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
    expect(await statusWith(replacement(winners[0]!).key)).toBe(200);
  });

  it.each(['sandbox', 'gateway', 'admin'] as const)('403: a %s key, which keeps working', async (kind) => {
    const key = await api.mintKey(kind);
    for (const asking of [{}, { headers: JSON_TYPE }, { payload: '{"a":1}', headers: JSON_TYPE }]) {
      const refused = await rotate(key, asking);
      expect(refused.status).toBe(403);
      expect(refused.refusal).toEqual({
        error: 'not_rotatable',
        message: 'Only a paid developer key can be rotated.',
        requestId: expect.any(String),
      });
    }
    expect(await statusWith(key)).toBe(200);
  });

  it('405: another method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const refused = await api.ask('/keys/rotate', { method });
      expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST']);
    }
  });

  it('413: a body that is larger than the service accepts', async () => {
    const refused = await rotate(await api.mintKey('live'), { payload: 'x'.repeat(20_000) });
    expect([refused.status, refused.refusal.error]).toEqual([413, 'too_large']);
  });

  it('429: over the limit, like any other request', async () => {
    const key = await api.mintKey('admin');
    for (let left = 9; left >= 0; left--) {
      const { status, headers } = await rotate(key);
      expect([status, headers['x-ratelimit-remaining']]).toEqual([403, String(left)]);
    }
    const refused = await rotate(key);
    expect([refused.status, refused.refusal.error]).toEqual([429, 'rate_limited']);
  });
});
