import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Time limits of one connection, in milliseconds; 0 or absent means none. */
export interface ConnectionLimits {
  /** How long establishing the connection may take. */
  readonly connect?: number;
  /** How long an answer may take, measured here: it fires even when the server is frozen. */
  readonly query?: number;
  /** How long the server may work on a statement. */
  readonly statement?: number;
}

/** How long a connection may be silent before TCP probes whether its other end still exists. */
export const KEEP_ALIVE_MS = 10_000;
const CONNECT_MS = 10_000;
const GOODBYE_MS = 1000;

/**
 * Opens a connection of one's own, outside the pool and by default without limits on statements: for imports,
 * loading, migrations and listening. The caller ends it. Its death shows in the next query, and as 'end'.
 */
export async function connect(
  databaseUrl: string,
  applicationName: string,
  limits: ConnectionLimits = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: limits.connect ?? CONNECT_MS,
    query_timeout: limits.query,
    statement_timeout: limits.statement,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // Without a listener the death of an idle connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends a connection. A server that does not take leave within a second is left without. */
export async function disconnect(client: pg.Client): Promise<void> {
  const patience = new AbortController();
  const late = sleep(GOODBYE_MS, true, { signal: patience.signal }).catch(() => false);
  const ended = client.end().then(() => false);
  if (await Promise.race([ended, late])) socketOf(client).destroy();
  patience.abort();
}

function socketOf(client: pg.Client): Duplex {
  // The driver does not type its connection.
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}
