import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lets an import that changes little write and compute little. */
export class ImportSpeed1795300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table doctor add column digested_at timestamp with time zone');
    // Each register writes the times of its clinics. In pages that are written from now on, the new row fits beside the
    // old one, so that no index has to be written.
    await runner.query('alter table clinic set (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clinic reset (fillfactor)');
    await runner.query('alter table doctor drop column digested_at');
  }
}
