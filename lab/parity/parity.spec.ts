import {
  type Answer,
  ClinicQuery,
  DirectoryError,
  DoctorQuery,
  DoctorSearchQuery,
  type FoundList,
  type Query,
  QueryReader,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import {
  clinicCriteria,
  clinicMatches,
  doctorCriteria,
  doctorMatches,
  isListed,
} from '@care-atlas/domain/rules';
import type { Directory } from '@care-atlas/domain/directory';
import { type Parameters, type RandomQueries, seeded } from '../../tools/src/queries/random-query.js';
import {
  areasIn,
  inOtherWords,
  NAMED_PLACES,
  NEAR_NAMES,
  type OtherWords,
  pointOf,
  postalAreasOf,
} from './data-files.js';
import { AS_OF, CLOSED_CLINICS, ParityDirectory, TODAY, WHOLE } from './parity-directory.js';
import { clinicOracle, doctorOracle, type Oracle, specialistOracle, withUnknown } from './sql-oracle.js';

const QUERIES = 200;
const SEED = 20_261_120;
const NO_CLINIC = 'There is no clinic with this id.';

let parity: ParityDirectory;
let directory: Directory;
let queries: RandomQueries;
const random = seeded(SEED);

beforeAll(async () => {
  parity = await ParityDirectory.open();
  ({ directory } = parity);
  queries = parity.queries(SEED);
});

afterAll(() => parity?.close());

const TEXTS = [...NAMED_PLACES.keys()];
const PLACED = {
  names: NEAR_NAMES,
  areas: TEXTS.filter((text) => NAMED_PLACES.get(text)!.postal_areas !== ''),
};
const WORDS = { language: 'languages', specialties: 'specialties', languages: 'languages' } as const;

/** Returns a query whose places are read from the data file. */
function located<Q extends DoctorQuery | ClinicQuery>(query: Q): Q {
  const [lat, lng] = query.near === undefined ? [query.lat, query.lng] : pointOf(query.near).map(Number);
  return Object.assign({}, query, {
    lat,
    lng,
    area: query.area && areasIn(query.area.join(',')).flatMap(postalAreasOf),
  });
}

/** Returns the ids that a query finds, in order, with their distances. */
async function found(oracle: Oracle) {
  const rows = await parity.rowsOf<{ id: string; metres: number | null }>(oracle);
  return { ids: rows.map(({ id }) => id), metres: rows.map((row) => row.metres) };
}

function read<T extends Query>(described: new () => T, parameters: Parameters): T {
  return new QueryReader(described).read(parameters);
}

/** Returns what the plain predicate finds, in any order. */
function matchingDoctors(query: DoctorQuery): string[] {
  const criteria = doctorCriteria(query);
  return parity.doctors
    .filter((doctor) =>
      doctorMatches(criteria, { doctor, clinic: parity.clinics.get(doctor.clinicIds[0]!)! }, AS_OF),
    )
    .map((doctor) => doctor.registrationNumber);
}

function matchingClinics(query: ClinicQuery): string[] {
  const criteria = clinicCriteria(query);
  return [...parity.clinics.values()]
    .filter((clinic) =>
      clinicMatches(criteria, { clinic, doctors: parity.staff.get(clinic.id) ?? [] }, AS_OF),
    )
    .map((clinic) => clinic.id);
}

/** How many of the queries found somebody but not everybody: a test over empty answers would show little. */
let telling = 0;
beforeEach(() => (telling = 0));

interface List extends FoundList {
  readonly doctors?: readonly { readonly cpsoNumber: string; readonly distanceMeters?: number }[];
  readonly clinics?: readonly { readonly id: string; readonly distanceMeters?: number }[];
}
/** A list, with how the read model, SQL and the plain predicate answer it. */
interface Lists {
  readonly ask: (sent: Parameters, page?: object) => List;
  readonly oracle: (meant: Parameters, today: string) => Oracle;
  readonly matching?: (meant: Parameters) => readonly string[];
}

const doctorQuery = (parameters: Parameters) =>
  'q' in parameters ? read(DoctorSearchQuery, parameters) : read(DoctorQuery, parameters);
const DOCTORS: Lists = {
  ask: (sent, page) => directory.listDoctors(Object.assign({}, doctorQuery(sent), page), WHOLE).value,
  oracle: doctorOracle,
  matching: (meant) => matchingDoctors(located(doctorQuery(meant))),
};
const CLINICS: Lists = {
  ask: (sent, page) => directory.listClinics(Object.assign({}, read(ClinicQuery, sent), page), WHOLE).value,
  oracle: clinicOracle,
  matching: (meant) => matchingClinics(located(read(ClinicQuery, meant))),
};
// Its predicate, of a clinic and its service, is in libs/domain: directory-parity.spec.ts.
const SPECIALISTS: Lists = {
  ask: (sent, page) =>
    directory.listSpecialists(Object.assign({}, read(SpecialistQuery, sent), page), WHOLE).value,
  oracle: specialistOracle,
};

function itemsOf({ doctors, clinics }: List) {
  const items = (doctors ?? clinics)!;
  const ids = items.map((item) => ('cpsoNumber' in item ? item.cpsoNumber : item.id));
  return { ids, distances: items.map(({ distanceMeters }) => distanceMeters) };
}

/** Compares all answers to a request. */
async function compare(lists: Lists, sent: Parameters, meant: Parameters, spoken: readonly object[]) {
  const { ids, metres } = await found(lists.oracle(meant, TODAY));
  const { total, interpreted = [], warnings = [], ...list } = lists.ask(sent);
  const items = itemsOf({ ...list, total });
  expect({ sent, total, ids: items.ids }).toEqual({ sent, total: ids.length, ids });
  const [offset, limit] = [random.below(7), 1 + random.below(11)];
  const page = itemsOf(lists.ask(sent, { offset, limit }));
  expect({ sent, page: page.ids }).toEqual({ sent, page: ids.slice(offset, offset + limit) });
  const matching = lists.matching?.(meant) ?? ids;
  expect({ sent, ids: matching.toSorted() }).toEqual({ sent, ids: ids.toSorted() });
  if (sent['near'] !== undefined || sent['within'] !== undefined)
    expectDistances(sent, items.distances, metres);
  const words = interpreted.filter(({ param }) => !['near', 'area'].includes(param));
  expect(words.map(({ param, value }) => ({ param, value }))).toEqual(spoken);
  const possible = await found(lists.oracle(withUnknown(meant), TODAY));
  const leftOut = possible.ids.length - ids.length;
  const [, said = '0'] = /^(\d+) \w+ that would match otherwise/m.exec(warnings.join('\n')) ?? [];
  expect({ sent, leftOut: Number(said) }).toEqual({ sent, leftOut });
  if (ids.length > 0 && ids.length < parity.doctors.length / 2) telling++;
}

/** The distances are whole meters, and are those of the extension `earthdistance`. */
function expectDistances(
  sent: Parameters,
  distances: readonly (number | undefined)[],
  metres: readonly (number | null)[],
) {
  distances.forEach((distance, i) => {
    const difference = Math.abs((distance ?? NaN) - (metres[i] ?? NaN));
    expect({ sent, distance, isNear: difference < 0.501 }).toEqual({ sent, distance, isNear: true });
  });
}

describe('the plain predicate, the read model and SQL mean the same', () => {
  it.each<[string, Lists, (i: number) => Parameters, number]>([
    ['doctors', DOCTORS, (i) => (i % 3 === 0 ? queries.search() : queries.doctors()), QUERIES / 4],
    ['clinics', CLINICS, () => queries.clinics(), QUERIES / 4],
    ['specialists', SPECIALISTS, () => queries.specialists(), QUERIES / 10],
  ])(
    `on ${QUERIES} random queries for %s`,
    async (_what, lists, draw, least) => {
      for (let i = 0; i < QUERIES; i++) {
        const parameters = draw(i);
        await compare(lists, parameters, parameters, []);
      }
      expect(telling).toBeGreaterThan(least);
    },
    120_000,
  );

  const fewFilters = () => {
    const { specialties: _, languages: __, language: ___, ...parameters } = queries.specialists();
    return parameters;
  };
  it.each<[string, Lists, (i: number) => Parameters, OtherWords, readonly string[], number]>([
    [
      'doctors',
      DOCTORS,
      (i) => (i % 3 === 0 ? queries.search() : queries.doctors()),
      WORDS,
      ['years'],
      QUERIES / 5,
    ],
    ['clinics', CLINICS, () => queries.clinics(), WORDS, [], QUERIES / 5],
    ['specialists', SPECIALISTS, fewFilters, { specialty: 'specialties' }, ['wait'], QUERIES / 10],
  ])(
    `on ${QUERIES} with places, orders and other names for %s`,
    async (_what, lists, draw, words, sort, least) => {
      for (let i = 0; i < QUERIES; i++) {
        const parameters = queries.placed(draw(i), PLACED, sort);
        const { sent, meant, spoken } = inOtherWords(random, parameters, words);
        await compare(lists, sent, meant, spoken);
      }
      expect(telling).toBeGreaterThan(least);
    },
    120_000,
  );
});

it('expired doctors can be read by number, closed clinics cannot be read', async () => {
  const expired = parity.doctors.filter((doctor) => !isListed(doctor));
  expect(expired.length).toBeGreaterThan(CLOSED_CLINICS);
  for (const { registrationNumber, expiredAt } of expired) {
    const { doctor } = directory.getDoctor(registrationNumber).value;
    expect(doctor).toMatchObject({ expiredAt: expiredAt?.toISOString(), dataFreshness: 'stale' });
    expect(doctor.clinic.name).not.toBe('');
  }
  const { rows } = await parity.client.query<{ id: string }>(
    'select id from clinic where closed_at is not null',
  );
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
    expect(new Set(paged).size).toBe(parity.doctors.filter(isListed).length);
  });

  it('over clinics by distance shows each clinic once', () => {
    const place = { lat: 43.6629, lng: -79.3957 };
    const paged: string[] = [];
    for (let offset = 0; offset < parity.clinics.size; offset += 13) {
      paged.push(
        ...directory.listClinics({ ...place, limit: 13, offset }).value.clinics.map((clinic) => clinic.id),
      );
    }
    expect(paged).toEqual(directory.listClinics(place, WHOLE).value.clinics.map((clinic) => clinic.id));
    expect(new Set(paged).size).toBe(parity.clinics.size);
  });
});

describe('an unusual value', () => {
  const MOST = Number.MAX_SAFE_INTEGER;

  it.each<[string, () => Answer<{ readonly total: number }>]>([
    ['a page beyond all', () => directory.listDoctors({ offset: MOST })],
    ['years below all', () => directory.listDoctors({ minYears: 0, maxYears: MOST })],
  ])('%s matches all doctors', (_what, ask) => {
    expect(ask().value.total).toBe(parity.doctors.filter(isListed).length);
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
    ['an id with NUL', () => directory.listClinicReviews(`${[...parity.clinics.keys()][0]}\0`, {})],
    ['an unknown id', () => directory.getClinicSignals('00000000-0000-4000-8000-000000000000')],
  ])('%s is not found', (_what, ask) => {
    expect(ask).toThrow(DirectoryError);
  });

  it('an id in capitals finds the clinic', () => {
    const [id] = parity.clinics.keys();
    expect(directory.getClinicSignals(id!.toUpperCase()).value.clinicId).toBe(id);
  });
});
