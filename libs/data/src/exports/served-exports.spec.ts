import { cp } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { DirectoryError, type Export } from '@care-atlas/domain/contract';
import { copyTestDatabase, PATIENT } from '@care-atlas/local-postgres/test-database';
import { localPlace, storeThat, type TestPlace } from '../../test/export-places.js';
import {
  aClinic,
  aDoctor,
  createTestDatabase,
  LATER,
  NOW,
  rowsOf,
  sync,
  type TestDatabase,
  uuid,
} from '../../test/test-directory.js';
import { type Database, openDatabase } from '../connection/database.js';
import { ChangeFeedRepository } from '../directory/feed/change-feed.repository.js';
import { SyncHistory } from '../sync/sync-history.js';
import { runSync } from '../sync/sync-run.js';
import { type ByteRange, type ExportStore, MANIFEST, SANDBOX_FILE, type StoredFile } from './export-store.js';
import { publishExport } from './publish-export.js';
import { ServedExports } from './served-exports.js';
import { WithdrawalRepository } from './withdrawal.repository.js';
import { HIDE } from '../../../domain/test/builders.js';

const DOCTORS = 1100;
const FIRST = '910000';
/** Not among the first 1,000. */
const LAST = '911099';

/** What each test begins with: a directory, and its export. */
let prepared: TestDatabase;
let filled: TestPlace;
let created: TestDatabase;
let database: Database;
let place: TestPlace;
let store: ExportStore;
let served: ServedExports;
/** The files of the first export, when nothing is hidden. */
let published: Export;

describe('in a folder', () => {
  beforeAll(async () => {
    prepared = await createTestDatabase();
    filled = await localPlace();
    await sync(prepared.url, async (writer) => {
      await writer.clinics([
        aClinic(),
        aClinic({ id: uuid(2), name: 'Elm Walk-in', address: '2 Elm Street, Toronto, ON M4C 1B5' }),
        aClinic({ id: uuid(3), name: 'Oak Clinic', address: '3 Oak Street, Toronto, ON M4C 1B5' }),
      ]);
      await writer.doctors(
        Array.from({ length: DOCTORS }, (_, n) =>
          aDoctor({ registrationNumber: String(910_000 + n), name: `Dr. ${n}`, clinicIds: [uuid(1)] }),
        ),
      );
      // The only one at the second clinic; the third has no doctors and no services.
      await writer.doctors([
        aDoctor({ registrationNumber: LAST, name: 'Dr. Last', clinicIds: [uuid(1), uuid(2)] }),
      ]);
      await writer.services([{ clinicId: uuid(2), specialty: 'Cardiology', waitWeeks: 3, accepting: null }]);
    });
    published = (await publishExport(prepared.url, filled.open(), { now: NOW })).export;
  });
  afterAll(async () => {
    await filled?.remove();
    await prepared?.drop();
  });
  beforeEach(async () => {
    created = await copyTestDatabase(prepared.url);
    database = await openDatabase(created.url, PATIENT);
    place = await localPlace();
    await cp(filled.folder, place.folder, { recursive: true });
    store = place.open();
    served = servedBy(true);
  });
  afterEach(async () => {
    await place?.remove();
    await database?.close();
    await created?.drop();
  });

  it('withdraws exactly the files that have a hidden doctor, from the commit on', async () => {
    expect(await withdrawnFiles(published)).toEqual([]);
    await hide('doctor', LAST);
    expect(await withdrawnFiles(published)).toEqual([
      'doctors.csv.gz',
      'doctors.ndjson.gz',
      'fhir-Practitioner.ndjson.gz',
      'fhir-PractitionerRole.ndjson.gz',
      'fhir-VerificationResult.ndjson.gz',
    ]);
    await hide('doctor', FIRST);
    expect(await withdrawnFiles(published)).toContain(SANDBOX_FILE);
  });

  it('withdraws exactly the files that have a hidden clinic', async () => {
    await hide('clinic', uuid(3));
    const ofClinics = [
      'clinics.csv.gz',
      'clinics.geojson.gz',
      'clinics.ndjson.gz',
      'fhir-HealthcareService.ndjson.gz',
      'fhir-Location.ndjson.gz',
      'fhir-Organization.ndjson.gz',
      'fhir-VerificationResult.ndjson.gz',
    ];
    expect(await withdrawnFiles(published)).toEqual(ofClinics);
    await hide('clinic', uuid(2));
    // Its doctor and its service show it.
    expect(await withdrawnFiles(published)).toEqual(
      [
        ...ofClinics,
        'doctors.csv.gz',
        'doctors.ndjson.gz',
        'fhir-Practitioner.ndjson.gz',
        'fhir-PractitionerRole.ndjson.gz',
        'services.csv.gz',
        'services.ndjson.gz',
      ].toSorted(),
    );
  });

  it('agrees with what the files have, and the next export has none of it and erases them', async () => {
    const texts = (about: Export) =>
      Promise.all(
        about.files.map(async ({ name }) => {
          const file = await store.open(about.datasetVersion, name);
          return [name, file && gunzipSync(await buffer(file.read())).toString()] as const;
        }),
      );
    const shows = (text = '') => /Dr\. Last|Elm Walk-in|00000002"/.test(text);
    const showing = (await texts(published)).filter(([, text]) => shows(text)).map(([name]) => name);
    await hide('doctor', LAST);
    await hide('clinic', uuid(2));
    const withdrawn = await withdrawnFiles(published);
    expect(withdrawn).toEqual(expect.arrayContaining(showing));
    const next = await publish();
    expect(await withdrawnFiles(next)).toEqual([]);
    expect(await withdrawnFiles(published)).toEqual(withdrawn);
    const left = await texts(published);
    expect(left.flatMap(([name, text]) => (text === undefined ? [name] : [])).toSorted()).toEqual(withdrawn);
    // Only the ids by which copies delete the resources.
    const others = (await texts(next)).filter(([name]) => name !== 'fhir-deleted.ndjson.gz');
    for (const [name, text] of [...left, ...others])
      expect([name, shows(text), text?.includes(LAST) ?? false]).toEqual([name, false, false]);
    // What was erased does not return with its record.
    for (const id of [1, 2]) await sync(created.url, (writer) => writer.withdraw(id, 'test', 'test'), LATER);
    expect(await withdrawnFiles(published)).toEqual(withdrawn);
    expect(await served.open(published.datasetVersion, 'none.gz')).toBeUndefined();
  });

  it('serves a file again when its record is shown again, and an export that was written before a hide never', async () => {
    await hide('doctor', LAST);
    await sync(created.url, (writer) => writer.withdraw(1, 'test', 'test'), LATER);
    expect(await withdrawnFiles(published)).toEqual([]);
    // Its snapshot is from before the hide, its publication from after it.
    const late = await publishAround(() => hide('doctor', LAST));
    expect(late.datasetVersion).not.toBe(published.datasetVersion);
    expect(await withdrawnFiles(late)).toContain('doctors.ndjson.gz');
  });

  it('names an export to go on with, or says that it follows', async () => {
    await hide('doctor', LAST);
    const gone = await refusalOf(published, 'doctors.csv.gz');
    expect([gone.code, gone.message, gone.retryAfter]).toEqual([
      'gone',
      'This file has a record that was removed from the directory: the next export will be without it. List /exports again in a minute.',
      5,
    ]);
    expect(await served.addressToBegin()).toBeUndefined();
    const { datasetVersion } = await publish();
    const manifest = `exports/${datasetVersion}/${MANIFEST}`;
    expect((await refusalOf(published, 'doctors.csv.gz')).message).toBe(
      `This file has a record that was removed from the directory: use the newest export, ${manifest}.`,
    );
    expect(await served.addressToBegin()).toBe(manifest);
  });

  it('ends a download that is under way when its file is withdrawn', async () => {
    let time = 0;
    const inPieces = Object.assign(
      storeThat(store, () => Promise.reject(new Error('It only reads.'))),
      { open: openInPieces },
    );
    const timed = servedBy(true, inPieces, () => time);
    const { datasetVersion } = published;
    const content = (await timed.open(datasetVersion, 'doctors.ndjson.gz'))!
      .read()
      [Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect((await content.next()).done).toBe(false);
    await hide('doctor', LAST);
    time += 1_000;
    await expect(buffer({ [Symbol.asyncIterator]: () => content })).rejects.toMatchObject({ code: 'gone' });
    const other = (await timed.open(datasetVersion, 'clinics.ndjson.gz'))!.read();
    time += 1_000;
    expect((await buffer(other)).length).toBeGreaterThan(0);
  });

  it('serves nothing while nobody can tell what is hidden', async () => {
    await rowsOf(created.url, 'alter table corrected_record rename to elsewhere');
    await expect(served.open(published.datasetVersion, 'clinics.csv.gz')).rejects.toThrow('corrected_record');
    await rowsOf(created.url, 'alter table elsewhere rename to corrected_record');
  });

  it('says that the changes are gone only with an export to begin with, or where there will be none', async () => {
    await sync(created.url, (writer) => writer.clinics([aClinic({ name: 'Ash' })]), LATER);
    await new SyncHistory(database).prune(new Date('2100-01-01'));
    expect(await served.endOfChanges()).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    const none = await servedBy(false).endOfChanges();
    expect([none.code, none.message]).toEqual(['gone', expect.stringContaining('publishes no exports')]);
    const { datasetVersion } = await publish();
    expect((await served.endOfChanges()).message).toContain(`exports/${datasetVersion}/${MANIFEST}`);
  });

  it('serves no export of a sample that real data replaced, and the next publication removes it', async () => {
    const other = await createTestDatabase();
    const connected = await openDatabase(other.url, PATIENT);
    const exports = new ServedExports(
      store,
      new WithdrawalRepository(connected),
      new ChangeFeedRepository(connected),
      true,
    );
    const run = (source: string, origin: 'sample' | 'clinic') =>
      runSync(other.url, { source }, NOW, (writer) => writer.clinics([aClinic({ origin })]), {
        replaceSample: true,
      });
    await run('sample', 'sample');
    const { export: ofSample } = await publishExport(other.url, store, { now: NOW });
    expect((await exports.list()).map(({ datasetVersion }) => datasetVersion)).toEqual([
      ofSample.datasetVersion,
    ]);
    await run('clinics', 'clinic');
    expect(await exports.list()).toEqual([]);
    for (const name of [MANIFEST, 'clinics.csv.gz'])
      await expect(exports.open(ofSample.datasetVersion, name)).rejects.toMatchObject({ code: 'gone' });
    await publishExport(other.url, store, { now: NOW });
    expect((await store.list()).map(({ datasetVersion }) => datasetVersion)).not.toContain(
      ofSample.datasetVersion,
    );
    await connected.close();
    await other.drop();
  });
});

function servedBy(isPublished: boolean, from = store, stopwatch?: () => number): ServedExports {
  return new ServedExports(
    from,
    new WithdrawalRepository(database),
    new ChangeFeedRepository(database),
    isPublished,
    stopwatch,
  );
}

/** Opens a file of the store that is read in many small pieces, as a large one is. */
async function openInPieces(version: string, name: string): Promise<StoredFile | undefined> {
  const file = await store.open(version, name);
  if (!file) return undefined;
  const { bytes, tag } = file;
  async function* pieces(range?: ByteRange) {
    const content = await buffer(file!.read(range));
    for (let start = 0; start < content.length; start += 64) yield content.subarray(start, start + 64);
  }
  return {
    bytes,
    tag,
    read: (range) => Readable.from(pieces(range), { objectMode: false, highWaterMark: 64 }),
  };
}

async function publish(): Promise<Export> {
  return (await publishExport(created.url, store, { now: NOW })).export;
}

/** Publishes an export, and does something after it took its snapshot. */
async function publishAround(work: () => Promise<unknown>): Promise<Export> {
  const slow = storeThat(store, async (version) => {
    await work();
    return store.begin(version);
  });
  return (await publishExport(created.url, slow, { now: NOW })).export;
}

async function hide(record: 'doctor' | 'clinic', key: string): Promise<void> {
  await sync(created.url, (writer) => writer.correct({ ...HIDE, record, key }), LATER);
}

/** Returns the names of the files that are answered as gone, in order. */
async function withdrawnFiles({ datasetVersion, files }: Export): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name } of files) {
    const outcome = await served.open(datasetVersion, name).catch((error: unknown) => error);
    const isGone = outcome instanceof DirectoryError && outcome.code === 'gone';
    if (isGone) names.push(name);
    else if (outcome instanceof Error) throw outcome;
  }
  return names.toSorted();
}

async function refusalOf({ datasetVersion }: Export, name: string): Promise<DirectoryError> {
  const error = await served.open(datasetVersion, name).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DirectoryError);
  return error as DirectoryError;
}
