import { aClinic, empty, LATER, NOW, rowsOf, useTestDatabase, uuid } from '../../../test/test-directory.js';
import { loadDataset } from '../../directory/loading/dataset-loader.js';
import { runSync, type SourceFacts, type SyncWriter } from '../index.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

const clinics = (writer: SyncWriter) => writer.clinics([aClinic()]);

function run(source: string, facts?: SourceFacts, now = NOW, extractedAt?: Date, dryRun = false) {
  return runSync(database.url, { source, facts, extractedAt }, now, clinics, { dryRun });
}

async function sources() {
  let found: unknown;
  await loadDataset(database.url, (about) => {
    found = about.sources;
    const ignore = () => undefined;
    return {
      addClinic: ignore,
      addClosedClinic: ignore,
      addMergedClinic: ignore,
      addDoctor: ignore,
      addService: ignore,
      addReview: ignore,
    };
  });
  return found;
}

test('the sources of a dataset have the facts of the project, or those that were stated', async () => {
  await run('odhf', undefined, NOW, new Date('2026-11-01T00:00:00Z'));
  await run('clinics', { publisher: 'City', licence: 'ODbL 1.0' });
  await run('clinics', { licence: 'CC BY 4.0' }, LATER);
  await run('clinics', undefined, LATER);
  await expect(
    runSync(database.url, { source: 'reviews' }, LATER, () => Promise.reject(new Error('No.'))),
  ).rejects.toThrow('No.');
  expect(await sources()).toEqual([
    { name: 'clinics', publisher: 'City', licence: 'CC BY 4.0', attribution: '', retrievedAt: LATER },
    {
      name: 'odhf',
      publisher: 'Statistics Canada',
      licence: 'Open Government Licence – Canada',
      attribution: 'Contains information licensed under the Open Government Licence – Canada.',
      retrievedAt: new Date('2026-11-01T00:00:00Z'),
    },
  ]);
});

test('corrections are no source', async () => {
  await run('clinics');
  await run('corrections', undefined, LATER);
  expect(await sources()).toMatchObject([{ name: 'clinics', retrievedAt: NOW }]);
});

test('a sample is a source while it is there; its stations stay', async () => {
  await runSync(database.url, { source: 'sample' }, NOW, (writer) =>
    writer.clinics([aClinic({ origin: 'sample' })]),
  );
  expect(await sources()).toMatchObject([{ name: 'sample' }]);
  const real = (writer: SyncWriter) => writer.clinics([aClinic({ id: uuid(2) })]);
  await runSync(database.url, { source: 'clinics' }, LATER, real, { replaceSample: true });
  expect(await sources()).toMatchObject([
    { name: 'clinics', retrievedAt: LATER },
    { name: 'stations', attribution: '© OpenStreetMap contributors, ODbL 1.0', retrievedAt: NOW },
  ]);
});

test('the facts of a run that fails are not stored', async () => {
  const facts = { publisher: 'City' };
  const failing = runSync(database.url, { source: 'clinics', facts }, NOW, () =>
    Promise.reject(new Error('No.')),
  );
  await expect(failing).rejects.toThrow('No.');
  expect(await rowsOf(database.url, 'select from source')).toEqual([]);
});

describe('a source that is marked as not redistributable', () => {
  const REFUSED = /^The source clinics is marked as not redistributable: it is not imported/;

  test('is not imported, then and later, until the mark is removed', async () => {
    await expect(run('clinics', { redistributable: false })).rejects.toThrow(REFUSED);
    await expect(run('clinics', { publisher: 'City' }, LATER)).rejects.toThrow(REFUSED);
    await expect(run('clinics', {}, LATER, undefined, true)).rejects.toThrow(REFUSED);
    expect(await rowsOf(database.url, 'select from clinic')).toEqual([]);
    expect(await sources()).toEqual([]);
    expect(await rowsOf(database.url, 'select status, reason from sync_run limit 1')).toMatchObject([
      { status: 'failed', reason: expect.stringMatching(REFUSED) as string },
    ]);
    await run('odhf');
    await run('clinics', { redistributable: true }, LATER);
    await run('clinics', undefined, LATER);
    expect(await sources()).toMatchObject([{ name: 'clinics' }, { name: 'odhf' }]);
  });

  test('is not marked by a dry run', async () => {
    await expect(run('clinics', { redistributable: false }, NOW, undefined, true)).rejects.toThrow(REFUSED);
    expect((await run('clinics')).counts.created).toBe(1);
  });

  test('names what earlier imports of it left in the directory', async () => {
    await run('clinics');
    await expect(run('clinics', { redistributable: false }, LATER)).rejects.toThrow(
      'The directory still serves what 1 earlier imports of it wrote: restore a backup from before them.',
    );
  });
});
