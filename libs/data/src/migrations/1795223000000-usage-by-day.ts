import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What keys are used for, counted by the day: the hours are kept for a few days only. */
export class UsageByDay1795223000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table key_usage_day (
      day timestamptz not null,
      key_id uuid not null,
      operation text not null,
      status smallint not null,
      requests bigint not null,
      constraint key_usage_day_pkey primary key (day, key_id, operation, status),
      constraint key_usage_day_requests_check check (requests > 0)
    )`);
    await runner.query(
      `insert into key_usage_day (day, key_id, operation, status, requests)
      select date_trunc('day', hour, 'UTC'), key_id, operation, status, sum(requests)
      from key_usage group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    );
    await runner.query('create index key_usage_day_key_id_day_idx on key_usage_day (key_id, day)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table key_usage_day');
  }
}
