import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection } from './stage/connection.js';
import { CONSUMER_KEYS } from './stage/programs/gateway.js';
import { Stage } from './stage/stage.js';

const HOST = 'atlas.gateway.example';
const SECRET = 'the-secret-between-gateway-and-service';
const CONSUMER_KEY = CONSUMER_KEYS.get('maple-health')!;

/** The headers of the last request that came through to the service's place. */
let forwarded: IncomingHttpHeaders;
let forwardedUrl: string | undefined;
const upstream = createServer(({ headers, url }, response) => {
  forwarded = headers;
  forwardedUrl = url;
  response.end('{}');
});
let stage: Stage;

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  stage = await Stage.start();
});
afterAll(async () => {
  await stage.stop();
  upstream.closeAllConnections();
  upstream.close();
});

describe.each(['Gateway', 'RapidAPI'])('a gateway named %s', (name) => {
  const credentials = { [`X-${name}-Key`]: CONSUMER_KEY, [`X-${name}-Host`]: HOST };
  let consumer: Connection;
  beforeAll(async () => {
    const { port } = upstream.address() as AddressInfo;
    consumer = stage.connect(await stage.gateway({ name, host: HOST, secret: SECRET, upstream: { port } }));
  });
  beforeEach(() => {
    forwarded = {};
    forwardedUrl = undefined;
  });

  it('sends the service its secret, the consumer and the host', async () => {
    await consumer.ask('/doctors', { headers: credentials });
    expect(forwarded).toMatchObject({
      [`x-${name.toLowerCase()}-proxy-secret`]: SECRET,
      [`x-${name.toLowerCase()}-user`]: 'maple-health',
      [`x-${name.toLowerCase()}-host`]: HOST,
      'x-forwarded-host': HOST,
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '127.0.0.1',
    });
  });

  it("forwards neither the consumer's key nor its other credentials", async () => {
    const others = {
      authorization: 'Bearer of-somebody-else',
      'proxy-authorization': 'Basic of-somebody-else',
      cookie: 'session=of-somebody-else',
    };
    await consumer.ask('/doctors', { headers: { ...credentials, ...others } });
    expect(JSON.stringify(forwarded)).not.toContain(CONSUMER_KEY);
    expect(JSON.stringify(forwarded)).not.toContain('of-somebody-else');
  });

  it('replaces gateway headers that a consumer sends', async () => {
    const claims = {
      [`X-${name}-User`]: 'someone-richer',
      [`X-${name}-Proxy-Secret`]: 'guessed',
      'X-Forwarded-For': '192.0.2.1',
      'X-Forwarded-Host': 'elsewhere.example',
      Forwarded: 'for=192.0.2.1',
    };
    await consumer.ask('/doctors', { headers: { ...credentials, ...claims } });
    expect(JSON.stringify(forwarded)).not.toMatch(/someone-richer|guessed|192\.0\.2\.1|elsewhere/);
  });

  it('prefixes the path with /api/v1 and leaves path and query unchanged', async () => {
    const path = '/doctors/search?q=%C3%A9l%20o&specialties=a,b&x=%2F..%2f';
    await consumer.ask(path, { headers: credentials });
    expect(forwardedUrl).toBe(`/api/v1${path}`);
  });

  it.each(['/', '/ping'])('forwards %s without a credential and without its secret', async (path) => {
    expect((await consumer.ask(path)).status).toBe(200);
    expect(forwardedUrl).toBe(`/api/v1${path}`);
    expect(JSON.stringify(forwarded)).not.toContain(SECRET);
  });

  it.each([
    ['no key', {}],
    ['an unknown key', { [`X-${name}-Key`]: 'invented', [`X-${name}-Host`]: HOST }],
    ['a key in capitals', { [`X-${name}-Key`]: CONSUMER_KEY.toUpperCase(), [`X-${name}-Host`]: HOST }],
    ['a key and more', { [`X-${name}-Key`]: `${CONSUMER_KEY}x`, [`X-${name}-Host`]: HOST }],
    ['the key elsewhere', { authorization: `Bearer ${CONSUMER_KEY}`, [`X-${name}-Host`]: HOST }],
    ['another gateway’s header', { 'X-Other-Key': CONSUMER_KEY, 'X-Other-Host': HOST }],
  ])('rejects %s with 401', async (_, headers) => {
    const { status, body, headers: received } = await consumer.ask('/doctors', { headers });
    expect(status).toBe(401);
    expect(received).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'www-authenticate': `X-${name}-Key`,
      'cache-control': 'no-store',
    });
    expect(JSON.parse(body)).toEqual({
      error: 'unauthorized',
      message: expect.stringContaining(`X-${name}-Key`),
      requestId: received['x-request-id'],
    });
    expect(forwardedUrl).toBeUndefined();
  });

  it.each([
    ['no host', {}],
    ['another host', { [`X-${name}-Host`]: 'elsewhere.example' }],
  ])('rejects %s with 403', async (_, headers) => {
    const asked = { [`X-${name}-Key`]: CONSUMER_KEY, ...headers };
    const { status, body, headers: received } = await consumer.ask('/doctors', { headers: asked });
    expect(status).toBe(403);
    expect(JSON.parse(body)).toEqual({
      error: 'forbidden',
      message: `The header X-${name}-Host must be ${HOST}.`,
      requestId: received['x-request-id'],
    });
    expect(forwardedUrl).toBeUndefined();
  });

  it('keeps a well-formed request id in forwarded requests and in its own errors', async () => {
    const id = { 'X-Request-Id': 'trace-42:abc' };
    await consumer.ask('/doctors', { headers: { ...credentials, ...id } });
    expect(forwarded['x-request-id']).toBe('trace-42:abc');
    expect((await consumer.ask('/doctors', { headers: id })).headers['x-request-id']).toBe('trace-42:abc');
    const bad = await consumer.ask('/doctors', { headers: { 'X-Request-Id': '"bad"' } });
    expect(bad.headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
  });

  it.each([
    ['a URL', 414, `/doctors?${'x'.repeat(40_000)}`, {}],
    ['a header', 431, '/doctors', { 'X-Long': 'x'.repeat(40_000) }],
  ])('rejects an oversized %s with %i', async (_, expected, path, headers) => {
    const { status, body } = await consumer.ask(path, { headers: { ...credentials, ...headers } });
    expect(status).toBe(expected);
    expect(JSON.parse(body)).toMatchObject({ error: 'too_large' });
  });

  it('rejects a path with invalid percent-encoding with 400', async () => {
    const { status, body } = await consumer.ask('/doctors/%zz', { headers: credentials });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: 'missing_param' });
  });

  it('does not expose its error pages as paths', async () => {
    const answer = await consumer.ask('/refusal/unauthorized', { headers: credentials });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'not_found' });
  });
});

it('answers 503 while the service is unavailable', async () => {
  const { port } = upstream.address() as AddressInfo;
  const settings = { name: 'Gateway', host: HOST, secret: SECRET };
  const gateway = await stage.gateway({ ...settings, upstream: { port } });
  upstream.closeAllConnections();
  upstream.close();
  await once(upstream, 'close');
  const headers = { 'X-Gateway-Key': CONSUMER_KEY, 'X-Gateway-Host': HOST };
  const answer = await stage.connect(gateway).ask(`/doctors?key=${CONSUMER_KEY}`, { headers });
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(JSON.parse(answer.body)).toMatchObject({ error: 'unavailable' });
});

it('logs no key, even one in the query of a failed request', async () => {
  expect(await stage.leaks()).toEqual([]);
});
