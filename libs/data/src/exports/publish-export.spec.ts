import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Export } from '@care-atlas/domain/contract';
import { localPlace, type TestPlace } from '../../test/export-places.js';
import { listedRecords, NaiveMirror, recordsIn } from '../../test/naive-mirror.js';
import { describePublications, usePublishedDatabase } from '../../test/publications.js';
import { NOW, uuid } from '../../test/test-directory.js';
import { type ExportStore, SANDBOX_FILE } from './export-store.js';
import { LocalExportStore } from './local-export-store.js';
import { publishExport } from './publish-export.js';

/** More than a sandbox has. */
const DOCTORS = 1200;

const database = usePublishedDatabase(DOCTORS);
const OPTIONS = { now: NOW };

let place: TestPlace;
let store: ExportStore;

async function textOf({ datasetVersion }: Export, name: string): Promise<string> {
  const file = await store.open(datasetVersion, name);
  return gunzipSync(await buffer(file!.read())).toString();
}

describe('in a folder', () => {
  beforeEach(async () => {
    place = await localPlace();
    store = place.open();
  });
  afterEach(() => place.remove());

  it('writes what the lists have', async () => {
    const { export: published } = await publishExport(database.url, store, OPTIONS);
    const mirror = new NaiveMirror();
    await mirror.begin(store, published);
    expect(mirror.listed(NOW)).toEqual(await listedRecords(database.url, NOW));
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

  it('writes files that other users of the system can read, whatever the umask', async () => {
    const umask = process.umask(0o077);
    const { export: published } = await publishExport(database.url, store, OPTIONS).finally(() =>
      process.umask(umask),
    );
    const path = join(place.folder, published.datasetVersion);
    const modes: number[] = [];
    for (const name of await readdir(path)) modes.push((await stat(join(path, name))).mode & 0o777);
    expect([(await stat(path)).mode & 0o777, ...new Set(modes)]).toEqual([0o755, 0o644]);
  });

  it('has no export in a folder that does not exist', async () => {
    expect(await new LocalExportStore(join(place.folder, 'none')).list()).toEqual([]);
  });
});

// The lab does the same with a bucket.
describePublications('a folder', localPlace);
