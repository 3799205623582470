import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { loadDataset } from '@care-atlas/data/directory';
import type { ClinicRecord } from '@care-atlas/domain/records';
import {
  createTestDatabase,
  emptyTestDatabase,
  PATIENT,
  type TestDatabase,
} from '@care-atlas/local-postgres/test-database';
import { Directory } from '@care-atlas/domain/directory';
import { type ReadModel, ReadModelBuilder } from '@care-atlas/domain/read-model';
import type { ImportOptions } from '../src/run/import-options.js';
import { runImport } from '../src/run/import-run.js';
import type { ImportSummary } from '../src/run/import-summary.js';
import { Progress } from '../src/run/progress.js';
import type { Source } from '../src/sources/source.js';

/** The example files that docs/operate/import*.md name. */
export const EXAMPLES = resolve(import.meta.dirname, '../examples');
const DATA = resolve(import.meta.dirname, '../../../tools/data');
export const ODHF_FILE = join(DATA, 'odhf_v1.1_gta.csv');
export const STATIONS_FILE = join(DATA, 'ttc_subway_stations.csv');
export const NOW = new Date('2026-11-20T15:42:10.500Z');

/** A folder of a test file's own. */
export class TestFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<TestFolder> {
    return new TestFolder(await mkdtemp(join(tmpdir(), 'care-atlas-import-')));
  }

  /** Writes a file into the folder and gives its path. */
  async file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.path, name);
    await writeFile(path, content);
    return path;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}

interface Imports {
  readonly url: string;
  readonly database: Database;
  readonly folder: TestFolder;
}

/** Makes a folder for each test, and a directory, which is empty before each test unless it is filled once. */
export function useImports(fill?: (test: Imports) => Promise<unknown>): Imports {
  const test = {} as { url: string; database: Database; folder: TestFolder };
  let created: TestDatabase;
  beforeAll(async () => {
    created = await createTestDatabase();
    const { url } = created;
    Object.assign(test, { url, database: await openDatabase(url, PATIENT), folder: await TestFolder.make() });
    await fill?.(test);
    await test.folder.remove();
  });
  beforeEach(async () => {
    if (!fill) await emptyTestDatabase(test.url);
    Object.assign(test, { folder: await TestFolder.make() });
  });
  afterEach(() => test.folder.remove());
  afterAll(async () => {
    await test.database?.close();
    await created?.drop();
  });
  return test;
}

/** A file of facilities: each is in order, apart from what is said of it. */
export function facilities(...rows: Readonly<Record<string, string>>[]): string {
  const row = {
    odhf_index: '1',
    facility_name: 'Maple Health Centre',
    source_facility_type: 'community health centre',
    odhf_facility_type: 'Ambulatory health care services',
    unit: '',
    street_no: '145',
    street_name: 'Front Street E',
    postal_code: 'M5A 1E3',
    municipality: 'Toronto',
    lat: '43.65',
    lng: '-79.37',
  };
  return csv(
    row,
    rows.map((facts, index) => ({ odhf_index: String(index + 1), ...facts })),
  );
}

/** A file of registrations: each is in order, apart from what is said of it. */
export function registrations(...rows: Readonly<Record<string, string>>[]): string {
  const row = {
    registration_number: '900001',
    name: 'Amara Okafor',
    gender: 'Woman',
    status: 'Active',
    expired_on: '',
    class: 'Independent Practice',
    independent_since: '2009-07-01',
    graduated: '',
    specialties: 'Family Medicine',
    languages: 'English',
    location_1_address: '145 Front Street E, Toronto, ON',
    location_1_postal_code: 'M5A 1E3',
    location_1_phone: '416-555-0101',
    location_2_address: '',
    location_2_postal_code: '',
    booking_phone: '',
    booking_online: '',
    referral_required: '',
  };
  return csv(
    row,
    rows.map((facts, index) => ({ registration_number: String(900001 + index), ...facts })),
  );
}

/** A file of clinics: each is in order, apart from what is said of it. */
export function clinicList(...rows: Readonly<Record<string, string>>[]): string {
  const row = {
    id: '1',
    name: 'Maple Example Clinic',
    address: '145 Front Street E, Toronto, ON',
    postal_code: 'M5A 1E3',
    lat: '43.65',
    lng: '-79.37',
    phone: '',
    website: '',
    type: 'family-practice',
    healthcare: '',
    'healthcare:speciality': '',
    amenity: '',
    opening_hours: '',
    wheelchair: '',
    virtual_visits: '',
    accepting: '',
    accepting_observed_at: '',
    accepting_method: '',
    sample: '',
  };
  return csv(
    row,
    rows.map((facts, index) => ({ id: `clinic-${index + 1}`, ...facts })),
  );
}

/** A file of stations: each is in order, apart from what is said of it. */
export function stationList(...rows: Readonly<Record<string, string>>[]): string {
  return csv({ name: 'King', lines: '1', lat: '43.649', lng: '-79.3778' }, rows);
}

export function csv(
  defaults: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, string>>[],
): string {
  const columns = Object.keys(defaults);
  const lines = rows.map((row) =>
    columns.map((column) => quoted(row[column] ?? defaults[column]!)).join(','),
  );
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

function quoted(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Imports a file without showing progress. */
export async function importFile(
  source: Source,
  path: string,
  databaseUrl: string,
  setting: Partial<ImportOptions> = {},
): Promise<ImportSummary> {
  const now = setting.now ?? NOW;
  const progress = new Progress({ write: () => undefined }, () => now);
  return runImport(source, path, { databaseUrl, now, progress, ...setting }).finally(() => progress.end());
}

/** Any rows may be rejected: for tests that are about the others. */
export const ANY_REJECTS = { maxRejects: { share: 1 }, maxNotes: { share: 1 } } as const;

const ignore = () => undefined;

/** The clinics that services would load, by id. */
export async function clinicsIn(databaseUrl: string): Promise<ReadonlyMap<string, ClinicRecord>> {
  const clinics = new Map<string, ClinicRecord>();
  await loadDataset(databaseUrl, () => ({
    addClinic: (clinic) => clinics.set(clinic.id, clinic),
    addDoctor: ignore,
    addClosedClinic: ignore,
    addMergedClinic: ignore,
    addService: ignore,
    addReview: ignore,
  }));
  return clinics;
}

/** The directory that services would answer from. */
export async function directoryIn(databaseUrl: string, now = NOW): Promise<Directory> {
  const builder = await loadDataset(databaseUrl, (about) => new ReadModelBuilder(about));
  const model: ReadModel = builder.build();
  return new Directory(
    () => model,
    () => now,
  );
}

/** Returns errors without the progress, which is shown on a slow machine. */
export function withoutProgress(errors: string): string {
  return errors.replaceAll(/^\d\d:\d\d:\d\d .*\n/gm, '');
}
