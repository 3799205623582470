import { join } from 'node:path';
import { runSync, SyncHistory } from '@care-atlas/data/sync';
import { errorText } from '../src/run/error-text.js';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { reviews } from '../src/sources/reviews.js';
import { SOURCES } from '../src/sources/source-table.js';
import { stations } from '../src/sources/stations.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  directoryIn,
  EXAMPLES,
  importFile,
  NOW,
  registrations,
  STATIONS_FILE,
  useImports,
} from './test-import.js';

const CLINICS = join(EXAMPLES, 'clinics.csv');
const REFUSED = 'The directory holds sample data, which an import never mixes with real data.';

const test = useImports();
beforeEach(async () => {
  await importFile(stations, STATIONS_FILE, test.url);
  await importFile(clinics, CLINICS, test.url);
  await importFile(register, join(EXAMPLES, 'register.csv'), test.url);
  await importFile(reviews, join(EXAMPLES, 'reviews.csv'), test.url, ANY_REJECTS);
});

/** Makes everything a sample, apart from the doctors with some numbers. */
async function makeSample(...real: readonly string[]): Promise<void> {
  await test.database.query(`update clinic set origin = 'sample'`);
  await test.database.query(
    `update doctor set registration_status = '' where registration_number <> all ($1::text[])`,
    [real],
  );
}

/** Returns the numbers of rows by which PostgreSQL plans. */
function rowEstimates(): Promise<unknown[]> {
  return test.database.query(
    `select relname, reltuples from pg_class where relnamespace = 'public'::regnamespace and relname in (
      'clinic', 'doctor', 'review', 'opening_interval', 'source_record', 'specialty_service') order by relname`,
  );
}

it.each(SOURCES.map((source) => [source.name, source] as const))(
  'an import of %s into a sample is refused with the ways on, and changes nothing',
  async (name, source) => {
    await makeSample();
    const before = await clinicsIn(test.url);
    const [path] = source.example.split(' ').slice(1);
    const later = { now: new Date(NOW.getTime() + 60_000) };
    const failed = importFile(source, join(EXAMPLES, '../../..', path!), test.url, later);
    const error: unknown = await failed.catch((cause: unknown) => cause);
    expect(errorText(error)).toBe(
      `${REFUSED}\nTo remove the sample data in the same import: --replace-sample. To keep it, and start with an ` +
        'empty directory: another DATA_DIR or DATABASE_URL.',
    );
    expect(await clinicsIn(test.url)).toEqual(before);
    const [run] = await new SyncHistory(test.database).runs(1);
    expect(run).toMatchObject({ source: name, status: 'failed', reason: REFUSED });
  },
);

it('--replace-sample removes the sample in the same transaction, and then imports', async () => {
  await makeSample();
  const listed = async () => (await directoryIn(test.url)).listDoctors({}).value.total;
  const doctors = await listed();
  const { size } = await clinicsIn(test.url);
  const options = { replaceSample: true };
  await test.database.query('analyze');
  const statistics = await rowEstimates();
  const dry = await importFile(clinics, CLINICS, test.url, { ...options, dryRun: true });
  expect(await listed()).toBe(doctors);
  expect(await rowEstimates()).toEqual(statistics);

  const summary = await importFile(clinics, CLINICS, test.url, options);
  expect(summary.removedSample).toEqual(dry.removedSample);
  expect(summary.removedSample).toMatchObject({ doctors: expect.any(Number), clinics: size });
  expect(summary).toMatchObject({ created: summary.rows, updated: 0 });
  for (const table of ['doctor', 'review', 'specialty_service'])
    expect(await test.database.query(`select * from ${table}`)).toEqual([]);
  expect(new Set([...(await clinicsIn(test.url)).values()].map(({ origin }) => origin))).toEqual(
    new Set(['clinic']),
  );
  // Stations are real.
  expect(await test.database.query('select name from station')).toHaveLength(70);

  expect(await importFile(clinics, CLINICS, test.url)).toMatchObject({ removedSample: null });
  expect(await importFile(clinics, CLINICS, test.url, options)).toMatchObject({ removedSample: null });
});

it('decisions about invented records end with them, and hide no real one of the same number', async () => {
  await makeSample();
  const decision = { given: {}, fields: {}, why: 'test', until: null, by: 'test' } as const;
  await runSync(test.url, { source: 'corrections' }, NOW, (writer) =>
    writer.correct({ ...decision, kind: 'hide', record: 'doctor', key: '900001' }),
  );
  // The run computed the doctor from its source, which is none of a sample.
  await makeSample();
  await importFile(clinics, CLINICS, test.url, { replaceSample: true });
  await importFile(register, join(EXAMPLES, 'register.csv'), test.url);
  expect((await directoryIn(test.url)).getDoctor('900001').value).toMatchObject({
    doctor: { cpsoNumber: '900001' },
  });
  expect(
    await test.database.query('select ended_by, ended_why from correction where ended_at is not null'),
  ).toEqual([{ ended_by: 'import', ended_why: 'The sample was removed.' }]);
});

it('a file of clinics with a marked one is refused beside real clinics, in the directory or in itself', async () => {
  const before = await clinicsIn(test.url);
  const marked = await test.folder.file('marked.csv', clinicList({ sample: 'yes' }));
  const mixed = await test.folder.file('mixed.csv', clinicList({ sample: 'yes' }, {}));
  const message = 'The file holds sample data, which an import never mixes with real data.';
  for (const path of [marked, mixed])
    await expect(importFile(clinics, path, test.url)).rejects.toThrow(message);
  expect(await clinicsIn(test.url)).toEqual(before);
  await makeSample();
  const replacing = { replaceSample: true };
  await expect(importFile(clinics, mixed, test.url, replacing)).rejects.toThrow(message);
  await importFile(clinics, marked, test.url, replacing);
  expect([...(await clinicsIn(test.url)).values()].map(({ origin }) => origin)).toEqual(['sample']);
});

it('an import that fails leaves the sample', async () => {
  await makeSample();
  const before = await clinicsIn(test.url);
  const path = await test.folder.file('register.csv', registrations({ status: 'Lost' }));
  await test.database.query('analyze');
  const statistics = await rowEstimates();
  await expect(importFile(register, path, test.url, { replaceSample: true })).rejects.toThrow('1 of 1 rows');
  expect(await rowEstimates()).toEqual(statistics);
  expect(await clinicsIn(test.url)).toEqual(before);
});

it('a doctor whom an earlier release placed at a clinic of the sample stays, and follows the register', async () => {
  await makeSample('900001');
  await test.database.query(
    `insert into evidence (record, key, field, source, value)
    select 'clinic', id, 'website', 'sample', '"https://invented.example"' from clinic on conflict do nothing`,
  );
  const summary = await importFile(register, join(EXAMPLES, 'register.csv'), test.url, {
    replaceSample: true,
  });
  expect(summary.removedSample!.clinics).toBeGreaterThan(0);
  const origins = [...(await clinicsIn(test.url)).values()].map(({ origin }) => origin);
  expect(new Set(origins)).toEqual(new Set(['register']));
  expect((await directoryIn(test.url)).getDoctor('900001').value).toMatchObject({
    doctor: { cpsoNumber: '900001' },
  });
  expect(await test.database.query(`select from evidence where source = 'sample'`)).toEqual([]);
});
