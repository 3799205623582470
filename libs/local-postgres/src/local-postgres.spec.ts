import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startLocalPostgres, type LocalPostgres } from './local-postgres.js';

let base: string;
let server: LocalPostgres;

beforeAll(async () => {
  // mkdtemp creates a folder that only its owner can enter.
  base = await mkdtemp(join(tmpdir(), 'care-atlas-postgres-'));
  server = await startLocalPostgres({ directory: join(base, 'one') });
});

afterAll(async () => {
  await server.stop();
  await rm(base, { recursive: true });
});

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

describe('the first start', () => {
  it('creates a cluster that uses UTF-8, sorts by code point and maps the case of all letters', async () => {
    const [row] = await query(
      server.url(),
      `SELECT current_database(), current_user, pg_encoding_to_char(encoding), datlocprovider, datlocale,
              lower('ÉCOLE'), 'Z' < 'a', current_setting('timezone')
         FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual(['care_atlas', 'care_atlas', 'UTF8', 'b', 'C.UTF-8', 'école', true, 'UTC']);
  });

  it('creates the database care_atlas only', async () => {
    const rows = await query(server.url(), 'SELECT datname FROM pg_database ORDER BY 1');
    expect(rows.flat()).toEqual(['care_atlas', 'postgres', 'template0', 'template1']);
  });

  it('stores a random password that only the owner can read', async () => {
    const file = join(base, 'one', 'password');
    const password = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(password).toMatch(/^[\w-]{32}$/);
    expect(new URL(server.url()).password).toBe(password);
  });

  it('rejects a wrong password', async () => {
    const url = new URL(server.url());
    url.password = 'care_atlas';
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('leaves no temporary files', async () => {
    expect((await readdir(join(base, 'one'))).toSorted()).toEqual(['data', 'password', 'port', 'server.log']);
  });
});

describe('the network', () => {
  it('is the loopback interface only', async () => {
    expect(await query(server.url(), 'SHOW listen_addresses')).toEqual([['127.0.0.1']]);
    expect(await query(server.url(), 'SHOW unix_socket_directories')).toEqual([['']]);
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address } of others.filter((each) => !each.internal && each.family === 'IPv4')) {
      expect(await reaches(address, server.port)).toBe(false);
    }
    expect(await reaches('127.0.0.1', server.port)).toBe(true);
  });
});

function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

describe('a second start', () => {
  it('reuses the data of the first', async () => {
    const directory = join(base, 'again');
    const first = await startLocalPostgres({ directory });
    await query(first.url(), 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
    await first.stop();

    const second = await startLocalPostgres({ directory });
    try {
      expect(second.alreadyRunning).toBe(false);
      expect(await query(second.url(), 'SELECT id FROM kept')).toEqual([[7]]);
    } finally {
      await second.stop();
    }
  });

  it('reports the address', async () => {
    const lines: string[] = [];
    const directory = join(base, 'lines');
    const first = await startLocalPostgres({ directory, onProgress: (line) => lines.push(line) });
    const second = await startLocalPostgres({ directory, onProgress: (line) => lines.push(line) });
    await Promise.all([first.stop(), second.stop()]);
    expect(lines).toEqual([
      expect.stringMatching(/^Creating a PostgreSQL cluster in .*lines\.$/),
      `PostgreSQL is running on 127.0.0.1:${first.port}.`,
      `PostgreSQL was already running on 127.0.0.1:${first.port}.`,
    ]);
  });
});

describe('two directories', () => {
  it('have independent servers', async () => {
    const other = await startLocalPostgres({ directory: join(base, 'two'), durable: false });
    try {
      expect(other.port).not.toBe(server.port);
      expect(other.alreadyRunning).toBe(false);
      await query(other.url(), 'CREATE TABLE only_here (id int)');
      expect(await query(server.url(), `SELECT to_regclass('only_here')`)).toEqual([[null]]);
      expect(await query(other.url(), 'SHOW fsync')).toEqual([['off']]);
      expect(await query(server.url(), 'SHOW fsync')).toEqual([['on']]);
    } finally {
      await other.stop();
    }
    await expect(query(other.url(), 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await query(server.url(), 'SELECT 1')).toEqual([[1]]);
  });
});

describe('a cluster that cannot be used', () => {
  it('is rejected with the first lines of the server log', async () => {
    const directory = join(base, 'foreign');
    await mkdir(join(directory, 'data'), { recursive: true, mode: 0o700 });
    await writeFile(join(directory, 'data', 'PG_VERSION'), '9.6\n');
    const start = startLocalPostgres({ directory });
    await expect(start).rejects.toThrow(/did not start:\n.*(incompatible|postgresql\.conf)/s);
  });

  it('is rejected when the password file does not match', async () => {
    const directory = join(base, 'lost');
    await (await startLocalPostgres({ directory })).stop();
    await rm(join(directory, 'password'));
    await expect(startLocalPostgres({ directory })).rejects.toThrow(
      /rejects the password in .*password: restore the original file/,
    );
    expect(await readdir(join(directory, 'data'))).not.toContain('postmaster.pid');
  });
});
