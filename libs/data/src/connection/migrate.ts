import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { appliedMigrations, type Database, type DatabaseOptions, openDatabase } from './database.js';
import { connect, disconnect, isDirect } from './native-connection.js';
import { MIGRATIONS } from './schema-classes.js';
import { acquireSessionLock } from './session-lock.js';

/** How a migration waits for tables that others use. */
export interface MigrationOptions {
  /** Receives a line before each further attempt; by default standard error does. */
  readonly onRetry?: (line: string) => void;
  /** How often to try at most; by default for some five minutes. */
  readonly attempts?: number;
  /** How long to wait before each further attempt, in milliseconds. */
  readonly pause?: number;
}

/** An arbitrary number that only migrations of this schema use as an advisory lock. */
const MIGRATION_LOCK = 7_305_011_901;
const APPLICATION_NAME = 'care-atlas-migrate';
const ATTEMPTS = 60;
const PAUSE_MS = 4_000;
/**
 * Every statement that uses a table queues behind a migration that waits for its lock, and requests queue behind these
 * statements. This must be well below the second that a serving process waits for a connection, so that none fails.
 */
const LOCK_MS = 500;
// SQLSTATE: the lock was not available in time, deadlock.
const LOCKED_CODES = new Set(['55P03', '40P01']);

const DATABASE_OPTIONS: Partial<DatabaseOptions> = {
  applicationName: APPLICATION_NAME,
  poolSize: 1,
  connectTimeout: 10_000,
  queryTimeout: 0,
  statementTimeout: 0,
  lockTimeout: LOCK_MS,
};

/**
 * Brings the schema up to date. Several processes may call it at once: one migrates, the others wait for it.
 * @throws when a migration fails; its changes are rolled back
 * @throws SchemaTooOldError when the database is older than any that this release can migrate
 */
export async function migrate(databaseUrl: string, options: MigrationOptions = {}): Promise<void> {
  const lockHolder = await connect(databaseUrl, APPLICATION_NAME);
  try {
    if (await isMigrated(lockHolder)) return;
    await acquireSessionLock(lockHolder, MIGRATION_LOCK);
    const database = await openDatabase(databaseUrl, DATABASE_OPTIONS);
    try {
      await runMigrations(database, options);
    } finally {
      await database.close();
    }
  } finally {
    // Ending the session releases the lock, also when the unlock could no longer be sent.
    await disconnect(lockHolder);
  }
}

/**
 * Returns whether nothing is to be done, which most calls find, in a tenth of the time that TypeORM takes. False also for a
 * standby and behind a pooler: `openDatabase` checks whether they can be used.
 */
async function isMigrated(client: Client): Promise<boolean> {
  if (!isDirect(client)) return false;
  const { rows } = await client.query<{ writable: boolean }>('select not pg_is_in_recovery() as writable');
  if (!rows[0]!.writable) return false;
  const applied = await appliedMigrations(async (sql) => (await client.query(sql)).rows);
  return Object.keys(MIGRATIONS).every((name) => applied.has(name));
}

async function runMigrations(
  database: Database,
  { onRetry = (line) => console.warn(line), attempts = ATTEMPTS, pause = PAUSE_MS }: MigrationOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.runMigrations();
      return;
    } catch (error) {
      if (!LOCKED_CODES.has(String((error as { readonly code?: unknown }).code))) throw error;
      const reason = `A migration could not lock a table within ${LOCK_MS / 1000} s, because another transaction uses it`;
      if (attempt === attempts) {
        const advice = 'end the transaction, which pg_stat_activity lists, and migrate again';
        throw new Error(`${reason}, in ${attempts} attempts: ${advice}.`, { cause: error });
      }
      onRetry(`${reason}; attempt ${attempt + 1} of ${attempts} follows in ${pause / 1000} s.`);
      await sleep(pause);
    }
  }
}
