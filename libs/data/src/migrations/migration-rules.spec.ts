import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../connection/schema-classes.js';

/** Migrations run beside the release before them, except for the baseline, which runs in an empty database. */
const later = Object.entries(MIGRATIONS).filter(([name]) => !name.startsWith('Baseline'));

async function statementsOf(migration: MigrationInterface): Promise<readonly string[]> {
  const statements: string[] = [];
  const runner: Pick<QueryRunner, 'query'> = {
    query: (statement: string) => {
      statements.push(statement);
      return Promise.resolve([{ lock_timeout: '500ms' }]) as Promise<never>;
    },
  };
  await migration.up(runner as QueryRunner);
  return statements;
}

/** Returns what a migration does that could stop the release before it. */
async function violationsOf(migration: MigrationInterface): Promise<readonly string[]> {
  const statements = await statementsOf(migration);
  const created = statements.map((statement) => /^create table (\w+)/.exec(statement)?.[1]);
  const locking = statements.filter((statement) => {
    const table = /^create (?:unique )?index (?!concurrently).* on (\w+)/.exec(statement)?.[1];
    return table !== undefined && !created.includes(table);
  });
  const concurrent = statements.filter((statement) => / index concurrently /.test(statement));
  const lastLimit = statements.findLast((statement) => statement.startsWith('set lock_timeout'));
  const inTransaction = migration.transaction ?? true;
  return [
    ...locking.map((statement) => `locks its table: ${statement}`),
    ...concurrent.filter(() => inTransaction).map((statement) => `in a transaction: ${statement}`),
    ...(lastLimit === UNLIMITED ? ['lets later migrations wait without an end'] : []),
    ...(!inTransaction && concurrent.length === 0 ? ['needs a transaction'] : []),
  ];
}

const CREATE = 'create table holiday (day date not null)';
const PLAIN = 'create index holiday_day_idx on holiday (day)';
const UNIQUE = 'create unique index holiday_day_key on holiday (day)';
const UNLIMITED = 'set lock_timeout = 0';
const CONCURRENT = 'create index concurrently holiday_day_idx on holiday (day)';

it.each([
  ['an index on a table that exists', [PLAIN], undefined, [`locks its table: ${PLAIN}`]],
  ['a unique index on a table that exists', [UNIQUE], undefined, [`locks its table: ${UNIQUE}`]],
  ['an index on a table of its own', [CREATE, PLAIN, UNIQUE], undefined, []],
  ['an index that is created concurrently', [CONCURRENT], false, []],
  [
    'an end of waiting that it takes away',
    [UNLIMITED, CONCURRENT],
    false,
    ['lets later migrations wait without an end'],
  ],
  ['one that it gives back', [UNLIMITED, CONCURRENT, `set lock_timeout = '500ms'`], false, []],
  ['the same in a transaction', [CONCURRENT], undefined, [`in a transaction: ${CONCURRENT}`]],
  ['other statements without a transaction', [CREATE], false, ['needs a transaction']],
])('the rules judge a migration with %s', async (_, statements, transaction, violations) => {
  const migration: MigrationInterface = {
    ...(transaction !== undefined && { transaction }),
    async up(runner) {
      for (const statement of statements) await runner.query(statement);
    },
    down: async () => undefined,
  };
  expect(await violationsOf(migration)).toEqual(violations);
});

it('every migration after the baseline keeps the rules', async () => {
  const violations = await Promise.all(
    later.map(async ([name, Migration]) => [name, await violationsOf(new Migration())] as const),
  );
  expect(violations.filter(([, found]) => found.length > 0)).toEqual([]);
});
