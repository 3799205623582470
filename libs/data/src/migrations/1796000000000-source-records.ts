import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what each source says of each record. The next run fills it from the directory: see `adoptDirectory`. */
export class SourceRecords1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table source_record (
      source text not null,
      kind text not null,
      key text not null,
      fields jsonb not null,
      said jsonb,
      doubts jsonb,
      first_listed timestamptz not null,
      extracted_at timestamptz not null,
      ended_at timestamptz,
      confirmed_at timestamptz,
      forgotten boolean not null default false,
      address_key uuid,
      place_key uuid,
      phone text not null default '',
      constraint source_record_pkey primary key (source, kind, key),
      constraint source_record_kind_check check (kind in ('clinic', 'doctor')),
      constraint source_record_said_check check (said is null or jsonb_typeof(said) = 'object')
    )`);
    await runner.query('create index source_record_kind_key_idx on source_record (kind, key)');
    await runner.query('create index source_record_address_key_idx on source_record (address_key)');
    await runner.query('create index source_record_place_key_idx on source_record (place_key)');
    await runner.query(`create index source_record_phone_idx on source_record (phone) where phone <> ''`);
    await runner.query('alter table source add forgotten_at timestamptz');
    await runner.query('alter table sync_run add keeps_records boolean not null default false');
    await runner.query(`create table source_extract (
      source text not null,
      kind text not null,
      at timestamptz not null,
      complete boolean not null,
      rejected text[] not null default '{}',
      constraint source_extract_pkey primary key (source, kind, at),
      constraint source_extract_kind_check check (kind in ('clinic', 'doctor'))
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table source_extract');
    await runner.query('alter table sync_run drop keeps_records');
    await runner.query('alter table source drop forgotten_at');
    await runner.query('drop table source_record');
  }
}
