import { KEYED_READS } from './contract.js';
import { harmIn } from './harm.js';
import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

/** Percent-encodes only the characters that a URL requires. */
const VALUES = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%EF%BF%BD',
  '%C0%80',
  '2147483648',
  '9223372036854775808',
  '-9223372036854775809',
  '1e309',
  '-1e309',
  'NaN',
  '0'.repeat(3000),
  'x'.repeat(3000),
  '%F0%9F%92%A9'.repeat(300),
  '[',
  '%5B',
  '%5C',
  '%25',
  '%25%25',
  '_',
  '%',
  '%zz',
  '%u0041',
  '%e2%28%a1',
  '..%2f..%2fetc%2fpasswd',
  '%27%20or%201=1--',
  '%22%3E%3Cscript%3E',
  '%0d%0aX-Injected:%201',
  '__proto__',
  'constructor',
  'toString',
  '%7B%22$gt%22:1%7D',
  ',,,,',
  '(a+)+$',
  'true,false',
];

describe.each(KEYED_READS.map(({ path, parameters }) => [path, parameters] as const))(
  '%s',
  (template, parameters) => {
    const names = [...parameters.map(({ name }) => name), 'unknown'];
    const path = template.replace('{cpso}', '900001').replace('{id}', 'b94bb043-f527-42bf-9c0b-68ebace5405b');

    it.each(VALUES)('every parameter as %.24s', async (value) => {
      const queries = [...names.map((name) => `${name}=${value}`), value, `${value}=1&${value}=2`];
      const answers = await Promise.all(queries.map((query) => api.ask(`${path}?${query}`)));
      expect(answers.flatMap(harmIn)).toEqual([]);
    });

    if (!template.includes('{')) return;
    it.each(VALUES)('path parameter as %.24s', async (value) => {
      const answer = await api.ask(template.replace(/\{\w+\}/, value));
      expect(harmIn(answer)).toEqual([]);
      expect([400, 404]).toContain(answer.status);
    });
  },
);

describe('a query string with a special meaning to some parser', () => {
  it.each([
    'gender[]=male&gender[]=female',
    'gender[0]=male',
    'gender[__proto__][x]=1',
    '__proto__[limit]=1',
    '__proto__.limit=1',
    'constructor[prototype][limit]=1',
    'constructor.prototype.limit=1',
    '&&&&',
    '=',
    '=1',
    '?',
    'a=1;limit=1',
    Array.from({ length: 900 }, (_, i) => `p${i}=1`).join('&'),
  ])('%.30s does not change the answer', async (query) => {
    const answer = await api.ask(`/doctors?${query}`);
    const { doctors } = answer.json<{ doctors: unknown }>();
    expect(harmIn(answer)).toEqual([]);
    expect(doctors).toEqual((await api.ask('/doctors')).json<{ doctors: unknown }>().doctors);
    expect(({} as Record<string, unknown>)['limit']).toBeUndefined();
  });

  it.each(['%', '%=%'])('%s is refused', async (query) => {
    const { status, refusal } = await api.ask(`/doctors?${query}`);
    expect([status, refusal.error, refusal.param]).toEqual([400, 'missing_param', 'query']);
  });
});

describe('a malformed path', () => {
  it.each(['/%', '/doctors/%zz', '/doctors/%', '/doctors/%c3', '/clinics/%ff/reviews'])(
    '400: %s, with or without a key',
    async (path) => {
      for (const key of [api.keys.live, null]) {
        const refused = await api.ask(path, { key });
        expect(harmIn(refused)).toEqual([]);
        expect([refused.status, refused.refusal.param]).toEqual([400, 'path']);
        expect(refused.body).not.toContain(path);
      }
    },
  );

  it('414: a path or query that is too long', async () => {
    for (const path of [
      `/doctors/${'1'.repeat(9_000)}`,
      `/doctors?q=${'x'.repeat(9_000)}`,
      `/${'x/'.repeat(5_000)}`,
    ]) {
      for (const key of [api.keys.live, null]) {
        const refused = await api.ask(path, { key });
        expect(harmIn(refused)).toEqual([]);
        expect([refused.status, refused.refusal.error]).toEqual([414, 'too_large']);
      }
    }
  });
});

describe('text that PostgreSQL cannot store', () => {
  it.each([
    ['/doctors?q=a%00b', 'q'],
    ['/doctors?languages=Tamil,%00', 'languages'],
    ['/doctors?unknown=%00', 'unknown'],
    ['/doctors?limit%00=1', 'query'],
    ['/doctors/9%00', 'cpso'],
    ['/clinics/%00/reviews', 'id'],
    ['/changes?after=%00', 'after'],
    ['/exports/%00/manifest.json', 'datasetVersion'],
  ])('%s is refused by name', async (path, param) => {
    const refused = await api.ask(path);
    expect(harmIn(refused)).toEqual([]);
    expect([refused.status, refused.refusal.error, refused.refusal.param]).toEqual([
      400,
      'missing_param',
      param,
    ]);
    expect(refused.refusal.message).toContain('cannot be stored');
  });
});

describe('an operation without parameters', () => {
  it.each(['/', '/exports'])(
    '%s warns about text that PostgreSQL cannot store, and answers',
    async (path) => {
      const answer = await api.ask(`${path}?x=%00&%00=1`);
      expect(answer.status).toBe(200);
      expect(answer.json<{ warnings: readonly string[] }>().warnings).toHaveLength(2);
    },
  );

  it('returns the key that it made, whatever the query', async () => {
    const key = await api.mintKey('live');
    const answer = await api.ask('/keys/rotate?x=%00', { method: 'POST', key });
    expect(answer.status).toBe(200);
    expect(answer.json<{ key: string }>().key).toMatch(/^care_live_/);
  });
});

describe('an unexpected body', () => {
  it('does not disturb a GET', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const payload of ['{"limit":1}', '{', '[]', '\0']) {
      const answer = await api.ask('/doctors?limit=2', { headers, payload });
      expect(harmIn(answer)).toEqual([]);
      expect(answer.status).toBe(200);
      expect(answer.json<{ count: number }>().count).toBe(2);
    }
  });

  it('405: a POST to a read path, with any body and type', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'nonsense', '']) {
      for (const payload of ['{', '', '{"__proto__":{"x":1}}', 'x'.repeat(20_000)]) {
        const refused = await api.ask('/doctors', {
          method: 'POST',
          headers: { 'content-type': type },
          payload,
        });
        expect(harmIn(refused)).toEqual([]);
        expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
      }
    }
  });
});

it('no header echoes the request', async () => {
  const canary = 'canary1234567';
  const headers = {
    origin: `https://${canary}.example`,
    host: `${canary}.example`,
    'x-forwarded-host': `${canary}.example`,
    'x-forwarded-proto': canary,
    referer: `https://${canary}.example`,
    'user-agent': canary,
    'x-original-url': `/${canary}`,
    'accept-language': canary,
  };
  for (const path of ['/doctors', '/doctors/1', '/doctors?limit=x', '/nothing', '/']) {
    for (const key of [api.keys.live, null]) {
      const answer = await api.ask(path, { headers, key });
      expect(JSON.stringify(answer.headers)).not.toContain(canary);
      expect(answer.body).not.toContain(canary);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  }
});
