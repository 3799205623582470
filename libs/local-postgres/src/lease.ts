import { Socket } from 'node:net';
import { Client } from 'pg';
import { errorCode } from './error-code.js';

/** How to reach a server as its superuser. */
export interface Access {
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** Any number that nothing else in the database `postgres` locks. */
const LEASE_LOCK = 7_265_170;
const CONNECT_MS = 5_000;
const DUPLICATE = new Set(['42P04', '23505']);

/**
 * A connection that stands for one user of the server, so that the last one to leave ends it. It is a shared
 * lock in the server: it goes with the process that holds it, however that process ends.
 */
export interface Lease {
  /** Gives the lease up and says whether nobody else holds one; then nobody can take one any more. */
  giveUp(): Promise<boolean>;
}

/** Connects, makes sure that the database exists, and takes a lease. Waits while another user ends the server. */
export async function takeLease(access: Access, database: string): Promise<Lease> {
  // The lease lasts as long as the process, and must not be what keeps it going.
  const socket = new Socket();
  const client = new Client({
    ...access,
    host: '127.0.0.1',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_MS,
    stream: () => socket,
  });
  let broken = false;
  client.on('error', () => (broken = true));
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [LEASE_LOCK]);
    await makeSureOf(database, client);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  socket.unref();

  return {
    async giveUp() {
      if (broken) return true;
      socket.ref();
      await client.query('SELECT pg_advisory_unlock_shared($1)', [LEASE_LOCK]);
      const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [
        LEASE_LOCK,
      ]);
      const last = rows[0]?.last === true;
      // The lock of the last one stays until the server is gone, so that nobody moves in meanwhile.
      if (last) socket.unref();
      else await client.end();
      return last;
    },
  };
}

async function makeSureOf(database: string, client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
  if (rowCount) return;
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } catch (error) {
    // Another process was faster by a moment.
    if (!DUPLICATE.has(errorCode(error))) throw error;
  }
}
