import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startLocalPostgres, type LocalPostgres } from './local-postgres.js';
import { findPostmaster } from './postmaster-file.js';

let directory: string;
const servers: LocalPostgres[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'care-atlas-loss-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await rm(directory, { recursive: true });
});

async function start(): Promise<LocalPostgres> {
  const server = await startLocalPostgres({ directory });
  servers.push(server);
  return server;
}

const pidOf = async () => Number.parseInt(await readFile(join(directory, 'data/postmaster.pid'), 'utf8'));

/** Kills the server, and waits until its process is gone. */
async function killServer(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const pid = await pidOf();
  process.kill(pid, signal);
  while ((await findPostmaster(join(directory, 'data')))?.pid === pid) await sleep(20);
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a server that ends', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)(
    'by %s is noticed, and starts again with its data at the same address',
    async (signal) => {
      const first = await start();
      await query(first.url(), 'create table kept as select 7 as id');
      await killServer(signal);
      expect(await first.lost).toMatch(/terminat|ended/i);

      const second = await start();
      expect([second.url(), second.alreadyRunning]).toEqual([first.url(), false]);
      expect(await query(second.url(), 'select id from kept')).toEqual([{ id: 7 }]);
    },
  );

  it('and was started again by another user goes on when the first user stops', async () => {
    const first = await start();
    await killServer();
    await first.lost;
    const second = await start();
    await first.stop();
    expect(await query(second.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('needs no stop', async () => {
    const server = await start();
    await killServer();
    await server.stop();
    expect(await findPostmaster(join(directory, 'data'))).toBeUndefined();
  });
});

it('a server that recovers from the crash of a session is found again', async () => {
  const first = await start();
  const pid = await pidOf();
  const client = new Client({ connectionString: first.url() });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]!.pid, 'SIGKILL');
  expect(await first.lost).toContain('crash of another server process');

  const second = await start();
  expect([second.url(), second.alreadyRunning, await pidOf()]).toEqual([first.url(), true, pid]);
});

describe('a port that another program has taken', () => {
  it('is waited for if it is required, and replaced otherwise', async () => {
    const first = await startLocalPostgres({ directory });
    const { port } = first;
    await first.stop();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');

    const waits = Promise.withResolvers<string>();
    const starting = startLocalPostgres({ directory, port, onProgress: waits.resolve });
    expect(await waits.promise).toBe(
      `Waiting for PostgreSQL: Another program uses the port ${port}, which PostgreSQL had before.`,
    );
    await once(other.close(), 'close');
    const again = await starting;
    expect(again.port).toBe(port);
    await again.stop();

    await once(other.listen(port, '127.0.0.1'), 'listening');
    expect((await start()).port).not.toBe(port);
    await once(other.close(), 'close');
  });
});

it('a start that is interrupted leaves no server', async () => {
  const interruption = new AbortController();
  const onProgress = () => interruption.abort(new Error('It was interrupted.'));
  const starting = startLocalPostgres({ directory, onProgress, signal: interruption.signal });
  await expect(starting).rejects.toThrow('It was interrupted.');
  expect(await findPostmaster(join(directory, 'data'))).toBeUndefined();
});
