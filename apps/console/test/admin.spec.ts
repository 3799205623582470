import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { AdministratorRepository, verifyPassword } from '@care-atlas/data/administration';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/command.js';

const NOW = new Date('2026-11-20T15:00:00Z');

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function run(line: string) {
  const said = { output: '', errors: '' };
  const code = await runCommand(['admin', ...line.split(' ')], {
    databaseUrl: testDatabase.url,
    randomBytes,
    clock: () => NOW,
    input: Readable.from(['']),
    output: { write: (words: string) => (said.output += words) },
    errorOutput: { write: (words: string) => (said.errors += words) },
  });
  return { code, ...said };
}

const passwordIn = (output: string) => /: ([0-9a-z-]{20,})$/m.exec(output)?.[1] ?? '';
const kept = async (name: string) => (await new AdministratorRepository(database).byName(name))!;

it('makes an administrator with a one-time password for seven days', async () => {
  const { code, output, errors } = await run('create Ada');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const { name, passwordHash, passwordExpiresAt } = await kept('ada');
  expect(name).toBe('Ada');
  expect(await verifyPassword(passwordHash, passwordIn(output))).toBe(true);
  expect(passwordExpiresAt).toEqual(new Date('2026-11-27T15:00:00Z'));
});

it('makes nobody twice, whatever the case', async () => {
  await run('create grace');
  expect(await run('create GRACE')).toEqual({
    code: 1,
    output: '',
    errors: 'There is an administrator called GRACE already.\n',
  });
});

it('gives another one-time password, and lets in again who was disabled', async () => {
  const before = passwordIn((await run('create edith')).output);
  expect((await run('disable edith')).output).toBe('edith may not sign in any more.\n');
  expect((await kept('edith')).disabledAt).toEqual(NOW);
  const { output } = await run('reset edith');
  const { passwordHash, disabledAt } = await kept('edith');
  expect(disabledAt).toBeNull();
  expect(await verifyPassword(passwordHash, passwordIn(output))).toBe(true);
  expect(await verifyPassword(passwordHash, before)).toBe(false);
});

it.each(['reset nobody', 'disable nobody'])('says that there is nobody to %s', async (line) => {
  const { code, errors } = await run(line);
  expect([code, errors]).toEqual([1, expect.stringContaining('There is no administrator called nobody')]);
});

it('refuses a name with blanks or signs', async () => {
  expect((await run('create <b>')).code).toBe(2);
});

it('lists administrators by name', async () => {
  await run('create Zoe');
  const { output } = await run('list');
  expect(output).toContain('one-time password until 2026-11-27');
  expect(output.trim().split('\n').at(-1)).toMatch(/^Zoe /);
});

it('records what it did, and no password', async () => {
  const { output } = await run('create noted');
  const { rows } = await database.pool.query<{ text: string }>(
    'select audit_event::text as text from audit_event',
  );
  const text = rows.map((row) => row.text).join('\n');
  expect(text).toMatch(/operator,administrator-created,noted/);
  expect(text).not.toContain(passwordIn(output));
});
