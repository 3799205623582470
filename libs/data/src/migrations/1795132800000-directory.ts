import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table specialty (
    id smallint generated always as identity,
    name text not null,
    folded_name text not null,
    constraint specialty_pkey primary key (id),
    constraint specialty_name_key unique (name),
    constraint specialty_folded_name_key unique (folded_name)
  )`,
  `create table language (
    id smallint generated always as identity,
    name text not null,
    folded_name text not null,
    constraint language_pkey primary key (id),
    constraint language_name_key unique (name),
    constraint language_folded_name_key unique (folded_name)
  )`,
  `create table station (
    name text not null,
    lines text not null,
    lat double precision not null,
    lng double precision not null,
    constraint station_pkey primary key (name),
    constraint station_lat_check check (lat between -90 and 90),
    constraint station_lng_check check (lng between -180 and 180)
  )`,
  `create table clinic (
    id uuid not null,
    name text not null,
    search_name text not null,
    address text not null,
    postal_code text not null,
    lat double precision not null,
    lng double precision not null,
    position_source text not null,
    phone text not null,
    website text not null,
    type text not null,
    wheelchair boolean,
    virtual_visits boolean,
    near_subway boolean not null,
    accepting boolean,
    origin text not null,
    synced_at timestamptz not null,
    closed_at timestamptz,
    constraint clinic_pkey primary key (id),
    constraint clinic_type_check check (type in
      ('family-practice', 'walk-in', 'specialist', 'community-health-centre', 'hospital-outpatient')),
    constraint clinic_origin_check check (origin in ('sample', 'open-data', 'clinic')),
    constraint clinic_position_source_check check (position_source in ('source', 'postal-area')),
    constraint clinic_lat_check check (lat between -90 and 90),
    constraint clinic_lng_check check (lng between -180 and 180)
  )`,
  `create table opening_interval (
    clinic_id uuid not null,
    weekday smallint not null,
    opens smallint not null,
    closes smallint not null,
    constraint opening_interval_pkey primary key (clinic_id, weekday, opens),
    constraint opening_interval_clinic_id_fkey foreign key (clinic_id) references clinic (id) on delete cascade,
    constraint opening_interval_weekday_check check (weekday between 1 and 7),
    constraint opening_interval_span_check check (opens >= 0 and opens < closes and closes <= 1440)
  )`,
  `create table doctor (
    registration_number text not null,
    id uuid not null,
    name text not null,
    search_name text not null,
    gender text not null,
    practising_since date not null,
    primary_clinic_id uuid not null,
    referral_required boolean not null,
    booking_phone text not null,
    booking_online text not null,
    booking_referral_only boolean not null,
    confirmed_at timestamptz,
    synced_at timestamptz not null,
    expired_at timestamptz,
    constraint doctor_pkey primary key (registration_number),
    constraint doctor_id_key unique (id),
    constraint doctor_primary_clinic_id_fkey foreign key (primary_clinic_id) references clinic (id),
    constraint doctor_registration_number_check check (registration_number ~ '^[0-9]{1,12}$'),
    constraint doctor_gender_check check (gender in ('', 'male', 'female', 'non-binary'))
  )`,
  `create table additional_location (
    registration_number text not null,
    clinic_id uuid not null,
    position smallint not null,
    constraint additional_location_pkey primary key (registration_number, clinic_id),
    constraint additional_location_registration_number_position_key unique (registration_number, position),
    constraint additional_location_registration_number_fkey
      foreign key (registration_number) references doctor (registration_number) on delete cascade,
    constraint additional_location_clinic_id_fkey foreign key (clinic_id) references clinic (id) on delete cascade
  )`,
  `create table doctor_specialty (
    registration_number text not null,
    specialty_id smallint not null,
    position smallint not null,
    constraint doctor_specialty_pkey primary key (registration_number, specialty_id),
    constraint doctor_specialty_registration_number_position_key unique (registration_number, position),
    constraint doctor_specialty_registration_number_fkey
      foreign key (registration_number) references doctor (registration_number) on delete cascade,
    constraint doctor_specialty_specialty_id_fkey foreign key (specialty_id) references specialty (id)
  )`,
  `create table doctor_language (
    registration_number text not null,
    language_id smallint not null,
    position smallint not null,
    constraint doctor_language_pkey primary key (registration_number, language_id),
    constraint doctor_language_registration_number_position_key unique (registration_number, position),
    constraint doctor_language_registration_number_fkey
      foreign key (registration_number) references doctor (registration_number) on delete cascade,
    constraint doctor_language_language_id_fkey foreign key (language_id) references language (id)
  )`,
  `create table specialty_service (
    clinic_id uuid not null,
    specialty_id smallint not null,
    wait_weeks smallint not null,
    accepting boolean,
    constraint specialty_service_pkey primary key (clinic_id, specialty_id),
    constraint specialty_service_clinic_id_fkey foreign key (clinic_id) references clinic (id) on delete cascade,
    constraint specialty_service_specialty_id_fkey foreign key (specialty_id) references specialty (id),
    constraint specialty_service_wait_weeks_check check (wait_weeks between 0 and 520)
  )`,
  `create table review (
    id uuid not null,
    registration_number text,
    clinic_id uuid,
    author text not null,
    rating smallint not null,
    text text not null,
    written_on date not null,
    wait_time smallint,
    staff smallint,
    communication smallint,
    thoroughness smallint,
    booking smallint,
    facility smallint,
    constraint review_pkey primary key (id),
    constraint review_registration_number_fkey
      foreign key (registration_number) references doctor (registration_number) on delete cascade,
    constraint review_clinic_id_fkey foreign key (clinic_id) references clinic (id) on delete cascade,
    constraint review_subject_check check (num_nonnulls(registration_number, clinic_id) = 1),
    constraint review_rating_check check (rating between 1 and 5),
    constraint review_wait_time_check check (wait_time between 1 and 5),
    constraint review_staff_check check (staff between 1 and 5),
    constraint review_communication_check check (communication between 1 and 5),
    constraint review_thoroughness_check check (thoroughness between 1 and 5),
    constraint review_booking_check check (booking between 1 and 5),
    constraint review_facility_check check (facility between 1 and 5)
  )`,
  `create table sync_run (
    id uuid not null default gen_random_uuid(),
    source text not null,
    file_name text,
    file_hash text,
    started_at timestamptz not null,
    finished_at timestamptz,
    read integer not null default 0,
    created integer not null default 0,
    updated integer not null default 0,
    unchanged integer not null default 0,
    expired integer not null default 0,
    rejected integer not null default 0,
    status text not null,
    reason text not null default '',
    constraint sync_run_pkey primary key (id),
    constraint sync_run_status_check check (status in ('running', 'succeeded', 'failed'))
  )`,
  `create table dataset_version (
    number bigint generated always as identity,
    tag text not null default encode(uuid_send(gen_random_uuid()), 'hex'),
    run_id uuid,
    created_at timestamptz not null default now(),
    constraint dataset_version_pkey primary key (number),
    constraint dataset_version_tag_key unique (tag),
    constraint dataset_version_run_id_fkey foreign key (run_id) references sync_run (id) on delete set null
  )`,
  `create table api_key (
    id uuid not null default gen_random_uuid(),
    hash bytea not null,
    kind text not null,
    tier text not null,
    prefix text not null,
    label text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    last_used_at timestamptz,
    replaces uuid,
    chain_id uuid not null default gen_random_uuid(),
    constraint api_key_pkey primary key (id),
    constraint api_key_hash_key unique (hash),
    constraint api_key_replaces_key unique (replaces),
    constraint api_key_replaces_fkey foreign key (replaces) references api_key (id),
    constraint api_key_hash_check check (octet_length(hash) = 32),
    constraint api_key_kind_check check (kind in ('live', 'sandbox', 'gateway', 'admin')),
    constraint api_key_tier_check check (tier in ('sandbox', 'live', 'gateway', 'admin'))
  )`,
];

// A foreign key has an index where deleting or joining from its other side would otherwise read the whole table.
const INDEXES = [
  'create index doctor_primary_clinic_id_idx on doctor (primary_clinic_id)',
  'create index additional_location_clinic_id_idx on additional_location (clinic_id)',
  'create index doctor_specialty_specialty_id_idx on doctor_specialty (specialty_id)',
  'create index doctor_language_language_id_idx on doctor_language (language_id)',
  'create index specialty_service_specialty_id_idx on specialty_service (specialty_id)',
  'create index review_registration_number_idx on review (registration_number)',
  'create index review_clinic_id_idx on review (clinic_id)',
  'create index dataset_version_run_id_idx on dataset_version (run_id)',
  'create unique index api_key_active_chain_key on api_key (chain_id) where revoked_at is null',
];

/** The whole directory, its runs and versions, and the API keys. */
export class Directory1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES]) await runner.query(statement);
    // An empty directory is a version too: what serves it needs no special case for "nothing imported yet".
    await runner.query('insert into dataset_version default values');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table api_key, dataset_version, sync_run, review, specialty_service, doctor_language,
      doctor_specialty, additional_location, doctor, opening_interval, clinic, station, language, specialty`);
  }
}
