import {
  createTestDatabase,
  emptyTestDatabase,
  type TestDatabase,
} from '@care-atlas/local-postgres/test-database';
import { type ReviewRecord, UNKNOWN_DOCTOR } from '@care-atlas/domain/records';
import pg from 'pg';
import { runSync, type SyncOptions, type SyncResult } from '../src/sync/sync-run.js';
import type {
  ClinicInput,
  DoctorInput,
  PracticeLocation,
  RegisterInput,
  RegisterOptions,
  SyncWriter,
} from '../src/sync/index.js';

export { createTestDatabase, emptyTestDatabase as empty, type TestDatabase };

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

/** Returns a UUID for a number. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

export function aClinic(clinic: Partial<ClinicInput> = {}): ClinicInput {
  return {
    id: uuid(1),
    name: 'Birchmount Family Health',
    address: '12 Birchmount Road, Toronto, ON M1N 3H5',
    postalCode: 'M1N 3H5',
    lat: 43.7,
    lng: -79.26,
    positionSource: 'source',
    phone: '+1-416-555-0101',
    website: '',
    type: 'family-practice',
    openingHours: [
      { weekday: 1, opens: 540, closes: 720 },
      { weekday: 1, opens: 780, closes: 1020 },
      { weekday: 6, opens: 600, closes: 840 },
    ],
    wheelchair: true,
    virtualVisits: null,
    accepting: false,
    origin: 'clinic',
    ...clinic,
  };
}

export function aDoctor(doctor: Partial<DoctorInput> = {}): DoctorInput {
  return {
    ...UNKNOWN_DOCTOR,
    registrationNumber: '900001',
    name: 'Dr. Éloïse Brandåvøld',
    gender: 'female',
    practisingSince: '2001-07-01',
    specialties: ['Cardiology', 'Internal Medicine'],
    languages: ['English', 'French'],
    clinicIds: [uuid(1)],
    referralRequired: true,
    booking: { phone: '+1-416-555-0101', online: '', referralOnly: true },
    confirmedAt: new Date('2026-11-19T04:10:00.000Z'),
    ...doctor,
  };
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
    ...UNKNOWN_DOCTOR,
    registrationNumber: '900001',
    name: 'Dr. Éloïse Brandåvøld',
    gender: 'female',
    practisingSince: '2001-07-01',
    specialties: ['Cardiology', 'Internal Medicine'],
    languages: ['English', 'French'],
    referralRequired: true,
    booking: { phone: '+1-416-555-0101', online: '', referralOnly: true },
    status: 'Active',
    registrationClass: 'Independent Practice',
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

export function aReview(review: Partial<ReviewRecord> = {}): ReviewRecord {
  return {
    id: uuid(500),
    subject: { doctor: '900001' },
    author: 'Priya S.',
    rating: 4,
    text: 'Kind and on time.',
    date: '2026-10-02',
    dimensions: { wait_time: 5, facility: 3 },
    ...review,
  };
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
export function doctors(rows: Iterable<DoctorInput>, options?: { complete?: boolean }) {
  return (writer: SyncWriter) => writer.doctors(rows, options);
}

/** Writes a register. */
export function register(rows: Iterable<RegisterInput & { line?: number }>, options?: RegisterOptions) {
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

/** Writes one clinic, one doctor, one service and two reviews. */
export async function feedOneOfEach(writer: SyncWriter): Promise<void> {
  await writer.clinics([aClinic()]);
  await writer.doctors([aDoctor()]);
  await writer.services([{ clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 12, accepting: null }]);
  await writer.reviews([aReview(), aReview({ id: uuid(501), subject: { clinic: uuid(1) } })]);
}

/** Returns the rows of one statement, over sessions that only tests use. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await sessionsOf(url).query<Row>(sql, values)).rows;
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
  'unmatched_record',
  'dataset_version',
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
