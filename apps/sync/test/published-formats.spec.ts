import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClinicRecord } from '@care-atlas/domain/records';
import { clinics } from '../src/sources/clinics.js';
import { odhf } from '../src/sources/odhf.js';
import { stations } from '../src/sources/stations.js';
import { readMap } from '../src/mapping/read-map.js';
import type { ImportOptions } from '../src/run/import-options.js';
import { extractOf, feedOf, workbookOf, zipOf } from './binary-files.js';
import { ANY_REJECTS, clinicsIn, csv, EXAMPLES, importFile, stationList, useImports } from './test-import.js';

const test = useImports();

const example = (name: string) => join(EXAMPLES, name);

/** The clinics that services would load, by name. */
async function byName(): Promise<ReadonlyMap<string, ClinicRecord>> {
  return new Map([...(await clinicsIn(test.url)).values()].map((clinic) => [clinic.name, clinic]));
}

async function run(
  source: typeof clinics,
  name: string,
  content: string | Uint8Array,
  setting: Partial<ImportOptions> = {},
) {
  return importFile(source, await test.folder.file(name, content), test.url, setting);
}

describe('OpenStreetMap', () => {
  const WILLOW = {
    lat: 43.6896,
    lng: -79.3082,
    phone: '+1-416-555-0104',
    type: 'family-practice',
    wheelchair: true,
    address: '12 Pretend Street, Toronto, ON M4C 1B5',
  };
  const ASPEN = { lat: 43.5872, lng: -79.6418, type: 'specialist', phone: '' };
  const ROWAN = {
    lat: 43.659,
    lng: -79.388,
    type: 'hospital-outpatient',
    address: '1 Fictitious Avenue, Toronto, ON M5G 1X5',
    website: 'https://hospital.example',
  };

  it.each(['overpass.json', 'clinics.osm.pbf'])('is read from %s', async (file) => {
    const summary = await importFile(clinics, example(file), test.url);
    expect(summary).toMatchObject({ rows: 4, created: 3, rejected: 0, noted: 0 });
    expect(summary.leftOut).toEqual([
      { reason: 'elements of OpenStreetMap without a name or a street', rows: 1 },
    ]);
    expect(summary.notes).toEqual([
      { reason: 'several telephone numbers, of which the first valid one is stored', rows: 1 },
    ]);
    const stored = await byName();
    expect(stored.get('Willow Example Medical Clinic')).toMatchObject(WILLOW);
    expect(stored.get('Aspen Example Heart Clinic')).toMatchObject(ASPEN);
    expect(stored.get('Rowan Example Hospital')).toMatchObject(ROWAN);
  });

  it('is read from a GeoJSON of overpass-turbo as the same clinics', async () => {
    await importFile(clinics, example('overpass.json'), test.url);
    const turbo = await importFile(clinics, example('overpass-turbo.geojson'), test.url);
    expect(turbo).toMatchObject({ rows: 2, created: 0, updated: 0, unchanged: 2 });
  });

  it('has the center of ways and relations without `out center`', async () => {
    const { elements, ...head } = JSON.parse(await readFile(example('overpass.json'), 'utf8')) as {
      elements: { center?: unknown }[];
    };
    const nodes = [
      { type: 'node', id: 1, lat: 43.587, lon: -79.642 },
      { type: 'node', id: 3, lat: 43.5874, lon: -79.6416 },
      { type: 'node', id: 5, lat: 43.658, lon: -79.389 },
      { type: 'node', id: 6, lat: 43.66, lon: -79.387 },
    ];
    const way = { type: 'way', id: 920009, nodes: [5, 6, 5] };
    const plain = elements.map((element) => ({ ...element, center: undefined }));
    const text = JSON.stringify({ ...head, elements: [...plain, ...nodes, way] }, null, 2);
    expect(await run(clinics, 'skeleton.json', text)).toMatchObject({ created: 3 });
    const stored = await byName();
    expect(stored.get('Aspen Example Heart Clinic')).toMatchObject(ASPEN);
    expect(stored.get('Rowan Example Hospital')).toMatchObject(ROWAN);
  });

  it('rejects a telephone of which no number is valid, and a word that is no type', async () => {
    const tags = { name: 'Elm', 'addr:street': 'Pretend Street', 'addr:postcode': 'M4C 1B5' };
    const node = { type: 'node', id: 1, lat: 43.69, lon: -79.3 } as const;
    const extract = extractOf([
      { ...node, tags: { ...tags, amenity: 'clinic', phone: 'none; 12' } },
      { ...node, id: 2, tags: { ...tags, name: 'Fir', healthcare: 'laboratory;clinic' } },
      { ...node, id: 3, tags: { ...tags, name: 'Oak', healthcare: 'laboratory;sample_collection' } },
      { ...node, id: 4, tags: { ...tags, name: 'Yew', healthcare: 'wizard', amenity: 'clinic' } },
      { ...node, id: 5, tags: { ...tags, name: 'Ash', healthcare: 'wizard' } },
    ]);
    const summary = await run(clinics, 'words.osm.pbf', extract, ANY_REJECTS);
    expect(summary).toMatchObject({ rows: 5, created: 3, rejected: 1, leftOut: [{ rows: 1 }], noted: 1 });
    expect([...(await byName()).keys()].toSorted()).toEqual(['Elm', 'Fir', 'Yew']);
  });

  it.each([
    ['response.json', (text: Buffer) => text.subarray(0, -200), /is cut off or not JSON.*after element 3/],
    [
      'remark.json',
      (text: Buffer) =>
        text.toString().replace(/\]\s*\}\s*$/, '], "remark": "runtime error: Query timed out" }'),
      /is incomplete: Overpass reports "runtime error: Query timed out"/,
    ],
  ])('refuses the incomplete %s', async (name, change, sentence) => {
    const text = change(await readFile(example('overpass.json')));
    await expect(run(clinics, name, text)).rejects.toThrow(sentence);
    expect((await byName()).size).toBe(0);
  });

  it.each([
    [(bytes: Buffer) => bytes.subarray(0, -20), /is cut off or damaged: its OpenStreetMap data/],
    [(bytes: Buffer) => bytes.fill(0x55, 120, 160), /is cut off or damaged: its OpenStreetMap data/],
    [
      (bytes: Buffer) => bytes.subarray(0, 46),
      /is (?:cut off or damaged|OpenStreetMap data without elements)/,
    ],
  ])('refuses a damaged extract %#', async (change, sentence) => {
    const bytes = change(await readFile(example('clinics.osm.pbf')));
    await expect(run(clinics, 'cut.osm.pbf', bytes)).rejects.toThrow(sentence);
    expect((await byName()).size).toBe(0);
  });

  it('is no list of stations', async () => {
    await expect(importFile(stations, example('clinics.osm.pbf'), test.url)).rejects.toThrow(
      'is OpenStreetMap PBF, but stations accepts CSV or NDJSON',
    );
  });
});

describe('the national file of Statistics Canada', () => {
  const setting = { encoding: 'windows-1252' };

  it('is read with its own header, as far as it is about the Greater Toronto Area', async () => {
    const summary = await importFile(odhf, example('odhf_national.csv'), test.url, setting);
    expect(summary).toMatchObject({ rows: 5, created: 2, rejected: 0 });
    expect(summary.leftOut).toEqual(
      expect.arrayContaining([
        { reason: 'facilities outside Ontario', rows: 1 },
        { reason: 'facilities outside the Greater Toronto Area', rows: 1 },
        { reason: 'residential care, which is not part of the directory', rows: 1 },
      ]),
    );
    const stored = await byName();
    expect(stored.get('Centre de santé Exemple – Maple')).toMatchObject({
      address: '145 Front Street E, Toronto, ON M5A 1E3',
      type: 'community-health-centre',
      lat: 43.6498,
    });
    expect(stored.get("Example Children's Treatment Centre")).toMatchObject({
      address: '200-7 Invented Road, Markham, ON L3R 1A1',
      positionSource: 'postal-area',
    });
  });

  it('is read from the archive in which it is published', async () => {
    const published = await readFile(example('odhf_national.csv'));
    const archive = zipOf({
      'ODHF_v1.1/odhf_v1.1.csv': published,
      'ODHF_v1.1/ODHF_Metadata.pdf': '%PDF-1.7',
    });
    expect(await run(odhf, 'ODHF_v1.1.zip', archive, setting)).toMatchObject({ rows: 5, created: 2 });
  });

  it('needs its encoding, and says so', async () => {
    await expect(importFile(odhf, example('odhf_national.csv'), test.url)).rejects.toThrow(
      /byte 22 of line 2 is 0xE9, as in Latin-1 or Windows-1252; .*or give --encoding windows-1252\.$/,
    );
    await expect(
      importFile(odhf, example('odhf_national.csv'), test.url, { encoding: 'utf-8' }),
    ).rejects.toThrow('is not text in utf-8: give its encoding');
  });
});

describe('a workbook of Excel', () => {
  it('is read from its first sheet, with dates, numbers and empty rows', async () => {
    const summary = await importFile(clinics, example('clinics.xlsx'), test.url);
    expect(summary).toMatchObject({ rows: 2, created: 2, rejected: 0, noted: 0 });
    const stored = await byName();
    expect(stored.get('Spruce Example Family Practice')).toMatchObject({
      lat: 43.6431,
      phone: '+1-416-555-0110',
      wheelchair: true,
      virtualVisits: false,
      acceptingObserved: { observedAt: new Date('2026-10-03T05:00:00Z') },
    });
    expect(stored.get('Éclair Example Walk-in Clinic')).toMatchObject({ positionSource: 'postal-area' });
  });

  it.each([[1], [30]])('is read below its titles, with %i rows that lack their last cells', async (count) => {
    const header = ['id', 'name', 'address', 'postal_code', 'type', 'phone'];
    const rows = Array.from({ length: count }, (_, n) => {
      const place = [`a${n}`, `Spruce ${n}`, `${n + 1} Example Street, Toronto, ON`, 'M5V 3A8', 'walk-in'];
      return n === 3 ? [...place, '416-555-0101'] : place;
    });
    const titles = [['Walk-in clinics of the city'], [], ['Updated', '2026-05-01']];
    const summary = await run(
      clinics,
      'titled.xlsx',
      await workbookOf([...titles, header, ...rows]),
      ANY_REJECTS,
    );
    expect(summary).toMatchObject({ rows: count, created: count, rejected: 0, noted: 0 });
  });

  it('names the row of a bad value, and writes rejected rows as CSV', async () => {
    const header = ['id', 'name', 'address', 'postal_code', 'type'];
    const good = ['a', 'Spruce', '40 Example Street, Toronto, ON', 'M5V 3A8', 'walk-in'];
    const rows = [header, good, [], ['b', 'Two\nlines', '41 Example Street', 'M5V 3A8', 'sorcery']];
    const summary = await run(clinics, 'bad.xlsx', await workbookOf(rows), ANY_REJECTS);
    expect(summary).toMatchObject({ created: 1, rejections: [{ line: 4, column: 'type' }] });
    expect(await readFile(summary.rejectsFile!, 'utf8')).toMatch(
      /^id,name,address,postal_code,type,reject_line.*\n.*Two lines/s,
    );
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -100), 'its ZIP archive cannot be read'],
    ['damaged', (bytes: Buffer) => bytes.fill(0x55, 700, 1500), 'is cut off or damaged'],
  ])('is refused when it is %s', async (_what, change, sentence) => {
    const bytes = change(await readFile(example('clinics.xlsx')));
    await expect(run(clinics, 'cut.xlsx', bytes)).rejects.toThrow(sentence);
  });

  it('is refused when it is another archive', async () => {
    const archive = zipOf({ 'a.csv': 'id\n', 'b.csv': 'id\n' });
    await expect(run(clinics, 'two.zip', archive)).rejects.toThrow(
      'two.zip is a ZIP archive, but not of a spreadsheet (.xlsx), of GTFS, or of one CSV or JSON file',
    );
  });
});

describe('a GTFS feed', () => {
  const MAPLE = ['Maple Station', 43.6601, -79.3801] as const;
  const BIRCH = ['Birch Station', 43.6702, -79.3902] as const;

  async function stored() {
    const { rows } = await test.database.pool.query<{ agency: string; name: string }>(
      'select agency, name, lines, lat from station order by agency, name',
    );
    return rows;
  }

  it('gives the stations at which subways stop, with their lines and agency', async () => {
    const summary = await importFile(stations, example('gtfs.zip'), test.url);
    expect(summary).toMatchObject({ rows: 6, created: 2, rejected: 0, unknownColumns: [] });
    expect(summary.leftOut).toEqual([{ reason: 'stops that are not subway stations', rows: 4 }]);
    expect(await stored()).toEqual([
      { agency: 'Example Transit', name: 'Birch Station', lines: '1', lat: 43.6702 },
      { agency: 'Example Transit', name: 'Maple Station', lines: '1', lat: 43.6601 },
    ]);
  });

  it('keeps the stations of several agencies side by side', async () => {
    await run(stations, 'own.csv', stationList({ name: 'King' }));
    await run(stations, 'both.zip', zipOf(feedOf({ North: [MAPLE, BIRCH], South: [MAPLE] })));
    const names = async () => (await stored()).map(({ agency, name }) => `${agency}/${name}`);
    const all = ['/King', 'North/Birch Station', 'North/Maple Station', 'South/Maple Station'];
    expect(await names()).toEqual(all);
    // Each import replaces the stations of its own agency.
    const north = await run(stations, 'north.zip', zipOf(feedOf({ North: [MAPLE] })));
    expect(north).toMatchObject({ unchanged: 1, closed: 1 });
    expect(await names()).toEqual(['/King', 'North/Maple Station', 'South/Maple Station']);
    const own = await run(stations, 'own.csv', stationList({ name: 'Queen' }));
    expect(own).toMatchObject({ created: 1, closed: 1 });
    const named = await run(stations, 'own.csv', stationList({ name: 'Dundas' }), { agency: 'South' });
    expect(named).toMatchObject({ created: 1, closed: 1 });
    expect(await names()).toEqual(['/Queen', 'North/Maple Station', 'South/Dundas']);
  });

  it('joins platforms of one name that have no parent', async () => {
    const feed = feedOf({ North: [MAPLE] });
    feed['stops.txt'] =
      'stop_id,stop_name,stop_lat,stop_lon\n0-Maple Station-platform,Maple,43.66,-79.38\nx,Maple,43.66,-79.38\n';
    feed['stop_times.txt'] += 't0,08:00:00,08:00:00,x,9\r\n';
    expect(await run(stations, 'flat.zip', zipOf(feed))).toMatchObject({ rows: 2, created: 1, rejected: 0 });
    expect(await stored()).toMatchObject([{ name: 'Maple', lines: '1' }]);
  });

  it('names the line of stops.txt of a bad value', async () => {
    const feed = feedOf({ North: [MAPLE, BIRCH] });
    feed['stops.txt'] = feed['stops.txt']!.replace('43.6702', 'north').replace('\r\n', '\r\n\r\n');
    const summary = await run(stations, 'bad.zip', zipOf(feed), ANY_REJECTS);
    expect(summary.rejections).toMatchObject([{ line: 4, column: 'stop_lat' }]);
  });

  it.each([
    [
      'a feed of buses',
      { 'routes.txt': 'route_id,route_type\nbus,3\n' },
      'bad.zip has no subway: none of its routes',
    ],
    [
      'a table without a column',
      { 'trips.txt': 'route_id\nr0\n' },
      /trips\.txt, line 1: the column trip_id is missing/,
    ],
    [
      'a cut table',
      { 'stop_times.txt': 'trip_id,arrival_time,stop_id\nt0,08:00:00,x\nt0,08' },
      /stop_times\.txt is cut off/,
    ],
    [
      'Latin-1',
      { 'agency.txt': Buffer.from('agency_name\nSociété\n', 'latin1') },
      /agency\.txt is not text in UTF-8/,
    ],
  ])('is refused: %s', async (_what, tables, sentence) => {
    const feed = zipOf({ ...feedOf({ North: [MAPLE] }), ...tables });
    await expect(run(stations, 'bad.zip', feed)).rejects.toThrow(sentence);
  });

  it('is refused when a table is missing, or the archive is cut off or damaged', async () => {
    const { 'trips.txt': _, ...tables } = feedOf({ North: [MAPLE] });
    await expect(run(stations, 'bad.zip', zipOf(tables))).rejects.toThrow(
      'bad.zip lacks the file trips.txt of GTFS.',
    );
    const bytes = await readFile(example('gtfs.zip'));
    await expect(run(stations, 'bad.zip', bytes.subarray(0, -30))).rejects.toThrow('is cut off or damaged');
    await expect(run(stations, 'bad.zip', Buffer.from(bytes).fill(0, 40, 90))).rejects.toThrow(
      'is cut off or damaged',
    );
  });
});

describe('pages of ArcGIS', () => {
  const pageOf = async (number: number) => readFile(example(`ontario-page-${number}.geojson`), 'utf8');
  const ontario = async () => ({ map: await readMap('ontario', clinics) });

  it('are read one after another from one file, with the columns of Ontario', async () => {
    const pages = (await pageOf(1)) + (await pageOf(2));
    const setting = { ...(await ontario()), complete: true };
    const summary = await run(clinics, 'pages.geojson', pages, setting);
    expect(summary).toMatchObject({ rows: 3, created: 2, rejected: 0, leftOut: [{ rows: 1 }] });
    const stored = await byName();
    expect(stored.get('Maple Example Family Health Team')).toMatchObject({
      address: '145 Front Street E, Suite 4, Toronto, ON M5A 1E3',
      type: 'family-practice',
    });
    expect(stored.get('Birch Example Community Health Centre')).toMatchObject({ lat: 43.8561, lng: -79.337 });
  });

  it('are not complete while more follow', async () => {
    const pages = (await pageOf(2)) + (await pageOf(1));
    expect(await run(clinics, 'some.geojson', pages, await ontario())).toMatchObject({ created: 2 });
    const setting = { ...(await ontario()), complete: true };
    await expect(run(clinics, 'some.geojson', pages, setting)).rejects.toThrow(
      'some.geojson is not complete: its last page says that more follow (exceededTransferLimit).',
    );
    const cut = pages.slice(0, -20);
    await expect(run(clinics, 'cut.geojson', cut, await ontario())).rejects.toThrow(/is cut off or not JSON/);
  });
});

describe('Esri JSON', () => {
  const pages = async (name: string) => readFile(example(`real/formats/${name}`), 'utf8');
  const mapped = async () => ({ map: await readMap(example('real/formats/arcgis.yaml'), clinics) });

  it('of several pages is complete with its last one', async () => {
    const setting = { ...(await mapped()), complete: true };
    const summary = await run(clinics, 'pages.json', await pages('arcgis-pages.ndjson'), setting);
    expect(summary).toMatchObject({ rows: 3, created: 2, rejected: 0, notice: null });
  });

  it('of one page of several says so, and is refused as complete', async () => {
    const page = await pages('arcgis-page.json');
    expect(await run(clinics, 'page.json', page, await mapped())).toMatchObject({
      created: 1,
      notice: 'page.json is one page of several: it says that more records follow (exceededTransferLimit).',
    });
    const setting = { ...(await mapped()), complete: true };
    await expect(run(clinics, 'page.json', page, setting)).rejects.toThrow(
      'page.json is not complete: its last page says that more follow (exceededTransferLimit).',
    );
  });

  it('has its rejected rows as NDJSON, which the same map reads', async () => {
    const bad = (await pages('arcgis-page.json')).replace('"Hemlock Example Walk-In"', '""');
    const summary = await run(clinics, 'page.json', bad, { ...(await mapped()), ...ANY_REJECTS });
    expect(summary).toMatchObject({ created: 0, rejected: 1 });
    const rejects = await readFile(summary.rejectsFile!, 'utf8');
    const corrected = rejects.replace('"FACILITY_NAME":""', '"FACILITY_NAME":"Hemlock"');
    expect(await run(clinics, 'corrected.ndjson', corrected, await mapped())).toMatchObject({ created: 1 });
    expect((await byName()).get('Hemlock')).toMatchObject({ lat: 43.6532, type: 'walk-in', accepting: true });
  });
});

it('text in another encoding is stored as it reads', async () => {
  const row = {
    id: 'a',
    name: 'Clinique Éclair',
    address: '40 Example Street',
    postal_code: 'M5A 1E3',
    type: 'walk-in',
  };
  await run(clinics, 'latin.csv', Buffer.from(csv(row, [{}]), 'latin1'), { encoding: 'windows-1252' });
  expect([...(await byName()).keys()]).toEqual(['Clinique Éclair']);
});
