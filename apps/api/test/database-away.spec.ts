import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

let proxy: FaultProxy;
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({
    databaseUrl: async (url) => {
      proxy = await FaultProxy.start(new URL(url));
      const through = new URL(url);
      through.host = `127.0.0.1:${proxy.port}`;
      return through.href;
    },
  });
});
afterAll(async () => {
  await proxy.restore();
  await api.stop();
  await proxy.disconnect();
});
afterEach(() => proxy.restore());

const READS = [
  '/doctors',
  '/doctors/900001',
  '/clinics',
  '/metadata/languages',
  '/doctors?limit=x',
  '/doctors/1',
];

const UNAVAILABLE = { status: 503, error: 'unavailable', 'retry-after': '1', 'cache-control': 'no-store' };

/** Returns the parts of an error answer that UNAVAILABLE lists. */
async function refusalOf(path: string): Promise<object> {
  const { status, headers, refusal } = await api.ask(path);
  const told = Object.entries(headers).filter(([name]) =>
    ['retry-after', 'cache-control', 'etag'].includes(name),
  );
  return { status, error: refusal.error, ...Object.fromEntries(told) };
}

async function waitUntilBack(): Promise<void> {
  await until(async () => (await api.ask('/doctors')).status === 200);
}

it('503 while the database refuses connections, and 200 again when it is back', async () => {
  expect((await api.ask('/doctors')).status).toBe(200);
  await proxy.disconnect();
  for (const path of [...READS, '/']) expect(await refusalOf(path)).toEqual(UNAVAILABLE);
  expect((await api.ask('/ping')).status).toBe(200);
  await proxy.restore();
  await waitUntilBack();
  for (const path of [...READS.slice(0, 4), '/']) expect((await api.ask(path)).status).toBe(200);
});

it('503 while the database does not respond, and 200 when it responds again', async () => {
  expect((await api.ask('/doctors')).status).toBe(200);
  proxy.stall();
  const refusals = await Promise.all([...READS, '/'].map(refusalOf));
  expect(refusals).toEqual(refusals.map(() => UNAVAILABLE));
  expect((await api.ask('/ping')).status).toBe(200);
  await proxy.restore();
  await waitUntilBack();
  for (const path of [...READS.slice(0, 4), '/']) expect((await api.ask(path)).status).toBe(200);
});

it('503 to more concurrent requests than there are connections', async () => {
  proxy.stall();
  const refusals = await Promise.all(Array.from({ length: 60 }, () => refusalOf('/doctors')));
  expect(refusals).toEqual(refusals.map(() => UNAVAILABLE));
  await proxy.restore();
  await waitUntilBack();
});

/** A line of the log, as far as these tests look. */
interface Line {
  readonly level: string;
  readonly msg: string;
  readonly requestId?: string;
  readonly err?: { readonly message: string; readonly code?: string };
}

/** Returns the lines about a request, which fails while the database is down. */
async function linesAbout(requestId: string, path = '/doctors'): Promise<readonly Line[]> {
  const { status } = await api.ask(path, { headers: { 'x-request-id': requestId } });
  expect(status).toBe(503);
  return api.log.map((line) => JSON.parse(line) as Line).filter((line) => line.requestId === requestId);
}

describe('the log of a request that fails', () => {
  it('shows the code and message of a refused connection, by the request id', async () => {
    await proxy.disconnect();
    // The first request finds a pooled connection that has just died.
    await linesAbout('dead-connection');
    const [line, ...others] = await linesAbout('refused-connection');
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 'error',
      msg: 'refused-connection GET was answered 503',
      err: { code: 'ECONNREFUSED', message: expect.stringContaining('ECONNREFUSED') },
    });
    await proxy.restore();
    await waitUntilBack();
  });

  it('tells a silent database from a pool without a free connection', async () => {
    expect((await api.ask('/doctors')).status).toBe(200);
    proxy.stall();
    const [silent] = await linesAbout('silent-database');
    await proxy.restore();
    await waitUntilBack();
    const [full] = await api.onDatabase(async ({ pool }) => {
      const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
      const lines = await linesAbout('no-connection-free');
      for (const client of clients) client.release();
      return lines;
    });
    expect([silent, full].map((line) => line?.err?.message)).toEqual([
      'Query read timeout',
      'timeout exceeded when trying to connect',
    ]);
    await waitUntilBack();
  });

  it('holds no key, and nothing of the query', async () => {
    await proxy.disconnect();
    await linesAbout('a-secret-query', '/doctors?q=zebedee');
    const text = api.log.join('');
    for (const secret of ['zebedee', ...Object.values(api.keys)]) expect(text).not.toContain(secret);
    await proxy.restore();
    await waitUntilBack();
  });
});

it('a held tag is not confirmed to a key that cannot be checked', async () => {
  const { etag } = await api.ask('/doctors');
  await proxy.disconnect();
  expect((await api.ask('/doctors', { headers: { 'if-none-match': etag } })).status).toBe(503);
  await proxy.restore();
  await waitUntilBack();
});

it('401 to a malformed key, without a lookup', async () => {
  await proxy.disconnect();
  for (const key of [null, 'nonsense']) expect((await api.ask('/doctors', { key })).status).toBe(401);
  await proxy.restore();
  await waitUntilBack();
});

it('a dataset version imported in the meantime is served afterward', async () => {
  await proxy.disconnect();
  const version = await api.import([{ ...DOCTORS[0]!, name: 'Dr. Made Meanwhile' }]);
  await proxy.restore();
  await until(() => api.version === version);
  expect((await api.ask('/doctors/900001')).body).toContain('Dr. Made Meanwhile');
});
