import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Export } from '@care-atlas/domain/contract';
import { listedRecords, NaiveMirror, recordsIn } from '../../test/naive-mirror.js';
import {
  aClinic,
  aDoctor,
  feedOneOfEach,
  LATER,
  NOW,
  sync,
  useTestDatabase,
  uuid,
} from '../../test/test-directory.js';
import { type ExportStore, MANIFEST, SANDBOX_FILE } from './export-store.js';
import { LocalExportStore } from './local-export-store.js';
import { publishExport } from './publish-export.js';

const database = useTestDatabase();
const DOCTORS = 1200;
const OPTIONS = { now: NOW };

let folder: string;
let store: LocalExportStore;

beforeAll(async () => {
  await sync(database.url, feedOneOfEach);
  const doctors = Array.from({ length: DOCTORS }, (_, n) =>
    aDoctor({ registrationNumber: String(910_000 + n), name: n === 0 ? '=1+1, "x"\nDr. Ó' : `Dr. ${n}` }),
  );
  await sync(database.url, (writer) => writer.doctors(doctors));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-exports-'));
  store = new LocalExportStore(folder, () => NOW);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function textOf({ datasetVersion }: Export, name: string): Promise<string> {
  const file = await store.open(datasetVersion, name);
  return gunzipSync(await buffer(file!.read())).toString();
}

/** Makes a new dataset version. */
async function change(name: string): Promise<void> {
  await sync(database.url, (writer) => writer.clinics([aClinic({ name })]), LATER);
}

/** Returns the store with another beginning of exports. */
function storeThat(begin: ExportStore['begin']): ExportStore {
  return {
    list: () => store.list(),
    open: (...file) => store.open(...file),
    remove: (version) => store.remove(version),
    begin,
  };
}

it('writes what the lists have', async () => {
  const { export: published } = await publishExport(database.url, store, OPTIONS);
  const mirror = new NaiveMirror();
  await mirror.begin(store, published);
  expect(mirror.listed).toEqual(await listedRecords(database.url, NOW));
  const records = Object.fromEntries(published.files.map((file) => [file.name, file.records]));
  expect(records).toEqual({
    'doctors.ndjson.gz': DOCTORS + 1,
    'doctors.csv.gz': DOCTORS + 1,
    [SANDBOX_FILE]: 1000,
    'clinics.ndjson.gz': 1,
    'clinics.csv.gz': 1,
    'clinics.geojson.gz': 1,
    'services.ndjson.gz': 1,
    'services.csv.gz': 1,
    'fhir-Organization.ndjson.gz': 1,
    'fhir-Location.ndjson.gz': 1,
    'fhir-HealthcareService.ndjson.gz': 2,
    'fhir-Practitioner.ndjson.gz': DOCTORS + 1,
    'fhir-PractitionerRole.ndjson.gz': DOCTORS + 1,
    'fhir-VerificationResult.ndjson.gz': DOCTORS + 1 + 5,
    'fhir-deleted.ndjson.gz': 0,
  });
});

it('writes CSV and GeoJSON with the same records', async () => {
  const { export: published } = await publishExport(database.url, store, OPTIONS);
  const csv = await textOf(published, 'doctors.csv.gz');
  expect(csv.split('\r\n')[0]).toMatch(/^id,cpsoNumber,name,/);
  expect(csv).toContain(`"'=1+1, ""x""\nDr. Ó"`);
  const [clinic] = await recordsIn(store, published.datasetVersion, 'clinics.ndjson.gz');
  const { features } = JSON.parse(await textOf(published, 'clinics.geojson.gz')) as { features: object[] };
  expect(features).toEqual([
    {
      type: 'Feature',
      id: uuid(1),
      geometry: { type: 'Point', coordinates: [clinic!['lng'], clinic!['lat']] },
      properties: clinic,
    },
  ]);
});

it('says of each file its size, its sum and its address', async () => {
  const { export: published } = await publishExport(database.url, store, OPTIONS);
  for (const { name, url, bytes, sha256, format } of published.files) {
    const content = await buffer((await store.open(published.datasetVersion, name))!.read());
    expect({ bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }).toEqual({
      bytes,
      sha256,
    });
    expect(url).toBe(`exports/${published.datasetVersion}/${name}`);
    expect(name).toContain(`.${format}.gz`);
  }
  const manifest = await store.open(published.datasetVersion, MANIFEST);
  expect(JSON.parse((await buffer(manifest!.read())).toString())).toEqual(published);
  expect(await store.list()).toEqual([published]);
});

it('writes files that other users of the system can read, whatever the umask', async () => {
  const umask = process.umask(0o077);
  const { export: published } = await publishExport(database.url, store, OPTIONS).finally(() =>
    process.umask(umask),
  );
  const path = join(folder, published.datasetVersion);
  const modes: number[] = [];
  for (const name of await readdir(path)) modes.push((await stat(join(path, name))).mode & 0o777);
  expect([(await stat(path)).mode & 0o777, ...new Set(modes)]).toEqual([0o755, 0o644]);
});

it('publishes a version once, and keeps three', async () => {
  const first = await publishExport(database.url, store, OPTIONS);
  expect([first.isNew, (await publishExport(database.url, store, OPTIONS)).isNew]).toEqual([true, false]);
  const versions = [first.export.datasetVersion];
  for (const name of ['Elm', 'Oak', 'Yew']) {
    await change(name);
    versions.unshift((await publishExport(database.url, store, OPTIONS)).export.datasetVersion);
  }
  const kept = (await store.list()).map(({ datasetVersion }) => datasetVersion);
  expect(kept).toEqual(versions.slice(0, 3));
  expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted());
});

it('keeps the export of a newer version that another process publishes meanwhile', async () => {
  let newer = '';
  const slow = storeThat(async (version) => {
    const draft = await store.begin(version);
    await change('Fir');
    newer = (await publishExport(database.url, store, OPTIONS)).export.datasetVersion;
    return draft;
  });
  const { export: older } = await publishExport(database.url, slow, OPTIONS);
  expect((await store.list()).map(({ datasetVersion }) => datasetVersion)).toEqual([
    newer,
    older.datasetVersion,
  ]);
});

it('removes the exports of versions that the database does not have', async () => {
  const { export: published } = await publishExport(database.url, store, OPTIONS);
  const draft = await store.begin('999-0a0a0a0a');
  await draft.publish(Object.assign({}, published, { datasetVersion: '999-0a0a0a0a' }));
  await publishExport(database.url, store, OPTIONS);
  expect((await store.list()).map(({ datasetVersion }) => datasetVersion)).toEqual([
    published.datasetVersion,
  ]);
});

it('publishes nothing when it is interrupted, and everything the next time', async () => {
  await expect(publishExport(database.url, store, { now: NOW, signal: AbortSignal.abort() })).rejects.toThrow(
    'aborted',
  );
  expect(await readdir(folder)).toEqual([]);
  expect((await publishExport(database.url, store, OPTIONS)).isNew).toBe(true);
});

it('publishes nothing when a file cannot be written', async () => {
  const full = storeThat(async (version) => {
    const draft = await store.begin(version);
    return {
      publish: (manifest) => draft.publish(manifest),
      discard: () => draft.discard(),
      write: (name, content) =>
        name.startsWith('clinics.csv') ? Promise.reject(new Error('ENOSPC')) : draft.write(name, content),
    };
  });
  await expect(publishExport(database.url, full, OPTIONS)).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual([]);
});

it('removes drafts of killed processes, and no others', async () => {
  await store.begin('1-00000000');
  const later = new LocalExportStore(folder, () => new Date(Date.now() + 7_200_000));
  await publishExport(database.url, store, OPTIONS);
  expect(await readdir(folder)).toHaveLength(2);
  await change('Ash');
  await publishExport(database.url, later, OPTIONS);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('lets a download go on while its export is removed', async () => {
  const { export: published } = await publishExport(database.url, store, OPTIONS);
  const file = await store.open(published.datasetVersion, 'doctors.ndjson.gz');
  const download = file!.read();
  await new Promise((resolve) => download.once('open', resolve));
  await store.remove(published.datasetVersion);
  expect(await buffer(download)).toHaveLength(file!.bytes);
  expect(await store.open(published.datasetVersion, 'doctors.ndjson.gz')).toBeUndefined();
});

it('has no export in a folder that does not exist, and opens nothing else', async () => {
  const none = new LocalExportStore(join(folder, 'none'), () => NOW);
  expect(await none.list()).toEqual([]);
  const { export: published } = await publishExport(database.url, store, OPTIONS);
  const { datasetVersion } = published;
  const names = [`../${datasetVersion}/${MANIFEST}`, '', '.', 'doctors.ndjson'];
  for (const name of names) expect(await store.open(datasetVersion, name)).toBeUndefined();
  for (const version of ['..', '.', '', 'x', '1-zzzzzzzz', `x/../${datasetVersion}`])
    expect(await store.open(version, MANIFEST)).toBeUndefined();
});
