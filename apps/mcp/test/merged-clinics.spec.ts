import type { Client } from '@modelcontextprotocol/client';
import { DirectorySource } from '@care-atlas/data/directory';
import { CORRECTIONS, runSync } from '@care-atlas/data/sync';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { SILENT_LOG } from '@care-atlas/server/observability';
import { clinicId, NOW, testRecords } from './directory-records.js';
import { TestMcp } from './test-mcp.js';

const MERGED = clinicId(1);
const SURVIVOR = clinicId(0);
const WARNING = `Clinic ${MERGED} was merged into clinic ${SURVIVOR}, which this answer is about.`;

let testDatabase: TestDatabase;
const closing: (() => Promise<void>)[] = [];
const clients = {} as Record<'live' | 'sandbox', Client>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { clinics, doctors, services, reviews } = testRecords();
  await runSync(testDatabase.url, { source: 'test' }, NOW, async (writer) => {
    await writer.clinics(clinics);
    await writer.doctors(doctors);
    await writer.services(services);
    await writer.reviews(reviews);
  });
  const into = { into: SURVIVOR };
  const merge = { kind: 'merge', record: 'clinic', key: MERGED, given: into, fields: into } as const;
  await runSync(testDatabase.url, { source: CORRECTIONS }, NOW, (writer) =>
    writer.correct({ ...merge, why: 'Duplicate', by: 'test', until: null }),
  );
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

async function call(key: 'live' | 'sandbox', name: string, args: Readonly<Record<string, unknown>>) {
  const { isError, content, structuredContent } = await clients[key].callTool({ name, arguments: args });
  expect(isError).toBeUndefined();
  const { text } = content[0] as { readonly text: string };
  return { text, structured: structuredContent as Record<string, unknown> };
}

describe.each(['live', 'sandbox'] as const)('with a %s key', (key) => {
  it.each(['get_clinic', 'list_clinic_reviews', 'get_clinic_review_signals'])(
    '%s answers for a merged clinic with the survivor and a warning, in the text and beside it',
    async (name) => {
      const own = await call(key, name, { id: SURVIVOR });
      for (const id of [MERGED, MERGED.toUpperCase()]) {
        const { text, structured } = await call(key, name, { id });
        expect(text).toContain(WARNING);
        expect(text).toContain(SURVIVOR);
        const { warnings, ...answer } = structured;
        expect(warnings).toEqual([WARNING]);
        expect(answer).toEqual(own.structured);
      }
      expect(own.text).not.toContain('was merged');
      expect(own.structured).not.toHaveProperty('warnings');
    },
  );

  it('the resource of a merged clinic is that of the survivor, with a warning', async () => {
    const read = async (id: string) => {
      const { contents } = await clients[key].readResource({ uri: `care://clinics/${id}` });
      return JSON.parse((contents[0] as { text: string }).text) as { clinic: unknown; warnings?: string[] };
    };
    const own = await read(SURVIVOR);
    const merged = await read(MERGED);
    expect(merged).toEqual({ ...own, warnings: [WARNING, ...(own.warnings ?? [])] });
  });
});
