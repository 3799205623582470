import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lets an import recognize the rows that say what is stored. */
export class RowDigests1795450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table doctor add column row_digest uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table doctor drop column row_digest');
  }
}
