// Jest's globalSetup of the projects whose tests need PostgreSQL: a server, and on it a migrated template that
// `createTestDatabase` of @care-atlas/local-postgres/test-database copies for each test file.
// TEST_DATABASE_URL (a superuser's) names a server to use instead of one made for the run.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@care-atlas/data/connection';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { Client } from 'pg';

/** A folder of Linux. Containers often have 64 MB there. */
const IN_MEMORY = '/dev/shm';
/** In bytes. */
const ROOM = 4_000_000_000;
/** What the teardown has to undo, in reverse order. */
const undo = [];

export default async function setUp() {
  try {
    const server = process.env.TEST_DATABASE_URL || (await ownServer());
    const template = `care_atlas_template_${randomBytes(6).toString('hex')}`;
    // Several runs may share a server: the databases of a run start with the name of its template.
    undo.push(() => onServer(server, (client) => dropAll(template, client)));
    await onServer(server, (client) => client.query(`CREATE DATABASE ${template}`));
    await migrate(databaseUrl(server, template));
    // A database without connections can always be copied.
    await onServer(server, (client) =>
      client.query(`ALTER DATABASE ${template} WITH ALLOW_CONNECTIONS false`),
    );
    process.env.CARE_ATLAS_TEST_SERVER = server;
    process.env.CARE_ATLAS_TEST_TEMPLATE = template;
  } catch (error) {
    await tearDown();
    throw error;
  }
}

export async function tearDown() {
  while (undo.length > 0) await undo.pop()();
}

async function ownServer() {
  const directory = await mkdtemp(join(await freeFolder(), 'care-atlas-test-'));
  undo.push(guard(directory));
  undo.push(() => rm(directory, { recursive: true, force: true }));
  const postgres = await startLocalPostgres({ directory, durable: false });
  undo.push(() => postgres.stop());
  return postgres.url('postgres');
}

/** Returns a folder in memory if it has room: tests create and drop hundreds of databases, each of a thousand files. */
async function freeFolder() {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir();
}

/**
 * Jest runs no teardown when it is interrupted or killed, and the server would outlive it. A shell waits for the end of
 * its input, which is the end of this process, and then cleans up.
 */
function guard(directory) {
  const script = `cat
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -INT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
    rm -rf "$1"`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', directory], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  shell.stdin.unref();
  return () => shell.stdin.end();
}

async function dropAll(template, client) {
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    template,
  ]);
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}

function databaseUrl(server, database) {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
