import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { hashSecret, KeyRepository } from '@care-atlas/data/keys';
import { isWellFormedKey } from '@care-atlas/domain/access';
import { useConsole } from './test-console.js';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const DEV_REGISTER = pathToFileURL(resolve(import.meta.dirname, '../../../tools/dev-register.mjs')).href;
const UNREACHABLE = 'postgres://nobody:hunter2@127.0.0.1:1/nothing';

const testConsole = useConsole('keys');
let keys: KeyRepository;

beforeAll(() => {
  keys = new KeyRepository(testConsole.database);
});
beforeEach(() => testConsole.database.pool.query('truncate api_key cascade'));

const run = (line: string | readonly string[], input?: string, databaseUrl?: string) =>
  testConsole.run(typeof line === 'string' ? line.split(' ') : line, input, databaseUrl);

const isActive = async (key: string) =>
  [...(await keys.byHashes([hashSecret(key)])).values()].some(({ isRevoked }) => !isRevoked);

describe('create', () => {
  it.each(['live', 'sandbox', 'gateway', 'admin'] as const)('prints a %s key as JSON', async (kind) => {
    const { code, output, errors } = await run(['create', '--kind', kind, '--label', 'a shop', '--json']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const { id, key, prefix, ...rest } = JSON.parse(output) as Record<string, string>;
    expect(rest).toEqual({ kind });
    expect(isWellFormedKey(key!)).toBe(true);
    expect(await isActive(key!)).toBe(true);
    expect(await keys.byId(id!)).toMatchObject({ kind, prefix, label: 'a shop' });
  });

  it('prints a key for people to copy', async () => {
    const { code, output } = await run('create --kind live');
    const [key] = /^ {2}(care_live_\w+)$/m.exec(output)?.slice(1) ?? [];
    expect([code, await isActive(key!)]).toEqual([0, true]);
  });

  it.each([['create'], ['create', '--kind', 'root'], ['create', '--kind', 'live', '--label', 'two\nlines']])(
    'rejects an invalid command line: %j %j %j',
    async (...words) => {
      const { code, output } = await run(words);
      expect([code, output, (await keys.search()).total]).toEqual([2, '', 0]);
    },
  );
});

it.each([
  ['create', '--kind', 'live', '--label', 'a\0b'],
  ['create', '--kind', 'live', '--label=a\ud800'],
  ['create', '--kind', 'live', '--note', 'a\0b'],
])('refuses text that cannot be stored, and names the option: %j …', async (...words) => {
  const { code, output, errors } = await run(words);
  const option = /--(?:label|note)/.exec(words.join(' '))![0];
  expect(errors).toMatch(new RegExp(`^error: ${option} contains a character that cannot be stored\\. `));
  expect([code, output, (await keys.search()).total]).toEqual([2, '', 0]);
});

it('refuses a command line that is not UTF-8, instead of storing what replaces its bytes', async () => {
  const flags = `--conditions=@care-atlas/source --import ${DEV_REGISTER}`;
  // A shell can pass such bytes; Node cannot.
  const line = `exec "${process.execPath}" ${flags} "${MAIN}" keys create --kind live --label "$(printf 'caf\\351')"`;
  const env = { PATH: process.env['PATH'], DATABASE_URL: testConsole.url };
  const child = spawn('sh', ['-c', line], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [errors, code] = await Promise.all([
    text(child.stderr),
    new Promise((done) => child.once('close', done)),
  ]);
  expect([code, errors]).toEqual([
    2,
    'error: --label is not UTF-8: type it in a terminal whose encoding is UTF-8.\n',
  ]);
  expect((await keys.search()).total).toBe(0);
});

describe('list', () => {
  it('reports that no key was found', async () => {
    expect(await run('list')).toEqual({ code: 0, output: 'No keys found.\n', errors: '' });
  });

  it('shows active keys, with --all also the others, and never the key itself', async () => {
    const made = JSON.parse((await run('create --kind admin --label ours --json')).output) as { key: string };
    const { id } = await keys.register('theirs', 'a-secret-of-theirs');
    await keys.revoke(id, 'replaced by another');
    const active = await run('list');
    expect(active.output).toMatch(
      /^id +kind +prefix +created +last used +state +limit +label +note\n.* admin .* never +active +ours\n$/,
    );
    const all = await run('list --all');
    expect(all.output).toMatch(/ revoked 20\d\d-\d\d-\d\d \d\d:\d\d \(replaced by another\) +theirs\n/);
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
        expiresAt: null,
        rateLimit: null,
        note: '',
      },
    ]);
  });
});

describe('the terms of a key', () => {
  it('are set at its creation, changed one by one, and removed', async () => {
    const terms = ['--expires', '2099-01-31', '--limit', '600', '--note', 'a trial'];
    const created = await run(['create', '--kind', 'live', ...terms, '--json']);
    const { id } = JSON.parse(created.output) as { id: string };
    expect(await keys.byId(id)).toMatchObject({
      expiresAt: new Date('2099-01-31T23:59:59Z'),
      rateLimit: 600,
      note: 'a trial',
    });
    expect((await run('list')).output).toMatch(/ active until 2099-01-31 23:59 +600 +a trial\n$/);
    const changed = await run(['change', id.slice(0, 8), '--expires', 'never', '--limit', 'tier']);
    expect(changed).toEqual({ code: 0, errors: '', output: expect.stringMatching(/ active +a trial\n$/) });
    expect(await keys.byId(id)).toMatchObject({ expiresAt: null, rateLimit: null, note: 'a trial' });
    await keys.changeTerms(id, { expiresAt: new Date(0) });
    expect((await run('list')).output).toBe('No keys found.\n');
    expect((await run('list --all')).output).toContain(' expired 1970-01-01 00:00');
    const nothing = await run(['change', id]);
    expect(nothing).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--expires, --limit or --note'),
    });
    await keys.revoke(id);
    const late = await run(['change', id, '--limit', '5']);
    expect(late).toMatchObject({ code: 1, errors: expect.stringContaining('is revoked') });
  });

  it.each([
    ['--expires', '2020-01-31'],
    ['--expires', 'tomorrow'],
    ['--limit', '0'],
    ['--limit', '1e3'],
    ['--note', 'x'.repeat(1001)],
  ])('rejects %s %s', async (option, value) => {
    expect(await run(['create', '--kind', 'live', option, value])).toMatchObject({ code: 2, output: '' });
    expect((await keys.search()).total).toBe(0);
  });
});

describe('revoke', () => {
  const SECRET = 'one-secret-of-theirs';

  it('takes the start of an id, and a reason', async () => {
    const { id } = await keys.register('', SECRET);
    const { code, output } = await run(['revoke', id.slice(0, 8).toUpperCase(), '--reason', 'was published']);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^gateway-[\da-f]{4} \([\da-f-]{36}\) is revoked\.\n$/),
    ]);
    expect(await isActive(SECRET)).toBe(false);
    expect((await keys.byId(id))!.revokedReason).toBe('was published');
  });

  it('takes several keys, and revokes none if one is unknown', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await keys.register('', `${SECRET}-${n}`)).id);
    expect((await run(['revoke', ids[0]!, '00000000-0'])).code).toBe(1);
    expect((await keys.search({ state: 'active' })).total).toBe(3);
    const { code, output } = await run(['revoke', ids[0]!, ids[2]!, '--reason', 'leaked']);
    expect([code, output.match(/is revoked\./g)]).toEqual([0, ['is revoked.', 'is revoked.']]);
    expect((await keys.search({ state: 'active' })).keys.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('does not change a revoked key', async () => {
    const { id } = await keys.register('', SECRET);
    await keys.revoke(id, 'first');
    const { code, output } = await run(['revoke', id, '--reason', 'second']);
    expect([code, output]).toEqual([0, expect.stringContaining('was already revoked on ')]);
    expect((await keys.byId(id))!.revokedReason).toBe('first');
  });

  it('says that it waits, where services may remember the key', async () => {
    expect((await run('memory on')).output).toBe('Services may remember keys. 0 are on the list.\n');
    await testConsole.database.query(
      'insert into key_instance (id, acked_epoch) values (gen_random_uuid(), 1000)',
    );
    const { id } = await keys.register('', SECRET);
    expect(await run(['revoke', id])).toEqual({
      code: 0,
      output: expect.stringContaining('is revoked'),
      errors: expect.stringContaining('Waiting until 1 services have forgotten each key'),
    });
    await testConsole.database.query('delete from key_instance');
    expect((await run('memory off')).output).toBe('Services may not remember keys. 0 are on the list.\n');
    expect((await run('memory')).output).toBe('Services may not remember keys. 0 are on the list.\n');
  });

  it('rejects an ambiguous or unknown id', async () => {
    for (const n of [1, 2]) {
      const { id } = await keys.register('', `${SECRET}-${n}`);
      await testConsole.database.pool.query('update api_key set id = $1 where id = $2', [
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
      errors: expect.stringContaining('No key has an id that starts with 0123'),
    });
    expect((await keys.search({ state: 'active' })).total).toBe(2);
  });

  it.each(['revoke', 'revoke abc', 'revoke xyzxyz', 'revoke %%%%'])(
    'rejects an invalid command line: %s',
    async (line) => {
      expect((await run(line)).code).toBe(2);
    },
  );
});

describe('import', () => {
  const SECRET = 'Chosen/by+the=gateway!';

  it('registers a secret from standard input, and does not print it', async () => {
    const { code, output, errors } = await run('import --kind gateway --label theirs', `${SECRET}\n`);
    expect([code, errors]).toEqual([0, '']);
    expect(output).not.toContain(SECRET);
    expect(await isActive(SECRET)).toBe(true);
    const again = await run('import --kind gateway', SECRET);
    expect(again).toEqual({ code: 1, output: '', errors: 'This secret is already registered.\n' });
  });

  it.each([
    '',
    'fifteen-letters',
    'with a blank within it',
    'two-lines-of-it\ntwo-lines-of-it',
    'accentué-accentué-x',
    `care_live_${'0'.repeat(38)}`,
  ])('rejects the secret %j, and does not print it', async (secret) => {
    const { code, output, errors } = await run('import --kind gateway', secret);
    expect([code, output, (await keys.search()).total]).toEqual([1, '', 0]);
    expect(errors.includes(secret || 'nothing')).toBe(false);
  });

  it('accepts the kind gateway only', async () => {
    expect((await run('import --kind live', SECRET)).code).toBe(2);
    expect((await run('import', SECRET)).code).toBe(2);
  });
});

describe('the program', () => {
  it('reads arguments, environment and input, and returns an exit code', async () => {
    const flags = ['--conditions=@care-atlas/source', '--import', DEV_REGISTER];
    const words = [MAIN, 'keys', 'import', '--kind', 'gateway'];
    const child = spawn(process.execPath, [...flags, ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: testConsole.url },
    });
    child.stdin.end('too-short\n');
    const code = new Promise((resolveCode) => child.once('close', resolveCode));
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([await code, output, errors]).toEqual([1, '', expect.stringMatching(/^A secret must be .*\.\n$/)]);
  });

  it('writes the help of the group and of each command to the output', async () => {
    for (const words of [
      ['--help'],
      ...['create', 'list', 'revoke', 'import'].map((name) => [name, '--help']),
    ]) {
      const { code, output, errors } = await run(words, '', '');
      expect([code, errors]).toEqual([0, '']);
      expect(output).toMatch(new RegExp(`^Usage: npm run keys -- ${words.length > 1 ? words[0] : '\\['}`));
    }
  });

  it('reports an unreachable or missing database in one line, without its password', async () => {
    const unreachable = await run('list', '', UNREACHABLE);
    expect([unreachable.code, unreachable.output]).toEqual([1, '']);
    expect(unreachable.errors).toMatch(/^The database does not answer .*\.\n$/);
    const invalid = [await run('list', '', ''), await run('list', '', 'mysql://u:hunter2@x/y')];
    expect(invalid.map(({ code }) => code)).toEqual([2, 2]);
    for (const { errors } of [unreachable, ...invalid]) expect(errors).not.toContain('hunter2');
  });
});
