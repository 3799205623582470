import type { Client } from '@modelcontextprotocol/client';
import { runSync } from '@care-atlas/data/sync';
import { ENGINES, type EngineName } from '@care-atlas/server/configuration';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { DirectorySource } from '@care-atlas/server/answers';
import { TOOLS } from '../src/tools/tools.js';
import { clinicId, NOW, testRecords } from './directory-records.js';
import { TestMcp } from './test-mcp.js';

type Key = 'live' | 'sandbox';

let testDatabase: TestDatabase;
const closing: (() => Promise<void>)[] = [];
const clients = {} as Record<EngineName, Record<Key, Client>>;

// Two connectors over one database: what they answer may differ in nothing.
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await runSync(testDatabase.url, { source: 'test' }, NOW, async (writer) => {
    const { clinics, doctors, services, reviews } = testRecords();
    await writer.clinics(clinics);
    await writer.doctors(doctors);
    await writer.services(services);
    await writer.reviews(reviews);
  });
  for (const engine of ENGINES) {
    const source = await DirectorySource.open(testDatabase.url, () => undefined, engine);
    closing.unshift(() => source.close());
    const mcp = await TestMcp.start({ directory: source.directory });
    closing.unshift(() => mcp.stop());
    const [live, sandbox] = [await mcp.connect(), await mcp.connect({}, mcp.keys.sandbox)];
    closing.unshift(
      () => live.close(),
      () => sandbox.close(),
    );
    clients[engine] = { live, sandbox };
  }
});
afterAll(async () => {
  for (const close of closing) await close();
  await testDatabase?.drop();
});

/** What both engines answer, as one. */
async function answer<T>(key: Key, ask: (client: Client) => Promise<T>): Promise<T> {
  const [memory, sql] = [await ask(clients.memory[key]), await ask(clients.sql[key])];
  expect(sql).toEqual(memory);
  return sql;
}

const CLINIC = { id: clinicId(0) };
const DOCTOR = { cpso: '900001' };
const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>, says: string])[] = [
  ['search_doctors', {}, 'Doctors that match: 59, here 1 to 10.'],
  ['search_doctors', { languages: ['tamil'], accepting: true, limit: 2, offset: 1 }, 'here 2 to 3.'],
  ['search_doctors', { q: 'khan' }, 'Khan'],
  ['search_doctors', { specialties: ['Cardiologist'], gender: 'male' }, "Did you mean 'Cardiology'?"],
  ['search_doctors', { specialties: ['Cardiology'], gender: 'female' }, 'Leaving out one filter gives'],
  ['get_doctor', DOCTOR, 'Dr. Amara Okafor'],
  ['list_doctor_reviews', DOCTOR, 'Reviews of the doctor 900001: 30'],
  ['get_doctor_review_signals', DOCTOR, 'wait_time: mean'],
  ['search_clinics', { include: ['notes', 'links'] }, 'Clinics that match: 12'],
  ['search_clinics', { lat: 43.7, lng: -79.3, limit: 3 }, 'nearest first: 12, here 1 to 3.'],
  ['get_clinic', CLINIC, 'Doctors listed there, 5 of 5 shown:'],
  ['list_clinic_reviews', CLINIC, 'Mean stars'],
  ['get_clinic_review_signals', CLINIC, 'wait_time: mean'],
  ['list_specialists', { specialty: 'Cardiology' }, 'about 4 weeks to wait'],
  ['get_directory_metadata', { kind: 'languages', contains: 'an' }, 'Mandarin'],
  ['get_directory_summary', {}, '59 doctors are listed'],
];

it('is asked with every tool', () => {
  expect(new Set(CALLS.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
});

describe.each(CALLS)('%s %j', (name, args, says) => {
  const ask = (client: Client) => client.callTool({ name, arguments: args });

  it('is answered as from memory', async () => {
    const told = await answer('live', ask);
    expect(told.isError).toBeUndefined();
    expect(told.content).toEqual([{ type: 'text', text: expect.stringContaining(says) }]);
  });

  it('is answered as from memory in the sandbox', async () => {
    expect((await answer('sandbox', ask)).isError).toBeUndefined();
  });
});

it.each([
  ['get_doctor', { cpso: '1' }],
  ['get_clinic', { id: 'nowhere' }],
])('%s finds nobody there either', async (name, args) => {
  const told = await answer('live', (client) => client.callTool({ name, arguments: args }));
  expect(told.isError).toBe(true);
});

it.each([
  'care://specialties',
  'care://languages',
  'care://summary',
  'care://doctors/900001',
  `care://clinics/${clinicId(0)}`,
])('%s holds the same', async (uri) => {
  const { contents } = await answer('live', (client) => client.readResource({ uri }));
  expect(contents).toHaveLength(1);
});

it.each([
  ['care://doctors/{cpso}', 'cpso', 'khan'],
  ['care://clinics/{id}', 'id', 'annex'],
])('%s is completed alike', async (uri, name, value) => {
  const asked = { ref: { type: 'ref/resource' as const, uri }, argument: { name, value } };
  const { completion } = await answer('live', (client) => client.complete(asked));
  expect(completion.values).not.toEqual([]);
});

it('a specialty is completed alike in a prompt', async () => {
  const ref = { type: 'ref/prompt' as const, name: 'find_doctor' };
  const asked = { ref, argument: { name: 'specialty', value: 'card' } };
  const { completion } = await answer('live', (client) => client.complete(asked));
  expect(completion.values).toEqual(['Cardiology']);
});
