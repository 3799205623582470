import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { ignoring } from './errors.js';

/** An arbitrary key; nothing else takes advisory locks in the database `postgres`. */
const LOCK_KEY = 7_265_170;
const CONNECT_MS = 5_000;
const DUPLICATE = ['42P04', '23505'];

/** A shared lock, which lasts as long as its connection. */
export interface SharedLock {
  /** Resolves with the reason when the connection ends before the release: the server ended, or closed it. */
  readonly lost: Promise<string>;
  /**
   * Returns true if no other process holds the lock; from then on no process can acquire it.
   * @throws an Error if the lock was lost
   */
  release(): Promise<boolean>;
}

/**
 * Creates the database if it does not exist, and acquires a shared advisory lock that marks this process as a user of
 * the server, so that the last user stops it. PostgreSQL releases the lock when the process ends, however it ends.
 * Waits while another process stops the server.
 */
export async function acquireSharedLock(access: ClientConfig, database: string): Promise<SharedLock> {
  const socket = new Socket();
  const client = new Client({
    ...access,
    host: '127.0.0.1',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_MS,
    stream: () => socket,
  });
  // The first message is the reason. The end of the connection follows it, and is an error of its own.
  let reason: string | undefined;
  for (const event of ['notice', 'error'] as const)
    client.on(event, ({ message }: { readonly message?: string }) => (reason ??= message));
  const lost = new Promise<string>((resolve) =>
    client.once('end', () => resolve(reason ?? 'the connection ended')),
  );
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK_KEY]);
    await ensureDatabase(client, database);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  // The lock lasts as long as the process, but must not keep the process alive.
  socket.unref();

  return {
    lost,
    async release() {
      socket.ref();
      await client.query('SELECT pg_advisory_unlock_shared($1)', [LOCK_KEY]);
      const { rowCount } = await client.query('SELECT WHERE pg_try_advisory_lock($1)', [LOCK_KEY]);
      const last = rowCount === 1;
      // The last user keeps the exclusive lock until the server has stopped, so that no other process joins.
      if (last) socket.unref();
      else await client.end();
      return last;
    },
  };
}

async function ensureDatabase(client: Client, database: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
  if (rowCount) return;
  // Another process may create it in the meantime.
  const create = `CREATE DATABASE ${client.escapeIdentifier(database)}`;
  await client.query(create).catch(ignoring(...DUPLICATE));
}
