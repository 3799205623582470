/**
 * Everything that uses the PostgreSQL driver past TypeORM, because TypeORM has no API for it:
 * - the pool, which metrics and tracing observe: TypeORM creates its pool itself and keeps it private;
 * - named prepared statements, which PostgreSQL parses once per connection: every request waits for one;
 * - sessions outside the pool, for COPY, LISTEN, exported snapshots, session locks and statements without limits;
 * - ending a session whose server does not answer, and canceling a statement from another session.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { isDatabaseUnreachable } from './database-errors.js';
import { refuseSharedSessions } from './pooling-mode.js';
import { PrimaryCheck, SERVER_STATE, type ServerState } from './primary-check.js';

/** Time limits of one connection, in milliseconds; 0 or absent means none. */
export interface ConnectionLimits {
  /** How long establishing the connection, or waiting for one of a pool, may take. */
  readonly connectTimeout?: number;
  /** How long an answer may take, measured in this process: it applies even when the server is frozen. */
  readonly queryTimeout?: number;
  /** How long the server may work on a statement: shorter, so that usually the server is the one that stops. */
  readonly statementTimeout?: number;
  /** How long a statement may wait for a lock of a table. */
  readonly lockTimeout?: number;
}

/** How long a connection may be silent before TCP probes whether its other end still exists. */
const KEEP_ALIVE_MS = 10_000;
/**
 * The same for the server: by its default, it would keep the locks of a lost machine for two hours. Through a socket of Unix, and
 * behind a pooler, it has no effect on the machine of this process.
 */
const SERVER_KEEP_ALIVE = [
  `set tcp_keepalives_idle = ${KEEP_ALIVE_MS / 1000}`,
  `set tcp_keepalives_interval = ${KEEP_ALIVE_MS / 1000}`,
  'set tcp_keepalives_count = 3',
];
const CONNECT_MS = 10_000;
const GOODBYE_MS = 1000;

/**
 * How long a serving process waits for a connection, and again for an answer, before it answers 503. Milliseconds. The first
 * sessions of a machine slowed to a twentieth take 1.7 s: it is late, but serves. Both waits end before a service that stops
 * gives its requests up (after 6.5 s), and before a proxy does (after 15 s). Readiness has a shorter limit of its own.
 */
export const SERVING_WAIT_MS = 3_000;
const PROBE_LIMITS: ConnectionLimits = { connectTimeout: SERVING_WAIT_MS, queryTimeout: SERVING_WAIT_MS };

function clientConfig(
  databaseUrl: string,
  applicationName: string,
  limits: ConnectionLimits,
): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: limits.connectTimeout,
    query_timeout: limits.queryTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/** Creates a pool of at most `size` connections to a primary, none of which is open yet. */
export function createPool(
  databaseUrl: string,
  applicationName: string,
  size: number,
  limits: ConnectionLimits,
  lifetime = 0,
): pg.Pool {
  const primary = new PrimaryCheck();
  let probed = false;
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    const server = await begin<ServerState>(client, limits, SERVER_STATE);
    primary.admit(client, server);
    if (probed || server.pid === processOf(client)) return;
    await probePooler(client, server.pid, databaseUrl, applicationName);
    probed = true;
  };
  // The driver's types do not know that the pool awaits this function.
  const config: Omit<pg.PoolConfig, 'onConnect'> & { readonly onConnect: typeof onConnect } = {
    ...clientConfig(databaseUrl, applicationName, limits),
    max: size,
    // The address may come to name another server.
    maxLifetimeSeconds: lifetime / 1000,
    onConnect,
  };
  const pool = new pg.Pool(config);
  // The pool listens to a client only while it is idle. Without a listener an 'error' event ends the process.
  pool.on('connect', (client) => client.on('error', ignore));
  pool.on('error', ignore);
  // After a timeout in this process the query still occupies its connection: the next user would wait behind it.
  pool.on('release', (_error, client) => {
    // The driver does not type this field, and has no other sign of a query under way.
    const { readyForQuery } = client as pg.PoolClient & { readonly readyForQuery?: boolean };
    if (readyForQuery === false) client.end().catch(ignore);
  });
  return pool;
}

/**
 * Sets the limits that the server enforces, and reads columns, in one round trip. As parameters of the connection,
 * PgBouncer would refuse the limits.
 */
async function begin<Row extends object>(
  client: pg.ClientBase,
  { statementTimeout = 0, lockTimeout = 0 }: ConnectionLimits,
  columns: string,
): Promise<Row> {
  const statements = [
    ...SERVER_KEEP_ALIVE,
    ...(statementTimeout > 0 ? [`set statement_timeout = ${statementTimeout}`] : []),
    ...(lockTimeout > 0 ? [`set lock_timeout = ${lockTimeout}`] : []),
    `select ${columns}`,
  ];
  // The driver returns one result for one statement, and a list for several.
  const results = (await client.query(statements.join('; '))) as pg.QueryResult | pg.QueryResult[];
  return [results].flat().at(-1)!.rows[0] as Row;
}

/** The driver does not type the process id that the server, or a pooler, reported. */
function processOf(client: pg.ClientBase): number | undefined {
  return (client as pg.ClientBase & { readonly processID?: number }).processID;
}

/** @throws PoolingModeError */
async function probePooler(
  client: pg.ClientBase,
  pid: number,
  databaseUrl: string,
  applicationName: string,
): Promise<void> {
  const other = await connect(databaseUrl, applicationName, PROBE_LIMITS).catch(() => undefined);
  if (!other) return;
  try {
    await refuseSharedSessions(client, pid, other);
  } catch (error) {
    // Where a pooler has no second session to give, each connection keeps its own.
    if (!isDatabaseUnreachable(error)) throw error;
  } finally {
    await disconnect(other);
  }
}

/** The `driver` option of TypeORM, with the pool that it hands out. */
interface PoolDriver {
  readonly pool: pg.Pool;
  readonly Pool: () => pg.Pool;
}

/** Returns the `driver` option that makes TypeORM use a pool: it calls `new driver.Pool(options)` once. */
export function driverWithPool(pool: pg.Pool): PoolDriver {
  return {
    pool,
    // A constructor that returns an object creates that object.
    Pool: function Pool() {
      return pool;
    },
  };
}

/**
 * Runs a statement that each connection parses once: within the manager's transaction, if it has one, and otherwise
 * on the pool, without the cost of a query runner.
 */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  { queryRunner, dataSource }: EntityManager,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { driver } = dataSource.options as { readonly driver?: PoolDriver };
  const connection: Pick<pg.Pool, 'query'> = queryRunner
    ? ((await queryRunner.connect()) as pg.PoolClient)
    : driver!.pool;
  return (await connection.query<Row>({ name, text, values })).rows;
}

/** The server's processes of sessions. Behind a pooler, the driver has another number. */
const processes = new WeakMap<pg.Client, number>();

/**
 * Opens a session outside the pool, by default without limits on statements. The caller ends it with `disconnect`.
 * Its death shows in the next query, and as the event 'end'.
 */
export async function connect(
  databaseUrl: string,
  applicationName: string,
  limits: ConnectionLimits = {},
): Promise<pg.Client> {
  const client = new pg.Client(
    clientConfig(databaseUrl, applicationName, {
      ...limits,
      connectTimeout: limits.connectTimeout ?? CONNECT_MS,
    }),
  );
  // Without a listener the death of an idle connection would end the process.
  client.on('error', ignore);
  await client.connect();
  try {
    const { pid } = await begin<{ pid: number }>(client, limits, 'pg_backend_pid() as pid');
    processes.set(client, pid);
  } catch (error) {
    await disconnect(client);
    throw error;
  }
  return client;
}

/** Returns whether no pooler is between a session of `connect` and its server. */
export function isDirect(client: pg.Client): boolean {
  return processes.get(client) === processOf(client);
}

/** Ends a session. When the server does not close the connection within a second, destroys the socket. */
export async function disconnect(client: pg.Client): Promise<void> {
  const timer = new AbortController();
  const late = sleep(GOODBYE_MS, true, { signal: timer.signal }).catch(() => false);
  const ended = client.end().then(() => false);
  if (await Promise.race([ended, late])) client.connection.stream.destroy();
  timer.abort();
}

/** Works over a session of `connect`, which ends with the work. If this throws in a transaction, nothing of it stays. */
export async function withSession<Result>(
  databaseUrl: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<Result>,
  limits: ConnectionLimits = {},
): Promise<Result> {
  const client = await connect(databaseUrl, applicationName, limits);
  try {
    return await work(client);
  } finally {
    await disconnect(client);
  }
}

/** Asks the server, over another connection, to cancel the statement of a session. */
export async function cancelStatement(
  databaseUrl: string,
  applicationName: string,
  client: pg.Client,
): Promise<void> {
  const pid = processes.get(client);
  // When the database is gone, there is nothing left to cancel.
  await withSession(databaseUrl, applicationName, (other) =>
    other.query('select pg_cancel_backend($1)', [pid]),
  ).catch(ignore);
}

/** The loss of a connection shows in the next query. */
function ignore(): void {}
