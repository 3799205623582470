import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, eventually, rowsOf, type TestDatabase } from '../../test/test-directory.js';
import { createIndexes } from '../migrations/create-indexes.js';
import { SERVING_LIMITS } from './database.js';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './schema-classes.js';

/** The advisory lock of migrations. */
const MIGRATION_LOCK = '7305011901';

/** A migration to come, which adds a column to the keys. */
class Scope9999999999999 implements MigrationInterface {
  /** How long each run of it waits for a lock. */
  static readonly limits: string[] = [];

  async up(runner: QueryRunner): Promise<void> {
    const [limit] = (await runner.query('show lock_timeout')) as [{ lock_timeout: string }];
    Scope9999999999999.limits.push(limit.lock_timeout);
    await runner.query(`alter table api_key add column scope text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column scope');
  }
}

/** A migration to come, which creates an index while others use the keys. */
class NoteIndex9999999999998 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexes(runner, { api_key_note_idx: 'api_key (note)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index api_key_note_idx');
  }
}

let holder: TestDatabase;
/** A transaction that reads the keys for long, as a backup does. */
let reader: pg.Client;

beforeAll(() => {
  MIGRATIONS[Scope9999999999999.name] = Scope9999999999999;
});
afterAll(() => {
  delete MIGRATIONS[Scope9999999999999.name];
});
beforeEach(async () => {
  holder = await createTestDatabase();
  reader = new pg.Client({ connectionString: holder.url });
  await reader.connect();
  await reader.query('begin; select from api_key');
});
afterEach(async () => {
  await reader.end();
  await holder.drop();
});

async function hasColumn(): Promise<boolean> {
  const rows = await rowsOf(
    holder.url,
    `select from information_schema.columns where table_name = 'api_key' and column_name = 'scope'`,
  );
  return rows.length > 0;
}

test('a migration that waits for a long transaction lets others pass, and stops waiting before their timeout', async () => {
  const lines: string[] = [];
  let migrated = false;
  const migrating = migrate(holder.url, { onRetry: (line) => lines.push(line), pause: 300 }).then(
    () => (migrated = true),
  );
  // None of them ends while the migration waits for its lock.
  while (lines.length < 3) {
    await rowsOf(holder.url, 'select count(*) from api_key');
    await sleep(20);
  }
  expect([migrated, await hasColumn()]).toEqual([false, false]);
  const waits = lines.map((line) => Number(/lock a table within ([\d.]+) s/.exec(line)![1]) * 1000);
  expect(Math.max(...waits)).toBeLessThan(SERVING_LIMITS.statementTimeout);
  await reader.query('commit');
  await migrating;
  expect(await hasColumn()).toBe(true);
  expect(lines[0]).toBe(
    'A migration could not lock a table within 0.5 s, because another transaction uses it; attempt 2 of 60 follows in 0.3 s.',
  );
});

test('a migration gives up after its last attempt, and says what to do', async () => {
  const migrating = migrate(holder.url, { onRetry: () => undefined, attempts: 2, pause: 10 });
  await expect(migrating).rejects.toThrow(
    'A migration could not lock a table within 0.5 s, because another transaction uses it, in 2 attempts: end the ' +
      'transaction, which pg_stat_activity lists, and migrate again.',
  );
  expect(await hasColumn()).toBe(false);
});

test('a migration that waits for another one does not block an index that is created concurrently', async () => {
  await reader.query(`commit; select pg_advisory_lock(${MIGRATION_LOCK})`);
  const migrating = migrate(holder.url);
  await eventually(async () => {
    const rows = await rowsOf(
      holder.url,
      `select from pg_stat_activity where application_name = 'care-atlas-migrate' and datname = current_database()`,
    );
    return rows.length > 0;
  });
  await rowsOf(holder.url, 'create index concurrently api_key_label_idx on api_key (label)');
  await reader.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  await migrating;
  expect(await hasColumn()).toBe(true);
});

test('a database that is migrated waits for no other migration', async () => {
  await reader.query('commit');
  await migrate(holder.url);
  await reader.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  await expect(migrate(holder.url)).resolves.toBeUndefined();
});

test('a migration creates an index concurrently, also after an attempt that was interrupted', async () => {
  await reader.query('commit');
  MIGRATIONS[NoteIndex9999999999998.name] = NoteIndex9999999999998;
  try {
    // A unique index of equal notes fails, and leaves an index that is not valid.
    await rowsOf(
      holder.url,
      `insert into api_key (hash, kind, tier, prefix, label)
      select sha256(n::text::bytea), 'live', 'live', '', '' from generate_series(1, 2) n`,
    );
    await expect(
      rowsOf(holder.url, 'create unique index concurrently api_key_note_idx on api_key (note)'),
    ).rejects.toThrow('could not create unique index');
    await migrate(holder.url);
    expect(
      await rowsOf(
        holder.url,
        `select indisvalid as valid, indisunique as "unique" from pg_index where indexrelid = 'api_key_note_idx'::regclass`,
      ),
    ).toEqual([{ valid: true, unique: false }]);
    expect(await hasColumn()).toBe(true);
    expect(Scope9999999999999.limits.at(-1)).toBe('500ms');
  } finally {
    delete MIGRATIONS[NoteIndex9999999999998.name];
  }
});
