-- The directory: doctors, clinics, what is known of them, and who said so.
-- A foreign key has an index where deleting or joining from its other side would otherwise read the whole table.

create table specialty (
  id smallint generated always as identity,
  name text not null,
  folded_name text not null,
  constraint specialty_pkey primary key (id),
  constraint specialty_name_key unique (name),
  constraint specialty_folded_name_key unique (folded_name)
);

create table language (
  id smallint generated always as identity,
  name text not null,
  folded_name text not null,
  constraint language_pkey primary key (id),
  constraint language_name_key unique (name),
  constraint language_folded_name_key unique (folded_name)
);

-- Stations of public transit. Agencies may have stations of one name.
create table station (
  name text not null,
  lines text not null,
  lat double precision not null,
  lng double precision not null,
  agency text not null default '',
  constraint station_pkey primary key (agency, name),
  constraint station_lat_check check (lat between -90 and 90),
  constraint station_lng_check check (lng between -180 and 180)
);

-- Each register writes the times of its clinics: with half of each page free, the new row fits beside the old one, and no
-- index has to be written.
create table clinic (
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
  -- The address with and without its postal code, so that several spellings are equal.
  address_key uuid,
  accepting_observed_at timestamptz,
  accepting_method text not null default '',
  extracted_at timestamptz,
  place_key uuid,
  source text not null default '',
  accepting_source text not null default '',
  accepting_code text,
  -- What a source says about the hours besides those of a week.
  hours_note text not null default '',
  constraint clinic_pkey primary key (id),
  constraint clinic_type_check check (type in
    ('family-practice', 'walk-in', 'specialist', 'community-health-centre', 'hospital-outpatient')),
  constraint clinic_origin_check check (origin in ('sample', 'open-data', 'clinic', 'register')),
  constraint clinic_position_source_check check (position_source in ('source', 'postal-area')),
  constraint clinic_lat_check check (lat between -90 and 90),
  constraint clinic_lng_check check (lng between -180 and 180),
  constraint clinic_accepting_code_check check (accepting_code in ('newpt', 'nopt', 'existptonly', 'existptfam'))
) with (fillfactor = 50);
create index clinic_address_key_idx on clinic (address_key);
create index clinic_place_key_idx on clinic (place_key);

-- Minutes of a day, Monday is 1. Without a known end, `closes` is null.
create table opening_interval (
  clinic_id uuid not null,
  weekday smallint not null,
  opens smallint not null,
  closes smallint,
  constraint opening_interval_pkey primary key (clinic_id, weekday, opens),
  constraint opening_interval_clinic_id_fkey foreign key (clinic_id) references clinic (id) on delete cascade,
  constraint opening_interval_weekday_check check (weekday between 1 and 7),
  constraint opening_interval_span_check check (opens >= 0 and opens < closes and closes <= 1440)
);

-- A nightly run touches every row: half of each page is free, as in `clinic`.
create table doctor (
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
  registration_status text not null default '',
  registration_class text not null default '',
  practice_start text,
  -- Digests by which an import recognizes the lists and rows that are stored already.
  list_digest uuid,
  extracted_at timestamptz,
  digested_at timestamptz,
  -- What the register said before, by fact.
  previous_facts jsonb,
  row_digest uuid,
  constraint doctor_pkey primary key (registration_number),
  constraint doctor_id_key unique (id),
  constraint doctor_primary_clinic_id_fkey foreign key (primary_clinic_id) references clinic (id),
  constraint doctor_registration_number_check check (registration_number ~ '^[0-9]{1,12}$'),
  constraint doctor_gender_check check (gender in ('', 'male', 'female', 'non-binary')),
  constraint doctor_practice_start_check check (practice_start in ('independent-practice', 'graduation'))
) with (fillfactor = 50);
create index doctor_primary_clinic_id_idx on doctor (primary_clinic_id);

-- Where a doctor practices besides the primary clinic.
create table additional_location (
  registration_number text not null,
  clinic_id uuid not null,
  position smallint not null,
  constraint additional_location_pkey primary key (registration_number, clinic_id),
  constraint additional_location_registration_number_position_key unique (registration_number, position),
  constraint additional_location_registration_number_fkey
    foreign key (registration_number) references doctor (registration_number) on delete cascade,
  constraint additional_location_clinic_id_fkey foreign key (clinic_id) references clinic (id) on delete cascade
);
create index additional_location_clinic_id_idx on additional_location (clinic_id);

create table doctor_specialty (
  registration_number text not null,
  specialty_id smallint not null,
  position smallint not null,
  constraint doctor_specialty_pkey primary key (registration_number, specialty_id),
  constraint doctor_specialty_registration_number_position_key unique (registration_number, position),
  constraint doctor_specialty_registration_number_fkey
    foreign key (registration_number) references doctor (registration_number) on delete cascade,
  constraint doctor_specialty_specialty_id_fkey foreign key (specialty_id) references specialty (id)
);
create index doctor_specialty_specialty_id_idx on doctor_specialty (specialty_id);

create table doctor_language (
  registration_number text not null,
  language_id smallint not null,
  position smallint not null,
  constraint doctor_language_pkey primary key (registration_number, language_id),
  constraint doctor_language_registration_number_position_key unique (registration_number, position),
  constraint doctor_language_registration_number_fkey
    foreign key (registration_number) references doctor (registration_number) on delete cascade,
  constraint doctor_language_language_id_fkey foreign key (language_id) references language (id)
);
create index doctor_language_language_id_idx on doctor_language (language_id);

-- A specialty at a clinic: its waiting time, and whether it accepts patients.
create table specialty_service (
  clinic_id uuid not null,
  specialty_id smallint not null,
  wait_weeks smallint not null,
  accepting boolean,
  source text not null default '',
  observed_at timestamptz,
  constraint specialty_service_pkey primary key (clinic_id, specialty_id),
  constraint specialty_service_clinic_id_fkey foreign key (clinic_id) references clinic (id) on delete cascade,
  constraint specialty_service_specialty_id_fkey foreign key (specialty_id) references specialty (id),
  constraint specialty_service_wait_weeks_check check (wait_weeks between 0 and 520)
);
create index specialty_service_specialty_id_idx on specialty_service (specialty_id);

-- A review is of a doctor or of a clinic.
create table review (
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
);
create index review_registration_number_idx on review (registration_number);
create index review_clinic_id_idx on review (clinic_id);

-- Whether a clinic or a doctor accepted patients, each time that somebody said so. `since` is the first time that a source
-- said it without a date.
create table availability_observation (
  id bigint generated always as identity,
  clinic_id uuid,
  registration_number text,
  accepting boolean not null,
  method text not null,
  observed_at timestamptz not null,
  source text not null default '',
  code text,
  since timestamptz,
  constraint availability_observation_pkey primary key (id),
  constraint availability_observation_clinic_id_method_observed_at_key unique (clinic_id, method, observed_at),
  constraint availability_observation_doctor_method_observed_at_key
    unique (registration_number, method, observed_at),
  constraint availability_observation_clinic_id_fkey
    foreign key (clinic_id) references clinic (id) on delete cascade,
  constraint availability_observation_registration_number_fkey
    foreign key (registration_number) references doctor (registration_number) on delete cascade,
  constraint availability_observation_subject_check check (num_nonnulls(registration_number, clinic_id) = 1),
  constraint availability_observation_code_check check (code in ('newpt', 'nopt', 'existptonly', 'existptfam'))
);

-- Who observed each fact, how and when.
create table evidence (
  record text not null,
  key text not null,
  field text not null,
  source text not null,
  value jsonb,
  previous jsonb,
  observed_at timestamptz,
  since timestamptz,
  constraint evidence_pkey primary key (record, key, field, source),
  constraint evidence_record_check check (record in ('clinic', 'service', 'doctor')),
  constraint evidence_field_check check (field in ('accepting', 'hours', 'wheelchair', 'virtualVisits', 'phone',
    'website', 'serviceAccepting', 'serviceWait', 'registration', 'specialties', 'languages', 'practice'))
);

-- A writer that does not know the column leaves it as it is when it writes another value: that would be the time of the
-- former value.
create function forget_since() returns trigger language plpgsql as $$
    begin
      new.since := null;
      return new;
    end $$;
create trigger evidence_since before update on evidence for each row
  when (new.value is distinct from old.value and new.since is not distinct from old.since)
  execute function forget_since();
