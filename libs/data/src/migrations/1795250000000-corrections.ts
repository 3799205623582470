import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators correct, and what the sources say of the records that a correction changes. */
export class Corrections1795250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table correction (
      id integer generated always as identity,
      kind text not null,
      record text not null,
      key text not null,
      given jsonb not null,
      fields jsonb not null,
      why text not null,
      made_by text not null,
      made_at timestamptz not null,
      until timestamptz,
      ended_at timestamptz,
      ended_by text not null default '',
      ended_why text not null default '',
      constraint correction_pkey primary key (id),
      constraint correction_kind_check check (kind in ('correct', 'hide', 'pin', 'merge')),
      constraint correction_record_check check (record in ('doctor', 'clinic'))
    )`);
    await runner.query(`create table corrected_record (
      record text not null,
      key text not null,
      source jsonb not null,
      hidden boolean not null default false,
      survivor uuid,
      constraint corrected_record_pkey primary key (record, key),
      constraint corrected_record_record_check check (record in ('doctor', 'clinic'))
    )`);
    await runner.query('alter table clinic add column place_key uuid');
    // The next run computes them: more spellings of an address are equal now.
    await runner.query('update clinic set address_key = null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table clinic drop column place_key');
    await runner.query('drop table corrected_record');
    await runner.query('drop table correction');
  }
}
