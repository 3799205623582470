import {
  AUDITED_FIELDS,
  CLINIC_ORIGINS,
  CLINIC_TYPES,
  ANSWERS,
  GENDERS,
  OUTCOMES,
  POSITION_SOURCES,
  REVIEW_DIMENSIONS,
} from '@care-atlas/domain/records';
import { KEY_KINDS, TIERS } from '@care-atlas/domain/access';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import pg from 'pg';
import {
  createTestDatabase,
  feedOneOfEach,
  rowsOf,
  sync,
  type TestDatabase,
  uuid,
} from '../../test/test-directory.js';
import { openDatabase } from './database.js';
import { migrate } from './migrate.js';
import { PURCHASE_STATES } from '../entities/access/purchase.entity.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await sync(database.url, feedOneOfEach);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** The constraint that refuses a statement, or "none". What a statement that succeeds has done is undone. */
async function refusedBy(statement: string): Promise<string> {
  await client.query('begin');
  try {
    await client.query(statement);
    return 'none';
  } catch (error) {
    const { constraint, column, code } = error as pg.DatabaseError;
    return constraint ?? (column === undefined ? String(code) : `${column} ${code}`);
  } finally {
    await client.query('rollback');
  }
}

const SEEN = 'insert into component_health values';
const IS_UP = `('api', 'up', '', now(), now())`;
const INCIDENT = 'insert into health_incident values';
const LOGGED_VALUES = `('a-request', now(), 'ping', 'rest', '${uuid(9)}', 200, 1, '1')`;
const LOGGED = `insert into logged_request values ${LOGGED_VALUES}`;
const SOURCE_RECORD =
  'insert into source_record (source, kind, key, fields, said, first_listed, extracted_at) values';
const UPLOAD = `insert into import_job (id, source, file_name, bytes, file_hash, settings, state, uploaded_by, uploaded_at)
  values`;
const UPLOAD_VALUES = `('${uuid(9)}', 'reviews', 'a.csv', 1, '', '{}', 'waiting', 'ada', now())`;
const HOUR = 'insert into request_hour values';
const KEY = `insert into api_key (hash, kind, tier, prefix, label`;
const HASH = `decode(repeat('ab', 32), 'hex')`;
const RECORD = 'insert into oauth_record (model, id_hash, payload, expires_at)';

const ADMINISTRATOR = `insert into administrator (name, folded_name, password_hash, password_changed_at, created_at)
  values ('Ada', 'ada', '', now(), now())`;
const WAITING =
  'insert into unmatched_record (record, key, registration_number, clinic_id, content, source, run_id, received_at)';
const AUDIT = `insert into accuracy_audit values (repeat('ab', 32), '{}', now())`;
const FINDING = `insert into accuracy_finding values (repeat('ab', 32), '900001', 'phone', '{}', '1', '')`;
const CHANGE = 'insert into directory_change values';
const REJECT_VALUES = `((select id from sync_run), 1, null, 'name', '', 'empty')`;
const REJECT = `insert into sync_reject values ${REJECT_VALUES}`;

/** Copies the one doctor, with some columns given as SQL. */
function insertDoctor(columns: Record<string, string>): string {
  const names = [
    'registration_number',
    'id',
    'name',
    'search_name',
    'gender',
    'practising_since',
    'primary_clinic_id',
  ];
  const rest = ['referral_required', 'booking_phone', 'booking_online', 'booking_referral_only', 'synced_at'];
  const all = [...names, ...rest];
  return `insert into doctor (${all.join(', ')}) select ${all.map((c) => columns[c] ?? c).join(', ')} from doctor`;
}

/** A purchase, but for what is given as SQL. */
function insertPurchase(columns: Record<string, string> = {}): string {
  const usual = {
    id: 'gen_random_uuid()',
    claim_hash: HASH,
    reference: `'a'`,
    live: 'true',
    amount: '500',
    currency: `'cad'`,
  };
  const all = { ...usual, ...columns };
  return `insert into purchase (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
}

/** A correction by an operator. */
function correction(kind: string, record: string): string {
  return `insert into correction (kind, record, key, given, fields, why, made_by, made_at)
    values ('${kind}', '${record}', '1', '{}', '{}', '', '', now())`;
}

const WITHDRAWAL = 'insert into key_withdrawal (key_id) values';

const REFUSED: [constraint: string, statement: string][] = [
  [
    'directory_change_pkey',
    `${CHANGE} (1, 1, 'doctor', '', 'created', '{}'), (1, 1, 'doctor', '', 'created', '{}')`,
  ],
  ['directory_change_type_check', `${CHANGE} (1, 1, 'review', '', 'created', '{}')`],
  ['directory_change_op_check', `${CHANGE} (1, 1, 'doctor', '', 'moved', '{}')`],
  ['change_feed_pkey', 'insert into change_feed default values'],
  ['change_feed_single_check', 'insert into change_feed (single) values (false)'],
  ['specialty_name_key', `insert into specialty (name, folded_name) values ('Cardiology', 'x')`],
  ['specialty_folded_name_key', `insert into specialty (name, folded_name) values ('X', 'cardiology')`],
  ['language_name_key', `insert into language (name, folded_name) values ('English', 'x')`],
  ['language_folded_name_key', `insert into language (name, folded_name) values ('X', 'english')`],
  ['station_pkey', `insert into station values ('Kipling', '2', 43, -79), ('Kipling', '2', 43, -79)`],
  ['station_lat_check', `insert into station values ('Kipling', '2', 90.1, -79)`],
  ['station_lng_check', `insert into station values ('Kipling', '2', 43, 180.1)`],
  ['clinic_pkey', `insert into clinic select * from clinic`],
  ['clinic_type_check', `update clinic set type = 'spa'`],
  ['clinic_origin_check', `update clinic set origin = 'rumour'`],
  ['clinic_position_source_check', `update clinic set position_source = 'guess'`],
  ['clinic_lat_check', `update clinic set lat = 'NaN'`],
  ['clinic_special_days_check', `update clinic set special_days = '{}'`],
  ['clinic_lng_check', `update clinic set lng = -180.5`],
  ['opening_interval_pkey', `insert into opening_interval values ('${uuid(1)}', 1, 540, 600)`],
  ['opening_interval_clinic_id_fkey', `insert into opening_interval values ('${uuid(9)}', 1, 540, 600)`],
  ['opening_interval_weekday_check', `insert into opening_interval values ('${uuid(1)}', 8, 540, 600)`],
  ['opening_interval_span_check', `insert into opening_interval values ('${uuid(1)}', 2, 600, 600)`],
  ['opening_interval_span_check', `insert into opening_interval values ('${uuid(1)}', 2, 600, 2881)`],
  ['opening_interval_span_check', `insert into opening_interval values ('${uuid(1)}', 2, 1440, 1500)`],
  ['opening_interval_span_check', `insert into opening_interval values ('${uuid(1)}', 2, -1, 60)`],
  ['doctor_pkey', `insert into doctor select * from doctor`],
  ['doctor_id_key', insertDoctor({ registration_number: `'7'` })],
  [
    'doctor_registration_number_check',
    insertDoctor({ id: 'gen_random_uuid()', registration_number: `'12a'` }),
  ],
  ['doctor_registration_number_check', insertDoctor({ id: 'gen_random_uuid()', registration_number: `''` })],
  [
    'doctor_registration_number_check',
    insertDoctor({ id: 'gen_random_uuid()', registration_number: `'1234567890123'` }),
  ],
  ['doctor_gender_check', `update doctor set gender = 'unknown'`],
  ['doctor_registration_restrictions_check', `update doctor set registration_restrictions = ''`],
  ['doctor_practice_start_check', `update doctor set practice_start = 'birth'`],
  ['doctor_primary_clinic_id_fkey', `update doctor set primary_clinic_id = '${uuid(9)}'`],
  ['doctor_primary_clinic_id_fkey', `delete from clinic`],
  ['primary_clinic_id 23502', `update doctor set primary_clinic_id = null`],
  [
    'additional_location_registration_number_fkey',
    `insert into additional_location values ('7', '${uuid(1)}', 1)`,
  ],
  [
    'additional_location_clinic_id_fkey',
    `insert into additional_location values ('900001', '${uuid(9)}', 1)`,
  ],
  [
    'additional_location_pkey',
    `insert into additional_location values ('900001', '${uuid(1)}', 1), ('900001', '${uuid(1)}', 2)`,
  ],
  [
    'additional_location_registration_number_position_key',
    `insert into clinic select (jsonb_populate_record(clinic, '{"id":"${uuid(2)}"}')).* from clinic;
    insert into additional_location values ('900001', '${uuid(1)}', 1), ('900001', '${uuid(2)}', 1)`,
  ],
  [
    'doctor_specialty_pkey',
    `insert into doctor_specialty select registration_number, specialty_id, 9 from doctor_specialty`,
  ],
  ['doctor_specialty_registration_number_position_key', `update doctor_specialty set position = 1`],
  ['doctor_specialty_registration_number_fkey', `update doctor_specialty set registration_number = '7'`],
  ['doctor_specialty_specialty_id_fkey', `delete from specialty`],
  [
    'doctor_language_pkey',
    `insert into doctor_language select registration_number, language_id, 9 from doctor_language`,
  ],
  ['doctor_language_registration_number_position_key', `update doctor_language set position = 1`],
  ['doctor_language_registration_number_fkey', `update doctor_language set registration_number = '7'`],
  ['doctor_language_language_id_fkey', `delete from language`],
  ['specialty_service_pkey', `insert into specialty_service select * from specialty_service`],
  ['specialty_service_clinic_id_fkey', `update specialty_service set clinic_id = '${uuid(9)}'`],
  ['specialty_service_specialty_id_fkey', `update specialty_service set specialty_id = 99`],
  ['specialty_service_wait_weeks_check', `update specialty_service set wait_weeks = 521`],
  ['specialty_service_wait_weeks_check', `update specialty_service set wait_weeks = -1`],
  ['review_pkey', `insert into review select * from review`],
  ['review_registration_number_fkey', `update review set registration_number = '7' where clinic_id is null`],
  ['review_clinic_id_fkey', `update review set clinic_id = '${uuid(9)}' where registration_number is null`],
  ['review_subject_check', `update review set clinic_id = '${uuid(1)}'`],
  ['review_subject_check', `update review set registration_number = null, clinic_id = null`],
  ['review_rating_check', `update review set rating = 0`],
  ['review_rating_check', `update review set rating = 6`],
  ...REVIEW_DIMENSIONS.map((dimension): [string, string] => [
    `review_${dimension}_check`,
    `update review set ${dimension} = 6`,
  ]),
  [
    'availability_observation_subject_check',
    `update availability_observation set registration_number = '900001'`,
  ],
  ['availability_observation_subject_check', `update availability_observation set clinic_id = null`],
  ['availability_observation_clinic_id_fkey', `update availability_observation set clinic_id = '${uuid(9)}'`],
  [
    'availability_observation_registration_number_fkey',
    `update availability_observation set clinic_id = null, registration_number = '7'`,
  ],
  [
    'availability_observation_clinic_id_method_observed_at_key',
    `insert into availability_observation (clinic_id, accepting, method, observed_at)
    select clinic_id, not accepting, method, observed_at from availability_observation`,
  ],
  [
    'availability_observation_doctor_method_observed_at_key',
    `insert into availability_observation (registration_number, accepting, method, observed_at)
    select '900001', n = 1, 'phone', now() from generate_series(1, 2) n`,
  ],
  ['sync_change_pkey', `insert into sync_change select * from sync_change`],
  ['sync_change_record_check', `update sync_change set record = 'hospital'`],
  ['sync_change_change_check', `update sync_change set change = 'lost'`],
  ['sync_reject_pkey', `${REJECT}, ${REJECT_VALUES}`],
  ['sync_reject_run_id_fkey', `insert into sync_reject values ('${uuid(9)}', 1, 1, 'name', '', '')`],
  [
    'unmatched_record_pkey',
    `${WAITING} select 'review', '[]', '7', null, '{}', '', '${uuid(9)}', now() from generate_series(1, 2)`,
  ],
  [
    'unmatched_record_record_check',
    `${WAITING} values ('doctor', '', '7', null, '{}', '', '${uuid(9)}', now())`,
  ],
  [
    'unmatched_record_subject_check',
    `${WAITING} values ('review', '', '7', '${uuid(9)}', '{}', '', '${uuid(9)}', now())`,
  ],
  ['source_pkey', `insert into source (name) values ('odhf'), ('odhf')`],
  [
    'source_record_pkey',
    `${SOURCE_RECORD} ('odhf', 'clinic', '1', '{}', null, now(), now()), ('odhf', 'clinic', '1', '{}', null, now(), now())`,
  ],
  ['source_record_kind_check', `${SOURCE_RECORD} ('odhf', 'place', '1', '{}', null, now(), now())`],
  ['source_record_said_check', `${SOURCE_RECORD} ('odhf', 'clinic', '1', '{}', '[]', now(), now())`],
  [
    'source_extract_pkey',
    `insert into source_extract values ('odhf', 'clinic', 'epoch', true), ('odhf', 'clinic', 'epoch', true)`,
  ],
  ['source_extract_kind_check', `insert into source_extract values ('odhf', 'place', 'epoch', true)`],
  ['sync_run_pkey', `insert into sync_run select * from sync_run`],
  ['sync_run_status_check', `update sync_run set status = 'stuck'`],
  ['dataset_version_tag_key', `update dataset_version set tag = 'same'`],
  ['dataset_version_run_id_fkey', `update dataset_version set run_id = '${uuid(9)}'`],
  ['api_key_hash_check', `${KEY}) values ('short', 'live', 'live', '', '')`],
  ['api_key_hash_key', `${KEY}) values (${HASH}, 'live', 'live', '', ''), (${HASH}, 'live', 'live', '', '')`],
  ['api_key_kind_check', `${KEY}) values (${HASH}, 'golden', 'live', '', '')`],
  ['api_key_tier_check', `${KEY}) values (${HASH}, 'live', 'golden', '', '')`],
  ['component_health_pkey', `${SEEN} ${IS_UP}, ${IS_UP}`],
  ['component_health_component_check', `${SEEN} ('moon', 'up', '', now(), now())`],
  ['component_health_state_check', `${SEEN} ('api', 'ill', '', now(), now())`],
  ['health_day_pkey', `insert into health_day values (now(), 'api', 1, 0, 0), (now(), 'api', 1, 0, 0)`],
  ['health_day_component_check', `insert into health_day values (now(), 'moon', 1, 0, 0)`],
  ['health_incident_pkey', `${INCIDENT} ('api', now(), null, 'down', ''), ('api', now(), null, 'down', '')`],
  ['health_incident_component_check', `${INCIDENT} ('moon', now(), null, 'down', '')`],
  ['health_incident_state_check', `${INCIDENT} ('api', now(), null, 'up', '')`],
  ['health_watch_pkey', 'insert into health_watch default values'],
  ['health_watch_single_check', 'insert into health_watch values (false)'],
  ['import_job_pkey', `${UPLOAD} ${UPLOAD_VALUES}, ${UPLOAD_VALUES}`],
  ['import_job_source_check', `${UPLOAD} ${UPLOAD_VALUES.replace('reviews', 'rumours')}`],
  ['import_job_decision_check', `${UPLOAD} ${UPLOAD_VALUES.replace('reviews', 'corrections')}`],
  ['import_job_decision_check', `${UPLOAD} ${UPLOAD_VALUES.replace(`'a.csv'`, 'null')}`],
  ['import_job_state_check', `${UPLOAD} ${UPLOAD_VALUES.replace('waiting', 'lost')}`],
  ['import_job_confirmed_check', `${UPLOAD} ${UPLOAD_VALUES.replace('waiting', 'importing')}`],
  ['logged_request_pkey', `${LOGGED}, ${LOGGED_VALUES}`],
  ['logged_request_channel_check', `${LOGGED.replace("'rest'", "'fax'")}`],
  ['request_hour_pkey', `${HOUR} (now(), 'rest', 'ping', 1, 0, '{}'), (now(), 'rest', 'ping', 1, 0, '{}')`],
  ['request_hour_channel_check', `${HOUR} (now(), 'fax', 'ping', 1, 0, '{}')`],
  ['request_hour_requests_check', `${HOUR} (now(), 'rest', 'ping', 0, 0, '{}')`],
  ['api_key_rate_limit_check', `${KEY}, rate_limit) values (${HASH}, 'live', 'live', '', '', 0)`],
  ['api_key_replaces_fkey', `${KEY}, replaces) values (${HASH}, 'live', 'live', '', '', '${uuid(9)}')`],
  [
    'api_key_active_chain_key',
    `${KEY}, chain_id) select sha256(n::text::bytea), 'live', 'live', '', '', '${uuid(9)}' from generate_series(1, 2) n`,
  ],
  [
    'api_key_replaces_key',
    `${KEY}, id) values (${HASH}, 'live', 'live', '', '', '${uuid(9)}');
    ${KEY}, replaces) select sha256(n::text::bytea), 'live', 'live', '', '', '${uuid(9)}' from generate_series(1, 2) n`,
  ],
  [
    'key_usage_pkey',
    `insert into key_usage values (now(), '${uuid(1)}', 'listDoctors', 200, 1), (now(), '${uuid(1)}', 'listDoctors', 200, 2)`,
  ],
  ['key_usage_requests_check', `insert into key_usage values (now(), '${uuid(1)}', 'listDoctors', 200, 0)`],
  [
    'key_usage_day_pkey',
    `insert into key_usage_day values (now(), '${uuid(1)}', 'listDoctors', 200, 1), (now(), '${uuid(1)}', 'listDoctors', 200, 2)`,
  ],
  [
    'key_usage_day_requests_check',
    `insert into key_usage_day values (now(), '${uuid(1)}', 'listDoctors', 200, 0)`,
  ],
  ['oauth_record_pkey', `${RECORD} select 'Grant', ${HASH}, '{}', now() from generate_series(1, 2)`],
  ['oauth_record_model_check', `${RECORD} values ('Session', ${HASH}, '{}', now())`],
  ['oauth_record_id_hash_check', `${RECORD} values ('Grant', 'short', '{}', now())`],
  [
    'oauth_record_grant_hash_check',
    `insert into oauth_record values ('AccessToken', ${HASH}, 'short', null, '{}', null, now())`,
  ],
  [
    'oauth_record_account_id_fkey',
    `insert into oauth_record values ('AccessToken', ${HASH}, null, '${uuid(9)}', '{}', null, now())`,
  ],
  ['oauth_secret_pkey', `insert into oauth_secret (secret) values (${HASH}), (${HASH})`],
  ['oauth_secret_single_check', `insert into oauth_secret values (false, ${HASH})`],
  ['oauth_secret_secret_check', `insert into oauth_secret (secret) values ('short')`],
  [
    'purchase_pkey',
    `${insertPurchase({ id: `'${uuid(1)}'` })}; ${insertPurchase({ id: `'${uuid(1)}'`, reference: `'b'` })}`,
  ],
  ['purchase_reference_key', `${insertPurchase()}; ${insertPurchase()}`],
  ['purchase_claim_hash_check', insertPurchase({ claim_hash: `'short'` })],
  ['purchase_amount_check', insertPurchase({ amount: '0' })],
  ['purchase_currency_check', insertPurchase({ currency: `'CAD'` })],
  ['purchase_state_check', insertPurchase({ state: `'given'` })],
  ['purchase_key_check', insertPurchase({ state: `'claimed'` })],
  [
    'purchase_key_check',
    `${KEY}, id) values (${HASH}, 'live', 'live', '', '', '${uuid(9)}');
    ${insertPurchase({ state: `'paid'`, key_id: `'${uuid(9)}'` })}`,
  ],
  ['purchase_key_id_fkey', insertPurchase({ state: `'claimed'`, key_id: `'${uuid(9)}'` })],
  [
    'purchase_key_id_key',
    `${KEY}, id) values (${HASH}, 'live', 'live', '', '', '${uuid(9)}');
    ${insertPurchase({ state: `'claimed'`, key_id: `'${uuid(9)}'` })};
    ${insertPurchase({ state: `'claimed'`, key_id: `'${uuid(9)}'`, reference: `'b'` })}`,
  ],
  ['administrator_folded_name_key', `${ADMINISTRATOR}; ${ADMINISTRATOR}`],
  ['administrator_name_check', ADMINISTRATOR.replace(`'Ada'`, `'Ada '`)],
  ['administrator_role_check', `${ADMINISTRATOR}; update administrator set role = 'owner'`],
  [
    'administrator_oidc_account_key',
    `${ADMINISTRATOR}; ${ADMINISTRATOR.replace(`'Ada', 'ada'`, `'Eve', 'eve'`)}; update administrator set oidc_account = 'https://login.example one'`,
  ],
  ['recovery_code_administrator_id_fkey', `insert into recovery_code values ('${uuid(9)}', ${HASH})`],
  [
    'recovery_code_hash_check',
    `${ADMINISTRATOR}; insert into recovery_code select id, '' from administrator`,
  ],
  [
    'recovery_code_pkey',
    `${ADMINISTRATOR}; insert into recovery_code select id, ${HASH} from administrator, generate_series(1, 2)`,
  ],
  [
    'passkey_administrator_id_fkey',
    `insert into passkey values ('a', '${uuid(9)}', '', 0, '{}', '', true, now())`,
  ],
  [
    'passkey_pkey',
    `${ADMINISTRATOR}; insert into passkey
      select 'a', id, '', 0, '{}', '', true, now() from administrator, generate_series(1, 2)`,
  ],
  [
    'passkey_challenge_pkey',
    `insert into passkey_challenge values ('a', 'sign-in', null, now()), ('a', 'sign-in', null, now())`,
  ],
  ['passkey_challenge_purpose_check', `insert into passkey_challenge values ('a', 'fun', null, now())`],
  [
    'passkey_challenge_administrator_id_fkey',
    `insert into passkey_challenge values ('a', 'sign-in', '${uuid(9)}', now())`,
  ],
  ['admin_session_pkey', `insert into admin_session values ('a', '{}', now()), ('a', '{}', now())`],
  [
    'sign_in_attempt_pkey',
    `insert into sign_in_attempt values ('a', 1, now(), now()), ('a', 1, now(), now())`,
  ],
  ['sign_in_attempt_failures_check', `insert into sign_in_attempt values ('a', 0, now(), now())`],
  ['correction_kind_check', correction('delete', 'clinic')],
  ['correction_record_check', correction('hide', 'station')],
  ['corrected_record_record_check', `insert into corrected_record values ('review', '1', '{}')`],
  [
    'corrected_record_pkey',
    `insert into corrected_record select 'doctor', '900001', '{}' from generate_series(1, 2)`,
  ],
  ['key_lease_pkey', 'insert into key_lease default values'],
  ['key_lease_single_check', 'insert into key_lease (single) values (false)'],
  ['key_change_pkey', `insert into key_change values (1, ${HASH}), (1, ${HASH})`],
  ['key_instance_pkey', `insert into key_instance (id) values ('${uuid(1)}'), ('${uuid(1)}')`],
  ['key_withdrawal_key_id_fkey', `${WITHDRAWAL} ('${uuid(9)}')`],
  ['accuracy_audit_pkey', `${AUDIT}; ${AUDIT}`],
  ['accuracy_audit_protocol_hash_check', AUDIT.replace(`repeat('ab', 32)`, `'ab'`)],
  ['accuracy_audit_measured_check', `${AUDIT}; update accuracy_audit set measured_at = now()`],
  ['accuracy_finding_pkey', `${AUDIT}; ${FINDING}; ${FINDING}`],
  ['accuracy_finding_protocol_hash_fkey', FINDING],
  ['accuracy_finding_field_check', `${AUDIT}; ${FINDING.replace('phone', 'age')}`],
  ['accuracy_finding_outcome_check', `${AUDIT}; ${FINDING}; update accuracy_finding set outcome = 'wrong'`],
  ['source_method_check', `insert into source (name, method) values ('odhf', 'rumour')`],
  ['clinic_accepting_code_check', `update clinic set accepting_code = 'maybe'`],
  ['availability_observation_code_check', `update availability_observation set code = 'maybe'`],
  ['evidence_record_check', `update evidence set record = 'person'`],
  ['evidence_field_check', `update evidence set field = 'color'`],
  ['evidence_pkey', 'insert into evidence select * from evidence'],
  ['backup_run_pkey', `insert into backup_run select now(), true from generate_series(1, 2)`],
  ['dataset_statistics_pkey', `insert into dataset_statistics select * from dataset_statistics`],
  ['dataset_statistics_version_fkey', `insert into dataset_statistics values (99, 0, 0, '{}')`],
];

describe('a constraint refuses', () => {
  test.each(REFUSED)('%s: %s', async (constraint, statement) => {
    expect(await refusedBy(statement)).toBe(constraint);
  });

  test('every constraint has a case, but for keys that their identity makes unique', async () => {
    const rows = await rowsOf<{ name: string }>(
      database.url,
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
      and contype in ('p', 'u', 'f', 'c') and conrelid <> 'schema_migration'::regclass`,
    );
    const unique = [
      'specialty_pkey',
      'language_pkey',
      'dataset_version_pkey',
      'api_key_pkey',
      'administrator_pkey',
      'audit_event_pkey',
      'availability_observation_pkey',
      'correction_pkey',
      'key_withdrawal_pkey',
    ];
    const cases = new Set([...unique, ...REFUSED.map(([constraint]) => constraint)]);
    expect(rows.map(({ name }) => name).filter((name) => !cases.has(name))).toEqual([]);
  });
});

describe('the schema accepts', () => {
  test.each([
    ['clinic', 'type', CLINIC_TYPES],
    ['clinic', 'origin', CLINIC_ORIGINS],
    ['clinic', 'position_source', POSITION_SOURCES],
    ['doctor', 'gender', ['', ...GENDERS]],
    ['doctor', 'registration_restrictions', ANSWERS],
  ])('every word of the domain as %s.%s', async (table, column, words) => {
    for (const word of words)
      expect(await refusedBy(`update ${table} set ${column} = '${word}'`)).toBe('none');
  });

  test('every kind and tier of key', async () => {
    for (const kind of KEY_KINDS) {
      for (const tier of TIERS) {
        expect(await refusedBy(`${KEY}) values (${HASH}, '${kind}', '${tier}', '', '')`)).toBe('none');
      }
    }
  });

  test('every field and outcome of an audit', async () => {
    for (const field of AUDITED_FIELDS)
      for (const outcome of OUTCOMES) {
        const found = FINDING.replace('phone', field).replace(`'')`, `'', null, '${outcome}')`);
        expect(await refusedBy(`${AUDIT}; ${found}`)).toBe('none');
      }
  });

  test('every state of a purchase', async () => {
    for (const state of PURCHASE_STATES.filter((each) => each !== 'claimed')) {
      expect(await refusedBy(insertPurchase({ state: `'${state}'` }))).toBe('none');
    }
  });

  test('any number of revoked keys in a chain beside the active one', async () => {
    const statement = `${KEY}, chain_id, revoked_at) select sha256(n::text::bytea), 'live', 'live', '', '', '${uuid(9)}',
      case when n > 1 then now() end from generate_series(1, 3) n`;
    expect(await refusedBy(statement)).toBe('none');
  });
});

test('a change of any column of a key that decides about a request is one that memories follow', async () => {
  const beside = ['label', 'note', 'created_at', 'revoked_reason', 'last_used_at', 'replaces', 'chain_id'];
  const all = await rowsOf<{ name: string }>(
    database.url,
    `select column_name as name from information_schema.columns where table_name = 'api_key' order by 1`,
  );
  for (const trigger of ['api_key_epoch', 'api_key_change']) {
    const watched = `select event_object_column as name from information_schema.triggered_update_columns
      where trigger_name = '${trigger}' order by 1`;
    expect(await rowsOf(database.url, watched)).toEqual(all.filter(({ name }) => !beside.includes(name)));
  }
});

/** Tables that only statements read and write. */
const WITHOUT_ENTITY = (
  'accuracy_finding additional_location availability_observation backup_run change_feed dataset_statistics ' +
  'dataset_version directory_change doctor_language doctor_specialty evidence health_watch key_change key_usage ' +
  'key_usage_day language opening_interval request_hour source source_extract specialty specialty_service station ' +
  'unmatched_record'
).split(' ');

test('the entities describe exactly the schema that the migrations make', async () => {
  const opened = await openDatabase(database.url, PATIENT);
  try {
    const changes = await opened.driver.createSchemaBuilder().log();
    expect(changes.upQueries.map(({ query }) => query)).toEqual([]);
    const tables = await rowsOf<{ name: string }>(
      database.url,
      `select table_name as name from information_schema.tables where table_schema = 'public'
      and table_name not in ('schema_migration', 'typeorm_metadata') order by 1`,
    );
    const described = opened.entityMetadatas.map(({ tableName }) => tableName);
    expect(tables.map(({ name }) => name)).toEqual([...described, ...WITHOUT_ENTITY].toSorted());
  } finally {
    await opened.close();
  }
});

describe('migrations', () => {
  test('run once when several processes start at the same time', async () => {
    const other = await createTestDatabase();
    try {
      await rowsOf(other.url, 'drop schema public cascade');
      await rowsOf(other.url, 'create schema public');
      await Promise.all([migrate(other.url), migrate(other.url), migrate(other.url)]);
      expect(
        await rowsOf(other.url, 'select name from schema_migration group by name having count(*) > 1'),
      ).toEqual([]);
      expect(await rowsOf(other.url, 'select number, length(tag) as tag from dataset_version')).toEqual([
        { number: '1', tag: 32 },
      ]);
    } finally {
      await other.drop();
    }
  });
});
