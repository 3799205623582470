import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single requests by their id, for some days, and counts of all by channel, operation and duration. */
export class Requests1795440100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table logged_request (
        request_id text not null,
        at timestamp with time zone not null,
        operation text not null,
        channel text not null,
        key_id uuid not null,
        status smallint not null,
        milliseconds real not null,
        dataset text not null,
        constraint logged_request_pkey primary key (request_id, at, operation),
        constraint logged_request_channel_check check (channel in ('rest', 'connector', 'portal'))
      )`,
    );
    await runner.query('create index logged_request_at_idx on logged_request (at)');
    await runner.query('create index logged_request_failed_idx on logged_request (at) where status >= 500');
    await runner.query(
      `create table request_hour (
        hour timestamp with time zone not null,
        channel text not null,
        operation text not null,
        requests bigint not null,
        failed bigint not null,
        durations bigint[] not null,
        constraint request_hour_pkey primary key (hour, channel, operation),
        constraint request_hour_channel_check check (channel in ('rest', 'connector', 'portal')),
        constraint request_hour_requests_check check (requests > 0)
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logged_request, request_hour');
  }
}
