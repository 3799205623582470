import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../../test/stage/until.js';
import { SupervisedPostgres } from './supervised-postgres.js';

const PATIENCE = { firstMs: 10, longestMs: 40, stableMs: 600_000, mostRestarts: 4 };
let directory: string;
let lines: string[];
let postgres: SupervisedPostgres;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'care-atlas-supervised-'));
  lines = [];
});
afterEach(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true });
});

function supervise(patience = PATIENCE): void {
  postgres = new SupervisedPostgres(directory, (line) => lines.push(line), patience);
}

const pidOf = () => Number.parseInt(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8'));
const starts = () => lines.filter((line) => line.startsWith('PostgreSQL is running on')).length;
const losses = () => lines.filter((line) => line.includes('is not available'));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

it('a server that is killed is started again at the same address, with its data', async () => {
  supervise();
  const url = await postgres.ready;
  await query(url, 'create table kept as select 7 as id');
  process.kill(pidOf(), 'SIGKILL');
  await until('it started again', () => starts() === 2);
  expect(await query(url, 'select id from kept')).toEqual([{ id: 7 }]);
  expect(losses()).toEqual([
    expect.stringMatching(
      /^PostgreSQL is not available \(.+\); unless it still runs, it restarts at once\.$/,
    ),
  ]);
});

it('a server that recovers from a crash of its own is left to it', async () => {
  supervise();
  const url = await postgres.ready;
  const pid = pidOf();
  await query(url, `copy (select 1) to program 'kill -9 $PPID'`).catch(() => undefined);
  await until('it was found again', () => lines.some((line) => line.includes('was already running')));
  expect([pidOf(), starts()]).toEqual([pid, 1]);
  expect(losses()).toEqual([expect.stringContaining('crash of another server process')]);
});

it('a server that ends again and again is started after growing pauses, and given up with the reason', async () => {
  supervise();
  await postgres.ready;
  for (let end = 1; end <= PATIENCE.mostRestarts; end++) {
    process.kill(pidOf(), 'SIGKILL');
    await until('it started again', () => starts() === end + 1);
  }
  process.kill(pidOf(), 'SIGKILL');
  await expect(postgres.failed).rejects.toThrow(
    /^PostgreSQL does not stay up: it was started again 4 times in a row, and ended again \(.+\)\. Its log says why: .+server\.log\. Mend the cause, then start again\.$/,
  );
  expect(losses().map((line) => /restarts (.+)\.$/.exec(line)![1])).toEqual([
    'at once',
    'in 0.01 s',
    'in 0.02 s',
    'in 0.04 s',
  ]);
});

it('a stop during a pause starts no other server', async () => {
  supervise({ ...PATIENCE, firstMs: 600_000, longestMs: 600_000 });
  await postgres.ready;
  process.kill(pidOf(), 'SIGKILL');
  await until('it started again', () => starts() === 2);
  const pid = pidOf();
  process.kill(pid, 'SIGKILL');
  await until('it waited', () => losses().length === 2);
  await postgres.stop();
  expect([starts(), pidOf()]).toEqual([2, pid]);
});

it('a stop while the server starts again leaves no server', async () => {
  supervise();
  await postgres.ready;
  const pid = pidOf();
  process.kill(pid, 'SIGKILL');
  await until('another one starts', () => {
    // The file goes before the new server writes its own.
    const other = existsSync(join(directory, 'data/postmaster.pid')) ? pidOf() : NaN;
    return other > 0 && other !== pid;
  });
  const other = pidOf();
  await postgres.stop();
  expect(isAlive(other)).toBe(false);
});

it('a server that cannot start fails the start', async () => {
  supervise();
  await postgres.ready;
  await postgres.stop();
  rmSync(join(directory, 'data/global'), { recursive: true });
  supervise();
  await expect(postgres.ready).rejects.toThrow(/did not start:\n/);
});
