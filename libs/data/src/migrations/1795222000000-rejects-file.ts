import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rejects file of a run, so that its rows can be corrected without access to the host of the import. */
export class RejectsFile1795222000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sync_run add column rejects_format text, add column rejects_file bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sync_run drop column rejects_format, drop column rejects_file');
  }
}
