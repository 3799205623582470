import { FULL_SIZES } from '@care-atlas/domain/access';
import { loadDataset } from '@care-atlas/data/directory';
import {
  type Answer,
  ClinicQuery,
  DirectoryError,
  DoctorQuery,
  DoctorSearchQuery,
  type Query,
  QueryReader,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import type { ClinicRecord, DoctorRecord } from '@care-atlas/domain/records';
import {
  clinicCriteria,
  clinicMatches,
  type DoctorAtClinic,
  doctorCriteria,
  doctorMatches,
  isListed,
} from '@care-atlas/domain/rules';
import { Directory } from '@care-atlas/domain/directory';
import { PLACES } from '@care-atlas/domain/places';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { fold } from '@care-atlas/domain/text';
import { createTestDatabase } from '@care-atlas/local-postgres/test-database';
import { Client } from 'pg';
import { loadSample } from '../../src/sample/load-sample.js';
import { type Parameters, RandomQueries, seeded } from '../../src/queries/random-query.js';
import {
  clinicOracle,
  doctorOracle,
  postalAreasOracle,
  type Oracle,
  NAMED_PLACES,
  pointOf,
  postalAreasOf,
  sourcesOracle,
  specialistOracle,
  summaryOracle,
  valuesOracle,
} from './sql-oracle.js';

const DOCTORS = 1_500;
const QUERIES = 500;
const SEED = 20_261_120;
const NOW = new Date('2026-11-20T11:30:00Z');
const TODAY = '2026-11-20';
const NO_CLINIC = 'There is no clinic with this id.';
const FRESH_SINCE = '2026-10-21T11:00:00Z';
const WHOLE = { ...FULL_SIZES, pageDefault: 1_000_000, pageMaximum: 1_000_000 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
let directory: Directory;
let queries: RandomQueries;
const clinics = new Map<string, ClinicRecord>();
const doctors: DoctorRecord[] = [];
/** The listed doctors of each clinic. */
const staff = new Map<string, DoctorAtClinic[]>();

const CLOSED_CLINICS = 40;
// The sample has expired doctors and every kind of freshness, but no closed clinic. These clinics close and all their
// doctors expire.
const CLOSE_SOME = `
  with closing as (select id from clinic order by id limit ${CLOSED_CLINICS}),
  staff as (
    select registration_number from doctor where primary_clinic_id in (select id from closing)
    union select registration_number from additional_location where clinic_id in (select id from closing)),
  expiring as (update doctor set expired_at = $1 where registration_number in (select * from staff))
  update clinic set closed_at = $1 where id in (select id from closing)`;
/** Sources with a newer and an older extract, without a time, with failed runs, and with and without stated facts. */
const MORE_SOURCES = `
  with stated as (insert into source (name, publisher, licence, attribution) values
    ('clinics', 'City of Toronto', null, '© City'), ('Zone', '', 'ODbL 1.0', ''), ('failed', 'Nobody', '', ''))
  insert into sync_run (id, source, status, started_at, extracted_at)
  select gen_random_uuid(), source, status, started_at::timestamptz, extracted_at::timestamptz from (values
    ('clinics', 'succeeded', '2026-10-03T08:00:00Z', '2026-10-02T01:02:03.456Z'),
    ('clinics', 'succeeded', '2026-10-04T08:00:00Z', '2026-10-01T00:00:00Z'),
    ('clinics', 'failed', '2026-10-05T08:00:00Z', '2026-10-05T00:00:00Z'),
    ('Zone', 'succeeded', '2026-09-03T08:00:00Z', null), ('city-list', 'succeeded', '2026-09-04T08:00:00Z', null),
    ('failed', 'failed', '2026-09-03T08:00:00Z', null), ('corrections', 'succeeded', '2026-11-03T08:00:00Z', null)
  ) run (source, status, started_at, extracted_at)`;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadSample(database.url, DOCTORS, NOW);
  client = new Client(database.url);
  await client.connect();
  await client.query('create extension cube; create extension earthdistance');
  await client.query(CLOSE_SOME, [NOW]);
  await client.query(MORE_SOURCES);
  const builder = await loadDataset(database.url, (about) => {
    const sink = new ReadModelBuilder(about);
    return Object.assign(sink, {
      addClinic(clinic: ClinicRecord) {
        clinics.set(clinic.id, clinic);
        ReadModelBuilder.prototype.addClinic.call(sink, clinic);
      },
      addDoctor(doctor: DoctorRecord) {
        doctors.push(doctor);
        ReadModelBuilder.prototype.addDoctor.call(sink, doctor);
      },
    });
  });
  for (const doctor of doctors.filter(isListed)) {
    const at = { doctor, clinic: clinics.get(doctor.clinicIds[0]!)! };
    for (const id of doctor.clinicIds) staff.set(id, [...(staff.get(id) ?? []), at]);
  }
  const model = builder.build();
  directory = new Directory(
    () => model,
    () => NOW,
  );
  queries = new RandomQueries(seeded(SEED), {
    specialties: directory.listSpecialties().value.specialties.map(({ value }) => value),
    languages: directory.listLanguages().value.languages.map(({ value }) => value),
    names: doctors.map((doctor) => fold(doctor.name)),
    registrationNumbers: doctors.map((doctor) => doctor.registrationNumber),
    clinics: [...clinics.keys()],
  });
}, 120_000);

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function rowsOf<Row extends object>({ sql, values }: Oracle): Promise<Row[]> {
  return (await client.query<Row>(sql, [...values])).rows;
}

/** The places of queries: names that only one place has. */
const NAMED = [...NAMED_PLACES.values()].filter(({ kind }) =>
  /^(municipality|district|postal-area)$/.test(kind),
);
const NAMES = NAMED.map(({ name }) => name);

/** Returns a query whose places are read from the data file. */
function located<Q extends DoctorQuery | ClinicQuery>(query: Q): Q {
  const [lat, lng] = query.near === undefined ? [query.lat, query.lng] : pointOf(query.near).map(Number);
  return Object.assign({}, query, { lat, lng, area: query.area?.flatMap(postalAreasOf) });
}

/** Returns the ids that a query finds, in order, with their distances. */
async function placedIds(oracle: Oracle) {
  const rows = await rowsOf<{ id: string; metres: number | null }>(oracle);
  return { ids: rows.map(({ id }) => id), metres: rows.map((row) => row.metres) };
}

async function idsOf(oracle: Oracle): Promise<string[]> {
  return (await rowsOf<{ id: string }>(oracle)).map((row) => row.id);
}

function read<T extends Query>(described: new () => T, parameters: Parameters): T {
  return new QueryReader(described).read(parameters);
}

function idsAndTotal<T extends { total: number }>(answer: Answer<T>, items: (value: T) => readonly string[]) {
  return { total: answer.value.total, ids: items(answer.value) };
}

function matchingDoctors(query: DoctorQuery): string[] {
  const criteria = doctorCriteria(query);
  return doctors
    .filter((doctor) => doctorMatches(criteria, { doctor, clinic: clinics.get(doctor.clinicIds[0]!)! }, NOW))
    .map((doctor) => doctor.registrationNumber)
    .toSorted((a, b) => (query.ids ? query.ids.indexOf(a) - query.ids.indexOf(b) : 0));
}

function matchingClinics(query: ClinicQuery): string[] {
  const criteria = clinicCriteria(query);
  return [...clinics.values()]
    .filter((clinic) => clinicMatches(criteria, { clinic, doctors: staff.get(clinic.id) ?? [] }, NOW))
    .map((clinic) => clinic.id);
}

/** How many of the queries found somebody but not everybody: a test over empty answers would show little. */
let telling = 0;
beforeEach(() => (telling = 0));

describe('the plain predicate, the read model and SQL mean the same', () => {
  it(`on ${QUERIES} random queries for doctors`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const parameters = i % 3 === 0 ? queries.search() : queries.doctors();
      const query = 'q' in parameters ? read(DoctorSearchQuery, parameters) : read(DoctorQuery, parameters);
      const ids = await idsOf(doctorOracle(parameters, TODAY));
      const answer = idsAndTotal(directory.listDoctors(query, WHOLE), (value) =>
        value.doctors.map((d) => d.cpsoNumber),
      );
      expect({ parameters, ...answer }).toEqual({ parameters, total: ids.length, ids });
      expect({ parameters, ids: matchingDoctors(query) }).toEqual({ parameters, ids });
      if (ids.length > 0 && ids.length < doctors.length / 2) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 4);
  }, 120_000);

  it(`on ${QUERIES} random queries for clinics`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const parameters = queries.clinics();
      const query = read(ClinicQuery, parameters);
      const ids = await idsOf(clinicOracle(parameters, TODAY));
      const answer = idsAndTotal(directory.listClinics(query, WHOLE), (value) =>
        value.clinics.map((c) => c.id),
      );
      expect({ parameters, ...answer }).toEqual({ parameters, total: ids.length, ids });
      expect({ parameters, ids: matchingClinics(query).toSorted() }).toEqual({
        parameters,
        ids: ids.toSorted(),
      });
      if (ids.length > 0 && ids.length < clinics.size / 2) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 4);
  }, 120_000);

  it(`on ${QUERIES} random queries for specialists`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const parameters = queries.specialists();
      const ids = await idsOf(specialistOracle(parameters, TODAY));
      const answer = directory.listSpecialists(read(SpecialistQuery, parameters), WHOLE);
      const found = idsAndTotal(answer, (value) => value.clinics.map((c) => c.id));
      expect({ parameters, ...found }).toEqual({ parameters, total: ids.length, ids });
      if (ids.length > 0) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 10);
  }, 120_000);
});

describe('with places, the plain predicate, the read model and SQL mean the same', () => {
  const PLACED = { names: NAMES, areas: NAMES };

  /** The distances are whole meters, and are those of the extension `earthdistance`. */
  function expectDistances(
    items: readonly { distanceMeters?: number }[],
    metres: readonly (number | null)[],
  ) {
    items.forEach(({ distanceMeters }, i) => {
      const difference = Math.abs((distanceMeters ?? NaN) - (metres[i] ?? NaN));
      expect([metres[i], distanceMeters, difference < 0.501]).toEqual([metres[i], distanceMeters, true]);
    });
  }

  it(`on ${QUERIES} random queries for doctors`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const drawn = i % 3 === 0 ? queries.search() : queries.doctors();
      const parameters = queries.placed(drawn, PLACED, ['years']);
      const query = 'q' in parameters ? read(DoctorSearchQuery, parameters) : read(DoctorQuery, parameters);
      const { ids, metres } = await placedIds(doctorOracle(parameters, TODAY));
      const { total, doctors: items } = directory.listDoctors(query, WHOLE).value;
      const found = { total, ids: items.map(({ cpsoNumber }) => cpsoNumber) };
      expect({ parameters, ...found }).toEqual({ parameters, total: ids.length, ids });
      const [offset, limit] = [i % 7, 1 + (i % 11)];
      const page = directory.listDoctors(Object.assign({}, query, { offset, limit })).value.doctors;
      expect({ parameters, page: page.map(({ cpsoNumber }) => cpsoNumber) }).toEqual({
        parameters,
        page: ids.slice(offset, offset + limit),
      });
      expect({ parameters, ids: matchingDoctors(located(query)).toSorted() }).toEqual({
        parameters,
        ids: ids.toSorted(),
      });
      if (query.near !== undefined || query.within !== undefined) expectDistances(items, metres);
      if (ids.length > 0 && ids.length < doctors.length / 2) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 5);
  }, 120_000);

  it(`on ${QUERIES} random queries for clinics`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const parameters = queries.placed(queries.clinics(), PLACED, []);
      const query = read(ClinicQuery, parameters);
      const { ids, metres } = await placedIds(clinicOracle(parameters, TODAY));
      const { total, clinics: items } = directory.listClinics(query, WHOLE).value;
      expect({ parameters, total, ids: items.map(({ id }) => id) }).toEqual({
        parameters,
        total: ids.length,
        ids,
      });
      expect({ parameters, ids: matchingClinics(located(query)).toSorted() }).toEqual({
        parameters,
        ids: ids.toSorted(),
      });
      if (query.near !== undefined || query.within !== undefined) expectDistances(items, metres);
      if (ids.length > 0 && ids.length < clinics.size / 2) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 4);
  }, 120_000);

  it(`on ${QUERIES} random queries for specialists`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const { specialties: _, languages: __, language: ___, ...drawn } = queries.specialists();
      const parameters = queries.placed(drawn, PLACED, ['wait']);
      const { ids } = await placedIds(specialistOracle(parameters, TODAY));
      const { total, clinics: items } = directory.listSpecialists(
        read(SpecialistQuery, parameters),
        WHOLE,
      ).value;
      expect({ parameters, total, ids: items.map(({ id }) => id) }).toEqual({
        parameters,
        total: ids.length,
        ids,
      });
      if (ids.length > 1) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 10);
  }, 120_000);
});

describe('the read model and SQL count the same', () => {
  it('in the summary', async () => {
    const { totalDoctors, acceptingNewPatients, dataFreshness } = directory.getSummary().value;
    const { fresh, stale, unknown } = dataFreshness;
    expect([{ doctors: totalDoctors, accepting: acceptingNewPatients, fresh, stale, unknown }]).toEqual(
      await rowsOf(summaryOracle(FRESH_SINCE)),
    );
    expect(Math.min(fresh, stale, unknown)).toBeGreaterThan(0);
  });

  it('in the values to filter by', async () => {
    expect(directory.listSpecialties().value.specialties).toEqual(await rowsOf(valuesOracle('specialty')));
    expect(directory.listLanguages().value.languages).toEqual(await rowsOf(valuesOracle('language')));
  });

  it('in the sources', async () => {
    const { sources, total } = directory.listSources().value;
    expect(sources).toEqual(await rowsOf(sourcesOracle()));
    expect(total).toBe(4);
  });

  it('in the areas', async () => {
    const { areas } = directory.listAreas().value;
    const counts = areas.map(({ within: _within, kind: _kind, ...area }) => area);
    const postal = await rowsOf<(typeof counts)[number]>(postalAreasOracle());
    expect(counts.slice(-postal.length)).toEqual(postal);
    const larger = areas.slice(0, -postal.length);
    expect(larger.length).toBeGreaterThan(100);
    for (const { value, kind, doctorCount, clinicCount, acceptingCount } of larger) {
      const { postalAreas } = PLACES.find(
        (place) => place.kind === kind && [place.name, place.id].includes(value),
      )!;
      const inside = postal.filter((area) => postalAreas.includes(area.value));
      const sum = (of: 'doctorCount' | 'clinicCount' | 'acceptingCount') =>
        inside.reduce((total, area) => total + area[of], 0);
      expect([value, doctorCount, clinicCount, acceptingCount]).toEqual([
        value,
        sum('doctorCount'),
        sum('clinicCount'),
        sum('acceptingCount'),
      ]);
    }
  });
});

it('expired doctors can be read by number, closed clinics cannot be read', async () => {
  const expired = doctors.filter((doctor) => !isListed(doctor));
  expect(expired.length).toBeGreaterThan(CLOSED_CLINICS);
  for (const { registrationNumber, expiredAt } of expired) {
    const { doctor } = directory.getDoctor(registrationNumber).value;
    expect(doctor).toMatchObject({ expiredAt: expiredAt?.toISOString(), dataFreshness: 'stale' });
    expect(doctor.clinic.name).not.toBe('');
  }
  const { rows } = await client.query<{ id: string }>('select id from clinic where closed_at is not null');
  expect(rows).toHaveLength(CLOSED_CLINICS);
  for (const { id } of rows) {
    const reads = [
      () => directory.getClinic(id),
      () => directory.listClinicReviews(id, {}),
      () => directory.getClinicSignals(id),
    ];
    for (const readClosed of reads) expect(readClosed).toThrow(new DirectoryError('not_found', NO_CLINIC));
  }
});

describe('paging', () => {
  it('over the whole directory shows each doctor once, in the order of the whole list', () => {
    const whole = directory.listDoctors({}, WHOLE).value.doctors.map((doctor) => doctor.cpsoNumber);
    const paged: string[] = [];
    for (let offset = 0; offset < whole.length; offset += 17) {
      const page = directory.listDoctors({ limit: 17, offset }).value;
      expect(page.total).toBe(whole.length);
      paged.push(...page.doctors.map((doctor) => doctor.cpsoNumber));
    }
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(doctors.filter(isListed).length);
  });

  it('over clinics by distance shows each clinic once', () => {
    const place = { lat: 43.6629, lng: -79.3957 };
    const paged: string[] = [];
    for (let offset = 0; offset < clinics.size; offset += 13) {
      paged.push(
        ...directory.listClinics({ ...place, limit: 13, offset }).value.clinics.map((clinic) => clinic.id),
      );
    }
    expect(paged).toEqual(directory.listClinics(place, WHOLE).value.clinics.map((clinic) => clinic.id));
    expect(new Set(paged).size).toBe(clinics.size);
  });
});

describe('an unusual value', () => {
  const MOST = Number.MAX_SAFE_INTEGER;

  it.each<[string, () => Answer<{ readonly total: number }>]>([
    ['a page beyond all', () => directory.listDoctors({ offset: MOST })],
    ['years below all', () => directory.listDoctors({ minYears: 0, maxYears: MOST })],
  ])('%s matches all doctors', (_what, ask) => {
    expect(ask().value.total).toBe(doctors.filter(isListed).length);
  });

  it.each<[string, () => Answer<{ readonly total: number }>]>([
    ['years beyond all', () => directory.listDoctors({ minYears: MOST })],
    ['years before the calendar', () => directory.listClinics({ minYears: 2026, maxYears: 2025 })],
    ['a pattern', () => directory.searchDoctors({ q: '%%' })],
    ['a pattern of one letter', () => directory.searchDoctors({ q: '__' })],
    ['an escape', () => directory.searchDoctors({ q: '\\' })],
    ['a quote', () => directory.searchDoctors({ q: "o'; drop table doctor" })],
    ['nothing but marks', () => directory.searchDoctors({ q: '\u0301\u0301' })],
    ['a search with NUL', () => directory.searchDoctors({ q: 'an\0' })],
    ['a specialty with NUL', () => directory.listDoctors({ specialties: ['\0'] })],
    ['an unknown specialty', () => directory.listSpecialists({ specialty: 'Alchemy' })],
  ])('%s matches no doctor', (_what, ask) => {
    expect(ask().value.total).toBe(0);
  });

  it.each<[string, () => unknown]>([
    ['a number with NUL', () => directory.getDoctor('9\0')],
    ['a word for a number', () => directory.listDoctorReviews('nobody', {})],
    ['a word for an id', () => directory.getClinic('nowhere')],
    ['an id with NUL', () => directory.listClinicReviews(`${[...clinics.keys()][0]}\0`, {})],
    ['an unknown id', () => directory.getClinicSignals('00000000-0000-4000-8000-000000000000')],
  ])('%s is not found', (_what, ask) => {
    expect(ask).toThrow(DirectoryError);
  });

  it('an id in capitals finds the clinic', () => {
    const [id] = clinics.keys();
    expect(directory.getClinicSignals(id!.toUpperCase()).value.clinicId).toBe(id);
  });
});
