import type { Client } from '@modelcontextprotocol/client';
import { runSync } from '@care-atlas/data/sync';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { DirectorySource } from '@care-atlas/data/directory';
import { SILENT_LOG } from '@care-atlas/server/observability';
import { TOOLS } from '../src/tools/tools.js';
import { clinicId, NOW, testRecords } from './directory-records.js';
import { TestMcp } from './test-mcp.js';

type Key = 'live' | 'sandbox';

let testDatabase: TestDatabase;
const closing: (() => Promise<void>)[] = [];
const clients = {} as Record<Key, Client>;

// Services load the directory from a database.
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await runSync(testDatabase.url, { source: 'test' }, NOW, async (writer) => {
    const { clinics, doctors, services, reviews } = testRecords();
    await writer.clinics(clinics);
    await writer.doctors(doctors);
    await writer.services(services);
    await writer.reviews(reviews);
  });
  const source = await DirectorySource.open(testDatabase.url, SILENT_LOG);
  closing.unshift(() => source.close());
  const mcp = await TestMcp.start({ currentModel: source.currentModel });
  closing.unshift(() => mcp.stop());
  for (const key of ['live', 'sandbox'] as const) {
    const client = await mcp.connect({}, mcp.keys[key]);
    closing.unshift(() => client.close());
    clients[key] = client;
  }
});
afterAll(async () => {
  for (const close of closing) await close();
  await testDatabase?.drop();
});

const CLINIC = { id: clinicId(0) };
const DOCTOR = { cpso: '900001' };
const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>, says: string])[] = [
  ['search_doctors', {}, 'Doctors that match: 59, here 1 to 10.'],
  ['search_doctors', { languages: ['tamil'], accepting: true, limit: 2, offset: 1 }, 'here 2 to 3.'],
  ['search_doctors', { q: 'khan' }, 'Khan'],
  ['search_doctors', { specialties: ['Cardiolgy'], gender: 'male' }, "Did you mean 'Cardiology'?"],
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

it('calls every tool', () => {
  expect(new Set(CALLS.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
});

describe.each(CALLS)('%s %j', (name, args, says) => {
  it('answers', async () => {
    const result = await clients.live.callTool({ name, arguments: args });
    expect(result.isError).toBeUndefined();
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining(says) }]);
  });

  it('answers with a sandbox key', async () => {
    const result = await clients.sandbox.callTool({ name, arguments: args });
    expect(result.isError).toBeUndefined();
  });
});

it.each([
  ['get_doctor', { cpso: '1' }],
  ['get_clinic', { id: 'nowhere' }],
])('%s reports an unknown id', async (name, args) => {
  const result = await clients.live.callTool({ name, arguments: args });
  expect(result.isError).toBe(true);
});

it.each([
  'care://specialties',
  'care://languages',
  'care://summary',
  'care://doctors/900001',
  `care://clinics/${clinicId(0)}`,
])('%s is readable', async (uri) => {
  const { contents } = await clients.live.readResource({ uri });
  expect(contents).toHaveLength(1);
});

it.each([
  ['care://doctors/{cpso}', 'cpso', 'khan'],
  ['care://clinics/{id}', 'id', 'annex'],
])('completes %s', async (uri, name, value) => {
  const request = { ref: { type: 'ref/resource' as const, uri }, argument: { name, value } };
  const { completion } = await clients.live.complete(request);
  expect(completion.values).not.toEqual([]);
});

it('completes the specialty of a prompt', async () => {
  const ref = { type: 'ref/prompt' as const, name: 'find_doctor' };
  const request = { ref, argument: { name: 'specialty', value: 'card' } };
  const { completion } = await clients.live.complete(request);
  expect(completion.values).toEqual(['Cardiology']);
});
