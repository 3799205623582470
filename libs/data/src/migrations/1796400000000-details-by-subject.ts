import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what waits for a doctor or clinic, when that comes. */
export class DetailsBySubject1796400000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists source_record_subject_idx');
    await runner.query(
      'create index concurrently source_record_subject_idx on source_record (subject) where subject is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index source_record_subject_idx');
  }
}
