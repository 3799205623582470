-- Imports: their sources, runs and jobs, the dataset versions that they make, the feed of changes, and corrections.

-- What is known of each source, shown with its data.
create table source (
  name text not null,
  publisher text,
  licence text,
  attribution text,
  redistributable boolean not null default true,
  method text,
  -- Whether its imports confirm the facts that they repeat.
  confirms boolean not null default false,
  constraint source_pkey primary key (name),
  constraint source_method_check check (method in
    ('register', 'clinic_attested', 'phone_call', 'web', 'open_data', 'patient_report', 'correction'))
);

-- Runs, each with its counts, its report, and the file of its rejected rows.
create table sync_run (
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
  complete boolean not null default false,
  unexpired integer not null default 0,
  opened integer not null default 0,
  closed integer not null default 0,
  reopened integer not null default 0,
  kept integer not null default 0,
  rejects_format text,
  rejects_file bytea,
  extracted_at timestamptz,
  waiting integer not null default 0,
  matched integer not null default 0,
  report jsonb,
  constraint sync_run_pkey primary key (id),
  constraint sync_run_status_check check (status in ('running', 'succeeded', 'failed'))
);

-- What a run changed, until it is pruned. Without a foreign key to the run: both are written in one transaction, and
-- checking it for every one of a million rows would take longer than writing them.
create table sync_change (
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
);

-- Rejected rows of a run, and notes on values that it left out.
create table sync_reject (
  run_id uuid not null,
  position integer not null,
  line integer,
  column_name text not null,
  value text not null,
  reason text not null,
  kind text not null default 'row',
  constraint sync_reject_pkey primary key (run_id, position),
  constraint sync_reject_run_id_fkey foreign key (run_id) references sync_run (id) on delete cascade
);

-- Records that wait for their doctor or clinic. Without a foreign key to the run: a dry run has no row.
create table unmatched_record (
  record text not null,
  key text not null,
  registration_number text,
  clinic_id uuid,
  content jsonb not null,
  source text not null,
  run_id uuid not null,
  received_at timestamptz not null,
  constraint unmatched_record_pkey primary key (record, key),
  constraint unmatched_record_record_check check (record in ('service', 'review', 'observation')),
  constraint unmatched_record_subject_check check (num_nonnulls(registration_number, clinic_id) = 1)
);

-- Files that administrators upload, rejected rows that they mend, and decisions that they make: the worker does them.
create table import_job (
  id uuid not null,
  source text not null,
  file_name text,
  bytes bigint,
  file_hash text,
  settings jsonb,
  state text not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  guard jsonb,
  summary jsonb,
  version text,
  confirmed_by text,
  run_id uuid,
  progress text not null default '',
  reason text not null default '',
  seen_at timestamptz,
  finished_at timestamptz,
  decision jsonb,
  mends_run uuid,
  mends_import uuid,
  -- How often its worker was lost.
  losses integer not null default 0,
  constraint import_job_pkey primary key (id),
  constraint import_job_source_check check (source in
    ('stations', 'odhf', 'clinics', 'register', 'specialists', 'availability', 'reviews', 'corrections')),
  constraint import_job_state_check check (state in
    ('draft', 'waiting', 'checking', 'review', 'confirmed', 'importing', 'parked', 'done', 'failed', 'canceled')),
  constraint import_job_confirmed_check check
    (state not in ('confirmed', 'importing', 'done') or confirmed_by is not null),
  constraint import_job_decision_check check ((source = 'corrections') = (decision is not null)
    and (decision is null) =
      (file_name is not null and bytes is not null and file_hash is not null and settings is not null))
);

create table dataset_version (
  number bigint generated always as identity,
  tag text not null default encode(uuid_send(gen_random_uuid()), 'hex'),
  run_id uuid,
  created_at timestamptz not null default now(),
  -- The last entry of the feed of changes in this version.
  last_change bigint,
  constraint dataset_version_pkey primary key (number),
  constraint dataset_version_tag_key unique (tag),
  constraint dataset_version_run_id_fkey foreign key (run_id) references sync_run (id) on delete set null
);
create index dataset_version_run_id_idx on dataset_version (run_id);

create table dataset_statistics (
  version bigint not null,
  doctors integer not null,
  clinics integer not null,
  confirmations jsonb not null,
  constraint dataset_statistics_pkey primary key (version),
  constraint dataset_statistics_version_fkey
    foreign key (version) references dataset_version (number) on delete cascade
);

-- The feed of changes.
create table directory_change (
  seq bigint not null,
  version bigint not null,
  type text not null,
  key text not null,
  op text not null,
  fields text[] not null,
  constraint directory_change_pkey primary key (seq),
  constraint directory_change_type_check check (type in ('doctor', 'clinic', 'service')),
  constraint directory_change_op_check
    check (op in ('created', 'updated', 'expired', 'restored', 'closed', 'reopened', 'removed'))
);

-- One row: the last entry of the feed, the last one that was pruned, and the first version with real data.
create table change_feed (
  single boolean not null default true,
  last bigint not null default 0,
  pruned bigint not null default 0,
  real_from bigint not null default 0,
  constraint change_feed_pkey primary key (single),
  constraint change_feed_single_check check (single)
);
insert into change_feed default values;

-- A version without the number of its last change is one whose changes nobody wrote, as of a run that replaced everything.
-- The feed begins again after it.
-- The function runs as the owner: temporary tables of its caller must not stand in for those that it names.
do $do$ begin execute format($definition$
    create function begin_change_feed() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
    begin
      update %1$I.change_feed set last = last + 1, pruned = last + 1 returning last into new.last_change;
      delete from %1$I.directory_change;
      return new;
    end $$
$definition$, current_schema()); end $do$;
create trigger dataset_version_feed before insert on dataset_version
  for each row when (new.last_change is null) execute function begin_change_feed();

-- An empty directory is a version too: services need no special case for "nothing imported yet".
insert into dataset_version (last_change) values (0);

-- What operators correct.
create table correction (
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
  constraint correction_kind_check check (kind in ('correct', 'hide', 'pin', 'merge', 'apart')),
  constraint correction_record_check check (record in ('doctor', 'clinic'))
);

-- What the sources say of the records that a correction changes.
create table corrected_record (
  record text not null,
  key text not null,
  source jsonb not null,
  hidden boolean not null default false,
  survivor uuid,
  constraint corrected_record_pkey primary key (record, key),
  constraint corrected_record_record_check check (record in ('doctor', 'clinic'))
);

-- Samples of the directory that are checked by telephone.
create table accuracy_audit (
  protocol_hash text not null,
  protocol text not null,
  drawn_at timestamptz not null,
  measured_at timestamptz,
  file_hash text,
  constraint accuracy_audit_pkey primary key (protocol_hash),
  constraint accuracy_audit_protocol_hash_check check (protocol_hash ~ '^[0-9a-f]{64}$'),
  constraint accuracy_audit_measured_check check (num_nonnulls(measured_at, file_hash) in (0, 2))
);

-- What was listed, and what the calls found.
create table accuracy_finding (
  protocol_hash text not null,
  registration_number text not null,
  field text not null,
  strata text[] not null,
  listed text not null,
  method text not null,
  observed_at timestamptz,
  outcome text,
  constraint accuracy_finding_pkey primary key (protocol_hash, registration_number, field),
  constraint accuracy_finding_protocol_hash_fkey foreign key (protocol_hash)
    references accuracy_audit (protocol_hash) on delete cascade,
  constraint accuracy_finding_field_check
    check (field in ('phone', 'practice', 'specialty', 'accepting', 'wheelchair', 'virtualVisits')),
  constraint accuracy_finding_outcome_check check (outcome in ('correct', 'incorrect', 'unreachable'))
);
