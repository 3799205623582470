import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../connection/schema-classes.js';

/** Migrations that were released before the rule: they index tables of some ten thousand rows. */
const BEFORE_THE_RULE = new Set(['Synchronization1795145000000', 'DirectoryOrder1795200000000']);

async function statementsOf(migration: MigrationInterface): Promise<readonly string[]> {
  const statements: string[] = [];
  const runner: Pick<QueryRunner, 'query'> = {
    query: (statement: string) => Promise.resolve(void statements.push(statement)) as Promise<never>,
  };
  await migration.up(runner as QueryRunner);
  return statements;
}

const rules = Object.entries(MIGRATIONS)
  .filter(([name]) => !BEFORE_THE_RULE.has(name))
  .map(([name, Migration]) => [name, new Migration()] as const);

it.each(rules)('%s locks no existing table while it creates an index', async (_, migration) => {
  const statements = await statementsOf(migration);
  const created = statements.map((statement) => /^create table (\w+)/.exec(statement)?.[1]);
  const indexed = statements.map(
    (statement) => /^create (?:unique )?index (?!concurrently).* on (\w+)/.exec(statement)?.[1],
  );
  expect(indexed.filter((table) => table !== undefined && !created.includes(table))).toEqual([]);
});

it.each(rules)('%s runs outside a transaction if it creates an index concurrently', async (_, migration) => {
  const concurrently = (await statementsOf(migration)).some((statement) =>
    / index concurrently /.test(statement),
  );
  expect(migration.transaction ?? true).toBe(!concurrently);
});
