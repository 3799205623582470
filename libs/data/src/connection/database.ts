import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { connect, disconnect } from './connection.js';
import { type DatabaseOptions, directoryDataSource, SERVING_OPTIONS } from './directory-data-source.js';

/** An open database: the entities by TypeORM, and the connection pool beneath it for the hot path. */
export class Database {
  constructor(
    readonly dataSource: DataSource,
    readonly pool: Pool,
  ) {}

  /** Answers when the database does, and throws otherwise. */
  async ping(): Promise<void> {
    await this.pool.query('select 1');
  }

  /** Waits for the statements under way and closes every connection. */
  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}

/**
 * Connects to a migrated database.
 * @throws when the database cannot be reached; `isDatabaseUnavailable` tells.
 */
export async function openDatabase(
  databaseUrl: string,
  options: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const dataSource = directoryDataSource(databaseUrl, { ...SERVING_OPTIONS, ...options });
  await dataSource.initialize();
  const pool = poolOf(dataSource);
  // A query that timed out on this side still occupies its connection: the next user would wait behind it.
  pool.on('release', (_error: unknown, client: PoolClient & { readonly readyForQuery?: boolean }) => {
    if (client.readyForQuery === false) void closeQuietly(client);
  });
  return new Database(dataSource, pool);
}

/** The database lacks what this release needs: its migration has not been run yet. */
export class SchemaBehindError extends Error {
  override readonly name = 'SchemaBehindError';
}

/**
 * Connects to a database that every migration of this release has been applied to. It may be newer: while a release
 * is rolled out, the one before it goes on serving.
 * @throws when the database cannot be reached, or is not migrated; `isDatabaseNotReady` tells.
 */
export async function openMigratedDatabase(
  databaseUrl: string,
  options: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const database = await openDatabase(databaseUrl, options);
  try {
    await requireMigrations(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function requireMigrations({ dataSource, pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ found: string | null }>(
    `select to_regclass('schema_migration') as found`,
  );
  const { rows: applied } = rows[0]!.found
    ? await pool.query<{ name: string }>('select name from schema_migration')
    : { rows: [] };
  const names = new Set(applied.map(({ name }) => name));
  const pending = dataSource.migrations.filter(
    (migration) => !names.has(migration.name ?? migration.constructor.name),
  );
  if (pending.length === 0) return;
  throw new SchemaBehindError(
    `It is not migrated to this release yet; migrations to come: ${pending.length}.`,
  );
}

/**
 * Brings the schema up to date. Several processes may call it at once: one migrates, the others wait for it.
 * @throws when a migration fails; what it did is rolled back then.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const turn = await connect(databaseUrl, 'care-atlas-migrate');
  try {
    await turn.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const dataSource = directoryDataSource(databaseUrl, MIGRATION_OPTIONS);
    await dataSource.initialize();
    try {
      await dataSource.runMigrations();
    } finally {
      await dataSource.destroy();
    }
  } finally {
    // Ending the session gives the lock back, also when the unlock could no longer be sent.
    await disconnect(turn);
  }
}

/** An arbitrary number that only migrations of this schema use as an advisory lock. */
const MIGRATION_LOCK = 7_305_011_901;

const MIGRATION_OPTIONS: DatabaseOptions = {
  ...SERVING_OPTIONS,
  applicationName: 'care-atlas-migrate',
  poolSize: 1,
  connectTimeout: 10_000,
  queryTimeout: 0,
  statementTimeout: 0,
};

function poolOf(dataSource: DataSource): Pool {
  // TypeORM does not type its driver's pool.
  return (dataSource.driver as unknown as { readonly master: Pool }).master;
}

async function closeQuietly(client: PoolClient & { end?: () => Promise<void> }): Promise<void> {
  try {
    await client.end?.();
  } catch {
    // It was to be closed, and it is.
  }
}

// SQLSTATE: connection lost, resources exhausted, server going down or starting, statement cancelled. Then Node's.
const UNAVAILABLE_CODES = new RegExp(
  '^(08...|53...|57P..|57014|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|' +
    'ENETDOWN|ENOTFOUND|EAI_AGAIN)$',
);
// What pg and its pool say has no code.
const UNAVAILABLE_MESSAGES = new RegExp(
  [
    '^timeout exceeded when trying to connect$',
    '^timeout expired$',
    '^Query read timeout$',
    '^Connection terminated',
    '^Client has encountered a connection error',
    '^Client was closed and is not queryable',
    '^Cannot use a pool after calling end on the pool',
    // How TypeORM says that the connection died between two statements of a transaction.
    '^Query runner already released',
    '^Database connection provided by a query runner was already released',
  ].join('|'),
);

/**
 * Whether an error means that the database cannot answer at the moment, and the same request may well succeed
 * later: it is down, going down, overloaded, out of reach or too slow. Everything else is a fault of ours.
 * Looks through the wrappers of TypeORM and Node.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, driverError, errors, cause } = error as Readonly<Record<string, unknown>>;
  if (typeof code === 'string' && UNAVAILABLE_CODES.test(code)) return true;
  if (typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message)) return true;
  if (Array.isArray(errors) && errors.some(isDatabaseUnavailable)) return true;
  return isDatabaseUnavailable(driverError) || isDatabaseUnavailable(cause);
}

// SQLSTATE: no such database, no such role or not its password yet, no such table, no rights on it yet.
const NOT_READY_CODES = new Set(['3D000', '28000', '28P01', '42P01', '42501']);

/** Whether an error may go away by itself while a system is being set up: its parts start in any order. */
export function isDatabaseNotReady(error: unknown): boolean {
  if (error instanceof SchemaBehindError || isDatabaseUnavailable(error)) return true;
  const { code, driverError } = (error ?? {}) as { readonly code?: string; readonly driverError?: unknown };
  return NOT_READY_CODES.has(code ?? '') || (driverError !== undefined && isDatabaseNotReady(driverError));
}
