import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { URI } from 'otpauth';
import type { TotpSetup } from '#contract/people/account';
import type { SessionStatus } from '#contract/people/sign-in';
import type { KeyList, CreatedKey } from '#contract/service/keys';
import { fillDirectory } from '../../test/large-directory.js';
import { EndpointClient, faultIn } from './fuzz/endpoint-client.js';
import { type Endpoint, endpointsOf } from './fuzz/endpoint-input.js';
import { type Draw, EndpointRequests, type Known } from './fuzz/endpoint-request.js';
import { UNSTORABLE } from './fuzz/hostile-values.js';
import type { TestBrowser } from './test-browser.js';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

const RANDOM_REQUESTS = 100;
/** How many hostile values each part gets; FUZZ_VALUES=1000 sends all of them to each, which takes minutes. */
const VALUES = Number(process.env['FUZZ_VALUES'] ?? 2);
/** SEED draws other requests; a failure prints the seed. */
const SEED = Number(process.env['SEED'] ?? 20_261_127);

let spool: string;
let dashboard: TestDashboard;
let client: EndpointClient;
let endpoints: readonly Endpoint[];
let known: Known;

beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'care-atlas-fuzz-'));
  dashboard = await TestDashboard.start(
    { IMPORT_SPOOL_DIR: spool, IMPORT_UPLOAD_MB: '1', TRUST_PROXY: '127.0.0.1' },
    { prepare: fillDirectory },
  );
  endpoints = endpointsOf(dashboard.app);
  const ada = await dashboard.enrol('ada');
  known = { password: PASSWORD, names: await fillKnown(ada) };
  client = new EndpointClient(await dashboard.listen(), dashboard.url, beginSession);
});
afterAll(async () => {
  client?.close();
  await dashboard?.stop();
  await rm(spool, { recursive: true, force: true });
});

let people = 0;

/** Begins a session of a status, with a person of its own where another request may change the person. */
async function beginSession(status: SessionStatus): Promise<TestBrowser> {
  await dashboard.rows('delete from sign_in_attempt');
  const browser = dashboard.browser();
  if (status === 'signed-out') await browser.visit();
  else if (status === 'signed-in') await dashboard.enrol(`p-${++people}`, browser);
  else {
    const name = `p-${++people}`;
    if (status === 'new-password') await browser.signIn(name, await dashboard.invite(name));
    else {
      const owner = await dashboard.enrol(name);
      const offer = await owner.post<TotpSetup>('/api/account/totp', { password: PASSWORD });
      const code = URI.parse(offer.url).generate({ timestamp: dashboard.now.getTime() });
      await owner.post('/api/account/totp/confirm', { code });
      await browser.signIn(name, PASSWORD);
    }
  }
  const { status: begun } = await browser.visit();
  if (begun !== status) throw new Error(`A session is ${begun} instead of ${status}.`);
  return browser;
}

/** Creates what paths and members can name. */
async function fillKnown(ada: TestBrowser): Promise<string[]> {
  await dashboard.enrol('victim', dashboard.browser(), 'viewer');
  const { id: newKey } = await ada.post<CreatedKey>('/api/keys', { label: 'fuzz' });
  const { keys } = await ada.get<KeyList>('/api/keys');
  const runs = await dashboard.rows<{ id: string }>('select id from sync_run limit 2');
  const [checked, mended, decision] = [randomUUID(), randomUUID(), randomUUID()];
  await dashboard.rows(
    `insert into import_job (id, source, file_name, bytes, file_hash, settings, state, uploaded_by, uploaded_at)
    values ($1, 'clinics', 'clinics.csv', 9, repeat('0', 64), '{"complete": false}', 'review', 'ada', now())`,
    [checked],
  );
  await mkdir(join(spool, checked, 'file'), { recursive: true });
  await writeFile(join(spool, checked, 'file/clinics.csv'), 'id,name\n,x\n');
  await writeFile(
    join(spool, checked, 'rejects'),
    'id,name,reject_line,reject_kind,reject_column,reject_value,reject_reason\n,x,2,row,id,,Missing.\n',
  );
  await ada.post(`/api/imports/${mended}/mending`, { import: checked });
  await ada.post(`/api/corrections/decisions/${decision}`, {
    kind: 'hide',
    record: 'doctor',
    key: '900005',
    given: {},
    why: 'fuzz',
  });
  const ids = [newKey, keys.at(-1)!.id, ...runs.map(({ id }) => id), checked, mended, decision];
  return [...ids, 'victim', 'doctor', 'clinic', '900005', '00000000-0000-4000-8000-000000000006'];
}

it('covers every row of the endpoint table, with its members', () => {
  expect(endpoints.find(({ name }) => name === 'signIn')).toMatchObject({
    part: 'body',
    members: [{ name: 'name' }, { name: 'password' }],
  });
  expect(endpoints.find(({ name }) => name === 'uploadImport')!.members.map(({ name }) => name)).toContain(
    'fileName',
  );
  // What every row has: a body, a content type and, where it has one, a path.
  for (const endpoint of endpoints) {
    expect([...new EndpointRequests(endpoint, known).each()].length).toBeGreaterThan(30);
  }
});

it.each([
  [{ status: 500, type: 'application/json', requestId: 'r', body: '{}' }, 'The status is 500.'],
  [
    { status: 400, type: 'text/plain', requestId: 'r', body: 'no' },
    'A refusal has the content type text/plain.',
  ],
  [{ status: 400, type: 'application/json', requestId: 'r', body: '{' }, 'A refusal is not JSON.'],
  [
    {
      status: 400,
      type: 'application/json',
      requestId: 'r',
      body: '{"error":"missing_param","message":"x","requestId":"s"}',
    },
    'A refusal has another request id than its header.',
  ],
])('notices a fault: %j', (answer, fault) => {
  expect(faultIn(answer, 'GET')).toBe(fault);
});

/** Returns a function that deals values in turn, from a start that the seed determines: together, the parts get all. */
function dealer(): Draw {
  let next = SEED;
  return (values) => {
    const count = Math.min(VALUES, values.length);
    const dealt = Array.from({ length: count }, (_, at) => values[(next + at) % values.length]!);
    next += count;
    return dealt;
  };
}

it('answers hostile values of each part with a proper refusal, or accepts them', async () => {
  const faults: string[] = [];
  const deal = dealer();
  for (const endpoint of endpoints) {
    for (const sent of new EndpointRequests(endpoint, known).each(deal)) {
      await client.send(sent).catch((error: unknown) => faults.push((error as Error).message));
    }
  }
  expect(faults).toEqual([]);
});

it('answers random requests with a proper refusal, or accepts them', async () => {
  const anyRequest = fc
    .constantFrom(...endpoints)
    .chain((endpoint) => new EndpointRequests(endpoint, known).random());
  const property = fc.asyncProperty(anyRequest, async (sent) => void (await client.send(sent)));
  await fc.assert(property, { seed: SEED, numRuns: RANDOM_REQUESTS });
  const answered = [...client.statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(answered).toBeGreaterThanOrEqual(RANDOM_REQUESTS);
});

it('names the field with text that cannot be stored, and what is accepted', async () => {
  const wrong: string[] = [];
  for (const endpoint of endpoints) {
    for (const [param, sent] of new EndpointRequests(endpoint, known).withUnstorable(UNSTORABLE)) {
      const { status, body } = await client.send(sent);
      const refusal = JSON.parse(body) as { readonly param?: string; readonly message?: string };
      const isNamed = status === 400 && refusal.param === param && /cannot be stored/.test(refusal.message!);
      if (!isNamed) wrong.push(`${endpoint.name} ${param}: ${status} ${body}`);
    }
  }
  expect(wrong).toEqual([]);
});
