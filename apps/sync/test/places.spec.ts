import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { stations } from '../src/sources/stations.js';
import type { Source } from '../src/sources/source.js';
import { ANY_REJECTS, clinicsIn, directoryIn, importFile, stationList, useImports } from './test-import.js';

const test = useImports();

async function importRow(source: Source, row: object) {
  return importFile(
    source,
    await test.folder.file('list.ndjson', `${JSON.stringify(row)}\n`),
    test.url,
    ANY_REJECTS,
  );
}

const CLINIC = {
  id: 'a',
  name: 'Maple',
  address: '145 Front Street E',
  postal_code: 'M5A 1E3',
  type: 'walk-in',
};
const OSHAWA = { lat: 43.8971, lng: -78.8658 };
const OTTAWA = { lat: 45.4215, lng: -75.6972 };

it('a clinic far from its postal area keeps its position, and a new one is put at the center', async () => {
  const far = 'lat is "43.8971", but must be (with lng) a place within 20 km of the postal area M5A.';
  const created = await importRow(clinics, { ...CLINIC, ...OSHAWA });
  expect(created).toMatchObject({
    created: 1,
    noted: 1,
    fieldNotes: [{ kind: 'position', column: 'lat', reason: far }],
    report: { positionsOff: 1 },
  });
  expect([...(await clinicsIn(test.url)).values()]).toMatchObject([{ positionSource: 'postal-area' }]);
  await importRow(clinics, { ...CLINIC, lat: 43.65, lng: -79.37 });
  expect(await importRow(clinics, { ...CLINIC, ...OSHAWA })).toMatchObject({ unchanged: 1, noted: 1 });
  expect([...(await clinicsIn(test.url)).values()]).toMatchObject([{ lat: 43.65, positionSource: 'source' }]);
});

it('a clinic outside the area has no position', async () => {
  const summary = await importRow(clinics, { ...CLINIC, ...OTTAWA, postal_code: '' });
  expect(summary).toMatchObject({ rejected: 1 });
  expect(summary.rejections[0]!.reason).toContain('must be (with lng) a place in the Greater Toronto Area.');
});

it('a new clinic without a known place is no position that is off', async () => {
  const phone = { ...CLINIC, lat: 43.65, lng: -79.37, phone: 'ask us' };
  await importRow(clinics, phone);
  const { fieldNotes, report } = await importRow(clinics, { ...CLINIC, postal_code: 'K1A 0B1' });
  expect(fieldNotes).toMatchObject([{ kind: 'field', column: 'postal_code' }]);
  expect(report.positionsOff).toBe(0);
  const both = await importRow(clinics, { ...CLINIC, ...OSHAWA, phone: 'ask us' });
  expect(both).toMatchObject({ fieldNotes: [{ kind: 'position' }], report: { positionsOff: 1 } });
});

it('a practice location of the register follows the same rule', async () => {
  const doctor = {
    registration_number: '900001',
    name: 'Amara Okafor',
    status: 'Active',
    independent_since: '2009-07-01',
    locations: [{ address: '145 Front Street E, Toronto', postalCode: 'M5A 1E3', ...OSHAWA }],
  };
  const summary = await importRow(register, doctor);
  expect(summary).toMatchObject({ created: 1, noted: 1, fieldNotes: [{ column: 'location_1_lat' }] });
  expect([...(await clinicsIn(test.url)).values()]).toMatchObject([{ positionSource: 'postal-area' }]);
});

it('near the subway is not known at the center of a postal area, and the note says so', async () => {
  await importRow(clinics, CLINIC);
  const [clinic] = (await clinicsIn(test.url)).values();
  const { id, lat, lng } = clinic!;
  const list = stationList({ lat: String(lat), lng: String(lng) });
  await importFile(stations, await test.folder.file('stations.csv', list), test.url);
  await importRow(clinics, CLINIC);
  const directory = await directoryIn(test.url);
  expect(directory.getClinic(id).value.clinic.accessibility.nearTTC).toBe(false);
  expect(directory.listClinics({ nearTTC: true }).value.total).toBe(0);
  expect(directory.listClinics({ include: ['notes'] }).value.clinics[0]!.notes).toContain(
    'Whether a subway station is near is not known.',
  );
  await importRow(clinics, { ...CLINIC, lat, lng });
  expect((await directoryIn(test.url)).listClinics({ nearTTC: true }).value.total).toBe(1);
});

it('a clinic without a known time of closing is served as such, and unchanged by the same file', async () => {
  const row = { ...CLINIC, opening_hours: 'Mo-Tu 09:00-12:00; We 18:30+; Sa 10:00+' };
  expect(await importRow(clinics, row)).toMatchObject({ created: 1, noted: 0 });
  expect(await importRow(clinics, row)).toMatchObject({ unchanged: 1 });
  const directory = await directoryIn(test.url);
  const [clinic] = directory.listClinics({ include: ['notes'] }).value.clinics;
  expect(directory.getClinic(clinic!.id).value.clinic.hours).toEqual({
    weekday: '09:00-12:00',
    evening: true,
    weekend: true,
  });
  expect(clinic!.notes).toContain('Opens at 18:30 or 10:00, and when it closes is not known.');
});
