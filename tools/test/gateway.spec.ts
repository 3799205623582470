import { readFileSync } from 'node:fs';
import type { Answer, RequestOptions, Connection } from './stage/connection.js';
import { CONSUMER_KEYS } from './stage/programs/gateway.js';
import type { Program } from './stage/programs/program.js';
import type { Service } from './stage/programs/service.js';
import { Stage } from './stage/stage.js';

const HOST = 'atlas.gateway.example';
const CONSUMER_LIMIT = 100;

interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** Every documented operation, and refusals of some. */
const OPERATIONS: readonly Operation[] = Object.entries(
  (
    JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
      paths: Record<string, Record<string, { parameters: readonly Parameter[] }>>;
    }
  ).paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters }]) => ({
    method: method.toUpperCase() as 'GET' | 'POST',
    path: example(path, parameters),
  })),
);
const REFUSED: readonly Operation[] = ['/doctors?limit=x', '/doctors/1', '/nowhere'].map((path) => ({
  method: 'GET',
  path,
}));

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly examples?: readonly unknown[] };
}

/** A request of an operation: `{cpso}` and `{id}` are left for what the stage has. */
function example(path: string, parameters: readonly Parameter[]): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = required.map(({ name, schema }) => `${name}=${String(schema.examples![0])}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** Returns an answer without what depends on its time, its connection or the requests before it. */
function comparable({ status, headers, body }: Answer): object {
  const passing = /^(date|server|connection|keep-alive|transfer-encoding|.*ratelimit.*)$/;
  const lasting = Object.entries(headers).filter(([header]) => !passing.test(header));
  return { status, body, ...Object.fromEntries(lasting) };
}

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.stop());

describe.each(['Gateway', 'RapidAPI'])('a gateway named %s', (name) => {
  let secret: string;
  let api: Service;
  let gateway: Program;
  let direct: Connection;
  let through: Connection;
  /** An existing doctor and clinic, in place of path parameters. */
  let known: Readonly<Record<string, string>>;

  beforeAll(async () => {
    secret = await stage.mintKey('gateway');
    api = await stage.service('api', {
      GATEWAY_NAME: name,
      GATEWAY_HOST: HOST,
      RATE_LIMIT_CONSUMER: String(CONSUMER_LIMIT),
    });
    gateway = await stage.gateway({ name, host: HOST, secret, upstream: api });
    direct = stage.connect(api);
    through = stage.connect(gateway);
    const list = await direct.ask('/api/v1/doctors?limit=1', { key: await stage.mintKey() });
    const [doctor] = (JSON.parse(list.body) as { doctors: { cpsoNumber: string; clinic: { id: string } }[] })
      .doctors;
    known = { '{cpso}': doctor!.cpsoNumber, '{id}': doctor!.clinic.id };
  });

  const credentials = (consumer = 'maple-health') => ({
    [`X-${name}-Key`]: CONSUMER_KEYS.get(consumer)!,
    [`X-${name}-Host`]: HOST,
  });
  const real = (path: string) => path.replace(/\{\w+\}/, (parameter) => known[parameter]!);

  /** The same request through the gateway and directly, with the gateway's own key. */
  async function bothWays(path: string, options: RequestOptions): Promise<readonly [Answer, Answer]> {
    const headers = { 'X-Request-Id': 'the-same-request', ...options.headers };
    return [
      await through.ask(path, { ...options, headers: { ...headers, ...credentials() } }),
      await direct.ask(`/api/v1${path}`, {
        ...options,
        key: secret,
        headers: { ...headers, [`X-${name}-Host`]: HOST },
      }),
    ];
  }

  it.each([...OPERATIONS, ...REFUSED])(
    '$method $path gives the same answer as a direct request',
    async ({ method, path }) => {
      const [gated, directly] = await bothWays(real(path), { method });
      expect(comparable(gated)).toEqual(comparable(directly));
      expect(Object.keys(gated.headers).filter((header) => header.includes('ratelimit'))).toEqual(
        Object.keys(directly.headers).filter((header) => header.includes('ratelimit')),
      );
    },
  );

  it('answers HEAD, and 304 to a current entity tag', async () => {
    const [head] = await bothWays('/doctors', { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
    const held = { headers: { 'If-None-Match': head.headers['etag']! } };
    const [gated, directly] = await bothWays('/doctors', held);
    expect(gated.status).toBe(304);
    expect(comparable(gated)).toEqual(comparable(directly));
  });

  it.each(['text/csv', 'application/geo+json'])('passes %s on, with its headers', async (accept) => {
    for (const path of ['/clinics?limit=2&%C3%A9=1', '/specialists?specialty=Cardiology']) {
      const [gated, directly] = await bothWays(path, { headers: { Accept: accept } });
      expect(gated.headers).toMatchObject({ 'content-type': `${accept}; charset=utf-8` });
      expect(gated.headers['x-total-count']).toMatch(/^\d+$/);
      expect(comparable(gated)).toEqual(comparable(directly));
    }
  });

  it('serves the full answers of a paid key', async () => {
    const { body } = await direct.ask('/api/v1/doctors?limit=100', { key: await stage.mintKey() });
    const gated = await through.ask('/doctors?limit=100', { headers: credentials() });
    expect(gated.body).toBe(body);
  });

  it('does not rotate the gateway’s key, which keeps working', async () => {
    const refused = await through.ask('/keys/rotate', { method: 'POST', headers: credentials() });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body)).toMatchObject({ error: 'not_rotatable', message: expect.any(String) });
    expect((await through.askAgain('/doctors', { headers: credentials() })).status).toBe(200);
  });

  it('rejects an API key in place of the consumer’s key', async () => {
    const key = await stage.mintKey();
    expect((await through.ask('/doctors', { key })).status).toBe(401);
    expect((await through.askAgain('/doctors', { key, headers: credentials() })).status).toBe(200);
  });

  it('limits each consumer separately', async () => {
    const answers: Answer[] = [];
    do answers.push(await through.ask('/doctors', { headers: credentials('birch-clinics') }));
    while (answers.at(-1)!.status === 200);
    const refused = answers.at(-1)!;
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': String(CONSUMER_LIMIT),
      'x-ratelimit-remaining': '0',
      'retry-after': expect.stringMatching(/^\d+$/),
    });
    expect(answers).toHaveLength(CONSUMER_LIMIT + 1);
    expect((await through.askAgain('/doctors', { headers: credentials('maple-health') })).status).toBe(200);
  });

  it('rejects a direct request that only names a consumer', async () => {
    const headers = { ...credentials(), [`X-${name}-User`]: 'maple-health' };
    expect((await direct.ask('/api/v1/doctors', { headers })).status).toBe(401);
  });

  it('rejects the gateway’s key in a direct request with 403', async () => {
    for (const proof of [{ key: secret }, { headers: { [`X-${name}-Proxy-Secret`]: secret } }]) {
      const refused = await direct.ask('/api/v1/doctors', proof);
      expect(refused.status).toBe(403);
      expect(JSON.parse(refused.body)).toMatchObject({ error: 'forbidden' });
    }
  });
});

it('no key of the gateway or its consumers occurs in the database, the logs or error responses', async () => {
  expect(await stage.leaks()).toEqual([]);
});
