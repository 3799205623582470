import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import {
  ANY_REJECTS,
  clinicsIn,
  EXAMPLES,
  facilities,
  importFile,
  stationList,
  TestFolder,
} from '../../test/test-import.js';
import { odhf } from './odhf.js';
import { stations } from './stations.js';

let database: TestDatabase;
let folder: TestFolder;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await TestFolder.make();
  await importFile(odhf, await folder.file('facilities.csv', facilities({})), database.url);
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

async function importStations(...rows: Readonly<Record<string, string>>[]) {
  return importFile(
    stations,
    await folder.file('stations.csv', stationList(...rows)),
    database.url,
    ANY_REJECTS,
  );
}

async function isClinicNear(): Promise<boolean> {
  const [clinic] = (await clinicsIn(database.url)).values();
  return clinic!.nearSubway;
}

it('replaces all stations, and updates which clinics are near one', async () => {
  await importStations({ name: 'Near', lat: '43.651', lng: '-79.371' }, { name: 'Far', lat: '43.9' });
  expect(await isClinicNear()).toBe(true);
  await importStations({ name: 'Far', lat: '43.9' });
  expect(await isClinicNear()).toBe(false);
});

it('reads lines separated in either way as the same', async () => {
  await importStations({ lines: '1|2' });
  expect(await importStations({ lines: '1;2' })).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
});

it('counts what it created, updated and left as it was', async () => {
  await importStations({ name: 'King' }, { name: 'Queen' });
  const summary = await importStations({ name: 'King' }, { name: 'Queen', lat: '43.65' }, { name: 'Dundas' });
  expect(summary).toMatchObject({ rows: 3, created: 1, updated: 1, unchanged: 1, leftOut: [], rejected: 0 });
});

it.each([
  [{ name: '' }, 'name is empty, but must be filled in.'],
  [{ name: 'King' }, 'Line 2 already holds this record: keep one of the two rows.'],
  [{ name: 'Queen', lat: '', lng: '' }, 'lat is empty, but must be filled in.'],
  [{ name: 'Queen', lng: '-79.3.1' }, 'lng is "-79.3.1", but must be a longitude in Canada'],
  [
    { name: 'Queen', lng: '630084.5' },
    'lng is "630084.5", but must be in degrees (WGS 84), and not in meters as in a projection: name the coordinate system in',
  ],
])('rejects %j', async (row, sentence) => {
  const summary = await importStations({ name: 'King' }, row);
  expect(summary).toMatchObject({ rows: 2, rejected: 1, rejections: [{ line: 3 }] });
  expect(summary.rejections[0]!.reason).toContain(sentence);
});

it('reads coordinates with an exponent', async () => {
  await importStations({ name: 'King', lat: '4.3649e1', lng: '-0.793778E+2' });
  expect(await importStations({ name: 'King' })).toMatchObject({ unchanged: 1 });
});

it('leaves out lines that are bad, and keeps those that the station has', async () => {
  await importStations({ name: 'King', lines: '1' });
  const summary = await importStations(
    { name: 'King', lines: 'Yonge' },
    { name: 'Queen', lines: 'Yonge', lat: '43.65' },
  );
  expect(summary).toMatchObject({ rejected: 0, noted: 2, created: 1, unchanged: 1 });
  expect(summary.fieldNotes[0]).toMatchObject({
    line: 2,
    reason: 'lines is "Yonge", but must be line numbers such as 1 or 1|2.',
  });
});

it('names everything that is wrong with a rejected row', async () => {
  const summary = await importStations({ name: 'King' }, { name: '', lines: 'Yonge', lat: 'north' });
  const { reason } = summary.rejections[0]!;
  for (const column of ['name is', 'lines is', 'lat is']) expect(reason).toContain(column);
});

it('removes no more stations than one run may, unless their number is confirmed', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({ name: `Stop ${index}` }));
  await importStations(...rows);
  await expect(importStations({ name: 'Stop 0' })).rejects.toThrow(
    /close 19 of 20 stations .* confirm .* 19/,
  );
  const path = await folder.file('stations.csv', stationList({ name: 'Stop 0' }));
  const summary = await importFile(stations, path, database.url, { confirmExpiry: 19 });
  expect(summary).toMatchObject({ unchanged: 1, closed: 19 });
});

it('keeps a station whose row is bad', async () => {
  await importStations({ name: 'King' }, { name: 'Queen' });
  expect(await importStations({ name: 'King' }, { name: 'Queen', lat: 'north' })).toMatchObject({
    rejected: 1,
    closed: 0,
  });
});

it('refuses a list without a station, which would remove them all', async () => {
  await expect(importStations()).rejects.toThrow('stations.csv has no rows below its header.');
});

it('reads the stations of GTFS, and leaves out other stops', async () => {
  const summary = await importFile(stations, join(EXAMPLES, 'stops.txt'), database.url);
  expect(summary).toMatchObject({ rows: 3, created: 2, rejected: 0, leftOut: [{ rows: 1 }] });
});
