import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When backups ended, so that the services can report the age of the newest one. */
export class BackupRuns1795220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table backup_run (
      finished_at timestamptz not null default clock_timestamp(),
      succeeded boolean not null,
      constraint backup_run_pkey primary key (finished_at)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table backup_run');
  }
}
