import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import type { ClinicRecord } from '@care-atlas/domain/records';
import { type AnswerSizes, FULL_SIZES } from '@care-atlas/domain/access';
import {
  ANY_REJECTS,
  clinicsIn,
  directoryIn,
  facilities,
  importFile,
  ODHF_FILE,
  STATIONS_FILE,
  TestFolder,
} from '../../test/test-import.js';
import { odhf } from './odhf.js';
import { stations } from './stations.js';

/** The position of the first clinic of the file. */
const AT_THE_FIRST = { lat: 43.64982129, lng: -79.36935038 };
/** The center of the postal area L6B in the data file. */
const L6B = { lat: 43.8853, lng: -79.23155 };
/** Counted by the distances in the file; of the facilities without coordinates none is near. */
const NEAR_SUBWAY = 83;
const WHOLE_LIST: AnswerSizes = { ...FULL_SIZES, pageDefault: 1000, pageMaximum: 1000 };

let database: TestDatabase;
let folder: TestFolder;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await TestFolder.make();
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

async function importFacilities(...rows: Readonly<Record<string, string>>[]) {
  return importFile(
    odhf,
    await folder.file('facilities.csv', facilities(...rows)),
    database.url,
    ANY_REJECTS,
  );
}

let lastIndex = 10_000;

/** The one clinic that a row becomes: of a facility that no row has been of before. */
async function clinicOf(row: Readonly<Record<string, string>>): Promise<ClinicRecord> {
  const before = await clinicsIn(database.url);
  await importFacilities({ odhf_index: String(++lastIndex), ...row });
  const after = [...(await clinicsIn(database.url)).values()];
  const [clinic, ...others] = after.filter(({ id }) => !before.has(id));
  expect(others).toEqual([]);
  return clinic!;
}

describe('the published file', () => {
  let published: TestDatabase;
  beforeAll(async () => {
    published = await createTestDatabase();
    await importFile(odhf, ODHF_FILE, published.url);
  });
  afterAll(() => published.drop());

  it('shows of a facility only what the source says', async () => {
    const directory = await directoryIn(published.url);
    const { clinics, total } = directory.listClinics(AT_THE_FIRST).value;
    expect(total).toBe(318);
    expect(directory.getClinic(clinics[0]!.id).value.clinic).toEqual({
      id: '7401e450-84ec-5ade-a983-14ee390136ac',
      name: '2 Spirited People of the 1st Nations',
      address: '145 Front Street E, Toronto, ON M5A 1E3',
      lat: 43.64982129,
      lng: -79.36935038,
      phone: '',
      acceptingNewPatients: false,
      website: '',
      type: 'specialist',
      hours: { weekday: '', evening: false, weekend: false },
      accessibility: { wheelchair: false, virtualVisits: false, nearTTC: expect.any(Boolean) },
      doctorCount: 0,
      doctors: [],
    });
  });

  it('leads to notes on what is not known', async () => {
    const directory = await directoryIn(published.url);
    const { clinics } = directory.listClinics({ ...AT_THE_FIRST, include: ['notes'] }).value;
    expect(clinics[0]!.notes).toEqual([
      'Confirm by phone: availability is best effort.',
      'Whether new patients are accepted is not known.',
      'The opening hours are not known.',
      'Wheelchair access is not known.',
      'Whether virtual visits are offered is not known.',
    ]);
  });

  it('places a facility without coordinates at the center of its postal area, and says so', async () => {
    const directory = await directoryIn(published.url);
    const { clinics } = directory.listClinics({ include: ['notes'] }, WHOLE_LIST).value;
    const approximate = clinics.filter(({ notes }) =>
      notes!.includes('The position is the centre of the postal area.'),
    );
    expect(approximate).toHaveLength(7);
    const lifemark = approximate.find(({ name }) => name.startsWith('Lifemark'))!;
    expect(lifemark).toMatchObject({
      name: 'Lifemark Health Group – Lifemark Physiotherapy Church Street',
      address: 'Markham, ON L6B 1A1',
    });
    expect(directory.getClinic(lifemark.id).value.clinic).toMatchObject(L6B);
  });

  it('has no replacement character left in a name', async () => {
    const names = Array.from((await clinicsIn(published.url)).values(), (clinic) => clinic.name);
    expect(names.filter((name) => name.includes('\uFFFD'))).toEqual([]);
    expect(names.filter((name) => name.includes(' – '))).toHaveLength(8);
  });

  it('says the same of the subway whether the stations come first or last', async () => {
    const first = await createTestDatabase();
    try {
      await importFile(stations, STATIONS_FILE, first.url);
      await importFile(odhf, ODHF_FILE, first.url);
      await importFile(stations, STATIONS_FILE, published.url);
      const near = await nearSubway(first.url);
      expect(await nearSubway(published.url)).toEqual(near);
      expect(near.size).toBe(NEAR_SUBWAY);
    } finally {
      await first.drop();
    }
  });
});

async function nearSubway(databaseUrl: string): Promise<ReadonlySet<string>> {
  const clinics = [...(await clinicsIn(databaseUrl)).values()];
  return new Set(clinics.filter((clinic) => clinic.nearSubway).map((clinic) => clinic.id));
}

describe('a row', () => {
  it.each([
    [{ unit: '12' }, '12-145 Front Street E, Toronto, ON M5A 1E3'],
    [{ unit: '12', street_no: '' }, 'Unit 12, Front Street E, Toronto, ON M5A 1E3'],
    [{ unit: '12', street_no: '', street_name: '' }, 'Unit 12, Toronto, ON M5A 1E3'],
    [{ street_no: '' }, 'Front Street E, Toronto, ON M5A 1E3'],
    [{ street_no: '', street_name: '' }, 'Toronto, ON M5A 1E3'],
    [{ postal_code: '' }, '145 Front Street E, Toronto, ON'],
    [{ postal_code: 'm5a1e3' }, '145 Front Street E, Toronto, ON M5A 1E3'],
  ])('with %j has the address %s', async (row, address) => {
    expect((await clinicOf(row)).address).toBe(address);
  });

  it.each([
    ['community health centre', 'community-health-centre'],
    ['Community Health Centre', 'community-health-centre'],
    ['family health team - contract', 'family-practice'],
    ['nurse practitioner led clinic', 'family-practice'],
    ['hospital - corporation', 'hospital-outpatient'],
    ["children's treatment centre", 'specialist'],
  ])('of the type %s is a %s', async (source_facility_type, type) => {
    expect((await clinicOf({ source_facility_type })).type).toBe(type);
  });

  it('of a hospital of any type is hospital-outpatient', async () => {
    const row = { odhf_facility_type: 'Hospitals', source_facility_type: 'a new kind' };
    expect((await clinicOf(row)).type).toBe('hospital-outpatient');
  });

  it('keeps a replacement character that does not stand for a dash', async () => {
    expect((await clinicOf({ facility_name: 'Caf\uFFFD Sant\uFFFD' })).name).toBe('Caf\uFFFD Sant\uFFFD');
  });

  it('is updated under its id when the source changes', async () => {
    const { id } = await clinicOf({ odhf_index: '77', facility_name: 'Old name' });
    const { created, updated } = await importFacilities({ odhf_index: '77', facility_name: 'New name' });
    expect({ created, updated }).toEqual({ created: 0, updated: 1 });
    expect((await clinicsIn(database.url)).get(id)!.name).toBe('New name');
  });
});

describe('a row', () => {
  const nowhere = { lat: '', lng: '' };

  it.each([
    [{ facility_name: ' ' }, 'facility_name is empty, but must be filled in.'],
    [{ odhf_index: 'A7' }, 'odhf_index is "A7", but must be digits.'],
    [{ odhf_index: '1' }, 'Line 2 already holds this record: keep one of the two rows.'],
    [{ municipality: '' }, 'municipality is empty, but must be filled in.'],
    [
      { odhf_facility_type: 'Spas' },
      'odhf_facility_type is "Spas", but must be one of: Ambulatory health care',
    ],
    [{ source_facility_type: 'spa' }, 'source_facility_type is "spa", but must be a known type'],
    [
      { ...nowhere, postal_code: 'K1A 0B1' },
      'postal_code is "K1A 0B1", but must be a postal code of the Greater Toronto Area',
    ],
    [{ ...nowhere, postal_code: '' }, 'postal_code is empty, but must be a postal code of the Greater'],
  ])('of a new facility with %j is rejected, and the others are imported', async (row, sentence) => {
    const summary = await importFacilities({}, { odhf_index: '999999', ...row });
    expect(summary).toMatchObject({ rows: 2, rejected: 1, rejections: [{ line: 3 }] });
    expect(summary.rejections[0]!.reason).toContain(sentence);
    expect(summary.created + summary.updated + summary.unchanged).toBe(1);
  });

  it.each([
    [{ lat: '43,65' }, 'lat is "43,65", but must be a latitude in Canada in decimal degrees with a point'],
    [{ lat: '-79.37', lng: '43.65' }, 'lat is "-79.37", but must be a latitude in Canada'],
    [{ lng: '79.37' }, 'lng is "79.37", but must be a longitude in Canada'],
    [{ lng: '' }, 'lng is empty, but must be a longitude in Canada'],
    [{ postal_code: '90210' }, 'postal_code is "90210", but must be a postal code such as M5V 3A8.'],
  ])('with %j is imported without that value', async (row, sentence) => {
    const summary = await importFacilities({}, row);
    expect(summary).toMatchObject({ rows: 2, rejected: 0, noted: 1, fieldNotes: [{ line: 3 }] });
    expect(summary.fieldNotes[0]!.reason).toContain(sentence);
  });
});
