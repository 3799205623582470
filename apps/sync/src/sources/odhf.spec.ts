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
const AT_THE_FIRST = { lat: 43.65757158, lng: -79.40343899 };
/** The center of the postal area M3N in the data file. */
const M3N = { lat: 43.75777, lng: -79.52077 };
/** Counted by the distances in the file; of the facilities without coordinates none is near. */
const NEAR_SUBWAY = 28;
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
    expect(total).toBe(130);
    expect(directory.getClinic(clinics[0]!.id).value.clinic).toEqual({
      id: 'aa8d4841-e089-5314-a3a4-6cbca5191445',
      name: 'Access Alliance Multicultural Health and Community Services',
      address: '340 College Street, Toronto, ON M5T 3A9',
      lat: 43.65757158,
      lng: -79.40343899,
      phone: '',
      acceptingNewPatients: false,
      website: '',
      type: 'community-health-centre',
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
      'The record comes from open data of 2020-08-07.',
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
    expect(approximate).toHaveLength(6);
    const mackenzie = approximate.find(({ name }) => name.startsWith('Mackenzie'))!;
    expect(mackenzie).toMatchObject({
      name: 'Mackenzie Health – Reactivation Care Centre Finch',
      address: 'Toronto, ON M3N 1N1',
    });
    expect(directory.getClinic(mackenzie.id).value.clinic).toMatchObject(M3N);
  });

  it('has no replacement character left in a name', async () => {
    const names = Array.from((await clinicsIn(published.url)).values(), (clinic) => clinic.name);
    expect(names.filter((name) => name.includes('\uFFFD'))).toEqual([]);
    expect(names.filter((name) => name.includes(' – '))).toHaveLength(7);
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

/** A row that differs from one in order, and what becomes of it. */
type Case = readonly [Readonly<Record<string, string>>, string];

/** Returns what is found of cases that follow a header and a row in order. */
const faultsOf = (cases: readonly Case[]) =>
  cases.map(([, sentence], at) => ({ line: at + 3, reason: expect.stringContaining(sentence) }));

/** The clinics that rows of new facilities become, in their order. */
async function clinicsOf(rows: readonly Case[0][]): Promise<ClinicRecord[]> {
  const named = rows.map((row) => {
    const odhf_index = String(++lastIndex);
    return { odhf_index, facility_name: `Facility ${odhf_index}`, ...row };
  });
  await importFacilities(...named);
  const found = [...(await clinicsIn(database.url)).values()];
  return named.map(({ facility_name }) => found.find(({ name }) => name === facility_name)!);
}

const clinicOf = async (row: Case[0]) => (await clinicsOf([row]))[0]!;

describe('a row', () => {
  const ADDRESSES: readonly Case[] = [
    [{ unit: '12' }, '12-145 Front Street E, Toronto, ON M5A 1E3'],
    [{ unit: '12', street_no: '' }, 'Unit 12, Front Street E, Toronto, ON M5A 1E3'],
    [{ unit: '12', street_no: '', street_name: '' }, 'Unit 12, Toronto, ON M5A 1E3'],
    [{ street_no: '' }, 'Front Street E, Toronto, ON M5A 1E3'],
    [{ street_no: '', street_name: '' }, 'Toronto, ON M5A 1E3'],
    [{ postal_code: '' }, '145 Front Street E, Toronto, ON'],
    [{ postal_code: 'm5a1e3' }, '145 Front Street E, Toronto, ON M5A 1E3'],
  ];
  it('has the address of its parts', async () => {
    const found = await clinicsOf(ADDRESSES.map(([row]) => row));
    expect(found.map(({ address }, at) => [ADDRESSES[at]![0], address])).toEqual(ADDRESSES);
  });

  const TYPES = [
    ['community health centre', 'community-health-centre'],
    ['Community Health Centre', 'community-health-centre'],
    ['family health team - contract', 'family-practice'],
    ['nurse practitioner led clinic', 'family-practice'],
    ['hospital - corporation', 'hospital-outpatient'],
    ["children's treatment centre", 'specialist'],
  ] as const;
  it('has the type of the places that its source means', async () => {
    const found = await clinicsOf(TYPES.map(([source_facility_type]) => ({ source_facility_type })));
    expect(found.map(({ type }, at) => [TYPES[at]![0], type])).toEqual(TYPES);
  });

  it.each(['community support service', 'mental health and addiction organization', 'other'])(
    'of the type %s is not known to be a place of doctors, and one that was imported before closes',
    async (source_facility_type) => {
      const { id } = await clinicOf({});
      const summary = await importFacilities({ odhf_index: String(lastIndex), source_facility_type });
      const leftOut = [{ reason: 'services that are not known to be places of doctors', rows: 1 }];
      expect(summary).toMatchObject({ rows: 1, closed: 1, leftOut });
      expect((await clinicsIn(database.url)).has(id)).toBe(false);
    },
  );

  it('with Community Health Centre in its name is one, whatever its type', async () => {
    const row = { facility_name: 'Maple Community Health Center', source_facility_type: 'other' };
    expect((await clinicOf(row)).type).toBe('community-health-centre');
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

  const REJECTED: readonly Case[] = [
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
  ];
  it('of a new facility with a fault is rejected, and the others are imported', async () => {
    const rows = REJECTED.map(([row], at) => ({ odhf_index: String(999_990 + at), ...row }));
    const { rejected, rejections, created, updated, unchanged } = await importFacilities({}, ...rows);
    expect(rejected).toBe(REJECTED.length);
    // What only the database notices comes after the others.
    expect(rejections.toSorted((a, b) => a.line! - b.line!)).toMatchObject(faultsOf(REJECTED));
    expect(created + updated + unchanged).toBe(1);
  });

  const NOTED: readonly Case[] = [
    [{ lat: '43,65' }, 'lat is "43,65", but must be a latitude in Canada in decimal degrees with a point'],
    [{ lat: '-79.37', lng: '43.65' }, 'lat is "-79.37", but must be a latitude in Canada'],
    [{ lng: '79.37' }, 'lng is "79.37", but must be a longitude in Canada'],
    [{ lng: '' }, 'lng is empty, but must be a longitude in Canada'],
    [{ postal_code: '90210' }, 'postal_code is "90210", but must be a postal code such as M5V 3A8.'],
  ];
  it('with a bad value is imported without that value', async () => {
    const { rejected, fieldNotes } = await importFacilities({}, ...NOTED.map(([row]) => row));
    expect(rejected).toBe(0);
    expect(fieldNotes).toMatchObject(faultsOf(NOTED));
  });
});
