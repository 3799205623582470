import { type Database, openDatabase } from '@care-atlas/data/database';
import { loadDatasetCounts } from '@care-atlas/data/dataset-counts';
import { loadReadModel } from '@care-atlas/data/read-model-loader';
import { SqlDirectory } from '@care-atlas/data/sql-directory';
import type { Answering, Directory } from '@care-atlas/domain/directory';
import { DirectoryError } from '@care-atlas/domain/error';
import { MemoryDirectory } from '@care-atlas/domain/memory-directory';
import {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  PageQuery,
  type Query,
  SpecialistQuery,
} from '@care-atlas/domain/query';
import { QueryReader } from '@care-atlas/domain/query-reader';
import { fold } from '@care-atlas/domain/text';
import { type AnswerSizes, FULL_SIZES, SANDBOX_SIZES } from '@care-atlas/domain/tier';
import { createTestDatabase } from '@care-atlas/local-postgres/test-database';
import { type Parameters, RandomQueries, seeded } from './random-query.js';
import { loadSample } from '../sample/load-sample.js';

const DOCTORS = 1_500;
const QUERIES = 250;
const NOW = new Date('2026-11-20T11:30:00Z');
const OPTIONS = { apiUrl: 'https://atlas.example/api/v1' };

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let memory: MemoryDirectory;
let sql: SqlDirectory;
let queries: RandomQueries;
let random: () => number;
let now = NOW;
/** Of everyone and everything, expired or closed as well. */
let numbers: string[];
let clinicIds: string[];

// The sample has doctors of whom each kind of freshness holds and some who expired, but no clinic that closed: these
// close with all that they have, and their doctors expire.
const CLOSE_SOME = `
  with closing as (select id from clinic order by id limit 40),
  staff as (
    select registration_number from doctor where primary_clinic_id in (select id from closing)
    union select registration_number from additional_location where clinic_id in (select id from closing)),
  expiring as (update doctor set expired_at = $1 where registration_number in (select * from staff))
  update clinic set closed_at = $1 where id in (select id from closing)`;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  await loadSample(url, DOCTORS, NOW, () => undefined);
  database = await openDatabase(url, { statementTimeout: 60_000, queryTimeout: 60_000 });
  const { pool } = database;
  await pool.query(CLOSE_SOME, [NOW]);
  const [model, counts] = [await loadReadModel(url), await loadDatasetCounts(url)];
  const clock = () => now;
  memory = new MemoryDirectory(() => model, clock, OPTIONS);
  sql = new SqlDirectory(pool, () => counts, clock, OPTIONS);
  const doctors = await pool.query<{ number: string; name: string }>(
    'select registration_number as number, name from doctor order by 1',
  );
  numbers = doctors.rows.map(({ number }) => number);
  const clinics = await pool.query<{ id: string }>('select id from clinic order by id');
  clinicIds = clinics.rows.map(({ id }) => id);
  random = seeded(20_261_121);
  queries = new RandomQueries(random, {
    specialties: memory.totals.specialties.map(({ value }) => value),
    languages: memory.totals.languages.map(({ value }) => value),
    names: doctors.rows.map(({ name }) => fold(name)),
    registrationNumbers: numbers,
  });
}, 120_000);

beforeEach(() => (now = NOW));

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

type Ask = (directory: Directory) => Answering<unknown>;

/** What is answered, whole, or refused. */
async function outcome(directory: Directory, ask: Ask): Promise<string> {
  try {
    const { text, page } = await ask(directory);
    return `${text} ${JSON.stringify(page)}`;
  } catch (error) {
    if (error instanceof DirectoryError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** Asks both engines the same, and gives back what both say. */
async function expectSame(asked: unknown, ask: Ask): Promise<string> {
  const expected = await outcome(memory, ask);
  expect({ asked, outcome: await outcome(sql, ask) }).toEqual({ asked, outcome: expected });
  return expected;
}

/** How many of so many random questions found somebody: sameness of empty answers would show little. */
async function ask<T extends Query>(
  described: new () => T,
  invent: () => Parameters,
  askFor: (directory: Directory, query: T, sizes: AnswerSizes) => Answering<unknown>,
): Promise<number> {
  const reader = new QueryReader(described);
  let telling = 0;
  for (let i = 0; i < QUERIES; i++) {
    const page =
      random() < 0.5 ? {} : { limit: pick(['1', '7', '100', '5000']), offset: pick(['0', '3', '40', '900']) };
    const include = random() < 0.3 ? { include: 'links,notes' } : {};
    const parameters = { ...invent(), ...page, ...include };
    const sizes = random() < 0.8 ? FULL_SIZES : SANDBOX_SIZES;
    const query = reader.read(parameters);
    const same = await expectSame(parameters, (directory) => askFor(directory, query, sizes));
    if (same.includes('"name"')) telling++;
  }
  return telling;
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

describe('SQL answers as the read model does, to the byte', () => {
  it(`on ${QUERIES} random lists of doctors`, async () => {
    const telling = await ask(
      DoctorQuery,
      () => queries.doctors(),
      (directory, query, sizes) => directory.listDoctors(query, sizes),
    );
    expect(telling).toBeGreaterThan(QUERIES / 6);
  }, 120_000);

  it(`on ${QUERIES} random searches`, async () => {
    const telling = await ask(
      DoctorSearchQuery,
      () => queries.search(),
      (directory, query, sizes) => directory.searchDoctors(query, sizes),
    );
    expect(telling).toBeGreaterThan(QUERIES / 6);
  }, 120_000);

  it(`on ${QUERIES} random lists of clinics`, async () => {
    const telling = await ask(
      ClinicQuery,
      () => queries.clinics(),
      (directory, query, sizes) => directory.listClinics(query, sizes),
    );
    expect(telling).toBeGreaterThan(QUERIES / 6);
  }, 120_000);

  it(`on ${QUERIES} random lists of specialists`, async () => {
    const telling = await ask(
      SpecialistQuery,
      () => queries.specialists(),
      (directory, query, sizes) => directory.listSpecialists(query, sizes),
    );
    expect(telling).toBeGreaterThan(QUERIES / 10);
  }, 120_000);

  it('on doctors, listed and expired, and their reviews and signals', async () => {
    const kinds = new Set<string>();
    for (const number of numbers.filter((_number, i) => i % 5 === 0)) {
      const sizes = pick([FULL_SIZES, SANDBOX_SIZES]);
      const detail = await expectSame(number, (directory) => directory.doctor(number, sizes));
      for (const said of ['fresh', 'stale', 'unknown']) if (detail.includes(`"${said}"`)) kinds.add(said);
      if (!detail.includes('"expiredAt":null')) kinds.add('expired');
      const page: PageQuery = { limit: pick([1, 25]), offset: pick([0, 2]) };
      await expectSame([number, page], (directory) => directory.doctorReviews(number, page));
      await expectSame(number, (directory) => directory.doctorSignals(number));
    }
    expect([...kinds].toSorted()).toEqual(['expired', 'fresh', 'stale', 'unknown']);
  }, 120_000);

  it('on clinics, open and closed, and their reviews and signals', async () => {
    let closed = 0;
    for (const id of clinicIds) {
      const sizes = pick([FULL_SIZES, SANDBOX_SIZES]);
      const detail = await expectSame(id, (directory) => directory.clinic(id, sizes));
      if (detail.startsWith('not_found')) closed++;
      const page: PageQuery = { limit: pick([1, 25]), offset: pick([0, 2]) };
      await expectSame([id, page], (directory) => directory.clinicReviews(id, page));
      await expectSame(id, (directory) => directory.clinicSignals(id));
    }
    expect(closed).toBe(40);
  }, 120_000);

  it('on totals and filter values', async () => {
    await expectSame('summary', (directory) => directory.summary());
    await expectSame('specialties', (directory) => directory.specialties({ warnings: ['noticed'] }));
    await expectSame('languages', (directory) => directory.languages());
    expect(sql.dataset).toEqual(memory.dataset);
    expect(sql.tag).toBe(memory.tag);
  });
});

describe('as time passes', () => {
  it.each(['2026-11-20T12:00:00Z', '2026-12-19T23:59:59Z', '2027-02-28T08:00:00Z', '2028-02-29T08:00:00Z'])(
    'both change alike: %s',
    async (instant) => {
      now = new Date(instant);
      await expectSame('summary', (directory) => directory.summary());
      expect(sql.tag).toBe(memory.tag);
      for (let years = 0; years < 45; years++) {
        const query = years % 2 === 0 ? { minYears: years } : { maxYears: years };
        await expectSame(query, (directory) => directory.listDoctors(query));
      }
    },
  );
});

describe('what nobody sends by accident', () => {
  const MOST = Number.MAX_SAFE_INTEGER;
  it.each<[string, Ask]>([
    ['a page beyond all', (directory) => directory.listDoctors({ offset: MOST })],
    ['years beyond all', (directory) => directory.listDoctors({ minYears: MOST })],
    ['years below all', (directory) => directory.listDoctors({ minYears: 0, maxYears: MOST })],
    ['years before the calendar', (directory) => directory.listClinics({ minYears: 2026, maxYears: 2025 })],
    ['a pattern', (directory) => directory.searchDoctors({ q: '%%' })],
    ['a pattern of one letter', (directory) => directory.searchDoctors({ q: '__' })],
    ['an escape', (directory) => directory.searchDoctors({ q: '\\' })],
    ['a quote', (directory) => directory.searchDoctors({ q: "o'; drop table doctor" })],
    ['nothing but marks', (directory) => directory.searchDoctors({ q: '́́' })],
    ['a search with NUL', (directory) => directory.searchDoctors({ q: 'an\0' })],
    [
      'values with NUL',
      (directory) => directory.listDoctors({ specialties: ['\0'], languages: ['a\0', 'Tamil'] }),
    ],
    ['a specialty that there is not', (directory) => directory.listSpecialists({ specialty: 'Alchemy' })],
    ['a specialty with NUL', (directory) => directory.listSpecialists({ specialty: '\0' })],
    ['a number with NUL', (directory) => directory.doctor('9\0')],
    ['a word for a number', (directory) => directory.doctorReviews('nobody', {})],
    ['a word for an id', (directory) => directory.clinic('nowhere')],
    ['an id with NUL', (directory) => directory.clinicReviews(`${clinicIds[50]!}\0`, {})],
    [
      'an id that there is not',
      (directory) => directory.clinicSignals('00000000-0000-4000-8000-000000000000'),
    ],
    ['an id in capitals', (directory) => directory.clinicSignals(clinicIds[50]!.toUpperCase())],
    ['the ends of the Earth', (directory) => directory.listClinics({ lat: -90, lng: 180 })],
  ])('is answered alike: %s', async (_what, ask) => {
    expect(await outcome(sql, ask)).toBe(await outcome(memory, ask));
  });
});
