import {
  createTestDatabase,
  emptyTestDatabase,
  type TestDatabase,
} from '@care-atlas/local-postgres/test-database';
import {
  type ReviewRecord,
  type SpecialtyServiceRecord,
  type StationRecord,
  UNKNOWN_DOCTOR,
} from '@care-atlas/domain/records';
import pg from 'pg';
import * as builders from '../../domain/test/builders.js';
import { open, uuid } from '../../domain/test/builders.js';
import { runSync, type SyncOptions, type SyncResult } from '../src/sync/sync-run.js';
import type {
  ClinicInput,
  DoctorInput,
  PracticeLocation,
  RegisterInput,
  DoctorOptions,
  SyncWriter,
} from '../src/sync/index.js';

export { createTestDatabase, emptyTestDatabase as empty, type TestDatabase };
export { uuid } from '../../domain/test/builders.js';

/** Creates a migrated database for the tests of a file, and drops it after them. */
export function useTestDatabase(): Pick<TestDatabase, 'url'> {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  return {
    get url() {
      return database!.url;
    },
  };
}

/** The time of a run in tests. */
export const NOW = new Date('2026-11-20T04:10:00.000Z');
/** The time of the run after it. */
export const LATER = new Date('2026-11-21T04:10:00.000Z');

/** The counts of a run that read nothing. */
export { NO_COUNTS as NOTHING } from '../src/sync/run/sync-counts.js';

/** Returns a clinic with the facts that most sources give. */
export function aClinic(clinic: Partial<ClinicInput> = {}): ClinicInput {
  // What follows from the run and the stations is not of the source.
  const { nearSubway: _near, acceptingObserved: _observed, syncedAt: _synced, ...given } = builders.aClinic();
  return {
    ...given,
    address: '12 Birchmount Road, Toronto, ON M1N 3H5',
    postalCode: 'M1N 3H5',
    lat: 43.7,
    lng: -79.26,
    phone: '+1-416-555-0101',
    openingHours: [...open([1], 9, 12), ...open([1], 13, 17), ...open([6], 10, 14)],
    wheelchair: true,
    accepting: false,
    ...clinic,
  };
}

/** What the register says of the doctor that tests begin with. */
const DOCTOR = {
  ...UNKNOWN_DOCTOR,
  registrationNumber: '900001',
  name: 'Dr. Éloïse Brandåvøld',
  gender: 'female',
  practisingSince: '2001-07-01',
  specialties: ['Cardiology', 'Internal Medicine'],
  languages: ['English', 'French'],
  referralRequired: true,
  booking: { phone: '+1-416-555-0101', online: '', referralOnly: true },
} as const;

export function aDoctor(doctor: Partial<DoctorInput> = {}): DoctorInput {
  const confirmedAt = new Date('2026-11-19T04:10:00.000Z');
  return { ...DOCTOR, clinicIds: [uuid(1)], confirmedAt, ...doctor };
}

/** Returns a practice address that no clinic has; each civic number is another place. */
export function aLocation(location: Partial<PracticeLocation> & { civic?: number } = {}): PracticeLocation {
  const { civic = 20, ...facts } = location;
  return {
    name: '',
    address: `${civic} Kingston Road, Toronto, ON M1N 1S9`,
    postalCode: 'M1N 1S9',
    phone: '+1-416-555-0120',
    lat: 43.69,
    lng: -79.27,
    positionSource: 'postal-area',
    type: 'family-practice',
    ...facts,
  };
}

export function aRegistration(registration: Partial<RegisterInput> = {}): RegisterInput {
  return {
    ...DOCTOR,
    status: 'Active',
    registrationClass: 'Independent Practice',
    registrationRestrictions: 'unknown',
    practiceStart: 'independent-practice',
    locations: [aLocation()],
    ...registration,
  };
}

/** Returns active registrations with the numbers 900001, 900002, … */
export function registrations(count: number, facts: Partial<RegisterInput> = {}): RegisterInput[] {
  return Array.from({ length: count }, (_, n) =>
    aRegistration({ registrationNumber: String(900_001 + n), ...facts }),
  );
}

/** Returns a review with the dimensions that most sources give. */
export function aReview(review: Partial<ReviewRecord> = {}): ReviewRecord {
  return builders.aReview({ id: uuid(500), dimensions: { wait_time: 5, facility: 3 }, ...review });
}

/** Runs a synchronization of the source "test". */
export function sync(
  url: string,
  work: (writer: SyncWriter) => Promise<void>,
  now = NOW,
  options: SyncOptions = {},
): Promise<SyncResult> {
  return runSync(url, { source: 'test' }, now, work, options);
}

/** Writes doctors. */
export function doctors(rows: Iterable<DoctorInput>, options?: DoctorOptions) {
  return (writer: SyncWriter) => writer.doctors(rows, options);
}

/** Writes a register. */
export function register(rows: Iterable<RegisterInput & { line?: number }>, options?: DoctorOptions) {
  return (writer: SyncWriter) => writer.register(rows, options);
}

/** Returns what a run changed, in short. */
export async function changesOf(url: string, runId: string | undefined): Promise<unknown[]> {
  const rows = await rowsOf<Record<string, unknown>>(
    url,
    'select record, key, change, fields from sync_change where run_id = $1 order by position',
    [runId],
  );
  return rows.map(({ record, key, change, fields }) => [record, key, change, ...(fields ? [fields] : [])]);
}

/** Writes records of any kind, in the order in which they depend on one another. */
export function records(all: {
  readonly stations?: readonly StationRecord[];
  readonly clinics?: readonly ClinicInput[];
  readonly doctors?: readonly DoctorInput[];
  readonly services?: readonly SpecialtyServiceRecord[];
  readonly reviews?: readonly ReviewRecord[];
}) {
  return async (writer: SyncWriter): Promise<void> => {
    if (all.stations) await writer.stations(all.stations);
    if (all.clinics) await writer.clinics(all.clinics);
    if (all.doctors) await writer.doctors(all.doctors);
    if (all.services) await writer.services(all.services);
    if (all.reviews) await writer.reviews(all.reviews);
  };
}

/** Writes one clinic, one doctor, one service and two reviews. */
export const feedOneOfEach = records({
  clinics: [aClinic()],
  doctors: [aDoctor()],
  services: [builders.aService({ waitWeeks: 12 })],
  reviews: [aReview(), aReview({ id: uuid(501), subject: { clinic: uuid(1) } })],
});

/** Returns the rows of one statement, over sessions that only tests use. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await sessionsOf(url).query<Row>(sql, values)).rows;
}

/** Adds to the newest version so many changes like the last one of a clinic. */
export async function repeatChange(databaseUrl: string, times: number): Promise<void> {
  await rowsOf(
    databaseUrl,
    `with copied as (
      insert into directory_change select (jsonb_populate_record(change, jsonb_build_object('seq', last + n))).*
      from directory_change change, change_feed, generate_series(1, $1) n
      where seq = (select max(seq) from directory_change where type = 'clinic') returning seq
    ), ended as (update change_feed set last = (select max(seq) from copied) returning last)
    update dataset_version set last_change = (select last from ended)
    where number = (select max(number) from dataset_version)`,
    [times],
  );
}

/** The sessions of a test file, by database: beginning and ending one takes longer than most queries. */
const sessions = new Map<string, pg.Pool>();

function sessionsOf(url: string): pg.Pool {
  const known = sessions.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true });
  // The database ends them when it is dropped.
  pool.on('error', () => undefined);
  sessions.set(url, pool);
  return pool;
}

const DIRECTORY_TABLES = [
  'specialty',
  'language',
  'station',
  'clinic',
  'availability_observation',
  'sync_change',
  'opening_interval',
  'doctor',
  'additional_location',
  'doctor_specialty',
  'doctor_language',
  'specialty_service',
  'review',
  'dataset_version',
  'source_record',
  'source_extract',
  'evidence',
  'corrected_record',
  'directory_change',
  'change_feed',
];

/** Returns the content of the directory's tables as text: equal texts mean that nothing changed. */
export async function contentOf(url: string): Promise<string> {
  const contents = DIRECTORY_TABLES.map((table) => `(select jsonb_agg(t order by t::text) from ${table} t)`);
  const [row] = await rowsOf<{ content: unknown }>(
    url,
    `select jsonb_build_array(${contents.join(', ')}) as content`,
  );
  return JSON.stringify(row!.content, null, 1);
}

/** Ends all other sessions with an application name, as an administrator would. Returns their number. */
export async function terminate(url: string, applicationName: string): Promise<number> {
  const rows = await rowsOf(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [applicationName],
  );
  return rows.length;
}

/** Polls until a condition holds that another process or connection brings about. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
