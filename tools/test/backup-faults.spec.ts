import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { PROJECT } from '../src/project.js';
import { loadSample } from '../src/sample/load-sample.js';
import { MachinePostgres } from './machine-postgres.js';
import { RoleDatabase } from './role-database.js';
import { until } from './stage/until.js';

const SCRIPTS = join(PROJECT, 'docker/postgres');
const OLD = new Date(Date.now() - 40 * 86_400_000);

let postgres: MachinePostgres;
let database: RoleDatabase;
let folder: string;

beforeAll(async () => {
  postgres = await MachinePostgres.start();
  database = await RoleDatabase.create(postgres.url);
  await loadSample(database.url('sync'), 200, new Date(), () => undefined);
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-backup-'));
  await database.query('truncate backup_run');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs backup.sh as a shell command with more of an environment, or programs that come first on the path. */
function backUp({
  env = {},
  programs = '',
  before = '',
  target = database,
}: {
  env?: Record<string, string>;
  programs?: string;
  before?: string;
  target?: RoleDatabase;
} = {}): Promise<Outcome> {
  const script = `${before} exec sh ${join(SCRIPTS, 'backup.sh')} ${folder}`;
  const path = programs === '' ? postgres.programs : `${programs}:${postgres.programs}`;
  const options = { env: { ...target.scriptEnv(path, 'backup'), ...env } };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], options, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, stdout: stdout.trim(), stderr });
    });
  });
}

/** A program that comes before the real one of its name. */
function wrapper(name: string, script: string): string {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, name), 0o755);
  return programs;
}

function files(): string[] {
  return readdirSync(folder).filter((name) => name !== 'programs');
}

async function recorded(): Promise<boolean[]> {
  const rows = await database.query<{ succeeded: boolean }>(
    'select succeeded from backup_run order by finished_at',
  );
  return rows.map(({ succeeded }) => succeeded);
}

/** An older backup, which must survive. */
function olderBackup(): string {
  const file = join(folder, 'care-atlas-20200101T000000Z.dump');
  writeFileSync(file, 'an older backup');
  utimesSync(file, OLD, OLD);
  return file;
}

it('a backup is recorded, and readable by its owner only', async () => {
  const { code, stdout } = await backUp();
  expect([code, files().map((name) => join(folder, name))]).toEqual([0, [stdout]]);
  expect(await recorded()).toEqual([true]);
});

it('a full disk leaves no file, keeps the older ones, and is recorded', async () => {
  const older = olderBackup();
  // The largest file may have 20 blocks: every write beyond fails, as on a full disk.
  const { code } = await backUp({ before: 'ulimit -f 20;', env: { BACKUP_KEEP_DAYS: '1' } });
  expect(code).not.toBe(0);
  expect(files()).toEqual(['care-atlas-20200101T000000Z.dump']);
  expect(existsSync(older)).toBe(true);
  expect(await recorded()).toEqual([false]);
});

it('a dump that lost its end is not a backup, although its list can be read', async () => {
  const real = join(postgres.programs, 'pg_dump');
  const programs = wrapper(
    'pg_dump',
    `${real} "$@" || exit; for a; do case $a in --file=*) truncate -s -2000 "\${a#--file=}";; esac; done`,
  );
  const { code, stderr } = await backUp({ programs });
  expect([code, files()]).toEqual([1, []]);
  expect(stderr).toMatch(/pg_restore: error/);
  expect(await recorded()).toEqual([false]);
});

it('a dump whose connection dies is not a backup', async () => {
  const blocker = new Client(database.url());
  await blocker.connect();
  await blocker.query('begin; lock table doctor in access exclusive mode');
  const outcome = backUp();
  const dumps = `from pg_stat_activity where application_name = 'pg_dump' and wait_event_type = 'Lock'`;
  await until('the dump waited', async () => (await database.query(`select ${dumps}`)).length > 0);
  await database.query(`select pg_terminate_backend(pid) ${dumps}`);
  expect(await outcome).toMatchObject({ code: 1, stdout: '' });
  await blocker.end();
  expect(files()).toEqual([]);
  expect(await recorded()).toEqual([false]);
});

it('a pg_dump that is older than the server is refused in one sentence', async () => {
  const programs = wrapper('pg_dump', 'echo "pg_dump (PostgreSQL) 9.6.1"');
  const { code, stderr } = await backUp({ programs });
  expect([code, files()]).toEqual([3, []]);
  expect(stderr).toMatch(
    /^pg_dump 9 cannot back up PostgreSQL \d\d: use pg_dump \d\d, as in the image postgres:\d\d\.\n$/,
  );
  expect(await recorded()).toEqual([false]);
});

it('an older server of this machine refuses a newer one in fact', async () => {
  // The embedded server is newer than Debian's pg_dump; elsewhere both may be equal.
  const newer = await RoleDatabase.create();
  try {
    const [{ version } = { version: 0 }] = await newer.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const own = Number(/postgresql\/(\d+)/.exec(postgres.programs)?.[1] ?? version);
    const { code } = await backUp({ target: newer });
    expect(code).toBe(own < version ? 3 : 0);
  } finally {
    await newer.drop();
  }
});

it('no file is overwritten', async () => {
  const programs = wrapper('date', 'echo 20260101T000000Z');
  const first = await backUp({ programs });
  const content = readFileSync(first.stdout);
  const second = await backUp({ programs });
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
  expect(files()).toEqual(['care-atlas-20260101T000000Z.dump']);
  expect(readFileSync(first.stdout).equals(content)).toBe(true);
});

it('older backups are deleted after a success only, and nothing else is', async () => {
  const older = olderBackup();
  const other = join(folder, 'notes.dump');
  writeFileSync(other, '');
  utimesSync(other, OLD, OLD);
  expect(await backUp()).toMatchObject({ code: 0 });
  expect(existsSync(older)).toBe(true);
  // Within the same second, the name would be the same.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await backUp({ env: { BACKUP_KEEP_DAYS: '35' } })).toMatchObject({ code: 0 });
  expect([existsSync(older), existsSync(other), files().length]).toEqual([false, true, 3]);
});

it('an empty database is not backed up by mistake', async () => {
  const { code, stderr } = await backUp({ env: { PGDATABASE: 'postgres' } });
  expect([code, files()]).toEqual([1, []]);
  expect(stderr).toContain('no tables of Care Atlas');
});

it('a wrong command line is refused', async () => {
  const outcome = await new Promise<number>((resolve) => {
    execFile('sh', [join(SCRIPTS, 'backup.sh')], (error) => resolve(Number(error?.code)));
  });
  expect(outcome).toBe(2);
});

const nightly = (...words: string[]) => nightlyWith('', ...words);

/** @param programs a folder of programs that come first on the path */
const nightlyWith = (programs: string, ...words: string[]) =>
  spawn('sh', [join(SCRIPTS, 'nightly-backup.sh'), ...words], {
    env: database.scriptEnv(`${programs}:${postgres.programs}`, 'backup'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const output = async (stream: NodeJS.ReadableStream) => {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
};

describe('the nightly backup', () => {
  it('backs up at once when there is no recent backup, waits for the night, and ends by a signal', async () => {
    const running = nightly('09:30', folder);
    const ended = once(running, 'exit');
    let said = '';
    running.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    // Not when the backup is recorded: the program that records it has not ended yet.
    await until('it waited', () => said.includes('The next backup begins'));
    running.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(said).toMatch(/\.dump\n/);
    expect(files().some((name) => name.endsWith('.dump'))).toBe(true);
    expect(await recorded()).toEqual([true]);
  });

  it.each(['a backup', 'no backup'])('ends by a signal between %s and the wait for the next', async (job) => {
    if (job === 'no backup') await backUp();
    // The wait begins when the time is known, which takes a while.
    const running = nightlyWith(wrapper('date', 'sleep 1; exec /bin/date "$@"'), '09:30', folder);
    const ended = once(running, 'exit');
    let said = '';
    running.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until('it was about to wait', () => said.includes('The next backup begins'));
    running.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });

  it('waits for the night when there is a recent backup', async () => {
    await backUp();
    const running = nightly('09:30', folder);
    const [line] = (await once(running.stdout, 'data')) as [Buffer];
    running.kill('SIGTERM');
    await once(running, 'exit');
    expect(String(line)).toMatch(/^The next backup begins in \d+ minutes, at 09:30 UTC\.\n$/);
    expect(files()).toHaveLength(1);
  });

  it.each([
    ['25:00', () => folder, 2, 'HH:MM'],
    ['09:30', () => join(folder, 'missing'), 1, 'is not a folder that user'],
  ] as const)('refuses %s and a missing folder', async (time, target, code, message) => {
    const running = nightly(time, target());
    const said = output(running.stderr);
    expect((await once(running, 'exit'))[0]).toBe(code);
    expect(await said).toContain(message);
  });
});
