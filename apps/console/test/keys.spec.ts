import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { hashKey, KeyRepository } from '@care-atlas/data/keys';
import { isWellFormedKey } from '@care-atlas/domain/access';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/command.js';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const DEV_REGISTER = pathToFileURL(resolve(import.meta.dirname, '../../../tools/dev-register.mjs')).href;
const NOWHERE = 'postgres://nobody:hunter2@127.0.0.1:1/nothing';

let testDatabase: TestDatabase;
let database: Database;
let keys: KeyRepository;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
  keys = new KeyRepository(database);
});
beforeEach(() => database.pool.query('truncate api_key cascade'));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** What the command says and gives back to a shell. */
async function run(line: string | readonly string[], input = '', databaseUrl = testDatabase.url) {
  const command = typeof line === 'string' ? line.split(' ') : line;
  const said = { output: '', errors: '' };
  const code = await runCommand(['keys', ...command], {
    databaseUrl,
    randomBytes,
    clock: () => new Date(),
    input: Readable.from([input]),
    output: { write: (words: string) => (said.output += words) },
    errorOutput: { write: (words: string) => (said.errors += words) },
  });
  return { code, ...said };
}

const isActive = async (key: string) => (await keys.activeByHashes([hashKey(key)])).size === 1;

describe('create', () => {
  it.each(['live', 'sandbox', 'gateway', 'admin'] as const)('a %s key as JSON', async (kind) => {
    const { code, output, errors } = await run(['create', '--kind', kind, '--label', 'a shop', '--json']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const { id, key, prefix, ...rest } = JSON.parse(output) as Record<string, string>;
    expect(rest).toEqual({ kind });
    expect(isWellFormedKey(key!)).toBe(true);
    expect(await isActive(key!)).toBe(true);
    expect(await keys.byId(id!)).toMatchObject({ kind, prefix, label: 'a shop' });
  });

  it('a key for a person to copy', async () => {
    const { code, output } = await run('create --kind live');
    const [key] = /^ {2}(care_live_\w+)$/m.exec(output)?.slice(1) ?? [];
    expect([code, await isActive(key!)]).toEqual([0, true]);
  });

  it.each([['create'], ['create', '--kind', 'root'], ['create', '--kind', 'live', '--label', 'two\nlines']])(
    'is not understood: %j %j %j',
    async (...words) => {
      const { code, output } = await run(words);
      expect([code, output, (await keys.search()).total]).toEqual([2, '', 0]);
    },
  );
});

describe('list', () => {
  it('says that there are none', async () => {
    expect(await run('list')).toEqual({ code: 0, output: 'There are none.\n', errors: '' });
  });

  it('shows the active ones, with --all the others too, and never a key', async () => {
    const made = JSON.parse((await run('create --kind admin --label ours --json')).output) as { key: string };
    const { id } = await keys.register('theirs', 'a-secret-of-theirs');
    await keys.revoke(id, 'replaced by another');
    const active = await run('list');
    expect(active.output).toMatch(
      /^id +kind +prefix +created +last used +state +label\n.* admin .* never +active +ours\n$/,
    );
    const all = await run('list --all');
    expect(all.output).toMatch(/ ended 20\d\d-\d\d-\d\d \d\d:\d\d \(replaced by another\) +theirs\n/);
    expect(all.output).not.toContain(made.key);
    const { output } = await run('list --all --kind gateway --json');
    expect(JSON.parse(output)).toEqual([
      {
        id,
        kind: 'gateway',
        prefix: expect.stringMatching(/^gateway-[\da-f]{4}$/),
        label: 'theirs',
        createdAt: expect.any(String),
        lastUsedAt: null,
        revokedAt: expect.any(String),
        revokedReason: 'replaced by another',
        replaces: null,
      },
    ]);
  });
});

describe('revoke', () => {
  const SECRET = 'one-secret-of-theirs';

  it('by the beginning of its id, with a reason', async () => {
    const { id } = await keys.register('', SECRET);
    const { code, output } = await run(['revoke', id.slice(0, 8).toUpperCase(), '--reason', 'was published']);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^gateway-[\da-f]{4} \([\da-f-]{36}\) is revoked\.\n$/),
    ]);
    expect(await isActive(SECRET)).toBe(false);
    expect((await keys.byId(id))!.revokedReason).toBe('was published');
  });

  it('one that has ended stays as it is', async () => {
    const { id } = await keys.register('', SECRET);
    await keys.revoke(id, 'first');
    const { code, output } = await run(['revoke', id, '--reason', 'second']);
    expect([code, output]).toEqual([0, expect.stringContaining('had ended already, on ')]);
    expect((await keys.byId(id))!.revokedReason).toBe('first');
  });

  it('not one of several, nor one that is unknown', async () => {
    for (const n of [1, 2]) {
      const { id } = await keys.register('', `${SECRET}-${n}`);
      await database.pool.query('update api_key set id = $1 where id = $2', [
        `abcdef00-0000-4000-8000-00000000000${n}`,
        id,
      ]);
    }
    expect(await run('revoke abcdef')).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('2 keys'),
    });
    expect(await run('revoke 0123')).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('no key'),
    });
    expect((await keys.search({ state: 'active' })).total).toBe(2);
  });

  it.each(['revoke', 'revoke abc', 'revoke xyzxyz', 'revoke %%%%'])('is not understood: %s', async (line) => {
    expect((await run(line)).code).toBe(2);
  });
});

describe('import', () => {
  const SECRET = 'Chosen/by+the=gateway!';

  it('registers a secret from the standard input, which it does not repeat', async () => {
    const { code, output, errors } = await run('import --kind gateway --label theirs', `${SECRET}\n`);
    expect([code, errors]).toEqual([0, '']);
    expect(output).not.toContain(SECRET);
    expect(await isActive(SECRET)).toBe(true);
    const again = await run('import --kind gateway', SECRET);
    expect(again).toEqual({ code: 1, output: '', errors: 'This secret is registered already.\n' });
  });

  it.each([
    '',
    'fifteen-letters',
    'with a blank within it',
    'two-lines-of-it\ntwo-lines-of-it',
    'accentué-accentué-x',
    `care_live_${'0'.repeat(38)}`,
  ])('does not register %j, and does not repeat it', async (secret) => {
    const { code, output, errors } = await run('import --kind gateway', secret);
    expect([code, output, (await keys.search()).total]).toEqual([1, '', 0]);
    expect(errors.includes(secret || 'nothing')).toBe(false);
  });

  it('is for gateways only', async () => {
    expect((await run('import --kind live', SECRET)).code).toBe(2);
    expect((await run('import', SECRET)).code).toBe(2);
  });
});

describe('the rest', () => {
  it('a shell hands it words, a database and an input, and gets an exit code', async () => {
    const flags = ['--conditions=@care-atlas/source', '--import', DEV_REGISTER];
    const words = [MAIN, 'keys', 'import', '--kind', 'gateway'];
    const child = spawn(process.execPath, [...flags, ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: testDatabase.url },
    });
    child.stdin.end('too-short\n');
    const code = new Promise((done) => child.once('close', done));
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([await code, output, errors]).toEqual([1, '', expect.stringMatching(/^A secret must be .*\.\n$/)]);
  }, 30_000);

  it('help, for all and for each, goes to the output', async () => {
    for (const words of [
      ['--help'],
      ...['create', 'list', 'revoke', 'import'].map((name) => [name, '--help']),
    ]) {
      const { code, output, errors } = await run(words, '', '');
      expect([code, errors]).toEqual([0, '']);
      expect(output).toMatch(new RegExp(`^Usage: npm run keys -- ${words.length > 1 ? words[0] : '\\['}`));
    }
  });

  it('a database that is not there, or not known, is said in one line without its password', async () => {
    const away = await run('list', '', NOWHERE);
    expect([away.code, away.output]).toEqual([1, '']);
    expect(away.errors).toMatch(/^The database does not answer .*\.\n$/);
    const unknown = [await run('list', '', ''), await run('list', '', 'mysql://u:hunter2@x/y')];
    expect(unknown.map(({ code }) => code)).toEqual([2, 2]);
    for (const { errors } of [away, ...unknown]) expect(errors).not.toContain('hunter2');
  });
});
