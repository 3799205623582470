import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the worker of a job was lost, and the state of a job that lost it too often. */
export class ParkedImports1795460100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table import_job
        add column losses integer not null default 0,
        drop constraint import_job_state_check,
        add constraint import_job_state_check check (state in
          ('draft', 'waiting', 'checking', 'review', 'confirmed', 'importing', 'parked', 'done', 'failed', 'canceled'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update import_job set state = 'failed' where state = 'parked'`);
    await runner.query(
      `alter table import_job
        drop column losses,
        drop constraint import_job_state_check,
        add constraint import_job_state_check check (state in
          ('draft', 'waiting', 'checking', 'review', 'confirmed', 'importing', 'done', 'failed', 'canceled'))`,
    );
  }
}
