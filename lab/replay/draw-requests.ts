import { OPERATION_NAMES, type OperationName, OPERATIONS, type Subject } from '@care-atlas/domain/contract';
import {
  type Parameters,
  RandomQueries,
  seeded,
  type Vocabulary,
} from '../../tools/src/queries/random-query.js';
import { Weighted } from '../../tools/src/sample/weighted.js';
import { registrationNumber } from '../../tools/src/sample/doctors/sample-doctor.js';
import { OTHER_NAMES, type RecordedRequest } from './recording.js';
import { DOCTORS } from './replay-stage.js';

const SEED = 20_261_120;
const SHARE = 2;
const SANDBOX = 0.35;

/** How often each operation is requested, relative to `SHARE`, the share of the others. */
const SHARES: Partial<Record<OperationName, number>> = {
  listDoctors: 210,
  searchDoctors: 210,
  listClinics: 190,
  listSpecialists: 160,
  getDoctor: 60,
  listDoctorReviews: 30,
  getDoctorSignals: 25,
  getClinic: 60,
  listClinicReviews: 30,
  getClinicSignals: 25,
};

type Part = [name: string, value: string];

/** Parameters without effect but a warning. */
const UNKNOWN_PARAMETERS: readonly Part[] = [
  ['page', '2'],
  ['per_page', '50'],
  ['colour', 'blue'],
  ['Gender', 'female'],
  ['speciality', 'Cardiology'],
  ['offsett', '10'],
  ['utm_source', 'newsletter'],
  ['gender[ne]', 'male'],
  ['__proto__', 'x'],
];
const INVALID_VALUES: readonly Part[] = [
  ['limit', '-1'],
  ['limit', 'ten'],
  ['limit', '1.5'],
  ['limit', '1e3'],
  ['offset', '-25'],
  ['offset', 'last'],
  ['offset', '0x10'],
];
const INVALID_FILTERS: readonly Part[] = [
  ...INVALID_VALUES,
  ['accepting', 'yes'],
  ['accepting', '1'],
  ['evening', 'TRUE'],
  ['wheelchair', 'null'],
  ['nearTTC', ' true'],
  ['gender', 'femme'],
  ['gender', 'Female'],
  ['gender', 'male,female'],
  ['minYears', '-3'],
  ['maxYears', 'many'],
  ['minYears', '2,5'],
];
const INVALID_PLACES: readonly Part[] = [
  ['lat', '91'],
  ['lng', '-181'],
  ['lat', 'north'],
  ['lng', '1e2'],
  ['hasWebsite', 'oui'],
];
const INVALID_TERMS: readonly Part[] = [
  ['q', ''],
  ['q', 'a'],
  ['q', ' b '],
];
/** Values that no vocabulary has. */
const NO_VALUES = ['Alchemy', 'Klingon', "x'; drop table doctor", '%%', '\0', '💩', 'null', 'a'.repeat(60)];
const NO_PATHS = ['/doctor', '/nothing', '/doctors/900001/photo', '/clinics/x/y/z', '/metadata/colours'];
const NO_SUBJECTS = ['0', '1', 'nobody', '9%00', '00000000-0000-4000-8000-000000000000', '%F0%9F%92%A9'];

/** Draws requests to all operations without end: valid ones, and some with what is unknown, invalid or odd. */
export function* drawRequests(
  words: Vocabulary,
  clinicIds: readonly string[],
): Generator<RecordedRequest, never> {
  const random = seeded(SEED);
  const queries = new RandomQueries(random, words);
  const subject = ({ name }: Subject) => {
    if (random.chance(0.06)) return random.pick(NO_SUBJECTS);
    if (name === 'id') return random.pick(clinicIds);
    // Beyond the last doctor too.
    return registrationNumber(random.below(DOCTORS + 20));
  };

  /** The parameters of a list, changed in some way. */
  const vary = (path: string, parameters: Parameters): Part[] => {
    const parts = Object.entries(parameters);
    const [clinics, search] = [path === '/clinics' || path === '/specialists', path === '/doctors/search'];
    if (clinics && random.chance(0.2))
      parts.push(['include', random.pick(['notes', 'links', 'notes,links', ' links , notes '])]);
    if (random.chance(0.35))
      parts.push(['limit', random.pick(['0', '1', '3', '7', '10', '25', '100', '1000'])]);
    if (random.chance(0.3))
      parts.push(['offset', random.pick(['0', '1', '5', '25', '60', '400', '9'.repeat(20)])]);
    if (random.chance(0.06)) parts.push(random.pick(UNKNOWN_PARAMETERS));
    const invalid = [
      ...INVALID_FILTERS,
      ...(clinics ? INVALID_PLACES : []),
      ...(search ? INVALID_TERMS : []),
    ];
    if (random.chance(0.08))
      parts.push(...Array.from({ length: 1 + random.below(3) }, () => random.pick(invalid)));
    const list = random.pick(['specialties', 'languages'] as const);
    if (random.chance(0.05)) parts.push([list, random.pick(words[list])]);
    if (random.chance(0.05)) parts.push([list, random.pick(NO_VALUES)]);
    if (random.chance(0.03)) parts.push([list, random.pick(OTHER_NAMES[list]!)]);
    if (random.chance(0.03)) parts.push([list, oddly(random.pick(words[list]))]);
    // The last of two values of a required parameter is not the only one.
    return random.chance(0.03) ? [...parts, parts[0] ?? ['limit', '5']] : parts;
  };

  const list: Partial<Record<OperationName, () => Parameters>> = {
    listDoctors: () => queries.doctors(),
    searchDoctors: () => queries.search(),
    listClinics: () => queries.clinics(),
    listSpecialists: () => queries.specialists(),
  };
  const pathOf = (name: OperationName): string => {
    const { path, subject: described }: { path: string; subject?: Subject } = OPERATIONS[name];
    const filled = described ? path.replace(/\{\w+\}/, () => subject(described)) : path;
    if (list[name]) return withQuery(filled, vary(filled, list[name]()));
    const parts: Part[] = [];
    if (path.endsWith('/reviews') && random.chance(0.7)) {
      parts.push(['limit', String(random.below(12))]);
      if (random.chance(0.5)) parts.push(['offset', String(random.below(10))]);
      if (random.chance(0.15)) parts.push(random.pick(INVALID_VALUES));
    }
    if (random.chance(0.1)) parts.push(random.pick(UNKNOWN_PARAMETERS));
    return withQuery(filled, parts);
  };

  const names = new Weighted(OPERATION_NAMES.map((name) => [name, SHARES[name] ?? SHARE]));
  for (const path of NO_PATHS) yield { tier: 'live', path };
  while (true) yield { tier: random.chance(SANDBOX) ? 'sandbox' : 'live', path: pathOf(names.pick(random)) };
}

/** Writes a value in decomposed form, with more spaces and an accent. */
function oddly(value: string): string {
  return `  ${value.replace('e', 'é').normalize('NFD')} `;
}

function withQuery(path: string, parts: readonly Part[]): string {
  const query = new URLSearchParams([...parts]).toString();
  return query === '' ? path : `${path}?${query}`;
}
