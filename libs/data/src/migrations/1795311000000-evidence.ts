import type { MigrationInterface, QueryRunner } from 'typeorm';

const METHODS = `('register', 'clinic_attested', 'phone_call', 'web', 'open_data', 'patient_report', 'correction')`;
const CODES = `('newpt', 'nopt', 'existptonly', 'existptfam')`;

/** When the newest import of a source was extracted. */
const newest = (source: string) =>
  `(select max(coalesce(extracted_at, started_at)) from sync_run where status = 'succeeded' and source = ${source})`;

const UP = [
  `alter table source add column method text,
    add constraint source_method_check check (method in ${METHODS})`,
  `alter table clinic
    add column source text not null default '',
    add column accepting_source text not null default '',
    add column accepting_code text,
    add constraint clinic_accepting_code_check check (accepting_code in ${CODES})`,
  `alter table availability_observation
    add column source text not null default '',
    add column code text,
    add constraint availability_observation_code_check check (code in ${CODES})`,
  `alter table specialty_service
    add column source text not null default '',
    add column observed_at timestamptz`,
  `create table evidence (
    record text not null,
    key text not null,
    field text not null,
    source text not null,
    value jsonb,
    previous jsonb,
    observed_at timestamptz,
    constraint evidence_pkey primary key (record, key, field, source),
    constraint evidence_record_check check (record in ('clinic', 'service', 'doctor')),
    constraint evidence_field_check check (field in ('accepting', 'hours', 'wheelchair', 'virtualVisits', 'phone',
      'website', 'serviceAccepting', 'serviceWait', 'registration', 'specialties', 'languages', 'practice'))
  )`,

  // What is stored was said by the source of its kind, as far as that is known.
  `update clinic set source = case origin
    when 'sample' then 'sample' when 'open-data' then 'odhf' when 'clinic' then 'clinics' else 'register' end`,
  // The open data has none of these facts: where a facility has one, an operator's file said so.
  `insert into evidence (record, key, field, source, value, observed_at)
  select 'clinic', clinic.id::text, fact.field, case origin when 'sample' then 'sample' else 'clinics' end, fact.value,
    case when origin = 'open-data' then coalesce(${newest(`'clinics'`)}, extracted_at, synced_at) end
  from clinic
  left join (
    select clinic_id as id, jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens) as spans
    from opening_interval group by clinic_id
  ) opening using (id)
  cross join lateral (values
    ('hours', spans), ('wheelchair', to_jsonb(wheelchair)), ('virtualVisits', to_jsonb(virtual_visits)),
    ('phone', to_jsonb(nullif(phone, ''))), ('website', to_jsonb(nullif(website, '')))
  ) fact (field, value)
  where origin <> 'register' and fact.value is not null`,
  // What a correction says is no evidence of a source.
  `update evidence set value = corrected.source -> property
  from (values ('hours', 'openingHours'), ('wheelchair', 'wheelchair'), ('virtualVisits', 'virtualVisits'),
    ('phone', 'phone'), ('website', 'website')) fact (name, property), corrected_record corrected
  where corrected.record = 'clinic' and corrected.key = evidence.key and evidence.record = 'clinic'
    and evidence.field = name and corrected.source ? property`,
  `delete from evidence where value in ('null', '""', '[]')`,
  `update availability_observation observation set source = run.source
  from sync_change change join sync_run run on run.id = change.run_id
  where change.record = 'observation' and change.change = 'created'
    and change.key = concat_ws(' ', coalesce(clinic_id::text, registration_number), nullif(method, ''),
      to_char(observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`,
  `update clinic set accepting_source = observation.source from availability_observation observation
  where observation.clinic_id = clinic.id and observation.method = accepting_method
    and observation.observed_at = accepting_observed_at`,
  `update specialty_service set source = said.source, observed_at = said.at
  from clinic cross join lateral (select case origin when 'sample' then 'sample' else 'specialists' end as source) named
    cross join lateral (select named.source, ${newest('named.source')} as at) said
  where clinic.id = clinic_id`,
  `insert into evidence (record, key, field, source, value)
  select 'service', concat(clinic_id, ' ', specialty_id), fact.field, source, fact.value
  from specialty_service cross join lateral (values
    ('serviceAccepting', to_jsonb(accepting)), ('serviceWait', to_jsonb(wait_weeks))) fact (field, value)
  where observed_at is not null and fact.value is not null`,
  `update unmatched_record
  set content = content || jsonb_build_object('source', source, 'observed_at', coalesce(content -> 'observed_at', to_jsonb(received_at)))
  where record in ('service', 'observation')`,
];

const DOWN = [
  `update unmatched_record set content = content - 'source' - 'observed_at' where record = 'service'`,
  `update unmatched_record set content = content - 'source' - 'code' where record = 'observation'`,
  'drop table evidence',
  'alter table specialty_service drop column source, drop column observed_at',
  'alter table availability_observation drop column source, drop column code',
  'alter table clinic drop column source, drop column accepting_source, drop column accepting_code',
  'alter table source drop column method',
];

/** Who observed each fact, how and when. */
export class Evidence1795311000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
