-- A database of version 0.9.0 with invented rows in every table: made once by the code of that version (imports, corrections,
-- keys, administrators; plain inserts elsewhere), and dumped by pg_dump --inserts --no-owner --no-privileges without comments.
CREATE FUNCTION public.add_live_key() RETURNS void
    LANGUAGE sql
    AS $$$$;
CREATE FUNCTION public.add_privileged_key() RETURNS void
    LANGUAGE sql
    AS $$$$;
CREATE FUNCTION public.begin_change_feed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    begin
      update public.change_feed set last = last + 1, pruned = last + 1 returning last into new.last_change;
      delete from public.directory_change;
      return new;
    end $$;
CREATE FUNCTION public.check_key_right() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO '$user', 'public'
    AS $$
      declare
        needed text := case
          when new.kind = 'sandbox' and new.tier = 'sandbox' then null
          when new.kind in ('sandbox', 'live') and new.tier in ('sandbox', 'live') then 'add_live_key()'
          else 'add_privileged_key()'
        end;
      begin
        if not has_function_privilege(needed, 'execute') then
          raise exception 'The role % may not add a key of kind % and tier %.', current_user, new.kind, new.tier
            using errcode = 'insufficient_privilege';
        end if;
        return new;
      end $$;
CREATE FUNCTION public.forget_since() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      new.since := null;
      return new;
    end $$;
CREATE FUNCTION public.raise_key_epoch() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ begin
      perform pg_advisory_xact_lock(7305011904);
      update public.key_lease set epoch = epoch + 1,
        pruned = case tg_op when 'TRUNCATE' then epoch + 1 else greatest(pruned, epoch - 10000) end;
      delete from public.key_change where epoch <= (select pruned from public.key_lease);
      perform pg_notify('key_change', '');
      return null;
    end $$;
CREATE FUNCTION public.record_key_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ begin
      insert into public.key_change
        select epoch, hash from public.key_lease, (values (old.hash), (new.hash)) changed (hash)
        where hash is not null
        on conflict do nothing;
      return null;
    end $$;
CREATE FUNCTION public.record_key_withdrawal() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ begin
      insert into public.key_change
        select epoch, hash from public.key_lease, public.api_key where api_key.id = new.key_id
        on conflict do nothing;
      return null;
    end $$;
CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    raise exception 'The audit is append-only.' using errcode = 'insufficient_privilege';
  end $$;
CREATE TABLE public.accuracy_audit (
    protocol_hash text NOT NULL,
    protocol text NOT NULL,
    drawn_at timestamp with time zone NOT NULL,
    measured_at timestamp with time zone,
    file_hash text,
    CONSTRAINT accuracy_audit_measured_check CHECK ((num_nonnulls(measured_at, file_hash) = ANY (ARRAY[0, 2]))),
    CONSTRAINT accuracy_audit_protocol_hash_check CHECK ((protocol_hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE TABLE public.accuracy_finding (
    protocol_hash text NOT NULL,
    registration_number text NOT NULL,
    field text NOT NULL,
    strata text[] NOT NULL,
    listed text NOT NULL,
    method text NOT NULL,
    observed_at timestamp with time zone,
    outcome text,
    CONSTRAINT accuracy_finding_field_check CHECK ((field = ANY (ARRAY['phone'::text, 'practice'::text, 'specialty'::text, 'accepting'::text, 'wheelchair'::text, 'virtualVisits'::text]))),
    CONSTRAINT accuracy_finding_outcome_check CHECK ((outcome = ANY (ARRAY['correct'::text, 'incorrect'::text, 'unreachable'::text])))
);
CREATE TABLE public.additional_location (
    registration_number text NOT NULL,
    clinic_id uuid NOT NULL,
    "position" smallint NOT NULL
);
CREATE TABLE public.admin_session (
    sid text NOT NULL,
    sess jsonb NOT NULL,
    expire timestamp with time zone NOT NULL,
    seen_at timestamp with time zone
);
CREATE TABLE public.administrator (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    folded_name text NOT NULL,
    password_hash text NOT NULL,
    password_changed_at timestamp with time zone NOT NULL,
    password_expires_at timestamp with time zone,
    totp_secret bytea,
    totp_offer bytea,
    totp_period bigint,
    created_at timestamp with time zone NOT NULL,
    disabled_at timestamp with time zone,
    role text DEFAULT 'administrator'::text NOT NULL,
    oidc_account text,
    CONSTRAINT administrator_name_check CHECK ((name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$'::text)),
    CONSTRAINT administrator_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'administrator'::text])))
);
CREATE TABLE public.api_key (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    hash bytea NOT NULL,
    kind text NOT NULL,
    tier text NOT NULL,
    prefix text NOT NULL,
    label text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    replaces uuid,
    chain_id uuid DEFAULT gen_random_uuid() NOT NULL,
    revoked_reason text DEFAULT ''::text NOT NULL,
    expires_at timestamp with time zone,
    rate_limit integer,
    note text DEFAULT ''::text NOT NULL,
    CONSTRAINT api_key_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT api_key_kind_check CHECK ((kind = ANY (ARRAY['live'::text, 'sandbox'::text, 'gateway'::text, 'admin'::text]))),
    CONSTRAINT api_key_rate_limit_check CHECK ((rate_limit > 0)),
    CONSTRAINT api_key_tier_check CHECK ((tier = ANY (ARRAY['sandbox'::text, 'live'::text, 'gateway'::text, 'admin'::text])))
);
CREATE TABLE public.audit_event (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE public.audit_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.availability_observation (
    id bigint NOT NULL,
    clinic_id uuid,
    registration_number text,
    accepting boolean NOT NULL,
    method text NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    code text,
    since timestamp with time zone,
    CONSTRAINT availability_observation_code_check CHECK ((code = ANY (ARRAY['newpt'::text, 'nopt'::text, 'existptonly'::text, 'existptfam'::text]))),
    CONSTRAINT availability_observation_subject_check CHECK ((num_nonnulls(registration_number, clinic_id) = 1))
);
ALTER TABLE public.availability_observation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.availability_observation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.backup_run (
    finished_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    succeeded boolean NOT NULL
);
CREATE TABLE public.change_feed (
    single boolean DEFAULT true NOT NULL,
    last bigint DEFAULT 0 NOT NULL,
    pruned bigint DEFAULT 0 NOT NULL,
    real_from bigint DEFAULT 0 NOT NULL,
    CONSTRAINT change_feed_single_check CHECK (single)
);
CREATE TABLE public.clinic (
    id uuid NOT NULL,
    name text NOT NULL,
    search_name text NOT NULL,
    address text NOT NULL,
    postal_code text NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    position_source text NOT NULL,
    phone text NOT NULL,
    website text NOT NULL,
    type text NOT NULL,
    wheelchair boolean,
    virtual_visits boolean,
    near_subway boolean NOT NULL,
    accepting boolean,
    origin text NOT NULL,
    synced_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    address_key uuid,
    accepting_observed_at timestamp with time zone,
    accepting_method text DEFAULT ''::text NOT NULL,
    extracted_at timestamp with time zone,
    place_key uuid,
    source text DEFAULT ''::text NOT NULL,
    accepting_source text DEFAULT ''::text NOT NULL,
    accepting_code text,
    hours_note text DEFAULT ''::text NOT NULL,
    CONSTRAINT clinic_accepting_code_check CHECK ((accepting_code = ANY (ARRAY['newpt'::text, 'nopt'::text, 'existptonly'::text, 'existptfam'::text]))),
    CONSTRAINT clinic_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
    CONSTRAINT clinic_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
    CONSTRAINT clinic_origin_check CHECK ((origin = ANY (ARRAY['sample'::text, 'open-data'::text, 'clinic'::text, 'register'::text]))),
    CONSTRAINT clinic_position_source_check CHECK ((position_source = ANY (ARRAY['source'::text, 'postal-area'::text]))),
    CONSTRAINT clinic_type_check CHECK ((type = ANY (ARRAY['family-practice'::text, 'walk-in'::text, 'specialist'::text, 'community-health-centre'::text, 'hospital-outpatient'::text])))
)
WITH (fillfactor='50');
CREATE TABLE public.component_health (
    component text NOT NULL,
    state text NOT NULL,
    detail text NOT NULL,
    since timestamp with time zone NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    CONSTRAINT component_health_component_check CHECK ((component = ANY (ARRAY['api'::text, 'connector'::text, 'dashboard'::text, 'database'::text, 'standby'::text, 'store'::text, 'datasets'::text, 'register'::text, 'backup'::text]))),
    CONSTRAINT component_health_state_check CHECK ((state = ANY (ARRAY['up'::text, 'degraded'::text, 'down'::text, 'unknown'::text])))
);
CREATE TABLE public.corrected_record (
    record text NOT NULL,
    key text NOT NULL,
    source jsonb NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    survivor uuid,
    CONSTRAINT corrected_record_record_check CHECK ((record = ANY (ARRAY['doctor'::text, 'clinic'::text])))
);
CREATE TABLE public.correction (
    id integer NOT NULL,
    kind text NOT NULL,
    record text NOT NULL,
    key text NOT NULL,
    given jsonb NOT NULL,
    fields jsonb NOT NULL,
    why text NOT NULL,
    made_by text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    until timestamp with time zone,
    ended_at timestamp with time zone,
    ended_by text DEFAULT ''::text NOT NULL,
    ended_why text DEFAULT ''::text NOT NULL,
    CONSTRAINT correction_kind_check CHECK ((kind = ANY (ARRAY['correct'::text, 'hide'::text, 'pin'::text, 'merge'::text, 'apart'::text]))),
    CONSTRAINT correction_record_check CHECK ((record = ANY (ARRAY['doctor'::text, 'clinic'::text])))
);
ALTER TABLE public.correction ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.correction_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.dataset_statistics (
    version bigint NOT NULL,
    doctors integer NOT NULL,
    clinics integer NOT NULL,
    confirmations jsonb NOT NULL
);
CREATE TABLE public.dataset_version (
    number bigint NOT NULL,
    tag text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex'::text) NOT NULL,
    run_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_change bigint
);
ALTER TABLE public.dataset_version ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.dataset_version_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.directory_change (
    seq bigint NOT NULL,
    version bigint NOT NULL,
    type text NOT NULL,
    key text NOT NULL,
    op text NOT NULL,
    fields text[] NOT NULL,
    CONSTRAINT directory_change_op_check CHECK ((op = ANY (ARRAY['created'::text, 'updated'::text, 'expired'::text, 'restored'::text, 'closed'::text, 'reopened'::text, 'removed'::text]))),
    CONSTRAINT directory_change_type_check CHECK ((type = ANY (ARRAY['doctor'::text, 'clinic'::text, 'service'::text])))
);
CREATE TABLE public.doctor (
    registration_number text NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    search_name text NOT NULL,
    gender text NOT NULL,
    practising_since date NOT NULL,
    primary_clinic_id uuid NOT NULL,
    referral_required boolean NOT NULL,
    booking_phone text NOT NULL,
    booking_online text NOT NULL,
    booking_referral_only boolean NOT NULL,
    confirmed_at timestamp with time zone,
    synced_at timestamp with time zone NOT NULL,
    expired_at timestamp with time zone,
    registration_status text DEFAULT ''::text NOT NULL,
    registration_class text DEFAULT ''::text NOT NULL,
    practice_start text,
    list_digest uuid,
    extracted_at timestamp with time zone,
    digested_at timestamp with time zone,
    previous_facts jsonb,
    row_digest uuid,
    CONSTRAINT doctor_gender_check CHECK ((gender = ANY (ARRAY[''::text, 'male'::text, 'female'::text, 'non-binary'::text]))),
    CONSTRAINT doctor_practice_start_check CHECK ((practice_start = ANY (ARRAY['independent-practice'::text, 'graduation'::text]))),
    CONSTRAINT doctor_registration_number_check CHECK ((registration_number ~ '^[0-9]{1,12}$'::text))
)
WITH (fillfactor='50');
CREATE TABLE public.doctor_language (
    registration_number text NOT NULL,
    language_id smallint NOT NULL,
    "position" smallint NOT NULL
);
CREATE TABLE public.doctor_specialty (
    registration_number text NOT NULL,
    specialty_id smallint NOT NULL,
    "position" smallint NOT NULL
);
CREATE TABLE public.evidence (
    record text NOT NULL,
    key text NOT NULL,
    field text NOT NULL,
    source text NOT NULL,
    value jsonb,
    previous jsonb,
    observed_at timestamp with time zone,
    since timestamp with time zone,
    CONSTRAINT evidence_field_check CHECK ((field = ANY (ARRAY['accepting'::text, 'hours'::text, 'wheelchair'::text, 'virtualVisits'::text, 'phone'::text, 'website'::text, 'serviceAccepting'::text, 'serviceWait'::text, 'registration'::text, 'specialties'::text, 'languages'::text, 'practice'::text]))),
    CONSTRAINT evidence_record_check CHECK ((record = ANY (ARRAY['clinic'::text, 'service'::text, 'doctor'::text])))
);
CREATE TABLE public.health_day (
    day date NOT NULL,
    component text NOT NULL,
    up integer NOT NULL,
    degraded integer NOT NULL,
    down integer NOT NULL,
    CONSTRAINT health_day_component_check CHECK ((component = ANY (ARRAY['api'::text, 'connector'::text, 'dashboard'::text, 'database'::text, 'standby'::text, 'store'::text, 'datasets'::text, 'register'::text, 'backup'::text])))
);
CREATE TABLE public.health_incident (
    component text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    state text NOT NULL,
    detail text NOT NULL,
    CONSTRAINT health_incident_component_check CHECK ((component = ANY (ARRAY['api'::text, 'connector'::text, 'dashboard'::text, 'database'::text, 'standby'::text, 'store'::text, 'datasets'::text, 'register'::text, 'backup'::text]))),
    CONSTRAINT health_incident_state_check CHECK ((state = ANY (ARRAY['degraded'::text, 'down'::text])))
);
CREATE TABLE public.health_watch (
    single boolean DEFAULT true NOT NULL,
    holder uuid,
    held_until timestamp with time zone,
    CONSTRAINT health_watch_single_check CHECK (single)
);
CREATE TABLE public.import_job (
    id uuid NOT NULL,
    source text NOT NULL,
    file_name text,
    bytes bigint,
    file_hash text,
    settings jsonb,
    state text NOT NULL,
    uploaded_by text NOT NULL,
    uploaded_at timestamp with time zone NOT NULL,
    guard jsonb,
    summary jsonb,
    version text,
    confirmed_by text,
    run_id uuid,
    progress text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    seen_at timestamp with time zone,
    finished_at timestamp with time zone,
    decision jsonb,
    mends_run uuid,
    mends_import uuid,
    losses integer DEFAULT 0 NOT NULL,
    CONSTRAINT import_job_confirmed_check CHECK (((state <> ALL (ARRAY['confirmed'::text, 'importing'::text, 'done'::text])) OR (confirmed_by IS NOT NULL))),
    CONSTRAINT import_job_decision_check CHECK ((((source = 'corrections'::text) = (decision IS NOT NULL)) AND ((decision IS NULL) = ((file_name IS NOT NULL) AND (bytes IS NOT NULL) AND (file_hash IS NOT NULL) AND (settings IS NOT NULL))))),
    CONSTRAINT import_job_source_check CHECK ((source = ANY (ARRAY['stations'::text, 'odhf'::text, 'clinics'::text, 'register'::text, 'specialists'::text, 'availability'::text, 'reviews'::text, 'corrections'::text]))),
    CONSTRAINT import_job_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'waiting'::text, 'checking'::text, 'review'::text, 'confirmed'::text, 'importing'::text, 'parked'::text, 'done'::text, 'failed'::text, 'canceled'::text])))
);
CREATE TABLE public.key_change (
    epoch bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.key_instance (
    id uuid NOT NULL,
    renewals bigint DEFAULT 0 NOT NULL,
    acked_epoch bigint
);
CREATE TABLE public.key_lease (
    single boolean DEFAULT true NOT NULL,
    enabled boolean DEFAULT false NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    pruned bigint DEFAULT 0 NOT NULL,
    CONSTRAINT key_lease_single_check CHECK (single)
);
CREATE TABLE public.key_usage (
    hour timestamp with time zone NOT NULL,
    key_id uuid NOT NULL,
    operation text NOT NULL,
    status smallint NOT NULL,
    requests bigint NOT NULL,
    CONSTRAINT key_usage_requests_check CHECK ((requests > 0))
);
CREATE TABLE public.key_usage_day (
    day timestamp with time zone NOT NULL,
    key_id uuid NOT NULL,
    operation text NOT NULL,
    status smallint NOT NULL,
    requests bigint NOT NULL,
    CONSTRAINT key_usage_day_requests_check CHECK ((requests > 0))
);
CREATE TABLE public.key_withdrawal (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    key_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.language (
    id smallint NOT NULL,
    name text NOT NULL,
    folded_name text NOT NULL
);
ALTER TABLE public.language ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.language_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.logged_request (
    request_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    operation text NOT NULL,
    channel text NOT NULL,
    key_id uuid NOT NULL,
    status smallint NOT NULL,
    milliseconds real NOT NULL,
    dataset text NOT NULL,
    CONSTRAINT logged_request_channel_check CHECK ((channel = ANY (ARRAY['rest'::text, 'connector'::text, 'portal'::text])))
);
CREATE TABLE public.oauth_record (
    model text NOT NULL,
    id_hash bytea NOT NULL,
    grant_hash bytea,
    account_id uuid,
    payload json NOT NULL,
    consumed_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT oauth_record_grant_hash_check CHECK ((octet_length(grant_hash) = 32)),
    CONSTRAINT oauth_record_id_hash_check CHECK ((octet_length(id_hash) = 32)),
    CONSTRAINT oauth_record_model_check CHECK ((model = ANY (ARRAY['AccessToken'::text, 'AuthorizationCode'::text, 'Client'::text, 'Grant'::text, 'Interaction'::text, 'RefreshToken'::text, 'ReplayDetection'::text])))
);
CREATE TABLE public.oauth_secret (
    single boolean DEFAULT true NOT NULL,
    secret bytea NOT NULL,
    CONSTRAINT oauth_secret_secret_check CHECK ((octet_length(secret) = 32)),
    CONSTRAINT oauth_secret_single_check CHECK (single)
);
CREATE TABLE public.opening_interval (
    clinic_id uuid NOT NULL,
    weekday smallint NOT NULL,
    opens smallint NOT NULL,
    closes smallint,
    CONSTRAINT opening_interval_span_check CHECK (((opens >= 0) AND (opens < closes) AND (closes <= 1440))),
    CONSTRAINT opening_interval_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE TABLE public.passkey (
    id text NOT NULL,
    administrator_id uuid NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    label text NOT NULL,
    synced boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
CREATE TABLE public.passkey_challenge (
    challenge text NOT NULL,
    purpose text NOT NULL,
    administrator_id uuid,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'second-factor'::text, 'sign-in'::text])))
);
CREATE TABLE public.purchase (
    id uuid NOT NULL,
    claim_hash bytea NOT NULL,
    reference text NOT NULL,
    live boolean NOT NULL,
    amount integer NOT NULL,
    currency text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    state_since timestamp with time zone DEFAULT now() NOT NULL,
    key_id uuid,
    CONSTRAINT purchase_amount_check CHECK ((amount > 0)),
    CONSTRAINT purchase_claim_hash_check CHECK ((octet_length(claim_hash) = 32)),
    CONSTRAINT purchase_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
    CONSTRAINT purchase_key_check CHECK (
CASE state
    WHEN 'claimed'::text THEN (key_id IS NOT NULL)
    WHEN 'reversed'::text THEN true
    ELSE (key_id IS NULL)
END),
    CONSTRAINT purchase_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'lapsed'::text, 'paid'::text, 'claimed'::text, 'reversed'::text])))
);
CREATE TABLE public.recovery_code (
    administrator_id uuid NOT NULL,
    hash bytea NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT recovery_code_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TABLE public.request_hour (
    hour timestamp with time zone NOT NULL,
    channel text NOT NULL,
    operation text NOT NULL,
    requests bigint NOT NULL,
    failed bigint NOT NULL,
    durations bigint[] NOT NULL,
    CONSTRAINT request_hour_channel_check CHECK ((channel = ANY (ARRAY['rest'::text, 'connector'::text, 'portal'::text]))),
    CONSTRAINT request_hour_requests_check CHECK ((requests > 0))
);
CREATE TABLE public.review (
    id uuid NOT NULL,
    registration_number text,
    clinic_id uuid,
    author text NOT NULL,
    rating smallint NOT NULL,
    text text NOT NULL,
    written_on date NOT NULL,
    wait_time smallint,
    staff smallint,
    communication smallint,
    thoroughness smallint,
    booking smallint,
    facility smallint,
    CONSTRAINT review_booking_check CHECK (((booking >= 1) AND (booking <= 5))),
    CONSTRAINT review_communication_check CHECK (((communication >= 1) AND (communication <= 5))),
    CONSTRAINT review_facility_check CHECK (((facility >= 1) AND (facility <= 5))),
    CONSTRAINT review_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT review_staff_check CHECK (((staff >= 1) AND (staff <= 5))),
    CONSTRAINT review_subject_check CHECK ((num_nonnulls(registration_number, clinic_id) = 1)),
    CONSTRAINT review_thoroughness_check CHECK (((thoroughness >= 1) AND (thoroughness <= 5))),
    CONSTRAINT review_wait_time_check CHECK (((wait_time >= 1) AND (wait_time <= 5)))
);
CREATE TABLE public.schema_migration (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.schema_migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.schema_migration_id_seq OWNED BY public.schema_migration.id;
CREATE TABLE public.sign_in_attempt (
    subject text NOT NULL,
    failures integer NOT NULL,
    blocked_until timestamp with time zone NOT NULL,
    forgotten_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_attempt_failures_check CHECK ((failures > 0))
);
CREATE TABLE public.source (
    name text NOT NULL,
    publisher text,
    licence text,
    attribution text,
    redistributable boolean DEFAULT true NOT NULL,
    method text,
    confirms boolean DEFAULT false NOT NULL,
    CONSTRAINT source_method_check CHECK ((method = ANY (ARRAY['register'::text, 'clinic_attested'::text, 'phone_call'::text, 'web'::text, 'open_data'::text, 'patient_report'::text, 'correction'::text])))
);
CREATE TABLE public.specialty (
    id smallint NOT NULL,
    name text NOT NULL,
    folded_name text NOT NULL
);
ALTER TABLE public.specialty ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.specialty_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.specialty_service (
    clinic_id uuid NOT NULL,
    specialty_id smallint NOT NULL,
    wait_weeks smallint NOT NULL,
    accepting boolean,
    source text DEFAULT ''::text NOT NULL,
    observed_at timestamp with time zone,
    CONSTRAINT specialty_service_wait_weeks_check CHECK (((wait_weeks >= 0) AND (wait_weeks <= 520)))
);
CREATE TABLE public.station (
    name text NOT NULL,
    lines text NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    agency text DEFAULT ''::text NOT NULL,
    CONSTRAINT station_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
    CONSTRAINT station_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision)))
);
CREATE TABLE public.sync_change (
    run_id uuid NOT NULL,
    "position" integer NOT NULL,
    record text NOT NULL,
    key text NOT NULL,
    change text NOT NULL,
    fields jsonb,
    CONSTRAINT sync_change_change_check CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'expired'::text, 'unexpired'::text, 'closed'::text, 'reopened'::text]))),
    CONSTRAINT sync_change_record_check CHECK ((record = ANY (ARRAY['doctor'::text, 'clinic'::text, 'service'::text, 'review'::text, 'observation'::text, 'station'::text])))
);
CREATE TABLE public.sync_reject (
    run_id uuid NOT NULL,
    "position" integer NOT NULL,
    line integer,
    column_name text NOT NULL,
    value text NOT NULL,
    reason text NOT NULL,
    kind text DEFAULT 'row'::text NOT NULL
);
CREATE TABLE public.sync_run (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    source text NOT NULL,
    file_name text,
    file_hash text,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    read integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    expired integer DEFAULT 0 NOT NULL,
    rejected integer DEFAULT 0 NOT NULL,
    status text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    complete boolean DEFAULT false NOT NULL,
    unexpired integer DEFAULT 0 NOT NULL,
    opened integer DEFAULT 0 NOT NULL,
    closed integer DEFAULT 0 NOT NULL,
    reopened integer DEFAULT 0 NOT NULL,
    kept integer DEFAULT 0 NOT NULL,
    rejects_format text,
    rejects_file bytea,
    extracted_at timestamp with time zone,
    waiting integer DEFAULT 0 NOT NULL,
    matched integer DEFAULT 0 NOT NULL,
    report jsonb,
    CONSTRAINT sync_run_status_check CHECK ((status = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE TABLE public.unmatched_record (
    record text NOT NULL,
    key text NOT NULL,
    registration_number text,
    clinic_id uuid,
    content jsonb NOT NULL,
    source text NOT NULL,
    run_id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT unmatched_record_record_check CHECK ((record = ANY (ARRAY['service'::text, 'review'::text, 'observation'::text]))),
    CONSTRAINT unmatched_record_subject_check CHECK ((num_nonnulls(registration_number, clinic_id) = 1))
);
ALTER TABLE ONLY public.schema_migration ALTER COLUMN id SET DEFAULT nextval('public.schema_migration_id_seq'::regclass);
INSERT INTO public.accuracy_audit VALUES ('abababababababababababababababababababababababababababababababab', '{}', '2026-11-20 00:00:00+00', NULL, NULL);
INSERT INTO public.accuracy_finding VALUES ('abababababababababababababababababababababababababababababababab', '900001', 'phone', '{all}', '+1-416-555-0101', 'register', '2026-11-20 00:00:00+00', 'correct');
INSERT INTO public.additional_location VALUES ('900001', '00000000-0000-4000-8000-000000000002', 1);
INSERT INTO public.admin_session VALUES ('session-1', '{"administrator": "ada"}', '2026-11-21 00:00:00+00', NULL);
INSERT INTO public.administrator VALUES ('12db6e2e-71ec-40a8-b0b5-bb9fd0145739', 'ada', 'ada', '$argon2id$v=19$m=19456,t=2,p=1$33n7Q1XFZErHiFOm6sEw4Q$Qxfjp1JWO8ctc28zEABUXBEc+zthGSG3N1lL5pvMnKU', '2026-11-20 04:10:00+00', '2026-11-27 04:10:00+00', NULL, NULL, NULL, '2026-11-20 04:10:00+00', NULL, 'administrator', NULL);
INSERT INTO public.administrator VALUES ('466e1514-eb91-4f11-993f-467d551f7a1e', 'grace', 'grace', '$argon2id$v=19$m=19456,t=2,p=1$WfSU0eT7sp1PtY/ADLUxFQ$tqlidAYtobOBZZdEKWn3i5NMeL7PMB40B99SjNw3NCE', '2026-11-20 04:10:00+00', '2026-11-27 04:10:00+00', NULL, NULL, NULL, '2026-11-20 04:10:00+00', NULL, 'viewer', NULL);
INSERT INTO public.api_key VALUES ('990d26ca-a855-4aa7-9e0f-dc9e68675d6b', '\x4f8266d35e050a9120163c6a5d407b501b137c85f80cc17abf821beb7867c381', 'live', 'live', 'care_live_18FM', 'Partner portal', '2026-11-27 23:34:07.432956+00', NULL, NULL, NULL, '74f451dd-36aa-46d8-a6df-30e0fa147cd0', '', NULL, NULL, '');
INSERT INTO public.api_key VALUES ('18bf19bd-832c-44e3-87b1-99acd0fb4f84', '\xb7b487336948dcdcf68ff229d997fc4221830e7fe4005259e47342b9442a14cb', 'live', 'live', 'care_live_29GN', 'Rotated', '2026-11-27 23:34:07.601622+00', '2026-11-27 23:34:08.13734+00', NULL, NULL, 'c67557bb-a9f6-410a-b778-4194ca48dda4', '', NULL, NULL, '');
INSERT INTO public.api_key VALUES ('5d3219ab-f383-459a-8476-f1f7071f2ec9', '\x81ebae545c64d55522a9587d37b5e59e79cb5a677eee7e54a7ae0377e71b1513', 'live', 'live', 'care_live_3AHO', 'Rotated', '2026-11-27 23:34:08.13734+00', NULL, NULL, '18bf19bd-832c-44e3-87b1-99acd0fb4f84', 'c67557bb-a9f6-410a-b778-4194ca48dda4', '', NULL, NULL, '');
INSERT INTO public.api_key VALUES ('5a63ac5e-4867-452a-a3e9-c1bc385b3787', '\xbd12f36138484b8131e44483be7a79569a248bb868e1475ff31dc5f813565dc0', 'live', 'live', 'care_live_4BIP', 'Ended', '2026-11-27 23:34:08.202869+00', '2026-11-27 23:34:08.352738+00', NULL, NULL, '8ff14042-da25-4aa2-94bb-86135c21eef5', 'It was published.', NULL, NULL, '');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-27 23:33:36.419631+00', 'import', 'directory-imported', 'stations', '', '', '{"read": 1, "runId": "c4c3f37d-bc3d-42b4-91c3-bf14f9503ae4", "source": "stations", "created": 1, "updated": 0, "version": "2-a43ac34a", "rejected": 0, "extractedAt": "2026-11-20T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-27 23:33:37.743429+00', 'import', 'directory-imported', 'clinics', '', '', '{"read": 3, "facts": {"method": "clinic_attested", "licence": "none", "publisher": "Invented Publisher"}, "runId": "83d72ca0-5841-4095-a015-ad745c2a7d01", "source": "clinics", "created": 3, "updated": 0, "version": "3-013c4d35", "rejected": 0, "extractedAt": "2026-11-20T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-27 23:33:39.124616+00', 'import', 'directory-imported', 'doctors', '', '', '{"read": 3, "runId": "458d9073-cad4-4d33-8bf4-d268577ff519", "source": "doctors", "created": 3, "updated": 0, "version": "4-81ebe0b4", "rejected": 0, "extractedAt": "2026-11-20T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (4, '2026-11-27 23:33:42.75552+00', 'import', 'directory-imported', 'register', '', '', '{"read": 1, "runId": "bf218d7c-d064-476e-aef1-4c2417838d0f", "source": "register", "created": 1, "updated": 0, "version": "5-388c7845", "rejected": 0, "extractedAt": "2026-11-21T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (5, '2026-11-27 23:33:46.756728+00', 'import', 'directory-imported', 'register', '', '', '{"read": 1, "runId": "00daa1a8-bc4c-4b51-af9a-fe42d269c082", "source": "register", "created": 0, "updated": 1, "version": "6-31148529", "rejected": 0, "extractedAt": "2026-11-22T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (6, '2026-11-27 23:33:49.231241+00', 'import', 'directory-imported', 'specialists', '', '', '{"read": 1, "runId": "3a2efa99-4ec9-47ea-81b0-62fbd9de4417", "source": "specialists", "created": 1, "updated": 0, "version": "7-50fadf69", "rejected": 0, "extractedAt": "2026-11-21T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (7, '2026-11-27 23:33:51.324647+00', 'import', 'directory-imported', 'reviews', '', '', '{"read": 3, "runId": "e366a28c-3bd7-4835-976e-17c88c282fbd", "source": "reviews", "created": 2, "updated": 0, "version": "8-a80f56aa", "rejected": 0, "extractedAt": "2026-11-21T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (8, '2026-11-27 23:33:53.1511+00', 'import', 'directory-imported', 'availability', '', '', '{"read": 1, "runId": "498a8f08-9ccd-42e5-84bd-1397461a2904", "source": "availability", "created": 1, "updated": 0, "version": "9-15aa04bb", "rejected": 0, "extractedAt": "2026-11-22T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (9, '2026-11-27 23:33:54.967895+00', 'import', 'directory-imported', 'clinics', '', '', '{"read": 2, "runId": "1749fae8-5cdd-4fb9-b649-f46d25cb8cf6", "source": "clinics", "created": 0, "updated": 1, "version": "10-a96ae2fb", "rejected": 1, "extractedAt": "2026-11-23T04:10:00.000Z"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (10, '2026-11-27 23:33:57.167879+00', 'ada', 'record-corrected', 'clinic 00000000-0000-4000-8000-000000000001', '', '', '{"why": "A caller said so.", "runId": "cc3c9d26-7b7b-450d-9939-7fcb35399850", "until": null, "version": "11-b432d574", "website": "https://oak.example", "correction": 1}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (11, '2026-11-27 23:33:58.009279+00', 'ada', 'record-hidden', 'doctor 900003', '', '', '{"why": "A caller said so.", "runId": "05253dd5-069e-4ccc-a625-e2790e340232", "until": null, "version": "12-0f5e5f7e", "correction": 2}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (12, '2026-11-27 23:33:59.781693+00', 'ada', 'record-pinned', 'clinic 00000000-0000-4000-8000-000000000003', '', '', '{"why": "A caller said so.", "runId": "dbece906-da9c-495b-8f02-d62eeba7b07d", "until": null, "version": "13-65377059", "correction": 3}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (13, '2026-11-27 23:34:03.1792+00', 'ada', 'correction-withdrawn', 'clinic 00000000-0000-4000-8000-000000000003', '', '', '{"why": "It was wrong.", "kind": "pin", "runId": "d6423167-af7b-4c19-bcca-70814397236d", "version": "14-a0d277a6", "correction": 3}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (14, '2026-11-27 23:34:06.935281+00', 'operator', 'key-lease-switched', '', '', '', '{"enabled": true}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (15, '2026-11-27 23:34:07.432956+00', '', 'key-created', 'care_live_18FM', '', '', '{"id": "990d26ca-a855-4aa7-9e0f-dc9e68675d6b", "kind": "live", "label": "Partner portal"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (16, '2026-11-27 23:34:07.601622+00', '', 'key-created', 'care_live_29GN', '', '', '{"id": "18bf19bd-832c-44e3-87b1-99acd0fb4f84", "kind": "live", "label": "Rotated"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (17, '2026-11-27 23:34:08.13734+00', 'key:care_live_29GN', 'key-rotated', 'care_live_3AHO', '', '', '{"id": "5d3219ab-f383-459a-8476-f1f7071f2ec9", "kind": "live", "label": "Rotated", "replaces": "18bf19bd-832c-44e3-87b1-99acd0fb4f84"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (18, '2026-11-27 23:34:08.202869+00', '', 'key-created', 'care_live_4BIP', '', '', '{"id": "5a63ac5e-4867-452a-a3e9-c1bc385b3787", "kind": "live", "label": "Ended"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (19, '2026-11-27 23:34:08.352738+00', '', 'key-revoked', 'care_live_4BIP', '', '', '{"id": "5a63ac5e-4867-452a-a3e9-c1bc385b3787", "kind": "live", "label": "Ended", "reason": "It was published."}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (20, '2026-11-20 04:10:00+00', 'operator', 'administrator-created', 'ada', '', '', '{"role": "administrator"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (21, '2026-11-20 04:10:00+00', 'operator', 'administrator-created', 'grace', '', '', '{"role": "viewer"}');
INSERT INTO public.availability_observation OVERRIDING SYSTEM VALUE VALUES (1, '00000000-0000-4000-8000-000000000001', NULL, true, '', '2026-11-20 04:10:00+00', 'clinics', NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.availability_observation OVERRIDING SYSTEM VALUE VALUES (2, '00000000-0000-4000-8000-000000000002', NULL, false, '', '2026-11-20 04:10:00+00', 'clinics', NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.availability_observation OVERRIDING SYSTEM VALUE VALUES (3, '00000000-0000-4000-8000-000000000003', NULL, false, '', '2026-11-20 04:10:00+00', 'clinics', NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.availability_observation OVERRIDING SYSTEM VALUE VALUES (4, '00000000-0000-4000-8000-000000000001', NULL, false, 'phone', '2026-11-18 04:10:00+00', 'availability', NULL, NULL);
INSERT INTO public.backup_run VALUES ('2026-11-20 00:00:00+00', true);
INSERT INTO public.change_feed VALUES (true, 18, 2, 0);
INSERT INTO public.clinic VALUES ('00000000-0000-4000-8000-000000000002', 'Elm Clinic', 'elm clinic', '2 Elm Street, Toronto, ON M4C 1B5', 'M4C 1B5', 43.7, -79.26, 'source', '+1-416-555-0102', '', 'family-practice', true, NULL, false, false, 'clinic', '2026-11-20 04:10:00+00', NULL, 'a2e50a1f-623e-5e61-be15-fec6546782b9', '2026-11-20 04:10:00+00', '', '2026-11-20 04:10:00+00', 'ede9a537-61b0-5172-b51b-f9140fd5768e', 'clinics', 'clinics', NULL, '');
INSERT INTO public.clinic VALUES ('e64cecc1-d775-57f2-85f1-c753a896f87e', 'Practice at 20 Kingston Road', 'practice at 20 kingston road', '20 Kingston Road, Toronto, ON M1N 1S9', 'M1N 1S9', 43.69, -79.27, 'postal-area', '+1-416-555-0120', '', 'family-practice', NULL, NULL, false, NULL, 'register', '2026-11-22 04:10:00+00', NULL, 'e64cecc1-d775-57f2-85f1-c753a896f87e', NULL, '', '2026-11-22 04:10:00+00', '6d2c0153-7912-5e99-8d09-cff628a28822', '', '', NULL, '');
INSERT INTO public.clinic VALUES ('00000000-0000-4000-8000-000000000003', 'Ash Clinic', 'ash clinic', '3 Ash Street, Toronto, ON M4C 1B6', 'M4C 1B6', 43.7, -79.26, 'source', '+1-416-555-0103', '', 'family-practice', true, NULL, false, false, 'clinic', '2026-11-20 04:10:00+00', NULL, '06686ad6-2ad5-5d5e-a2ca-3c27f4bdd8b7', '2026-11-20 04:10:00+00', '', '2026-11-20 04:10:00+00', '31401e2e-a5d5-5e55-8923-e1fcb66c1ddf', 'clinics', 'clinics', NULL, '');
INSERT INTO public.clinic VALUES ('00000000-0000-4000-8000-000000000001', 'Oak Family Health', 'oak family health', '12 Birchmount Road, Toronto, ON M1N 3H5', 'M1N 3H5', 43.7, -79.26, 'source', '+1-416-555-0142', 'https://oak.example', 'family-practice', true, NULL, false, true, 'clinic', '2026-11-23 04:10:00+00', NULL, 'a8f3d74e-382a-5293-9823-6260efc8dc94', '2026-11-20 04:10:00+00', '', '2026-11-23 04:10:00+00', 'c8f07e1c-80fd-591a-aa57-06fe1e7e4a68', 'clinics', 'clinics', NULL, '');
INSERT INTO public.component_health VALUES ('api', 'up', '', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00');
INSERT INTO public.corrected_record VALUES ('clinic', '00000000-0000-4000-8000-000000000001', '{"website": ""}', false, NULL);
INSERT INTO public.corrected_record VALUES ('doctor', '900003', '{"expiredAt": null}', true, NULL);
INSERT INTO public.correction OVERRIDING SYSTEM VALUE VALUES (1, 'correct', 'clinic', '00000000-0000-4000-8000-000000000001', '{"website": "https://oak.example"}', '{"website": "https://oak.example"}', 'A caller said so.', 'ada', '2026-11-24 04:10:00+00', NULL, NULL, '', '');
INSERT INTO public.correction OVERRIDING SYSTEM VALUE VALUES (2, 'hide', 'doctor', '900003', '{}', '{}', 'A caller said so.', 'ada', '2026-11-24 04:10:00+00', NULL, NULL, '', '');
INSERT INTO public.correction OVERRIDING SYSTEM VALUE VALUES (3, 'pin', 'clinic', '00000000-0000-4000-8000-000000000003', '{}', '{}', 'A caller said so.', 'ada', '2026-11-24 04:10:00+00', NULL, '2026-11-25 04:10:00+00', 'ada', 'It was wrong.');
INSERT INTO public.dataset_statistics VALUES (2, 0, 0, '{}');
INSERT INTO public.dataset_statistics VALUES (3, 0, 3, '{}');
INSERT INTO public.dataset_statistics VALUES (4, 3, 3, '{"2026-11-19": 3}');
INSERT INTO public.dataset_statistics VALUES (5, 4, 4, '{"2026-11-19": 3, "2026-11-21": 1}');
INSERT INTO public.dataset_statistics VALUES (6, 4, 4, '{"2026-11-19": 3, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (7, 4, 4, '{"2026-11-19": 3, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (8, 4, 4, '{"2026-11-19": 3, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (9, 4, 4, '{"2026-11-19": 3, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (10, 4, 4, '{"2026-11-19": 3, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (11, 4, 4, '{"2026-11-19": 3, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (12, 3, 4, '{"2026-11-19": 2, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (13, 3, 4, '{"2026-11-19": 2, "2026-11-22": 1}');
INSERT INTO public.dataset_statistics VALUES (14, 3, 4, '{"2026-11-19": 2, "2026-11-22": 1}');
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (1, '32288c4aae264897908fbca9984d0d8d', NULL, '2026-11-27 23:33:32.30181+00', 0);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (2, 'a43ac34ab6cc45d6bb35c61ae18334be', 'c4c3f37d-bc3d-42b4-91c3-bf14f9503ae4', '2026-11-20 04:10:01.12+00', 1);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (3, '013c4d357b5d41e69e7b28534cd873bb', '83d72ca0-5841-4095-a015-ad745c2a7d01', '2026-11-20 04:10:01.238+00', 2);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (4, '81ebe0b4dbca413581f414023f658ca2', '458d9073-cad4-4d33-8bf4-d268577ff519', '2026-11-20 04:10:01.276+00', 8);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (5, '388c78456e8a40d8ba97ccc0b3f5eec2', 'bf218d7c-d064-476e-aef1-4c2417838d0f', '2026-11-21 04:10:01.531+00', 10);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (6, '31148529ce554cb3b2d2bbc4004e3758', '00daa1a8-bc4c-4b51-af9a-fe42d269c082', '2026-11-22 04:10:01.805+00', 12);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (7, '50fadf69210542ceb2f86e088585b4b5', '3a2efa99-4ec9-47ea-81b0-62fbd9de4417', '2026-11-21 04:10:01.133+00', 13);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (8, 'a80f56aa5005436dbfd4d71a2577f8a7', 'e366a28c-3bd7-4835-976e-17c88c282fbd', '2026-11-21 04:10:01.28+00', 13);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (9, '15aa04bb95594aa790385f4dfc2879f2', '498a8f08-9ccd-42e5-84bd-1397461a2904', '2026-11-22 04:10:01.737+00', 13);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (10, 'a96ae2fb8f8d46989f69e35d7402421b', '1749fae8-5cdd-4fb9-b649-f46d25cb8cf6', '2026-11-23 04:10:01.459+00', 15);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (11, 'b432d574c5904c7484481a448afbd540', 'cc3c9d26-7b7b-450d-9939-7fcb35399850', '2026-11-24 04:10:00.427+00', 16);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (12, '0f5e5f7e1b4a41c0ad43b6a9f3caadc3', '05253dd5-069e-4ccc-a625-e2790e340232', '2026-11-24 04:10:00.3+00', 18);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (13, '653770591dee42aa9f241cf13b5418b5', 'dbece906-da9c-495b-8f02-d62eeba7b07d', '2026-11-24 04:10:00.933+00', 18);
INSERT INTO public.dataset_version OVERRIDING SYSTEM VALUE VALUES (14, 'a0d277a6bcaf4217adf966dbede4417d', 'd6423167-af7b-4c19-bcca-70814397236d', '2026-11-25 04:10:01.729+00', 18);
INSERT INTO public.directory_change VALUES (3, 4, 'clinic', '00000000-0000-4000-8000-000000000001', 'updated', '{languages,specialties,doctorCount}');
INSERT INTO public.directory_change VALUES (4, 4, 'clinic', '00000000-0000-4000-8000-000000000002', 'updated', '{languages,specialties,doctorCount}');
INSERT INTO public.directory_change VALUES (5, 4, 'clinic', '00000000-0000-4000-8000-000000000003', 'updated', '{languages,specialties,doctorCount}');
INSERT INTO public.directory_change VALUES (6, 4, 'doctor', '900001', 'created', '{}');
INSERT INTO public.directory_change VALUES (7, 4, 'doctor', '900002', 'created', '{}');
INSERT INTO public.directory_change VALUES (8, 4, 'doctor', '900003', 'created', '{}');
INSERT INTO public.directory_change VALUES (9, 5, 'clinic', 'e64cecc1-d775-57f2-85f1-c753a896f87e', 'created', '{}');
INSERT INTO public.directory_change VALUES (10, 5, 'doctor', '900004', 'created', '{}');
INSERT INTO public.directory_change VALUES (11, 6, 'clinic', 'e64cecc1-d775-57f2-85f1-c753a896f87e', 'updated', '{specialties}');
INSERT INTO public.directory_change VALUES (12, 6, 'doctor', '900004', 'updated', '{specialties}');
INSERT INTO public.directory_change VALUES (13, 7, 'service', '00000000-0000-4000-8000-000000000001 Cardiology', 'created', '{}');
INSERT INTO public.directory_change VALUES (14, 10, 'clinic', '00000000-0000-4000-8000-000000000001', 'updated', '{phone}');
INSERT INTO public.directory_change VALUES (15, 10, 'doctor', '900001', 'updated', '{clinic}');
INSERT INTO public.directory_change VALUES (16, 11, 'clinic', '00000000-0000-4000-8000-000000000001', 'updated', '{website}');
INSERT INTO public.directory_change VALUES (17, 12, 'clinic', '00000000-0000-4000-8000-000000000003', 'updated', '{languages,specialties,doctorCount}');
INSERT INTO public.directory_change VALUES (18, 12, 'doctor', '900003', 'removed', '{}');
INSERT INTO public.doctor VALUES ('900001', '6c684c26-d1e5-5821-8d90-519ef34eeded', 'Dr. Amy Oak', 'dr. amy oak', 'female', '2001-07-01', '00000000-0000-4000-8000-000000000001', true, '+1-416-555-0101', '', true, '2026-11-19 04:10:00+00', '2026-11-20 04:10:00+00', NULL, '', '', NULL, 'cd53271c-7fa7-9675-30b4-e6dad67647db', NULL, '2026-11-20 04:10:00+00', NULL, NULL);
INSERT INTO public.doctor VALUES ('900002', '8540c928-a6c3-50ab-933b-8ee7d88830ba', 'Dr. Ben Elm', 'dr. ben elm', 'female', '2001-07-01', '00000000-0000-4000-8000-000000000002', true, '+1-416-555-0101', '', true, '2026-11-19 04:10:00+00', '2026-11-20 04:10:00+00', NULL, '', '', NULL, 'f6498608-060a-ab3a-e62c-211473fb2235', NULL, '2026-11-20 04:10:00+00', NULL, NULL);
INSERT INTO public.doctor VALUES ('900004', 'a5d8691f-2db1-5644-8d31-8b216f1d9fa7', 'Dr. Dia Fir', 'dr. dia fir', 'female', '2001-07-01', 'e64cecc1-d775-57f2-85f1-c753a896f87e', true, '+1-416-555-0101', '', true, '2026-11-22 04:10:00+00', '2026-11-22 04:10:00+00', NULL, 'Active', 'Independent Practice', 'independent-practice', 'f6498608-060a-ab3a-e62c-211473fb2235', '2026-11-22 04:10:00+00', '2026-11-22 04:10:00+00', '{"specialties": ["Cardiology", "Internal Medicine"]}', '9e31d8d7-5f6c-1c21-d36e-7c23664ec7b1');
INSERT INTO public.doctor VALUES ('900003', '9b90a658-1b05-51dc-a5f4-9e5bb3eeb2a0', 'Dr. Cem Ash', 'dr. cem ash', 'female', '2001-07-01', '00000000-0000-4000-8000-000000000003', true, '+1-416-555-0101', '', true, '2026-11-19 04:10:00+00', '2026-11-20 04:10:00+00', '2026-11-24 04:10:00+00', '', '', NULL, NULL, NULL, '2026-11-20 04:10:00+00', NULL, NULL);
INSERT INTO public.doctor_language VALUES ('900002', 1, 1);
INSERT INTO public.doctor_language VALUES ('900001', 1, 1);
INSERT INTO public.doctor_language VALUES ('900002', 2, 2);
INSERT INTO public.doctor_language VALUES ('900001', 2, 2);
INSERT INTO public.doctor_language VALUES ('900003', 3, 1);
INSERT INTO public.doctor_language VALUES ('900004', 1, 1);
INSERT INTO public.doctor_language VALUES ('900004', 2, 2);
INSERT INTO public.doctor_specialty VALUES ('900003', 1, 1);
INSERT INTO public.doctor_specialty VALUES ('900001', 1, 1);
INSERT INTO public.doctor_specialty VALUES ('900003', 2, 2);
INSERT INTO public.doctor_specialty VALUES ('900001', 2, 2);
INSERT INTO public.doctor_specialty VALUES ('900002', 3, 1);
INSERT INTO public.doctor_specialty VALUES ('900004', 3, 1);
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000001', 'hours', 'clinics', '[[1, 540, 720], [1, 780, 1020], [6, 600, 840]]', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000001', 'wheelchair', 'clinics', 'true', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000003', 'hours', 'clinics', '[[1, 540, 720], [1, 780, 1020], [6, 600, 840]]', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000003', 'wheelchair', 'clinics', 'true', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000003', 'phone', 'clinics', '"+1-416-555-0103"', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000002', 'hours', 'clinics', '[[1, 540, 720], [1, 780, 1020], [6, 600, 840]]', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000002', 'wheelchair', 'clinics', 'true', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000002', 'phone', 'clinics', '"+1-416-555-0102"', NULL, NULL, '2026-11-20 04:10:00+00');
INSERT INTO public.evidence VALUES ('service', '00000000-0000-4000-8000-000000000001 1', 'serviceAccepting', 'specialists', 'true', NULL, NULL, '2026-11-21 04:10:00+00');
INSERT INTO public.evidence VALUES ('service', '00000000-0000-4000-8000-000000000001 1', 'serviceWait', 'specialists', '12', NULL, NULL, '2026-11-21 04:10:00+00');
INSERT INTO public.evidence VALUES ('clinic', '00000000-0000-4000-8000-000000000001', 'phone', 'clinics', '"+1-416-555-0142"', '"+1-416-555-0101"', NULL, '2026-11-23 04:10:00+00');
INSERT INTO public.health_day VALUES ('2026-11-20', 'api', 1440, 0, 0);
INSERT INTO public.health_incident VALUES ('api', '2026-11-19 00:00:00+00', '2026-11-19 00:10:00+00', 'down', 'It was down.');
INSERT INTO public.health_watch VALUES (true, NULL, NULL);
INSERT INTO public.import_job VALUES ('00000000-0000-4000-8000-000000000720', 'reviews', 'reviews.csv', 20, 'ab', '{}', 'canceled', 'ada', '2026-11-20 00:00:00+00', NULL, NULL, NULL, NULL, NULL, '', '', NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO public.key_change VALUES (1, '\xb7b487336948dcdcf68ff229d997fc4221830e7fe4005259e47342b9442a14cb');
INSERT INTO public.key_change VALUES (2, '\xb7b487336948dcdcf68ff229d997fc4221830e7fe4005259e47342b9442a14cb');
INSERT INTO public.key_change VALUES (3, '\xbd12f36138484b8131e44483be7a79569a248bb868e1475ff31dc5f813565dc0');
INSERT INTO public.key_change VALUES (4, '\xbd12f36138484b8131e44483be7a79569a248bb868e1475ff31dc5f813565dc0');
INSERT INTO public.key_change VALUES (5, '\xbd12f36138484b8131e44483be7a79569a248bb868e1475ff31dc5f813565dc0');
INSERT INTO public.key_instance VALUES ('00000000-0000-4000-8000-000000000710', 4, 1);
INSERT INTO public.key_lease VALUES (true, true, 5, 0);
INSERT INTO public.key_usage VALUES ('2026-11-20 04:00:00+00', '990d26ca-a855-4aa7-9e0f-dc9e68675d6b', 'listDoctors', 200, 3);
INSERT INTO public.key_usage_day VALUES ('2026-11-20 00:00:00+00', '990d26ca-a855-4aa7-9e0f-dc9e68675d6b', 'listDoctors', 200, 3);
INSERT INTO public.key_withdrawal VALUES ('b78262c2-a9e3-4da9-bdce-c5decd3ea8d1', '5a63ac5e-4867-452a-a3e9-c1bc385b3787', '2026-11-27 23:34:09.965322+00');
INSERT INTO public.language OVERRIDING SYSTEM VALUE VALUES (1, 'English', 'english');
INSERT INTO public.language OVERRIDING SYSTEM VALUE VALUES (2, 'French', 'french');
INSERT INTO public.language OVERRIDING SYSTEM VALUE VALUES (3, 'Tamil', 'tamil');
INSERT INTO public.logged_request VALUES ('request-1', '2026-11-20 04:10:00+00', 'listDoctors', 'rest', '990d26ca-a855-4aa7-9e0f-dc9e68675d6b', 200, 1.5, '1');
INSERT INTO public.oauth_record VALUES ('Grant', '\x3492ad65d05a973fef8c825521eeb41ae64625a672a8aeeeabc696e16d62a020', NULL, '990d26ca-a855-4aa7-9e0f-dc9e68675d6b', '{"accountId": "a"}', NULL, '2036-11-20 00:00:00+00');
INSERT INTO public.oauth_secret VALUES (true, '\x2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b');
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000002', 1, 540, 720);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000002', 1, 780, 1020);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000002', 6, 600, 840);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000003', 1, 540, 720);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000003', 1, 780, 1020);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000003', 6, 600, 840);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000001', 1, 540, 720);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000001', 1, 780, 1020);
INSERT INTO public.opening_interval VALUES ('00000000-0000-4000-8000-000000000001', 6, 600, 840);
INSERT INTO public.passkey VALUES ('passkey-1', '12db6e2e-71ec-40a8-b0b5-bb9fd0145739', '\x0102', 3, '{internal}', 'Laptop', true, '2026-11-20 00:00:00+00', NULL);
INSERT INTO public.passkey_challenge VALUES ('challenge-1', 'sign-in', NULL, '2026-11-20 00:05:00+00');
INSERT INTO public.purchase VALUES ('00000000-0000-4000-8000-000000000700', '\xdd1b3c312cf7d816130354452e9629ce39355b0c534129dd26a08cd9a4502ede', 'test-1', false, 500, 'cad', 'waiting', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00', NULL);
INSERT INTO public.recovery_code VALUES ('12db6e2e-71ec-40a8-b0b5-bb9fd0145739', '\x5694d08a2e53ffcae0c3103e5ad6f6076abd960eb1f8a56577040bc1028f702b', NULL);
INSERT INTO public.request_hour VALUES ('2026-11-20 04:00:00+00', 'rest', 'listDoctors', 3, 0, '{3}');
INSERT INTO public.review VALUES ('00000000-0000-4000-8000-000000000500', '900001', NULL, 'Priya S.', 4, 'Kind and on time.', '2026-10-02', 5, NULL, NULL, NULL, NULL, 3);
INSERT INTO public.review VALUES ('00000000-0000-4000-8000-000000000501', NULL, '00000000-0000-4000-8000-000000000001', 'Sam T.', 4, 'Kind and on time.', '2026-10-02', 5, NULL, NULL, NULL, NULL, 3);
INSERT INTO public.schema_migration VALUES (1, 1795132800000, 'Directory1795132800000');
INSERT INTO public.schema_migration VALUES (2, 1795140000000, 'KeyUsage1795140000000');
INSERT INTO public.schema_migration VALUES (3, 1795145000000, 'Synchronization1795145000000');
INSERT INTO public.schema_migration VALUES (4, 1795160000000, 'OAuth1795160000000');
INSERT INTO public.schema_migration VALUES (5, 1795170000000, 'Administration1795170000000');
INSERT INTO public.schema_migration VALUES (6, 1795180000000, 'Purchases1795180000000');
INSERT INTO public.schema_migration VALUES (7, 1795200000000, 'DirectoryOrder1795200000000');
INSERT INTO public.schema_migration VALUES (8, 1795210000000, 'DropDirectoryOrder1795210000000');
INSERT INTO public.schema_migration VALUES (9, 1795220000000, 'BackupRuns1795220000000');
INSERT INTO public.schema_migration VALUES (10, 1795221000000, 'KeyRights1795221000000');
INSERT INTO public.schema_migration VALUES (11, 1795222000000, 'RejectsFile1795222000000');
INSERT INTO public.schema_migration VALUES (12, 1795223000000, 'UsageByDay1795223000000');
INSERT INTO public.schema_migration VALUES (13, 1795240000000, 'ImportTrust1795240000000');
INSERT INTO public.schema_migration VALUES (14, 1795250000000, 'Corrections1795250000000');
INSERT INTO public.schema_migration VALUES (15, 1795251000000, 'PlaceKeyIndex1795251000000');
INSERT INTO public.schema_migration VALUES (16, 1795260000000, 'UnmatchedRecords1795260000000');
INSERT INTO public.schema_migration VALUES (17, 1795280000000, 'StationAgency1795280000000');
INSERT INTO public.schema_migration VALUES (18, 1795290000000, 'OpenEnds1795290000000');
INSERT INTO public.schema_migration VALUES (19, 1795300000000, 'ImportSpeed1795300000000');
INSERT INTO public.schema_migration VALUES (20, 1795311000000, 'Evidence1795311000000');
INSERT INTO public.schema_migration VALUES (21, 1795320000000, 'ChangeFeed1795320000000');
INSERT INTO public.schema_migration VALUES (22, 1795340000000, 'Accuracy1795340000000');
INSERT INTO public.schema_migration VALUES (23, 1795353000000, 'KeyLease1795353000000');
INSERT INTO public.schema_migration VALUES (24, 1795430000000, 'DoctorUpdates1795430000000');
INSERT INTO public.schema_migration VALUES (25, 1795430100000, 'PreviousFacts1795430100000');
INSERT INTO public.schema_migration VALUES (26, 1795440000000, 'KeyTerms1795440000000');
INSERT INTO public.schema_migration VALUES (27, 1795440100000, 'Requests1795440100000');
INSERT INTO public.schema_migration VALUES (28, 1795440200000, 'Health1795440200000');
INSERT INTO public.schema_migration VALUES (29, 1795440300000, 'People1795440300000');
INSERT INTO public.schema_migration VALUES (30, 1795440400000, 'ImportJobs1795440400000');
INSERT INTO public.schema_migration VALUES (31, 1795440500000, 'Decisions1795440500000');
INSERT INTO public.schema_migration VALUES (32, 1795440600000, 'MendedRows1795440600000');
INSERT INTO public.schema_migration VALUES (33, 1795450000000, 'RowDigests1795450000000');
INSERT INTO public.schema_migration VALUES (34, 1795460100000, 'ParkedImports1795460100000');
INSERT INTO public.schema_migration VALUES (35, 1795460200000, 'Withdrawal1795460200000');
INSERT INTO public.schema_migration VALUES (36, 1795460300000, 'UndatedObservations1795460300000');
INSERT INTO public.schema_migration VALUES (37, 1795460300001, 'FirstSaid1795460300001');
INSERT INTO public.schema_migration VALUES (38, 1795460400000, 'HoursNotes1795460400000');
INSERT INTO public.sign_in_attempt VALUES ('name ada', 1, '2026-11-20 00:00:00+00', '2026-11-21 00:00:00+00');
INSERT INTO public.source VALUES ('clinics', 'Invented Publisher', 'none', NULL, true, 'clinic_attested', false);
INSERT INTO public.specialty OVERRIDING SYSTEM VALUE VALUES (1, 'Cardiology', 'cardiology');
INSERT INTO public.specialty OVERRIDING SYSTEM VALUE VALUES (2, 'Internal Medicine', 'internal medicine');
INSERT INTO public.specialty OVERRIDING SYSTEM VALUE VALUES (3, 'Dermatology', 'dermatology');
INSERT INTO public.specialty_service VALUES ('00000000-0000-4000-8000-000000000001', 1, 12, true, 'specialists', '2026-11-21 04:10:00+00');
INSERT INTO public.station VALUES ('Kipling', '2', 43.6375, -79.536, 'TTC');
INSERT INTO public.sync_change VALUES ('c4c3f37d-bc3d-42b4-91c3-bf14f9503ae4', 1, 'station', 'TTC: Kipling', 'created', NULL);
INSERT INTO public.sync_change VALUES ('83d72ca0-5841-4095-a015-ad745c2a7d01', 1, 'clinic', '00000000-0000-4000-8000-000000000001', 'created', NULL);
INSERT INTO public.sync_change VALUES ('83d72ca0-5841-4095-a015-ad745c2a7d01', 2, 'clinic', '00000000-0000-4000-8000-000000000002', 'created', NULL);
INSERT INTO public.sync_change VALUES ('83d72ca0-5841-4095-a015-ad745c2a7d01', 3, 'clinic', '00000000-0000-4000-8000-000000000003', 'created', NULL);
INSERT INTO public.sync_change VALUES ('83d72ca0-5841-4095-a015-ad745c2a7d01', 4, 'observation', '00000000-0000-4000-8000-000000000001 2026-11-20T04:10:00Z', 'created', NULL);
INSERT INTO public.sync_change VALUES ('83d72ca0-5841-4095-a015-ad745c2a7d01', 5, 'observation', '00000000-0000-4000-8000-000000000002 2026-11-20T04:10:00Z', 'created', NULL);
INSERT INTO public.sync_change VALUES ('83d72ca0-5841-4095-a015-ad745c2a7d01', 6, 'observation', '00000000-0000-4000-8000-000000000003 2026-11-20T04:10:00Z', 'created', NULL);
INSERT INTO public.sync_change VALUES ('458d9073-cad4-4d33-8bf4-d268577ff519', 1, 'doctor', '900001', 'created', NULL);
INSERT INTO public.sync_change VALUES ('458d9073-cad4-4d33-8bf4-d268577ff519', 2, 'doctor', '900002', 'created', NULL);
INSERT INTO public.sync_change VALUES ('458d9073-cad4-4d33-8bf4-d268577ff519', 3, 'doctor', '900003', 'created', NULL);
INSERT INTO public.sync_change VALUES ('bf218d7c-d064-476e-aef1-4c2417838d0f', 1, 'clinic', 'e64cecc1-d775-57f2-85f1-c753a896f87e', 'created', NULL);
INSERT INTO public.sync_change VALUES ('bf218d7c-d064-476e-aef1-4c2417838d0f', 2, 'doctor', '900004', 'created', NULL);
INSERT INTO public.sync_change VALUES ('00daa1a8-bc4c-4b51-af9a-fe42d269c082', 1, 'doctor', '900004', 'updated', '{"specialties": [["Cardiology", "Internal Medicine"], ["Dermatology"]]}');
INSERT INTO public.sync_change VALUES ('3a2efa99-4ec9-47ea-81b0-62fbd9de4417', 1, 'service', '00000000-0000-4000-8000-000000000001 Cardiology', 'created', NULL);
INSERT INTO public.sync_change VALUES ('e366a28c-3bd7-4835-976e-17c88c282fbd', 1, 'review', '00000000-0000-4000-8000-000000000500', 'created', NULL);
INSERT INTO public.sync_change VALUES ('e366a28c-3bd7-4835-976e-17c88c282fbd', 2, 'review', '00000000-0000-4000-8000-000000000501', 'created', NULL);
INSERT INTO public.sync_change VALUES ('498a8f08-9ccd-42e5-84bd-1397461a2904', 1, 'observation', '00000000-0000-4000-8000-000000000001 phone 2026-11-18T04:10:00Z', 'created', NULL);
INSERT INTO public.sync_change VALUES ('1749fae8-5cdd-4fb9-b649-f46d25cb8cf6', 1, 'clinic', '00000000-0000-4000-8000-000000000001', 'updated', '{"phone": ["+1-416-555-0101", "+1-416-555-0142"]}');
INSERT INTO public.sync_change VALUES ('cc3c9d26-7b7b-450d-9939-7fcb35399850', 1, 'clinic', '00000000-0000-4000-8000-000000000001', 'updated', '{"website": ["", "https://oak.example"]}');
INSERT INTO public.sync_change VALUES ('05253dd5-069e-4ccc-a625-e2790e340232', 1, 'doctor', '900003', 'expired', '{}');
INSERT INTO public.sync_reject VALUES ('1749fae8-5cdd-4fb9-b649-f46d25cb8cf6', 1, 3, 'name', '', 'empty', 'row');
INSERT INTO public.sync_run VALUES ('c4c3f37d-bc3d-42b4-91c3-bf14f9503ae4', 'stations', NULL, NULL, '2026-11-20 04:10:00+00', '2026-11-20 04:10:01.12+00', 1, 1, 0, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-20 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('83d72ca0-5841-4095-a015-ad745c2a7d01', 'clinics', NULL, NULL, '2026-11-20 04:10:00+00', '2026-11-20 04:10:01.238+00', 3, 3, 0, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-20 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "lapses": [{"field": "accepting", "first": "2027-05-19T04:10:00.000Z", "lapsed": 0, "answers": 3}], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('dbece906-da9c-495b-8f02-d62eeba7b07d', 'corrections', NULL, NULL, '2026-11-24 04:10:00+00', '2026-11-24 04:10:00.933+00', 1, 0, 1, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-24 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('458d9073-cad4-4d33-8bf4-d268577ff519', 'doctors', NULL, NULL, '2026-11-20 04:10:00+00', '2026-11-20 04:10:01.276+00', 3, 3, 0, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-20 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('bf218d7c-d064-476e-aef1-4c2417838d0f', 'register', NULL, NULL, '2026-11-21 04:10:00+00', '2026-11-21 04:10:01.531+00', 1, 1, 0, 0, 0, 0, 'succeeded', '', false, 0, 1, 0, 0, 0, NULL, NULL, '2026-11-21 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('00daa1a8-bc4c-4b51-af9a-fe42d269c082', 'register', NULL, NULL, '2026-11-22 04:10:00+00', '2026-11-22 04:10:01.805+00', 1, 0, 1, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-22 04:10:00+00', 0, 0, '{"notes": [], "fields": [{"field": "specialties", "record": "doctor", "records": 1}], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('d6423167-af7b-4c19-bcca-70814397236d', 'corrections', NULL, NULL, '2026-11-25 04:10:00+00', '2026-11-25 04:10:01.729+00', 1, 0, 1, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-25 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('3a2efa99-4ec9-47ea-81b0-62fbd9de4417', 'specialists', NULL, NULL, '2026-11-21 04:10:00+00', '2026-11-21 04:10:01.133+00', 1, 1, 0, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-21 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "lapses": [{"field": "serviceAccepting", "first": "2027-05-20T04:10:00.000Z", "lapsed": 0, "answers": 1}], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('d5e62ae5-4d77-4d70-82c9-867ac0683ca5', 'clinics', 'clinics.csv', NULL, '2026-11-25 04:10:00+00', '2026-11-25 04:10:00+00', 0, 0, 0, 0, 0, 0, 'failed', 'The file is empty.', false, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, 0, NULL);
INSERT INTO public.sync_run VALUES ('e366a28c-3bd7-4835-976e-17c88c282fbd', 'reviews', NULL, NULL, '2026-11-21 04:10:00+00', '2026-11-21 04:10:01.28+00', 3, 2, 0, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-21 04:10:00+00', 1, 0, '{"notes": [], "fields": [], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('498a8f08-9ccd-42e5-84bd-1397461a2904', 'availability', NULL, NULL, '2026-11-22 04:10:00+00', '2026-11-22 04:10:01.737+00', 1, 1, 0, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-22 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('1749fae8-5cdd-4fb9-b649-f46d25cb8cf6', 'clinics', NULL, NULL, '2026-11-23 04:10:00+00', '2026-11-23 04:10:01.459+00', 2, 0, 1, 0, 0, 1, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-23 04:10:00+00', 0, 0, '{"notes": [], "fields": [{"field": "phone", "record": "clinic", "records": 1}], "lapses": [{"field": "accepting", "first": "2027-05-19T04:10:00.000Z", "lapsed": 0, "answers": 1}], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('cc3c9d26-7b7b-450d-9939-7fcb35399850', 'corrections', NULL, NULL, '2026-11-24 04:10:00+00', '2026-11-24 04:10:00.427+00', 1, 0, 1, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-24 04:10:00+00', 0, 0, '{"notes": [], "fields": [{"field": "website", "record": "clinic", "records": 1}], "expiries": [], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.sync_run VALUES ('05253dd5-069e-4ccc-a625-e2790e340232', 'corrections', NULL, NULL, '2026-11-24 04:10:00+00', '2026-11-24 04:10:00.3+00', 1, 0, 1, 0, 0, 0, 'succeeded', '', false, 0, 0, 0, 0, 0, NULL, NULL, '2026-11-24 04:10:00+00', 0, 0, '{"notes": [], "fields": [], "expiries": [{"cause": "missing", "doctors": 1}], "positionsOff": 0, "sharedPhones": {"count": 0, "phones": [], "moreThan": 3}}');
INSERT INTO public.unmatched_record VALUES ('review', '["00000000-0000-4000-8000-000000000502"]', '900099', NULL, '{"id": "00000000-0000-4000-8000-000000000502", "text": "Kind and on time.", "staff": null, "author": "Lee W.", "rating": 4, "booking": null, "facility": 3, "clinic_id": null, "wait_time": 5, "written_on": "2026-10-02", "thoroughness": null, "communication": null, "registration_number": "900099"}', 'reviews', 'e366a28c-3bd7-4835-976e-17c88c282fbd', '2026-11-21 04:10:00+00');
SELECT pg_catalog.setval('public.audit_event_id_seq', 21, true);
SELECT pg_catalog.setval('public.availability_observation_id_seq', 4, true);
SELECT pg_catalog.setval('public.correction_id_seq', 3, true);
SELECT pg_catalog.setval('public.dataset_version_number_seq', 14, true);
SELECT pg_catalog.setval('public.language_id_seq', 3, true);
SELECT pg_catalog.setval('public.schema_migration_id_seq', 38, true);
SELECT pg_catalog.setval('public.specialty_id_seq', 3, true);
ALTER TABLE ONLY public.accuracy_audit
    ADD CONSTRAINT accuracy_audit_pkey PRIMARY KEY (protocol_hash);
ALTER TABLE ONLY public.accuracy_finding
    ADD CONSTRAINT accuracy_finding_pkey PRIMARY KEY (protocol_hash, registration_number, field);
ALTER TABLE ONLY public.additional_location
    ADD CONSTRAINT additional_location_pkey PRIMARY KEY (registration_number, clinic_id);
ALTER TABLE ONLY public.additional_location
    ADD CONSTRAINT additional_location_registration_number_position_key UNIQUE (registration_number, "position");
ALTER TABLE ONLY public.admin_session
    ADD CONSTRAINT admin_session_pkey PRIMARY KEY (sid);
ALTER TABLE ONLY public.administrator
    ADD CONSTRAINT administrator_folded_name_key UNIQUE (folded_name);
ALTER TABLE ONLY public.administrator
    ADD CONSTRAINT administrator_oidc_account_key UNIQUE (oidc_account);
ALTER TABLE ONLY public.administrator
    ADD CONSTRAINT administrator_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_replaces_key UNIQUE (replaces);
ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.availability_observation
    ADD CONSTRAINT availability_observation_clinic_id_method_observed_at_key UNIQUE (clinic_id, method, observed_at);
ALTER TABLE ONLY public.availability_observation
    ADD CONSTRAINT availability_observation_doctor_method_observed_at_key UNIQUE (registration_number, method, observed_at);
ALTER TABLE ONLY public.availability_observation
    ADD CONSTRAINT availability_observation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.backup_run
    ADD CONSTRAINT backup_run_pkey PRIMARY KEY (finished_at);
ALTER TABLE ONLY public.change_feed
    ADD CONSTRAINT change_feed_pkey PRIMARY KEY (single);
ALTER TABLE ONLY public.clinic
    ADD CONSTRAINT clinic_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.component_health
    ADD CONSTRAINT component_health_pkey PRIMARY KEY (component);
ALTER TABLE ONLY public.corrected_record
    ADD CONSTRAINT corrected_record_pkey PRIMARY KEY (record, key);
ALTER TABLE ONLY public.correction
    ADD CONSTRAINT correction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dataset_statistics
    ADD CONSTRAINT dataset_statistics_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.dataset_version
    ADD CONSTRAINT dataset_version_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.dataset_version
    ADD CONSTRAINT dataset_version_tag_key UNIQUE (tag);
ALTER TABLE ONLY public.directory_change
    ADD CONSTRAINT directory_change_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.doctor
    ADD CONSTRAINT doctor_id_key UNIQUE (id);
ALTER TABLE ONLY public.doctor_language
    ADD CONSTRAINT doctor_language_pkey PRIMARY KEY (registration_number, language_id);
ALTER TABLE ONLY public.doctor_language
    ADD CONSTRAINT doctor_language_registration_number_position_key UNIQUE (registration_number, "position");
ALTER TABLE ONLY public.doctor
    ADD CONSTRAINT doctor_pkey PRIMARY KEY (registration_number);
ALTER TABLE ONLY public.doctor_specialty
    ADD CONSTRAINT doctor_specialty_pkey PRIMARY KEY (registration_number, specialty_id);
ALTER TABLE ONLY public.doctor_specialty
    ADD CONSTRAINT doctor_specialty_registration_number_position_key UNIQUE (registration_number, "position");
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (record, key, field, source);
ALTER TABLE ONLY public.health_day
    ADD CONSTRAINT health_day_pkey PRIMARY KEY (day, component);
ALTER TABLE ONLY public.health_incident
    ADD CONSTRAINT health_incident_pkey PRIMARY KEY (component, started_at);
ALTER TABLE ONLY public.health_watch
    ADD CONSTRAINT health_watch_pkey PRIMARY KEY (single);
ALTER TABLE ONLY public.import_job
    ADD CONSTRAINT import_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.key_change
    ADD CONSTRAINT key_change_pkey PRIMARY KEY (epoch, hash);
ALTER TABLE ONLY public.key_instance
    ADD CONSTRAINT key_instance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.key_lease
    ADD CONSTRAINT key_lease_pkey PRIMARY KEY (single);
ALTER TABLE ONLY public.key_usage_day
    ADD CONSTRAINT key_usage_day_pkey PRIMARY KEY (day, key_id, operation, status);
ALTER TABLE ONLY public.key_usage
    ADD CONSTRAINT key_usage_pkey PRIMARY KEY (hour, key_id, operation, status);
ALTER TABLE ONLY public.key_withdrawal
    ADD CONSTRAINT key_withdrawal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.language
    ADD CONSTRAINT language_folded_name_key UNIQUE (folded_name);
ALTER TABLE ONLY public.language
    ADD CONSTRAINT language_name_key UNIQUE (name);
ALTER TABLE ONLY public.language
    ADD CONSTRAINT language_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.logged_request
    ADD CONSTRAINT logged_request_pkey PRIMARY KEY (request_id, at, operation);
ALTER TABLE ONLY public.oauth_record
    ADD CONSTRAINT oauth_record_pkey PRIMARY KEY (model, id_hash);
ALTER TABLE ONLY public.oauth_secret
    ADD CONSTRAINT oauth_secret_pkey PRIMARY KEY (single);
ALTER TABLE ONLY public.opening_interval
    ADD CONSTRAINT opening_interval_pkey PRIMARY KEY (clinic_id, weekday, opens);
ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.purchase
    ADD CONSTRAINT purchase_key_id_key UNIQUE (key_id);
ALTER TABLE ONLY public.purchase
    ADD CONSTRAINT purchase_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.purchase
    ADD CONSTRAINT purchase_reference_key UNIQUE (reference);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (administrator_id, hash);
ALTER TABLE ONLY public.request_hour
    ADD CONSTRAINT request_hour_pkey PRIMARY KEY (hour, channel, operation);
ALTER TABLE ONLY public.review
    ADD CONSTRAINT review_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_attempt
    ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.specialty
    ADD CONSTRAINT specialty_folded_name_key UNIQUE (folded_name);
ALTER TABLE ONLY public.specialty
    ADD CONSTRAINT specialty_name_key UNIQUE (name);
ALTER TABLE ONLY public.specialty
    ADD CONSTRAINT specialty_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.specialty_service
    ADD CONSTRAINT specialty_service_pkey PRIMARY KEY (clinic_id, specialty_id);
ALTER TABLE ONLY public.station
    ADD CONSTRAINT station_pkey PRIMARY KEY (agency, name);
ALTER TABLE ONLY public.sync_change
    ADD CONSTRAINT sync_change_pkey PRIMARY KEY (run_id, "position");
ALTER TABLE ONLY public.sync_reject
    ADD CONSTRAINT sync_reject_pkey PRIMARY KEY (run_id, "position");
ALTER TABLE ONLY public.sync_run
    ADD CONSTRAINT sync_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.unmatched_record
    ADD CONSTRAINT unmatched_record_pkey PRIMARY KEY (record, key);
CREATE INDEX additional_location_clinic_id_idx ON public.additional_location USING btree (clinic_id);
CREATE UNIQUE INDEX api_key_active_chain_key ON public.api_key USING btree (chain_id) WHERE (revoked_at IS NULL);
CREATE INDEX audit_event_at_idx ON public.audit_event USING btree (at);
CREATE INDEX clinic_address_key_idx ON public.clinic USING btree (address_key);
CREATE INDEX clinic_place_key_idx ON public.clinic USING btree (place_key);
CREATE INDEX dataset_version_run_id_idx ON public.dataset_version USING btree (run_id);
CREATE INDEX doctor_language_language_id_idx ON public.doctor_language USING btree (language_id);
CREATE INDEX doctor_primary_clinic_id_idx ON public.doctor USING btree (primary_clinic_id);
CREATE INDEX doctor_specialty_specialty_id_idx ON public.doctor_specialty USING btree (specialty_id);
CREATE INDEX key_usage_day_key_id_day_idx ON public.key_usage_day USING btree (key_id, day);
CREATE INDEX key_usage_key_id_hour_idx ON public.key_usage USING btree (key_id, hour);
CREATE INDEX logged_request_at_idx ON public.logged_request USING btree (at);
CREATE INDEX logged_request_failed_idx ON public.logged_request USING btree (at) WHERE (status >= 500);
CREATE INDEX oauth_record_account_id_idx ON public.oauth_record USING btree (account_id);
CREATE INDEX oauth_record_expires_at_idx ON public.oauth_record USING btree (expires_at);
CREATE INDEX oauth_record_grant_hash_idx ON public.oauth_record USING btree (grant_hash);
CREATE INDEX passkey_administrator_id_idx ON public.passkey USING btree (administrator_id);
CREATE INDEX purchase_claim_hash_idx ON public.purchase USING btree (claim_hash);
CREATE INDEX purchase_unpaid_idx ON public.purchase USING btree (created_at) WHERE (state = ANY (ARRAY['waiting'::text, 'lapsed'::text]));
CREATE INDEX review_clinic_id_idx ON public.review USING btree (clinic_id);
CREATE INDEX review_registration_number_idx ON public.review USING btree (registration_number);
CREATE INDEX specialty_service_specialty_id_idx ON public.specialty_service USING btree (specialty_id);
CREATE TRIGGER api_key_change AFTER DELETE OR UPDATE OF id, hash, kind, tier, prefix, revoked_at, expires_at, rate_limit ON public.api_key FOR EACH ROW EXECUTE FUNCTION public.record_key_change();
CREATE TRIGGER api_key_epoch BEFORE DELETE OR UPDATE OF id, hash, kind, tier, prefix, revoked_at, expires_at, rate_limit OR TRUNCATE ON public.api_key FOR EACH STATEMENT EXECUTE FUNCTION public.raise_key_epoch();
CREATE TRIGGER api_key_right BEFORE INSERT OR UPDATE OF kind, tier ON public.api_key FOR EACH ROW EXECUTE FUNCTION public.check_key_right();
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER dataset_version_feed BEFORE INSERT ON public.dataset_version FOR EACH ROW WHEN ((new.last_change IS NULL)) EXECUTE FUNCTION public.begin_change_feed();
CREATE TRIGGER evidence_since BEFORE UPDATE ON public.evidence FOR EACH ROW WHEN (((new.value IS DISTINCT FROM old.value) AND (NOT (new.since IS DISTINCT FROM old.since)))) EXECUTE FUNCTION public.forget_since();
CREATE TRIGGER key_withdrawal_change AFTER INSERT ON public.key_withdrawal FOR EACH ROW EXECUTE FUNCTION public.record_key_withdrawal();
CREATE TRIGGER key_withdrawal_epoch BEFORE INSERT ON public.key_withdrawal FOR EACH STATEMENT EXECUTE FUNCTION public.raise_key_epoch();
ALTER TABLE ONLY public.accuracy_finding
    ADD CONSTRAINT accuracy_finding_protocol_hash_fkey FOREIGN KEY (protocol_hash) REFERENCES public.accuracy_audit(protocol_hash) ON DELETE CASCADE;
ALTER TABLE ONLY public.additional_location
    ADD CONSTRAINT additional_location_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES public.clinic(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.additional_location
    ADD CONSTRAINT additional_location_registration_number_fkey FOREIGN KEY (registration_number) REFERENCES public.doctor(registration_number) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_replaces_fkey FOREIGN KEY (replaces) REFERENCES public.api_key(id);
ALTER TABLE ONLY public.availability_observation
    ADD CONSTRAINT availability_observation_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES public.clinic(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.availability_observation
    ADD CONSTRAINT availability_observation_registration_number_fkey FOREIGN KEY (registration_number) REFERENCES public.doctor(registration_number) ON DELETE CASCADE;
ALTER TABLE ONLY public.dataset_statistics
    ADD CONSTRAINT dataset_statistics_version_fkey FOREIGN KEY (version) REFERENCES public.dataset_version(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.dataset_version
    ADD CONSTRAINT dataset_version_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.sync_run(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.doctor_language
    ADD CONSTRAINT doctor_language_language_id_fkey FOREIGN KEY (language_id) REFERENCES public.language(id);
ALTER TABLE ONLY public.doctor_language
    ADD CONSTRAINT doctor_language_registration_number_fkey FOREIGN KEY (registration_number) REFERENCES public.doctor(registration_number) ON DELETE CASCADE;
ALTER TABLE ONLY public.doctor
    ADD CONSTRAINT doctor_primary_clinic_id_fkey FOREIGN KEY (primary_clinic_id) REFERENCES public.clinic(id);
ALTER TABLE ONLY public.doctor_specialty
    ADD CONSTRAINT doctor_specialty_registration_number_fkey FOREIGN KEY (registration_number) REFERENCES public.doctor(registration_number) ON DELETE CASCADE;
ALTER TABLE ONLY public.doctor_specialty
    ADD CONSTRAINT doctor_specialty_specialty_id_fkey FOREIGN KEY (specialty_id) REFERENCES public.specialty(id);
ALTER TABLE ONLY public.key_withdrawal
    ADD CONSTRAINT key_withdrawal_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_key(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_record
    ADD CONSTRAINT oauth_record_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.api_key(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.opening_interval
    ADD CONSTRAINT opening_interval_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES public.clinic(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES public.administrator(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES public.administrator(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.purchase
    ADD CONSTRAINT purchase_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_key(id);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES public.administrator(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review
    ADD CONSTRAINT review_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES public.clinic(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review
    ADD CONSTRAINT review_registration_number_fkey FOREIGN KEY (registration_number) REFERENCES public.doctor(registration_number) ON DELETE CASCADE;
ALTER TABLE ONLY public.specialty_service
    ADD CONSTRAINT specialty_service_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES public.clinic(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.specialty_service
    ADD CONSTRAINT specialty_service_specialty_id_fkey FOREIGN KEY (specialty_id) REFERENCES public.specialty(id);
ALTER TABLE ONLY public.sync_reject
    ADD CONSTRAINT sync_reject_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.sync_run(id) ON DELETE CASCADE;
