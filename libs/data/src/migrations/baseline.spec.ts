import { readFile } from 'node:fs/promises';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { createEarlierDatabase, createEmptyDatabase, rowsByTable } from '../../test/earlier-database.js';
import { rowsOf, type TestDatabase } from '../../test/test-directory.js';
import { isDatabaseNotReady } from '../connection/database-errors.js';
import { openDatabase, openMigratedDatabase } from '../connection/database.js';
import { migrate } from '../connection/migrate.js';
import { EARLIER_MIGRATIONS, EARLIER_VERSION, SchemaTooOldError } from './earlier-version.js';

const CHANGELOG = new URL('../../../../CHANGELOG.md', import.meta.url);
const TOO_OLD =
  `The database is older than version 0.9.0, and nothing was changed: migrate it with version 0.9.0 ` +
  `(commit ${EARLIER_VERSION.commit}) first, and then with this release.`;

/** What PostgreSQL knows of the tables of the directory, a line for each part. */
const SCHEMA = `
  with relation as (
    select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname
  )
  select concat_ws(' ', 'table', relname, relkind, reloptions, relacl, obj_description(oid, 'pg_class')) as line from relation
  union all select concat_ws(' ', 'column', relname, row_number() over (partition by relname order by attnum), attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, pg_get_expr(adbin, adrelid), attstorage, attcollation)
  from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind = 'r'
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl)
  from pg_proc where pronamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  order by line`;

const schemaOf = async (url: string) => (await rowsOf<{ line: string }>(url, SCHEMA)).map(({ line }) => line);
const migrationsOf = async (url: string) =>
  (await rowsOf<{ name: string }>(url, 'select name from schema_migration order by id')).map(
    ({ name }) => name,
  );

let database: TestDatabase;
afterEach(() => database.drop());

/** Opens the database and undoes every migration after the baseline. */
async function undoToBaseline(): Promise<void> {
  const opened = await openDatabase(database.url, PATIENT);
  try {
    for (let later = opened.migrations.length - 1; later > 0; later--) await opened.undoLastMigration();
  } finally {
    await opened.close();
  }
}

describe('in an empty database', () => {
  beforeEach(async () => {
    database = await createEmptyDatabase();
    await migrate(database.url);
  });

  it('the baseline makes the schema of the version before, and later migrations are undone to it', async () => {
    const migrated = await schemaOf(database.url);
    await undoToBaseline();
    const earlier = await createEarlierDatabase();
    try {
      const lines = await schemaOf(earlier.url);
      expect(lines.length).toBeGreaterThan(500);
      expect(await schemaOf(database.url)).toEqual(lines);
    } finally {
      await earlier.drop();
    }
    await migrate(database.url);
    expect(await schemaOf(database.url)).toEqual(migrated);
  });

  it('the baseline adds the rows that every database has', async () => {
    await undoToBaseline();
    const { schema_migration: _, dataset_version: versions, ...rows } = await rowsByTable(database.url);
    expect(Object.fromEntries(Object.entries(rows).filter(([, each]) => each.length > 0))).toEqual({
      change_feed: ['(t,0,0,0)'],
      health_watch: ['(t,,)'],
      key_lease: ['(t,f,0,0)'],
    });
    expect(versions).toEqual([expect.stringMatching(/^\(1,[0-9a-f]{32},,"[^"]+",0\)$/)]);
  });

  it('the version before finds its migrations, so that it works after a rollback', async () => {
    expect((await migrationsOf(database.url)).slice(0, EARLIER_MIGRATIONS.length + 1)).toEqual([
      ...EARLIER_MIGRATIONS,
      'Baseline1795500000000',
    ]);
  });

  it('the baseline is not undone, because that would delete everything', async () => {
    await undoToBaseline();
    const opened = await openDatabase(database.url, PATIENT);
    try {
      await expect(opened.undoLastMigration()).rejects.toThrow('The baseline cannot be undone');
    } finally {
      await opened.close();
    }
    expect(await migrationsOf(database.url)).toContain('Baseline1795500000000');
  });
});

describe('a database of the version before', () => {
  beforeEach(async () => {
    database = await createEarlierDatabase();
  });

  it('has rows in every table', async () => {
    const rows = Object.entries(await rowsByTable(database.url));
    expect(rows.filter(([, each]) => each.length === 0)).toEqual([]);
  });

  it('counts as one with the baseline: a migration changes no row of it, and is recorded', async () => {
    const { schema_migration: before, ...rows } = await rowsByTable(database.url);
    const schema = await schemaOf(database.url);
    await migrate(database.url);
    await undoToBaseline();
    const { schema_migration: after, ...kept } = await rowsByTable(database.url);
    expect(kept).toEqual(rows);
    expect(await schemaOf(database.url)).toEqual(schema);
    expect(after).toHaveLength(before!.length + 1);
    expect(await migrationsOf(database.url)).toContain('Baseline1795500000000');
  });

  it('needs no migration but those after the baseline', async () => {
    const opened = await openDatabase(database.url, PATIENT);
    const later = opened.migrations.length - 1;
    await opened.close();
    const answer = await openMigratedDatabase(database.url, PATIENT).then(
      (migrated) => migrated.close(),
      (error: Error) => error.message,
    );
    const BEHIND = `It is not migrated to this release yet; migrations to come: ${later}.`;
    expect(answer).toBe(later === 0 ? undefined : BEHIND);
  });

  const LAST = EARLIER_MIGRATIONS.at(-1)!;
  it.each([
    ['the last migration', `name = '${LAST}'`],
    ['all but the first migration', `name <> '${EARLIER_MIGRATIONS[0]}'`],
    ['a migration in between', `name = '${EARLIER_MIGRATIONS[20]}'`],
  ])('without %s is too old: it stays as it is', async (_, missing) => {
    await rowsOf(database.url, `delete from schema_migration where ${missing}`);
    const before = await rowsByTable(database.url);
    await expect(migrate(database.url)).rejects.toThrow(new SchemaTooOldError());
    const opening = openMigratedDatabase(database.url, PATIENT);
    await expect(opening).rejects.toThrow(TOO_OLD);
    // Waiting does not help.
    expect(await opening.then(String, isDatabaseNotReady)).toBe(false);
    expect(await rowsByTable(database.url)).toEqual(before);
  });

  it('that a newer release has migrated is left to that release', async () => {
    await rowsOf(
      database.url,
      `insert into schema_migration (timestamp, name) values (9999999999999, 'Future9999999999999')`,
    );
    await migrate(database.url);
    await (await openMigratedDatabase(database.url, PATIENT)).close();
    expect(await migrationsOf(database.url)).toContain('Future9999999999999');
  });

  it('is named in the changelog, with the commit to migrate with', async () => {
    const { number, commit } = EARLIER_VERSION;
    const [, entry] = (await readFile(CHANGELOG, 'utf8')).split(`\n## ${number} – `);
    expect(entry).toContain(`\`${commit}\``);
  });
});
