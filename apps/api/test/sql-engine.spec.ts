import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { exampleRequest, KEYED_READS } from './contract.js';
import { DOCTORS } from './directory-records.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

const SQL = { DIRECTORY_ENGINE: 'sql' };

let proxy: FaultProxy;
let memory: TestApi;
let sql: TestApi;
beforeAll(async () => {
  memory = await TestApi.start();
  sql = await TestApi.start({
    env: SQL,
    directoryUrl: async (url) => {
      proxy = await FaultProxy.start(new URL(url));
      const through = new URL(url);
      through.host = `127.0.0.1:${proxy.port}`;
      return through.href;
    },
  });
});
afterAll(async () => {
  await proxy?.restore();
  await sql?.stop();
  await memory?.stop();
  await proxy?.disconnect();
});

const CLINIC = '0b6c2a9e-7f43-5d1b-9a57-3c1f0e8d2b64';
const EXAMPLES = KEYED_READS.map(exampleRequest);
const REFUSED = ['/doctors?limit=x', '/doctors/1', '/clinics/nowhere', '/doctors/%00', '/specialists'];
const MORE = [
  '/doctors?limit=2&offset=1&colour=red',
  '/doctors?accepting=true&minYears=5&languages=tamil,FRENCH',
  '/doctors/search?q=dr&limit=1000',
  '/clinics?lat=43.6629&lng=-79.3957&include=notes,links&limit=3',
  `/clinics/${CLINIC}/reviews?limit=1&offset=1`,
  '/specialists?specialty=cardiology&include=links',
];

/** What must be the same whatever answers: all but what names the request, the moment or the dataset. */
async function seen(api: TestApi, path: string, key: 'live' | 'sandbox'): Promise<object> {
  const { status, headers, body } = await api.ask(path, { key: api.keys[key] });
  const { etag, link: links, 'content-type': type, 'cache-control': cache } = headers;
  const shown = status < 400 ? body : body.replace(/"requestId":"[^"]+"/, '');
  return { status, tagged: etag !== undefined, links, type, cache, shown };
}

describe.each([...EXAMPLES, ...MORE, ...REFUSED])('%s', (path) => {
  it.each(['live', 'sandbox'] as const)('is answered with the %s key as from memory', async (key) => {
    expect(await seen(sql, path, key)).toEqual(await seen(memory, path, key));
  });
});

it('304 to a held tag, without asking the directory', async () => {
  const { etag } = await sql.ask('/doctors');
  await proxy.disconnect();
  expect((await sql.ask('/doctors', { headers: { 'if-none-match': etag } })).status).toBe(304);
  await proxy.restore();
});

it('503 while the database of the directory is away, but for what was counted before, and 200 again', async () => {
  const counted = ['/doctors/summary', '/metadata/specialties', '/metadata/languages'];
  await proxy.disconnect();
  for (const path of EXAMPLES) {
    const { status, headers } = await sql.ask(path);
    expect({ path, status }).toEqual({ path, status: counted.includes(path.split('?')[0]!) ? 200 : 503 });
    expect(headers['retry-after']).toBe(status === 503 ? '1' : undefined);
  }
  expect((await sql.askBeside('/')).status).toBe(503);
  await proxy.restore();
  await until(async () => (await sql.ask('/doctors')).status === 200);
});

it('serves a new dataset version, under another tag', async () => {
  const before = await sql.ask('/doctors/900001');
  const version = await sql.import([{ ...DOCTORS[0]!, name: 'Dr. Made Meanwhile' }]);
  await until(() => sql.version === version);
  const after = await sql.ask('/doctors/900001');
  expect(after.body).toContain('Dr. Made Meanwhile');
  expect(after.etag).not.toBe(before.etag);
});
