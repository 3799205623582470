import 'reflect-metadata';
import type { Pool } from 'pg';
import { AbstractLogger, DataSource } from 'typeorm';
import { Baseline1795500000000 } from '../migrations/1795500000000-baseline.js';
import { isOfEarlierVersion } from '../migrations/earlier-version.js';
import { SchemaBehindError } from './database-errors.js';
import { type ConnectionLimits, createPool, driverWithPool, SERVING_WAIT_MS } from './native-connection.js';
import { SnakeCaseNaming } from './naming-strategy.js';
import { ENTITIES, MIGRATIONS } from './schema-classes.js';

/** How much of the database a process may use, and how long it may wait. Times are in milliseconds, 0 is no limit. */
export interface DatabaseOptions extends Required<ConnectionLimits> {
  /** Shown in PostgreSQL's list of sessions. */
  readonly applicationName: string;
  /** The maximum number of connections. */
  readonly poolSize: number;
  /** How long a connection is used: the address may come to name another server, as after a failover. */
  readonly lifetime: number;
  /** Receives the error of an idle connection that died. The pool replaces it; there is nothing else to do. */
  readonly onIdleError: (error: Error) => void;
}

/** The time limits of a serving process. */
export const SERVING_LIMITS = {
  connectTimeout: SERVING_WAIT_MS,
  queryTimeout: SERVING_WAIT_MS,
  statementTimeout: SERVING_WAIT_MS - 500,
} as const satisfies ConnectionLimits;

const SERVING_OPTIONS: DatabaseOptions = {
  applicationName: 'care-atlas',
  poolSize: 10,
  ...SERVING_LIMITS,
  lockTimeout: 0,
  lifetime: 30_000,
  onIdleError: () => undefined,
};

/** The options of a command, whose user waits for a busy machine rather than repeat it. */
export const COMMAND_OPTIONS = {
  poolSize: 1,
  connectTimeout: 10_000,
  queryTimeout: 60_000,
  statementTimeout: 60_000,
} as const satisfies Partial<DatabaseOptions>;

/** By default, TypeORM writes failed migrations to standard output, which belongs to the results of commands. */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {}
}

/** TypeORM's data source over our entities and migrations, with the pool that it uses. */
export class Database extends DataSource {
  readonly pool: Pool;

  /** Connects to nothing yet: `initialize` does. */
  constructor(url: string, options: Partial<DatabaseOptions> = {}) {
    const { applicationName, poolSize, lifetime, onIdleError, ...limits } = {
      ...SERVING_OPTIONS,
      ...options,
    };
    const pool = createPool(url, applicationName, poolSize, limits, lifetime);
    super({
      type: 'postgres',
      driver: driverWithPool(pool),
      poolErrorHandler: onIdleError,
      logger: new SilentLogger(),
      // The role of a service may not create extensions, and none is needed.
      installExtensions: false,
      uuidExtension: 'pgcrypto',
      synchronize: false,
      namingStrategy: new SnakeCaseNaming(),
      entities: ENTITIES,
      migrations: MIGRATIONS,
      migrationsTableName: 'schema_migration',
      migrationsTransactionMode: 'each',
    });
    this.pool = pool;
  }

  /** @throws when the database does not answer */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /** Waits for running statements, which TypeORM's `destroy` does not, and closes every connection. */
  async close(): Promise<void> {
    await this.pool.end();
  }
}

/**
 * Connects to a migrated database.
 * @throws when the database cannot be reached; `isDatabaseUnavailable` recognizes the error
 */
export async function openDatabase(
  databaseUrl: string,
  options: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const database = new Database(databaseUrl, options);
  await database.initialize();
  return database;
}

/**
 * Connects to a database that every migration of this release has been applied to. It may be newer: while a release
 * is rolled out, the one before it goes on serving.
 * @throws when the database cannot be reached, or is not migrated; `isDatabaseNotReady` recognizes the error
 * @throws SchemaTooOldError when it is older than any that this release can migrate
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

/** Returns the names of the migrations that a database has had. @param query returns the rows of a statement */
export async function appliedMigrations(
  query: (sql: string) => Promise<Record<string, string | null>[]>,
): Promise<Set<string>> {
  const [table] = await query(`select to_regclass('schema_migration') as found`);
  const applied = table?.['found'] ? await query('select name from schema_migration') : [];
  return new Set(applied.map(({ name }) => name!));
}

async function requireMigrations(database: Database): Promise<void> {
  const names = await appliedMigrations((sql) => database.query(sql));
  const baseline = Baseline1795500000000.name;
  if (!names.has(baseline) && isOfEarlierVersion(names)) names.add(baseline);
  const pending = database.migrations.filter(
    (migration) => !names.has(migration.name ?? migration.constructor.name),
  );
  if (pending.length === 0) return;
  throw new SchemaBehindError(
    `It is not migrated to this release yet; migrations to come: ${pending.length}.`,
  );
}
