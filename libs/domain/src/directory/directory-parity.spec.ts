import { acceptanceAnswer } from '../rules/evidence.js';
import { serviceAcceptance } from '../rules/statements.js';
import { aDirectory, aDoctor, TODAY } from '../../test/builders.js';
import { Chance, randomRecords, SPECIALTIES } from '../../test/random-directory.js';
import {
  asRead,
  OTHER_NAMES,
  randomClinicQuery,
  randomDoctorQuery,
  randomSearchQuery,
  randomSpecialistQuery,
} from '../../test/random-query.js';
import type { ClinicRecord } from '../records/clinic.js';
import {
  alikeRank,
  clinicCriteria,
  clinicMatches,
  type ClinicWithDoctors,
  type DoctorAtClinic,
  doctorCriteria,
  doctorMatches,
  isListed,
} from '../rules/criteria.js';
import { Directory } from './directory.js';
import type { DoctorRecord } from '../records/doctor.js';
import { distanceMetres } from '../rules/geo.js';
import type { PageQuery } from '../contract/queries/page-query.js';
import type { Sort } from '../contract/queries/place-query.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/queries/query.js';
import { nameQuery, nameRank } from '../text/name-match.js';
import { yearsOfPractice } from '../rules/criteria.js';
import { interpretPlaces } from './interpret/places.js';
import { compareText, fold } from '../text/text.js';

/** More can be asked for than every run needs. */
const QUERIES = Number(process.env['PARITY_QUERIES'] ?? 500);
const SEED = Number(process.env['SEED'] ?? 7);
const records = randomRecords(new Chance(20261120));
const directory = aDirectory(records);

// The expected answers, computed from the records by the plain predicates.
const clinicById = new Map(records.clinics.map((clinic) => [clinic.id, clinic]));
const doctorsInOrder = records.doctors
  .map((doctor) => ({ doctor, clinic: clinicById.get(doctor.clinicIds[0]!)! }))
  .toSorted(
    (a, b) =>
      compareText(fold(a.doctor.name), fold(b.doctor.name)) ||
      compareText(a.doctor.registrationNumber, b.doctor.registrationNumber),
  );
const clinicsInOrder = records.clinics
  .map((clinic) => ({
    clinic,
    doctors: doctorsInOrder.filter(({ doctor }) => isListed(doctor) && doctor.clinicIds.includes(clinic.id)),
  }))
  .toSorted(
    (a, b) => compareText(fold(a.clinic.name), fold(b.clinic.name)) || compareText(a.clinic.id, b.clinic.id),
  );

function pageOf<T>(all: readonly T[], { limit = 25, offset = 0 }: PageQuery) {
  return { total: all.length, page: all.slice(offset, offset + limit) };
}

/** An item, with what it may be ordered by. */
interface Ordered {
  readonly clinic: ClinicRecord;
  readonly years?: number;
  readonly wait?: number;
}

function inOrder<T extends Ordered>(
  all: readonly T[],
  query: { sort?: Sort; lat?: number; lng?: number },
): T[] {
  const { lat, lng } = query;
  const metres = ({ clinic }: T) => distanceMetres(clinic, { lat: lat!, lng: lng! });
  switch (query.sort ?? 'distance') {
    case 'years':
      return all.toSorted((a, b) => b.years! - a.years!);
    case 'wait':
      return all.toSorted((a, b) => a.wait! - b.wait!);
    case 'distance':
      return lat === undefined ? [...all] : all.toSorted((a, b) => metres(a) - metres(b));
    case 'name':
      return [...all];
  }
}

/** Orders clinics with alike names best first; otherwise keeps the order. */
function bestFirst<T extends ClinicWithDoctors>(
  all: readonly T[],
  { q, match, sort }: Pick<SpecialistQuery, 'q' | 'match' | 'sort'>,
): T[] {
  if (q === undefined || match === undefined || sort !== undefined) return [...all];
  const rank = ({ clinic }: T) => nameRank(nameQuery(q), clinic.name);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function expectedDoctors(query: DoctorQuery) {
  const read = interpretPlaces(asRead(query));
  const criteria = doctorCriteria(read);
  const alike = criteria.find((criterion) => criterion.by === 'alike');
  const rank = ({ doctor }: DoctorAtClinic) => (alike && !read.sort ? alikeRank(alike, doctor) : 0);
  const matching = doctorsInOrder.filter((at) => doctorMatches(criteria, at, TODAY));
  const withYears = matching.map((at) => ({ ...at, years: yearsOfPractice(at.doctor, TODAY) }));
  return pageOf(
    inOrder(withYears, read)
      .toSorted((a, b) => rank(a) - rank(b))
      .map(({ doctor }) => doctor.registrationNumber),
    query,
  );
}

function expectedClinics(query: ClinicQuery) {
  const read = interpretPlaces(asRead(query));
  const criteria = clinicCriteria(read);
  const matching = clinicsInOrder.filter((at) => clinicMatches(criteria, at, TODAY));
  const ordered = bestFirst(inOrder(matching, read), query);
  return pageOf(
    ordered.map(({ clinic }) => clinic.id),
    query,
  );
}

/** One item per clinic and specialty; `accepting` filters by the service, or by the clinic if the service has none. */
function expectedSpecialists(query: SpecialistQuery) {
  const [specialty = ''] = OTHER_NAMES[query.specialty] ?? [query.specialty];
  const read = interpretPlaces(asRead(query));
  const { accepting, acceptance, ...others } = read;
  const criteria = clinicCriteria(others);
  const serviceAt = (at: ClinicWithDoctors) =>
    records.services.find((s) => s.clinicId === at.clinic.id && fold(s.specialty) === fold(specialty!));
  const matching = clinicsInOrder.filter((at) => {
    const service = serviceAt(at);
    if (!service || !clinicMatches(criteria, at, TODAY)) return false;
    const answer = acceptanceAnswer(serviceAcceptance(service, at.clinic), TODAY);
    if (acceptance && !acceptance.includes(answer)) return false;
    return accepting !== true || (service.accepting ?? at.clinic.accepting ?? false);
  });
  const ordered = bestFirst(
    inOrder(
      matching.map((at) => ({ ...at, wait: serviceAt(at)!.waitWeeks })),
      read,
    ),
    query,
  );
  return pageOf(
    ordered.map(({ clinic }) => clinic.id),
    query,
  );
}

type Found = { total: number; page: readonly string[] };
type Case = [
  string,
  (
    chance: Chance,
    directoryUnderTest: Directory,
  ) => { query: PageQuery; got: Found; expected: Found; text: string },
];

const OPERATIONS: Case[] = [
  [
    'listDoctors',
    (chance, directoryUnderTest) => {
      const query = randomDoctorQuery(chance);
      const { text, value } = directoryUnderTest.listDoctors(query);
      const page = value.doctors.map((doctor) => doctor.cpsoNumber);
      return { query, text, got: { total: value.total, page }, expected: expectedDoctors(query) };
    },
  ],
  [
    'searchDoctors',
    (chance, directoryUnderTest) => {
      const query = randomSearchQuery(chance);
      const { text, value } = directoryUnderTest.searchDoctors(query);
      const page = value.doctors.map((doctor) => doctor.cpsoNumber);
      return { query, text, got: { total: value.total, page }, expected: expectedDoctors(query) };
    },
  ],
  [
    'listClinics',
    (chance, directoryUnderTest) => {
      const query = randomClinicQuery(chance);
      const { text, value } = directoryUnderTest.listClinics(query);
      const page = value.clinics.map((clinic) => clinic.id);
      return { query, text, got: { total: value.total, page }, expected: expectedClinics(query) };
    },
  ],
  [
    'listSpecialists',
    (chance, directoryUnderTest) => {
      const query = randomSpecialistQuery(chance);
      const { text, value } = directoryUnderTest.listSpecialists(query);
      const page = value.clinics.map((clinic) => clinic.id);
      return { query, text, got: { total: value.total, page }, expected: expectedSpecialists(query) };
    },
  ],
];

describe.each(OPERATIONS)('%s', (_, ask) => {
  it(`answers ${QUERIES} random queries like the plain predicates: the same records in the same order`, () => {
    const chance = new Chance(SEED);
    const totals = new Set<number>();
    for (let i = 0; i < QUERIES; i++) {
      const { query, got, expected } = ask(chance, directory);
      expect({ query, ...got }).toEqual({ query, ...expected });
      totals.add(got.total);
    }
    // The queries are neither all too narrow nor all too wide to detect an error.
    expect(totals.size).toBeGreaterThan(10);
  });

  it('returns the same text for records in another order', () => {
    const shuffle = new Chance(3);
    const reordered = aDirectory({
      clinics: shuffle.shuffled(records.clinics),
      doctors: shuffle.shuffled(records.doctors),
      services: shuffle.shuffled(records.services),
      reviews: shuffle.shuffled(records.reviews),
    });
    const [here, there] = [new Chance(11), new Chance(11)];
    for (let i = 0; i < 100; i++) expect(ask(there, reordered).text).toBe(ask(here, directory).text);
  });
});

type Page = { limit: number; offset: number };

describe('paging through a whole list returns each record once, in order', () => {
  const place = { lat: 43.65, lng: -79.38 };
  const specialty = SPECIALTIES[0]!;
  it.each([
    ['doctors', (page: Page) => directory.listDoctors(page).value.doctors.map((d) => d.cpsoNumber)],
    ['clinics', (page: Page) => directory.listClinics(page).value.clinics.map((c) => c.id)],
    [
      'clinics nearby',
      (page: Page) => directory.listClinics({ ...page, ...place }).value.clinics.map((c) => c.id),
    ],
    [
      'specialists',
      (page: Page) => directory.listSpecialists({ ...page, specialty }).value.clinics.map((c) => c.id),
    ],
    [
      'specialists nearby',
      (page: Page) =>
        directory.listSpecialists({ ...page, ...place, specialty }).value.clinics.map((c) => c.id),
    ],
  ])('%s', (_, read) => {
    const paged: string[] = [];
    for (let offset = 0; ; offset += 7) {
      const page = read({ limit: 7, offset });
      paged.push(...page);
      if (page.length < 7) break;
    }
    const whole: string[] = [];
    for (let offset = 0; offset < 400; offset += 100) whole.push(...read({ limit: 100, offset }));
    expect(whole.length).toBeGreaterThan(7);
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
  });
});

it('every other answer is the same for records in another order', () => {
  const shuffle = new Chance(5);
  const reordered = aDirectory({
    clinics: shuffle.shuffled(records.clinics),
    doctors: shuffle.shuffled(records.doctors),
    services: shuffle.shuffled(records.services),
    reviews: shuffle.shuffled(records.reviews),
  });
  const answers = (directoryUnderTest: Directory) => [
    directoryUnderTest.getSummary().text,
    directoryUnderTest.listSpecialties().text,
    directoryUnderTest.listLanguages().text,
    ...records.doctors.flatMap(({ registrationNumber: n }) => [
      directoryUnderTest.getDoctor(n).text,
      directoryUnderTest.listDoctorReviews(n, {}).text,
      directoryUnderTest.getDoctorSignals(n).text,
    ]),
    ...records.clinics.flatMap(({ id }) => [
      directoryUnderTest.getClinic(id).text,
      directoryUnderTest.listClinicReviews(id, {}).text,
    ]),
  ];
  expect(answers(reordered)).toEqual(answers(directory));
});

it('shows the same spelling of a name for any order of the doctors', () => {
  const [lower, upper] = ['pediatrics', 'Pediatrics'].map((specialty, n) =>
    aDoctor({ registrationNumber: String(n), specialties: [specialty] }),
  ) as [DoctorRecord, DoctorRecord];
  for (const doctors of [
    [lower, upper],
    [upper, lower],
  ])
    expect(aDirectory({ doctors }).listSpecialties().value.specialties).toEqual([
      { value: 'Pediatrics', doctorCount: 2 },
    ]);
});
