import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EARLIER_MIGRATIONS, isOfEarlierVersion } from './earlier-version.js';

/** The files of libs/data/schema. Tables refer to tables of the same or an earlier file. */
const FILES = ['directory', 'imports', 'keys', 'administration', 'operation'];

/** Creates all tables in an empty database. A database of the version before has them, and stays as it is. */
export class Baseline1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const applied: { name: string }[] = await runner.query('select name from schema_migration');
    if (isOfEarlierVersion(new Set(applied.map(({ name }) => name)))) return;
    for (const file of FILES)
      await runner.query(await readFile(new URL(`../../schema/${file}.sql`, import.meta.url), 'utf8'));
    // After a rollback, the version before looks for its own migrations.
    await runner.query(
      `insert into schema_migration (timestamp, name)
      select right(name, 13)::bigint, name from unnest($1::text[]) with ordinality as earlier (name, place) order by place`,
      [EARLIER_MIGRATIONS],
    );
  }

  async down(): Promise<never> {
    throw new Error('The baseline cannot be undone, because that would delete all data: restore a backup.');
  }
}
