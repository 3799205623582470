import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes on left-out values beside rejected rows, and the time of the extract that records come from. */
export class ImportTrust1795240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sync_reject add column kind text not null default 'row'`);
    await runner.query('alter table sync_run add column extracted_at timestamp with time zone');
    await runner.query('alter table doctor add column extracted_at timestamp with time zone');
    await runner.query('alter table clinic add column extracted_at timestamp with time zone');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clinic drop column extracted_at');
    await runner.query('alter table doctor drop column extracted_at');
    await runner.query('alter table sync_run drop column extracted_at');
    await runner.query('alter table sync_reject drop column kind');
  }
}
