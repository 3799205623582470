import {
  ClinicQuery,
  DoctorQuery,
  type DoctorSearchQuery,
  SpecialistQuery,
} from '../src/contract/queries/query.js';
import { uuid } from './builders.js';
import { fieldsOf } from '../src/schema/schema.js';
import { type Chance, LANGUAGES, SPECIALTIES } from './random-directory.js';

/** Other names, with the listed names that they stand for. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'heart doctor': ['Cardiology'],
  GP: ['Family Medicine'],
  dermatologue: ['Dermatology'],
  anglais: ['English'],
  Chinese: ['Cantonese'],
  zh: ['Cantonese'],
  'skin  Doctor': ['Dermatology'],
};

const read = (values: string[] | undefined) => values?.flatMap((value) => OTHER_NAMES[value] ?? [value]);

/** Returns a query with the names that other names stand for. */
export function asRead<Q extends Pick<DoctorQuery, 'specialties' | 'languages' | 'language'>>(query: Q): Q {
  const { specialties, languages, language } = query;
  return Object.assign({}, query, {
    specialties: read(specialties),
    languages: read(languages),
    language: read(language),
  });
}

/** Returns a name as people type it: in any case, with or without accents, sometimes another or an unknown one. */
function typed(chance: Chance, names: readonly string[]): string {
  if (chance.is(8)) return chance.oneOf(['Klingon', 'Dermatolgy']);
  if (chance.is(10)) return chance.oneOf(Object.keys(OTHER_NAMES));
  const name = chance.oneOf(names);
  const plain = chance.is(40) ? name.normalize('NFD').replace(/\p{M}/gu, '') : name;
  return chance.oneOf([plain, plain.toUpperCase(), plain.toLowerCase()]);
}

const severalTyped = (chance: Chance, names: readonly string[]) =>
  Array.from({ length: 1 + chance.below(3) }, () => typed(chance, names));

/** Returns the flags and closed sets of words that a query declares, some of them set. */
function declared(
  chance: Chance,
  query: typeof DoctorQuery | typeof ClinicQuery | typeof SpecialistQuery,
): object {
  const values = fieldsOf(query).flatMap(({ name, schema }) => {
    // Grouped items stand for others.
    if (name === 'group') return [];
    if (schema.enum) return [[name, chance.is(25) ? chance.oneOf(schema.enum) : undefined]];
    if (schema.items?.enum && name !== 'include')
      return [[name, chance.is(15) ? chance.some(schema.items.enum, 1, 3) : undefined]];
    return schema.type === 'boolean' ? [[name, chance.is(20) ? chance.is(80) : undefined]] : [];
  });
  return Object.fromEntries(values) as object;
}

function practice(chance: Chance, query: typeof DoctorQuery | typeof ClinicQuery | typeof SpecialistQuery) {
  const years = () =>
    chance.is(15) ? chance.oneOf([0, 1, 5, 10, 30, 119, 120, 121, 126, 176, 177, 9_999]) : undefined;
  return {
    specialties: chance.is(30) ? severalTyped(chance, SPECIALTIES) : undefined,
    languages: chance.is(30) ? severalTyped(chance, LANGUAGES) : undefined,
    language: chance.is(10) ? severalTyped(chance, LANGUAGES) : undefined,
    openAt: chance.is(15) ? chance.oneOf(['00:00', '08:00', '10:30', '17:00', '23:59']) : undefined,
    minYears: years(),
    maxYears: years(),
    ...declared(chance, query),
    ...dated(chance),
    ...place(chance),
    limit: chance.oneOf([undefined, 0, 1, 10, 100]),
    offset: chance.oneOf([undefined, 0, 1, 7, 40, 1_000]),
  };
}

const PLACES = ['M4C 1B5', 'north york', 'Toronto', 'Kipling', '43.7,-79.45', 'scarborough'];
const AREAS = ['M1N', 'M5B', 'North York', 'Mississauga', 'toronto', 'L6P 2A3', 'Brampton'];

function dated(chance: Chance) {
  if (!chance.is(12)) return {};
  return {
    days: undefined,
    date: chance.oneOf(['2026-11-23', '2026-12-24', '2026-12-25', '2027-01-01', '2027-07-12', '2027-08-02']),
  };
}

/** Returns a place, by name or by coordinates, and the parameters about places, each in some queries. */
function place(chance: Chance) {
  const lat = 43.4 + chance.below(60_000) / 1e5;
  const lng = -79.8 + chance.below(80_000) / 1e5;
  const from = chance.oneOf([{}, {}, { lat, lng }, { near: chance.oneOf(PLACES) }]);
  return {
    ...from,
    within:
      'lat' in from || 'near' in from ? chance.oneOf([undefined, undefined, 0.5, 4, 12, 40]) : undefined,
    area: chance.is(15) ? chance.some(AREAS, 1, 3) : undefined,
  };
}

export function randomDoctorQuery(chance: Chance) {
  const specialty = chance.is(15) ? typed(chance, SPECIALTIES) : undefined;
  const clinic = chance.is(15) ? uuid(10_000 + chance.below(61)) : undefined;
  return { ...practice(chance, DoctorQuery), specialty, clinic } satisfies DoctorQuery;
}

const SEARCHES = [
  'chen',
  'CHEN amara',
  'li',
  'é',
  'el',
  "o'b",
  'anne-m',
  'weiss',
  'cruz la',
  'sor',
  'nguyen',
  'x',
  'dr chan',
  'okaffor',
  'obrien',
  'anne marie levesk',
  'delacruz',
];
const CLINIC_SEARCHES = ['elan', 'bir ch', 'heal', 'yonge clinic', 'birchmont', 'yung', 'Dr', 'li'];

export function randomSearchQuery(chance: Chance) {
  const number = String(900_000 + chance.below(320));
  return {
    ...randomDoctorQuery(chance),
    q: chance.is(10) ? number : chance.oneOf(SEARCHES),
    match: chance.is(50) ? 'forgiving' : undefined,
  } satisfies DoctorSearchQuery;
}

export function randomClinicQuery(chance: Chance) {
  return {
    ...practice(chance, ClinicQuery),
    q: chance.is(40) ? chance.oneOf(CLINIC_SEARCHES) : undefined,
    match: chance.is(50) ? 'forgiving' : undefined,
  } satisfies ClinicQuery;
}

export function randomSpecialistQuery(chance: Chance) {
  return {
    ...practice(chance, SpecialistQuery),
    specialty: typed(chance, SPECIALTIES),
  } satisfies SpecialistQuery;
}
