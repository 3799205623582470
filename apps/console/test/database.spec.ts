import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/command.js';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-'));
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

async function run(...words: string[]) {
  const said = { output: '', errors: '' };
  const code = await runCommand(['database', ...words], {
    databaseUrl: testDatabase.url,
    randomBytes,
    clock: () => new Date(),
    input: Readable.from(['']),
    output: { write: (text: string) => (said.output += text) },
    errorOutput: { write: (text: string) => (said.errors += text) },
  });
  return { code, ...said };
}

it('brings the tables up to date, and does it again without harm', async () => {
  const done = { code: 0, output: 'The tables are up to date.\n', errors: '' };
  expect(await run('migrate')).toEqual(done);
  expect(await run('migrate')).toEqual(done);
});

it('runs what says who may do what', async () => {
  const file = join(folder, 'grants.sql');
  await writeFile(file, 'begin; grant select on doctor to public; commit;');
  expect((await run('migrate', '--grants', file)).output).toBe(
    'The tables are up to date, and the rights on them are as the file says.\n',
  );
  const { rows } = await database.pool.query(
    `select from information_schema.role_table_grants where grantee = 'PUBLIC' and table_name = 'doctor'`,
  );
  expect(rows).toHaveLength(1);
});

it('says that it cannot read a file', async () => {
  const { code, errors } = await run('migrate', '--grants', join(folder, 'nothing.sql'));
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('ENOENT') });
});
