import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // A nightly run touches every row: with half of each page free, the new row fits beside the old one, and no
  // index has to be written.
  'alter table doctor set (fillfactor = 50)',
  `alter table doctor
    add column registration_status text not null default '',
    add column registration_class text not null default '',
    add column practice_start text,
    add column list_digest uuid,
    add constraint doctor_practice_start_check check (practice_start in ('independent-practice', 'graduation'))`,

  `alter table clinic
    add column address_key uuid,
    add column accepting_observed_at timestamptz,
    add column accepting_method text not null default ''`,
  'create index clinic_address_key_idx on clinic (address_key)',
  'alter table clinic drop constraint clinic_origin_check',
  `alter table clinic add constraint clinic_origin_check
    check (origin in ('sample', 'open-data', 'clinic', 'register'))`,

  `create table availability_observation (
    id bigint generated always as identity,
    clinic_id uuid,
    registration_number text,
    accepting boolean not null,
    method text not null,
    observed_at timestamptz not null,
    constraint availability_observation_pkey primary key (id),
    constraint availability_observation_clinic_id_method_observed_at_key unique (clinic_id, method, observed_at),
    constraint availability_observation_doctor_method_observed_at_key
      unique (registration_number, method, observed_at),
    constraint availability_observation_clinic_id_fkey
      foreign key (clinic_id) references clinic (id) on delete cascade,
    constraint availability_observation_registration_number_fkey
      foreign key (registration_number) references doctor (registration_number) on delete cascade,
    constraint availability_observation_subject_check check (num_nonnulls(registration_number, clinic_id) = 1)
  )`,
  // What was known before is an observation of the time at which it was read.
  `insert into availability_observation (clinic_id, accepting, method, observed_at)
  select id, accepting, '', synced_at from clinic where accepting is not null`,
  'update clinic set accepting_observed_at = synced_at where accepting is not null',

  `alter table sync_run
    add column complete boolean not null default false,
    add column unexpired integer not null default 0,
    add column opened integer not null default 0,
    add column closed integer not null default 0,
    add column reopened integer not null default 0,
    add column kept integer not null default 0`,
  // Without a foreign key to the run: both are written in one transaction, and checking it for every one of a
  // million rows would take longer than writing them.
  `create table sync_change (
    run_id uuid not null,
    position integer not null,
    record text not null,
    key text not null,
    change text not null,
    fields jsonb,
    constraint sync_change_pkey primary key (run_id, position),
    constraint sync_change_record_check check (record in
      ('doctor', 'clinic', 'service', 'review', 'observation', 'station')),
    constraint sync_change_change_check check (change in
      ('created', 'updated', 'expired', 'unexpired', 'closed', 'reopened'))
  )`,
  `create table sync_reject (
    run_id uuid not null,
    position integer not null,
    line integer,
    column_name text not null,
    value text not null,
    reason text not null,
    constraint sync_reject_pkey primary key (run_id, position),
    constraint sync_reject_run_id_fkey foreign key (run_id) references sync_run (id) on delete cascade
  )`,
];

const DOWN = [
  'drop table sync_reject, sync_change, availability_observation',
  `alter table sync_run drop column complete, drop column unexpired, drop column opened, drop column closed,
    drop column reopened, drop column kept`,
  'alter table clinic drop constraint clinic_origin_check',
  // The version before knows no practice addresses of the register: they are operators' entries to it.
  `update clinic set origin = 'clinic' where origin = 'register'`,
  `alter table clinic add constraint clinic_origin_check check (origin in ('sample', 'open-data', 'clinic'))`,
  'drop index clinic_address_key_idx',
  `alter table clinic drop column address_key, drop column accepting_observed_at, drop column accepting_method`,
  `alter table doctor drop column registration_status, drop column registration_class, drop column practice_start,
    drop column list_digest`,
  'alter table doctor reset (fillfactor)',
];

/** Where the register's word is kept, what is known of acceptance, and what each run changed. */
export class Synchronization1795145000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
