import { randomBytes } from 'node:crypto';
import { makeKey } from '@care-atlas/domain/access';
import type { DoctorList } from '@care-atlas/domain/contract';
import fc from 'fast-check';
import { FuzzClient, type SentRequest } from './fuzz-client.js';
import {
  type Credential,
  doctorFilters,
  fuzzRequest,
  type FuzzRequest,
  type QueryPart,
} from './fuzz-request.js';
import { TestApi, type TestAnswer } from './test-api.js';

const RUNS = Number(process.env['RUNS'] ?? 1_000);
/** Each is sent twice, at least. */
const REQUESTS = 2 * RUNS;
const UNLIMITED = { RATE_LIMIT_ADMIN: '1000000', RATE_LIMIT_OPEN: '1000000' };

let api: TestApi;
let client: FuzzClient;
let authorizations: Record<Credential, string | undefined>;
beforeAll(async () => {
  api = await TestApi.start({ env: UNLIMITED });
  client = new FuzzClient(await api.listen());
  const unknown = makeKey('live', (count) => randomBytes(count));
  const revoked = await api.mintKey('live');
  await api.revoke(revoked);
  const { live, sandbox, gateway, admin } = api.keys;
  authorizations = {
    live: `Bearer ${live}`,
    sandbox: `Bearer ${sandbox}`,
    gateway: `Bearer ${gateway}`,
    admin: `Bearer ${admin}`,
    revoked: `Bearer ${revoked}`,
    unknown: `Bearer ${unknown}`,
    mistyped: `Bearer ${live.slice(0, -1)}`,
    empty: 'Bearer ',
    basic: `Basic ${Buffer.from(`${live}:`).toString('base64')}`,
    none: undefined,
    elsewhere: undefined,
  };
});
afterAll(async () => {
  client.close();
  await api.stop();
});

function queryText(query: readonly QueryPart[]): string {
  return query.length === 0 ? '' : `?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

function asSent({ method, path, query, credential, headers, body }: FuzzRequest): SentRequest {
  const authorization = authorizations[credential];
  const elsewhere: readonly QueryPart[] = credential === 'elsewhere' ? [['api_key', api.keys.live]] : [];
  const bodiless = method === 'GET' || method === 'HEAD';
  return {
    method,
    path: `${path}${queryText([...query, ...elsewhere])}`,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    ...(body !== undefined && !bodiless && { body }),
  };
}

/** Groups the parameters by name. Repeated ones keep their order, which may matter. */
function reordered(query: readonly QueryPart[]): readonly QueryPart[] {
  return query.toSorted(([a], [b]) => (a < b ? 1 : a > b ? -1 : 0));
}

/** Returns the parts of an answer that do not depend on time, repetition or the order of unknown parameters. */
function lasting({ status, headers: { etag }, body }: TestAnswer): object {
  if (!body.startsWith('{')) return { status, etag, body };
  const { requestId: _id, warnings: _warnings, ...told } = JSON.parse(body) as Record<string, unknown>;
  return { status, etag, told };
}

async function answersAlike(fuzzed: FuzzRequest): Promise<void> {
  const sent = asSent(fuzzed);
  // A rotation is not repeatable: it gets a separate key.
  if (fuzzed.method === 'POST' && fuzzed.credential === 'live') {
    const authorization = `Bearer ${await api.mintKey('live')}`;
    await client.send({ ...sent, headers: { ...sent.headers, authorization } });
    return;
  }
  const [answer, again] = await Promise.all([
    client.send(sent),
    client.send(asSent({ ...fuzzed, query: reordered(fuzzed.query) })),
  ]);
  expect(lasting(again)).toEqual(lasting(answer));
  const { etag } = answer.headers;
  if (answer.status !== 200 || etag === undefined) return;
  const held = await client.send({ ...sent, headers: { ...sent.headers, 'if-none-match': etag } });
  expect([held.status, held.etag]).toEqual([304, etag]);
}

/** Lists doctors by filters and additional parameters. */
async function doctors(filters: readonly QueryPart[], ...more: QueryPart[]): Promise<DoctorList> {
  const headers = { authorization: authorizations.live! };
  const path = `/doctors${queryText([...filters, ...more])}`;
  const answer = await client.send({ method: 'GET', path, headers });
  expect(answer.status).toBe(200);
  return answer.json<DoctorList>();
}

const DISCLOSED = new Set<string>(['male', 'female', 'non-binary']);

async function addUp(filters: readonly QueryPart[], years: number): Promise<void> {
  const [all, male, female, nonBinary, atLeast, below] = await Promise.all([
    doctors(filters, ['limit', '100']),
    doctors(filters, ['gender', 'male']),
    doctors(filters, ['gender', 'female']),
    doctors(filters, ['gender', 'non-binary']),
    doctors(filters, ['minYears', String(years)]),
    doctors(filters, ['maxYears', String(years - 1)]),
  ]);
  const undisclosed = all.doctors.filter(({ gender }) => !DISCLOSED.has(gender)).length;
  expect(male.total + female.total + nonBinary.total + undisclosed).toBe(all.total);
  expect(atLeast.total + below.total).toBe(all.total);
}

async function fitTogether(filters: readonly QueryPart[], size: number): Promise<void> {
  const whole = await doctors(filters, ['limit', '100']);
  const offsets = Array.from({ length: Math.ceil(whole.total / size) + 1 }, (_, page) => page * size);
  const pages = await Promise.all(
    offsets.map((offset) => doctors(filters, ['limit', String(size)], ['offset', String(offset)])),
  );
  expect(pages.flatMap((page) => page.doctors)).toEqual(whole.doctors);
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([whole.total]));
}

it('any request is answered as documented, equally when repeated or reordered, and with 304 on revalidation', async () => {
  await fc.assert(fc.asyncProperty(fuzzRequest, answersAlike), { numRuns: RUNS });
});

it('totals add up: by gender, and by years of practice', async () => {
  const years = fc.integer({ min: 1, max: 60 });
  await fc.assert(fc.asyncProperty(doctorFilters, years, addUp), { numRuns: 50 });
});

it('pages have neither overlaps nor gaps', async () => {
  const size = fc.integer({ min: 3, max: 45 });
  await fc.assert(fc.asyncProperty(doctorFilters, size, fitTogether), { numRuns: 40 });
});

it('the requests were numerous and of every kind, and the service is still healthy', async () => {
  const counts = [...client.statuses].toSorted(([a], [b]) => a - b);
  process.stderr.write(`  fuzzed: ${counts.map(([status, count]) => `${count} × ${status}`).join(', ')}\n`);
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThanOrEqual(REQUESTS);
  expect(counts.map(([status]) => status)).toEqual(
    expect.arrayContaining([200, 304, 400, 401, 403, 404, 405]),
  );
  expect((await client.send({ method: 'GET', path: '/ping', headers: {} })).body).toBe('pong');
});
