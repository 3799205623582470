import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What keys are used for, counted by the hour, and why a key was revoked. */
export class KeyUsage1795140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_key add column revoked_reason text not null default ''`);
    await runner.query(`create table key_usage (
      hour timestamptz not null,
      key_id uuid not null,
      operation text not null,
      status smallint not null,
      requests bigint not null,
      constraint key_usage_pkey primary key (hour, key_id, operation, status),
      constraint key_usage_requests_check check (requests > 0)
    )`);
    await runner.query('create index key_usage_key_id_hour_idx on key_usage (key_id, hour)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table key_usage');
    await runner.query('alter table api_key drop column revoked_reason');
  }
}
