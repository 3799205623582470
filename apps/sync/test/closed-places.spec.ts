import { clinics } from '../src/sources/clinics.js';
import { odhf } from '../src/sources/odhf.js';
import { register } from '../src/sources/register.js';
import { readMap } from '../src/mapping/read-map.js';
import { extractOf } from './binary-files.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  facilities,
  importFile,
  registrations,
  useImports,
} from './test-import.js';

const test = useImports();

type Tags = Readonly<Record<string, string>>;

const ADDRESS = { 'addr:housenumber': '1', 'addr:street': 'Nowhere Road', 'addr:city': 'Toronto' };
const CLINIC = { amenity: 'clinic', name: 'Invented Clinic', ...ADDRESS };
const CLOSED = 'places that are closed, or not open yet';
const PAUSED = 'places that are temporarily closed, which open again when their source says so';
const NO_PHYSICIANS = 'facilities without physicians, such as pharmacies';
const OFF = 'places that are closed according to their opening hours';

/** Features with ids from node/1 on. */
function geojson(...places: readonly Tags[]): string {
  const features = places.map((properties, index) => ({
    type: 'Feature',
    id: `node/${index + 1}`,
    geometry: { type: 'Point', coordinates: [-79.41, 43.66] },
    properties,
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const elementsOf = (places: readonly Tags[]) =>
  places.map((tags, index) => ({ type: 'node' as const, id: index + 1, lat: 43.66, lon: -79.41, tags }));

function overpass(...places: readonly Tags[]): string {
  const elements = elementsOf(places);
  return JSON.stringify({ version: 0.6, generator: 'Overpass API', osm3s: { copyright: '' }, elements });
}

const names = async () => [...(await clinicsIn(test.url)).values()].map(({ name }) => name);

async function run(content: string | Uint8Array, setting: object = {}, name = 'places.json') {
  return importFile(clinics, await test.folder.file(name, content), test.url, setting);
}

/** What tags say of a place that is a clinic otherwise, and why it is left out. */
const ENDED: readonly (readonly [Tags, string])[] = [
  [{ disused: 'yes' }, CLOSED],
  [{ abandoned: 'yes' }, CLOSED],
  [{ demolished: 'yes' }, CLOSED],
  [{ end_date: '2019-03-01' }, CLOSED],
  [{ end_date: '2019-03' }, CLOSED],
  [{ end_date: '2019' }, CLOSED],
  [{ end_date: '2026-10' }, CLOSED],
  [{ end_date: '~2019' }, CLOSED],
  [{ end_date: '2018..2019' }, CLOSED],
  [{ end_date: '2010s' }, CLOSED],
  [{ operational_status: 'closed' }, CLOSED],
  [{ operational_status: 'temporarily_closed' }, PAUSED],
  [{ status: 'Fermé temporairement' }, PAUSED],
  [{ status: 'temporarily closed', end_date: '2019' }, CLOSED],
  [{ status: 'Inactive' }, CLOSED],
  [{ opening_hours: 'off' }, OFF],
  [{ opening_hours: 'closed' }, OFF],
  [{ opening_hours: 'Mo-Su off' }, OFF],
  [{ amenity: '', 'disused:amenity': 'clinic' }, CLOSED],
  [{ amenity: '', 'was:amenity': 'doctors' }, CLOSED],
  [{ amenity: '', 'abandoned:healthcare': 'clinic' }, CLOSED],
  [{ amenity: '', 'demolished:amenity': 'hospital' }, CLOSED],
  [{ amenity: '', shop: 'bakery', 'removed:amenity': 'clinic' }, CLOSED],
  [{ amenity: '', 'razed:amenity': 'clinic' }, CLOSED],
  [{ amenity: '', type: 'multipolygon', 'disused:amenity': 'clinic' }, CLOSED],
  [{ amenity: '', healthcare: 'doctor', 'disused:amenity': 'doctors' }, CLOSED],
  [{ 'healthcare:speciality': 'dentistry' }, NO_PHYSICIANS],
  [{ 'healthcare:speciality': 'physiotherapy;massage' }, NO_PHYSICIANS],
  [{ amenity: 'dentist', healthcare: 'clinic' }, NO_PHYSICIANS],
  [{ amenity: 'pharmacy' }, NO_PHYSICIANS],
  [{ healthcare: 'physiotherapist' }, NO_PHYSICIANS],
];

/** What tags say of a place that is a clinic all the same. */
const OPEN: readonly Tags[] = [
  {},
  { disused: 'no' },
  { end_date: '2026' },
  { end_date: '2026-11' },
  { end_date: '2026-11-20' },
  { end_date: '2031-01-01' },
  { operational_status: 'operational' },
  { status: 'Verified' },
  { closed: 'Sat-Sun' },
  { 'was:amenity': 'bank' },
  { amenity: '', healthcare: 'clinic', 'was:amenity': 'bank' },
  { 'disused:healthcare': 'hospital' },
  { 'healthcare:speciality': 'dentistry;general' },
  { 'healthcare:speciality': 'cardiology' },
  { opening_hours: 'Mo-Fr 09:00-17:00; Sa,Su off' },
];

const tagsOf = (more: Tags) =>
  Object.fromEntries(Object.entries({ ...CLINIC, ...more }).filter(([, value]) => value !== ''));

describe.each([
  ['GeoJSON', (places: readonly Tags[]) => geojson(...places)],
  ['Overpass JSON', (places: readonly Tags[]) => overpass(...places)],
  ['OpenStreetMap PBF', (places: readonly Tags[]) => extractOf(elementsOf(places))],
] as const)('in %s', (_format, fileOf) => {
  it('places that ended are not listed, and the report says why', async () => {
    const places = ENDED.map(([tags], index) => tagsOf({ ...tags, name: `Invented ${index}` }));
    const summary = await run(fileOf([tagsOf({ name: 'Invented Open' }), ...places]));
    expect(await names()).toEqual(['Invented Open']);
    const reasons = [CLOSED, PAUSED, OFF, NO_PHYSICIANS];
    const counted = Object.fromEntries(summary.leftOut.map(({ reason, rows }) => [reason, rows]));
    // Overpass and PBF have only what is or was a facility of health care: pharmacies are none.
    const expected = ENDED.filter(([tags]) => _format === 'GeoJSON' || tags['amenity'] !== 'pharmacy');
    expect(counted).toEqual(
      Object.fromEntries(
        reasons.map((reason) => [reason, expected.filter(([, why]) => why === reason).length]),
      ),
    );
    expect(summary).toMatchObject({ created: 1, rejected: 0, noted: 0 });
  });

  it('places that ended close where they are stored', async () => {
    await run(fileOf(ENDED.map((_, index) => tagsOf({ name: `Invented ${index}` }))));
    expect(await names()).toHaveLength(ENDED.length);
    const places = ENDED.map(([tags], index) => tagsOf({ ...tags, name: `Invented ${index}` }));
    // Only tags that make a place a facility of any kind bring it into these files.
    const gone = _format === 'GeoJSON' ? ENDED.length : ENDED.length - 1;
    expect(await run(fileOf(places), { confirmExpiry: gone })).toMatchObject({ closed: gone });
    expect(await names()).toHaveLength(ENDED.length - gone);
    expect(await run(fileOf(places))).toMatchObject({ closed: 0, updated: 0 });
  });

  it('open places stay listed', async () => {
    const places = OPEN.map((tags, index) =>
      tagsOf({ ...tags, name: `Invented ${String(index).padStart(2, '0')}` }),
    );
    expect(await run(fileOf(places))).toMatchObject({ created: OPEN.length, leftOut: [] });
  });
});

describe('a place that ended', () => {
  it('opens again when an extract has it open', async () => {
    await run(geojson(CLINIC));
    await run(geojson({ ...CLINIC, disused: 'yes' }));
    expect(await names()).toEqual([]);
    expect(await run(geojson(CLINIC))).toMatchObject({ reopened: 1 });
    expect(await names()).toEqual(['Invented Clinic']);
  });

  it('is not closed by an extract that is older than what opened it', async () => {
    await run(geojson(CLINIC), { extractedAt: new Date('2026-11-10T00:00:00Z') });
    const ended = geojson({ ...CLINIC, disused: 'yes' });
    expect(await run(ended, { extractedAt: new Date('2026-11-09T00:00:00Z') })).toMatchObject({ closed: 0 });
    expect(await names()).toEqual(['Invented Clinic']);
    expect(await run(ended, { extractedAt: new Date('2026-11-11T00:00:00Z') })).toMatchObject({ closed: 1 });
  });

  it('closes without a name or an address', async () => {
    await run(geojson(CLINIC));
    await run(geojson({ 'disused:amenity': 'clinic' }));
    expect(await names()).toEqual([]);
  });

  it('counts once where the file is complete', async () => {
    await run(geojson(CLINIC, CLINIC, CLINIC));
    const summary = await run(geojson(CLINIC, { ...CLINIC, disused: 'yes' }), { complete: true });
    expect(summary).toMatchObject({ closed: 2, unchanged: 1 });
  });

  it('stays where a listed doctor practices, as the register says', async () => {
    const tags = { ...CLINIC, 'addr:postcode': 'M5A 1E3' };
    await run(geojson(tags));
    const place = { location_1_address: '1 Nowhere Road, Toronto, ON' };
    await importFile(register, await test.folder.file('r.csv', registrations(place)), test.url);
    expect(await run(geojson({ ...tags, disused: 'yes' }))).toMatchObject({ closed: 0, kept: 1 });
  });

  it('is one of few: a file that would close many is refused', async () => {
    const many = Array.from({ length: 12 }, () => CLINIC);
    await run(geojson(...many));
    const ended = geojson(...many.map((tags) => ({ ...tags, disused: 'yes' })));
    await expect(run(ended)).rejects.toThrow('This run would close 12 of 12 open clinics (100%)');
    expect(await names()).toHaveLength(12);
    expect(await run(ended, { confirmExpiry: 12 })).toMatchObject({ closed: 12 });
  });

  it('is read with a column map', async () => {
    const path = await test.folder.file(
      'list.yaml',
      'source: clinics\ncolumns:\n  State: { field: status, values: { Trading: open, Gone: closed } }\n',
    );
    const map = await readMap(path, clinics);
    const list = (state: string) => {
      const [header = '', row = ''] = clinicList({}).trim().split('\n');
      return `${header},State\n${row},${state}\n`;
    };
    await run(list('Trading'), { map }, 'list.csv');
    expect(await names()).toHaveLength(1);
    await run(list('Gone'), { map }, 'list.csv');
    expect(await names()).toHaveLength(0);
  });

  it('with a time that cannot be read is open, and a note says so', async () => {
    const summary = await run(geojson({ ...CLINIC, end_date: 'some day' }), ANY_REJECTS);
    expect(summary.fieldNotes[0]!.reason).toBe(
      'end_date is "some day", but must be a day, month or year such as 2019-03-01, 2019-03 or 2019; the place counts as open.',
    );
    expect(await names()).toHaveLength(1);
  });
});

it('a status that says something else is counted with its words', async () => {
  const summary = await run(geojson({ ...CLINIC, status: 'Verified' }, { ...CLINIC, status: 'draft' }));
  expect(summary.notes).toEqual([
    {
      reason: 'a status that does not say whether the place is open',
      rows: 2,
      examples: ['Verified', 'draft'],
    },
  ]);
});

it('a clinic that becomes residential care in the open data closes', async () => {
  const file = async (row: object) => test.folder.file('odhf.csv', facilities({ ...row }));
  await importFile(odhf, await file({}), test.url);
  const care = { odhf_facility_type: 'Nursing and residential care facilities' };
  expect(await importFile(odhf, await file(care), test.url)).toMatchObject({ closed: 1 });
  expect(await names()).toEqual([]);
});

it('a type of its own file that is none of physicians is left out', async () => {
  const summary = await run(clinicList({ type: 'Pharmacy' }, { type: 'dentist' }), {}, 'list.csv');
  expect(summary).toMatchObject({ rejected: 0, leftOut: [{ reason: NO_PHYSICIANS, rows: 2 }] });
});
