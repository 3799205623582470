import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Without a foreign key to the run: a dry run has no row.
  `create table unmatched_record (
    record text not null,
    key text not null,
    registration_number text,
    clinic_id uuid,
    content jsonb not null,
    source text not null,
    run_id uuid not null,
    received_at timestamp with time zone not null,
    constraint unmatched_record_pkey primary key (record, key),
    constraint unmatched_record_record_check check (record in ('service', 'review', 'observation')),
    constraint unmatched_record_subject_check check (num_nonnulls(registration_number, clinic_id) = 1)
  )`,
  `alter table sync_run
    add column waiting integer not null default 0,
    add column matched integer not null default 0,
    add column report jsonb`,
  `create table source (
    name text not null,
    publisher text,
    licence text,
    attribution text,
    redistributable boolean not null default true,
    constraint source_pkey primary key (name)
  )`,
];

const DOWN = [
  'drop table source, unmatched_record',
  'alter table sync_run drop column waiting, drop column matched, drop column report',
];

/** Records that wait for their doctor or clinic, the report of a run, and what is known of each source. */
export class UnmatchedRecords1795260000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
