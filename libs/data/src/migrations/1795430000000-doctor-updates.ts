import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lets an import that changes many doctors write each of them once, and no index. */
export class DoctorUpdates1795430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table doctor add column previous_facts jsonb');
    // Each register writes the times of its doctors. In pages that are written from now on, the new row fits beside the
    // old one, so that no index has to be written.
    await runner.query('alter table doctor set (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table doctor reset (fillfactor)');
    await runner.query('alter table doctor drop column previous_facts');
  }
}
