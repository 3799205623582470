import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { readMap } from '../src/mapping/read-map.js';
import { availability } from '../src/sources/availability.js';
import { clinics } from '../src/sources/clinics.js';
import { withColumnTables } from '../src/sources/column-table.js';
import { register } from '../src/sources/register.js';
import { reviews } from '../src/sources/reviews.js';
import { SOURCES } from '../src/sources/source-table.js';
import type { Source } from '../src/sources/source.js';
import { specialists } from '../src/sources/specialists.js';
import { stations } from '../src/sources/stations.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  csv,
  directoryIn,
  EXAMPLES,
  importFile,
  registrations,
  STATIONS_FILE,
  TestFolder,
} from './test-import.js';

const OPERATE = resolve(import.meta.dirname, '../../../docs/operate');
const MAPLE = '7f2c1f60-6f0b-4a51-9c53-2f1f5f5d1001';

type Row = Readonly<Record<string, string>>;
/** A row that differs from one in order, and what becomes of it. */
type Case = readonly [Row, string];

/** Returns what is found of cases that follow a header and a row in order. */
const faultsOf = (cases: readonly Case[], kind: 'row' | 'field') =>
  cases.map(([, sentence], at) => ({ line: at + 3, kind, reason: expect.stringContaining(sentence) }));

let folder: TestFolder;
beforeAll(async () => {
  folder = await TestFolder.make();
});
afterAll(() => folder.remove());

describe('the example files', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  // In this order: what comes later refers to what came before.
  it.each([
    ['stations', STATIONS_FILE],
    ['stations', 'stops.txt'],
    ['clinics', 'clinics.csv'],
    ['clinics', 'clinics.ndjson'],
    ['clinics', 'clinics.geojson'],
    ['register', 'register.csv'],
    ['register', 'register.ndjson'],
    ['specialists', 'specialists.csv'],
    ['specialists', 'specialists.ndjson'],
    ['availability', 'availability.csv'],
    ['reviews', 'reviews.csv'],
    ['reviews', 'reviews.ndjson'],
  ])('%s imports %s without a rejected row, and twice the same', async (name, file) => {
    const source = SOURCES.find((candidate) => candidate.name === name)!;
    const path = file.startsWith('/') ? file : join(EXAMPLES, file);
    // The stations of one list are not those of another.
    const first = await importFile(source, path, database.url, { maxExpired: 1 });
    expect(first).toMatchObject({ rejected: 0, rejectsFile: null });
    expect(first.rows).toBeGreaterThan(0);
    const again = await importFile(source, path, database.url);
    expect(again).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: first.rows - (first.leftOut[0]?.rows ?? 0),
    });
  });

  it('make a directory', async () => {
    const directory = await directoryIn(database.url);
    const { doctor } = directory.getDoctor('900001').value;
    expect(doctor).toMatchObject({
      name: 'Dr. Amara Okafor',
      gender: 'female',
      specialties: ['Family Medicine'],
      clinic: { id: MAPLE, acceptingNewPatients: false },
      reviews: [{ author: 'Maria G.', rating: 5 }],
      dataFreshness: 'fresh',
    });
    expect(directory.getDoctor('900004').value.doctor.expiredAt).toBe('2026-06-30T05:00:00.000Z');
    expect(directory.listDoctors({}).value.total).toBe(3);
    expect(directory.listSpecialists({ specialty: 'Cardiology' }).value.clinics).toMatchObject([
      { id: MAPLE, wait_weeks: 6, accepting: true },
    ]);
  });

  it('and every column are in the documentation', async () => {
    const documents = (await readdir(OPERATE)).filter((file) => file.startsWith('import'));
    const texts = await Promise.all(documents.map((file) => readFile(resolve(OPERATE, file), 'utf8')));
    const text = texts.join('\n');
    const examples = await readdir(EXAMPLES);
    expect(examples.filter((file) => !text.includes(`apps/sync/examples/${file}`))).toEqual([]);
    const columns = SOURCES.flatMap((source) => Object.keys(source.columns));
    // The parts of a practice location are documented once, with those of the first.
    const documented = columns.filter((column) => !/^location_(\d_lng|[2-5]_)/.test(column));
    expect(documented.filter((column) => !text.includes(`\`${column}\``))).toEqual([]);
  });

  it('the column tables in the documentation are current; `npm run golden` rewrites them', async () => {
    const text = await readFile(resolve(OPERATE, 'import-columns.md'), 'utf8');
    expect(unaligned(text)).toBe(unaligned(withColumnTables(text, SOURCES)));
  });

  it('are named by the sources', () => {
    for (const source of SOURCES) expect(source.example).toMatch(new RegExp(`^${source.name} (tools|apps)/`));
  });
});

/** The text without the padding that the formatter gives to tables. */
function unaligned(text: string): string {
  return text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}

describe('a registration', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function importRegister(...rows: Readonly<Record<string, string>>[]) {
    return importFile(
      register,
      await folder.file('register.csv', registrations(...rows)),
      database.url,
      ANY_REJECTS,
    );
  }

  async function doctorsOf(rows: readonly Row[]) {
    await importRegister(...rows);
    const directory = await directoryIn(database.url);
    return rows.map((_, at) => directory.getDoctor(String(900_001 + at)).value.doctor);
  }

  const doctorOf = async (row: Row) => (await doctorsOf([row]))[0]!;

  /** Imports rows of new doctors after one that is in order. */
  const importNew = (rows: readonly Row[]) =>
    importRegister(
      ...[{}, ...rows].map((row, at) => ({ registration_number: String(900_100 + at), ...row })),
    );

  it('has the gender that its source names, or none', async () => {
    const genders = [
      ['Man', 'male'],
      ['Female', 'female'],
      ['Non-Binary', 'non-binary'],
      ['Two-spirit', ''],
      ['Prefer not to say', ''],
      ['', ''],
    ] as const;
    const doctors = await doctorsOf(genders.map(([gender]) => ({ gender })));
    expect(doctors.map(({ gender }, at) => [genders[at]![0], gender])).toEqual(genders);
  });

  it('counts from the graduation where it has no independent practice', async () => {
    const doctor = await doctorOf({ independent_since: '', graduated: '2006' });
    expect(doctor.yearsOfPractice).toBe(20);
  });

  it('has the telephone of its first location for appointments, unless it has its own', async () => {
    expect((await doctorOf({})).bookingMethod.phone).toBe('+1-416-555-0101');
    expect((await doctorOf({ booking_phone: '416 555 0199' })).bookingMethod.phone).toBe('+1-416-555-0199');
  });

  it('practices at the center of the postal area where it has no coordinates', async () => {
    const { clinic } = await doctorOf({});
    expect(clinic).toMatchObject({ name: 'Practice at 145 Front Street E', lat: 43.65746, lng: -79.36895 });
  });

  it('practices in a postal area without coordinates', async () => {
    const areas = ['M5J 2T3', 'L4K 5X8', 'L9E 1A1'].map((postal) => ({ location_1_postal_code: postal }));
    for (const { clinic } of await doctorsOf(areas)) expect(clinic.lat).toBeGreaterThan(43.5);
  });

  it('outside the Greater Toronto Area is left out', async () => {
    const areas = ['K1A 0B1', 'L8N 3Z5', 'L8S 4K1', 'L4M 6M2'];
    const summary = await importNew(areas.map((postal) => ({ location_1_postal_code: postal })));
    expect(summary).toMatchObject({ rows: 5, rejected: 0 });
    expect(summary.leftOut.reduce((sum, { rows }) => sum + rows, 0)).toBe(4);
  });

  const REJECTED: readonly Case[] = [
    [{ registration_number: 'A1' }, 'registration_number is "A1", but must be a registration number'],
    [{ registration_number: '0900001' }, 'registration_number is "0900001", but must be'],
    [{ name: '' }, 'name is empty, but must be filled in.'],
    [{ status: 'Unclear' }, 'status is "Unclear", but must be a known status: active;'],
    [{ status: '' }, 'status is empty, but must be filled in.'],
    [{ independent_since: '' }, 'independent_since is empty, but must be filled in, or graduated must be.'],
    [{ independent_since: '2031-01-01' }, 'independent_since is "2031-01-01", but must be a day'],
    [{ location_1_address: '' }, 'location_1_address is empty, but must be filled in.'],
    [{ location_1_postal_code: 'X' }, 'location_1_postal_code is "X", but must be a postal code'],
  ];
  it('that is new, without a value that it needs, is rejected', async () => {
    const { rejected, rejections } = await importNew(REJECTED.map(([row]) => row));
    expect(rejected).toBe(REJECTED.length);
    expect(rejections).toMatchObject(faultsOf(REJECTED, 'row'));
  });

  const NOTED: readonly Case[] = [
    [{ gender: 'Feminine' }, 'gender is "Feminine", but must be Man, Woman, Non-binary'],
    [{ specialties: 'Cardiolgy' }, 'did you mean "Cardiology" instead of "Cardiolgy"?'],
    [{ languages: 'Klingon' }, 'languages is "Klingon", but must be a language of the directory'],
    [{ booking_online: 'http://maple.example' }, 'booking_online is "http://maple.example", but must be'],
    [{ referral_required: 'perhaps' }, 'referral_required is "perhaps", but must be yes or no, or empty.'],
  ];
  it('with a bad value is taken without that value', async () => {
    const { rejected, fieldNotes } = await importNew(NOTED.map(([row]) => row));
    expect(rejected).toBe(0);
    expect(fieldNotes).toMatchObject(faultsOf(NOTED, 'field'));
  });
});

describe('a clinic', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function importClinics(...rows: Readonly<Record<string, string>>[]) {
    return importFile(
      clinics,
      await folder.file('clinics.csv', clinicList(...rows)),
      database.url,
      ANY_REJECTS,
    );
  }

  async function clinicsOf(rows: readonly Row[]) {
    const ids = rows.map((_, at) => MAPLE.replace(/1$/, String(at + 1)));
    await importClinics(...rows.map((row, at) => ({ id: ids[at]!, ...row })));
    const found = await clinicsIn(database.url);
    return ids.map((id) => found.get(id)!);
  }

  const clinicOf = async (row: Row) => (await clinicsOf([row]))[0]!;

  const TYPES: readonly Case[] = [
    [{ type: '', healthcare: 'doctor' }, 'family-practice'],
    [{ type: '', healthcare: 'clinic', 'healthcare:speciality': 'cardiology' }, 'specialist'],
    [{ type: '', healthcare: 'clinic', 'healthcare:speciality': 'general;cardiology' }, 'family-practice'],
    [{ type: '', amenity: 'hospital' }, 'hospital-outpatient'],
    [{ type: 'walk-in', healthcare: 'doctor' }, 'walk-in'],
  ];
  it('is of the type that its source says in its words', async () => {
    const found = await clinicsOf(TYPES.map(([row]) => row));
    expect(found.map(({ type }, at) => [TYPES[at]![0], type])).toEqual(TYPES);
  });

  it('has access where its source says so without a limit', async () => {
    const words = [
      ['yes', true],
      ['limited', false],
      ['no', false],
      ['', null],
    ] as const;
    const found = await clinicsOf(words.map(([wheelchair]) => ({ wheelchair })));
    expect(found.map(({ wheelchair }, at) => [words[at]![0], wheelchair])).toEqual(words);
  });

  it('is rejected where a word says that its id is not known, instead of being one with all others', async () => {
    const summary = await importClinics({ id: 'N/A' }, { id: 'N/A', name: 'Another Clinic' });
    expect(summary).toMatchObject({ created: 0, rejected: 2 });
    expect(summary.rejections[0]!.reason).toContain('id is "N/A", but must be filled in.');
  });

  it('keeps the id that follows from the name of its source', async () => {
    await importClinics({ id: 'node/123' });
    const before = new Set((await clinicsIn(database.url)).keys());
    expect(await importClinics({ id: 'node/123', name: 'New name' })).toMatchObject({
      created: 0,
      updated: 1,
    });
    expect(new Set((await clinicsIn(database.url)).keys())).toEqual(before);
  });

  it('whose hours say more than a week and special days is counted', async () => {
    const hours = 'Mo-Fr 09:00-17:00; PH off; SH off';
    const summary = await importClinics({ opening_hours: hours });
    expect(summary.notes).toEqual([
      { reason: expect.stringContaining('reduced to the usual week'), rows: 1, examples: [`"${hours}"`] },
    ]);
    expect((await importClinics({ opening_hours: 'Mo-Fr 09:00-17:00; PH off' })).notes).toEqual([]);
  });

  const REJECTED: readonly Case[] = [
    [{ id: '' }, 'id is empty, but must be filled in.'],
    [{ address: '' }, 'address is empty, but must be filled in.'],
    [{ type: '' }, 'type is empty, but must be one of: family-practice;'],
    [{ type: '', healthcare: 'spa' }, 'healthcare is "spa", but must be one of: doctor;'],
  ];
  it('that is new, without a value that it needs, is rejected', async () => {
    const rows = REJECTED.map(([row], at) => ({ id: `new-${at}`, ...row }));
    const { rejected, rejections } = await importClinics({}, ...rows);
    expect(rejected).toBe(REJECTED.length);
    // What only the database notices comes after the others.
    expect(rejections.toSorted((a, b) => a.line! - b.line!)).toMatchObject(faultsOf(REJECTED, 'row'));
  });

  const NOTED: readonly Case[] = [
    [{ opening_hours: 'Mo-Fr 9' }, 'opening_hours is "Mo-Fr 9", but must be opening hours in everyday words'],
    [{ wheelchair: 'ramp' }, 'wheelchair is "ramp", but must be yes, limited or no, or empty.'],
    [{ phone: '1' }, 'phone is "1", but must be a telephone number'],
    [{ website: 'ask us' }, 'website is "ask us", but must be a web address'],
  ];
  it('with a bad value is taken without that value', async () => {
    const { rejected, fieldNotes } = await importClinics({}, ...NOTED.map(([row]) => row));
    expect(rejected).toBe(0);
    expect(fieldNotes).toMatchObject(faultsOf(NOTED, 'field'));
  });

  it('has the method of its observation, also by its own name', async () => {
    const observed = {
      accepting: 'yes',
      accepting_observed_at: '2026-10-03',
      accepting_method: 'phone_call',
    };
    await clinicOf(observed);
    const { evidence } = (await directoryIn(database.url)).getClinicEvidence(MAPLE).value;
    expect(evidence.find(({ field }) => field === 'accepting')).toMatchObject({ method: 'phone_call' });
    expect((await clinicOf(observed)).acceptingObserved).toMatchObject({ method: 'phone' });
  });

  it('that a complete list lacks is closed', async () => {
    await importClinics({ id: 'here' }, { id: 'gone' });
    const path = await folder.file('clinics.csv', clinicList({ id: 'here' }));
    const summary = await importFile(clinics, path, database.url, { complete: true, maxExpired: 1 });
    expect(summary.closed).toBeGreaterThan(0);
    expect((await clinicsIn(database.url)).size).toBe(1);
  });
});

describe('rows about records of the directory', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await importFile(clinics, join(EXAMPLES, 'clinics.csv'), database.url);
    await importFile(register, join(EXAMPLES, 'register.csv'), database.url);
  });
  afterAll(() => database.drop());

  const review = {
    registration_number: '900001',
    clinic_id: '',
    author: 'A B',
    rating: '5',
    date: '2026-10-01',
    rating_staff: '',
  };
  const service = { clinic_id: MAPLE, specialty: 'Cardiology', wait_weeks: '3', accepting: 'yes' };
  const observation = {
    clinic_id: MAPLE,
    registration_number: '',
    accepting: 'yes',
    method: 'phone',
    observed_at: '2026-10-01',
  };

  it.each([
    [reviews, review, { rating: '6' }, 'rating is "6", but must be a whole number from 1 to 5.'],
    [reviews, review, { date: '' }, 'date is empty, but must be filled in.'],
    [reviews, review, { date: '2027-01-01' }, 'date is "2027-01-01", but must be a day'],
    [
      reviews,
      review,
      { registration_number: '' },
      'registration_number is empty, but must be filled in, or clinic_id',
    ],
    [reviews, review, { clinic_id: MAPLE }, 'but must be empty where registration_number is filled in.'],
    [specialists, service, { specialty: 'Spa' }, 'specialty is "Spa", but must be a specialty'],
    [
      specialists,
      service,
      { wait_weeks: 'long' },
      'wait_weeks is "long", but must be a whole number from 0 to 520.',
    ],
    [specialists, service, { clinic_id: 'maple' }, 'clinic_id is "maple", but must be the id of a clinic'],
    [availability, observation, { accepting: 'maybe' }, 'accepting is "maybe", but must be yes or no'],
    [availability, observation, { observed_at: '2030-01-01' }, 'must be a time up to now'],
    [
      availability,
      observation,
      { method: 'a@b' },
      'method is "a@b", but must be one of: register, clinic, email',
    ],
    [
      availability,
      observation,
      { method: 'carrier pigeon' },
      'method is "carrier pigeon", but must be one of',
    ],
  ])('are rejected: %#', async (source, row, fault, sentence) => {
    const text = csv(row, [{}, { ...row, ...fault }]);
    const summary = await importFile(source, await folder.file('rows.csv', text), database.url, ANY_REJECTS);
    expect(summary).toMatchObject({ rows: 2, rejected: 1, rejections: [{ line: 3 }] });
    expect(summary.rejections[0]!.reason).toContain(sentence);
  });

  it.each([
    '',
    'source: availability\ncolumns: { accepting: accepting }\n',
    'source: availability\ncolumns: { accepting: { field: accepting, values: { Unknown: "" } } }\n',
  ])('are left out where they say in a word that the answer is not known, also by a map: %#', async (map) => {
    const path = await folder.file('rows.csv', csv({ ...observation, accepting: 'Unknown' }, [{}]));
    const mapped = map === '' ? {} : { map: await readMap(await folder.file('map.yaml', map), availability) };
    const summary = await importFile(availability, path, database.url, { ...ANY_REJECTS, ...mapped });
    expect(summary).toMatchObject({ rejected: 0, noted: 0 });
    expect(summary.leftOut).toEqual([{ reason: 'observations that do not know the answer', rows: 1 }]);
  });

  it.each<[Source, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string]>([
    [reviews, review, { rating_staff: '0' }, 'rating_staff is "0", but must be a whole number from 1 to 5.'],
    [specialists, service, { accepting: 'x' }, 'accepting is "x", but must be yes or no, or empty.'],
  ])('are taken without a bad value: %#', async (source, row, fault, sentence) => {
    const text = csv(row, [{ ...row, ...fault }]);
    const path = await folder.file('rows.csv', text);
    const summary = await importFile(source, path, database.url, ANY_REJECTS);
    expect(summary).toMatchObject({ rows: 1, rejected: 0, fieldNotes: [{ line: 2 }] });
    expect(summary.fieldNotes[0]!.reason).toContain(sentence);
  });

  it.each<[Source, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string]>([
    [
      reviews,
      review,
      { clinic_id: MAPLE, rating: '6', date: '1899-12-31', rating_staff: '0' },
      'clinic_id, rating, date',
    ],
    [
      availability,
      observation,
      { clinic_id: 'maple', accepting: '', observed_at: '1899-12-31' },
      'clinic_id, accepting, observed_at',
    ],
    [specialists, service, { clinic_id: 'maple', specialty: 'Spa', wait_weeks: 'x' }, 'clinic_id, specialty'],
    [
      stations,
      { name: 'King', lines: '1', lat: '43.649', lng: '-79.3778' },
      { name: '', lines: 'one', lat: '4' },
      'lat, name',
    ],
  ])('are rejected with everything that is wrong with them: %#', async (source, row, faults, columns) => {
    const path = await folder.file('rows.csv', csv({ ...row, ...faults }, [{}]));
    const summary = await importFile(source, path, database.url, { ...ANY_REJECTS, dryRun: true });
    expect(summary.rejections).toMatchObject([{ column: columns }]);
    for (const column of Object.keys(faults))
      expect(summary.rejections[0]!.reason).toContain(`${column} is `);
  });

  it('keep what they had in place of a bad value', async () => {
    const cardiology = { ...service, wait_weeks: '7', accepting: 'no' };
    const rows = async (facts: object) => {
      const path = await folder.file('rows.csv', csv({ ...cardiology, ...facts }, [{}]));
      return importFile(specialists, path, database.url, ANY_REJECTS);
    };
    await rows({});
    expect(await rows({ wait_weeks: 'long', accepting: 'yes' })).toMatchObject({ updated: 1, noted: 1 });
    const answer = (await directoryIn(database.url)).listSpecialists({ specialty: 'Cardiology' }).value;
    expect(answer.clinics).toMatchObject([{ id: MAPLE, wait_weeks: 7, accepting: true }]);
  });
});
