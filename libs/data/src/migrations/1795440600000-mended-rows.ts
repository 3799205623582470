import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rejected rows that people mend and feed again. */
export class MendedRows1795440600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table import_job
        add column mends_run uuid,
        add column mends_import uuid,
        drop constraint import_job_state_check,
        add constraint import_job_state_check check (state in
          ('draft', 'waiting', 'checking', 'review', 'confirmed', 'importing', 'done', 'failed', 'canceled'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from import_job where state = 'draft'`);
    await runner.query(
      `alter table import_job
        drop constraint import_job_state_check,
        add constraint import_job_state_check check (state in
          ('waiting', 'checking', 'review', 'confirmed', 'importing', 'done', 'failed', 'canceled')),
        drop column mends_run,
        drop column mends_import`,
    );
  }
}
