import type { RegisterInput } from '@care-atlas/data/sync';
import { UNKNOWN_DOCTOR } from '@care-atlas/domain/records';
import { readJson } from '../../../tools/src/sample/data-file.js';

const WORDS = readJson('sample/register-words.json') as Readonly<
  Record<'specialties' | 'languages' | 'firstNames' | 'lastNames' | 'streets', readonly string[]>
>;
const DOCTORS_PER_ADDRESS = 4;
const FIRST_NUMBER = 900_001;

/** The state of a register. In the second edition every registration differs in four fields. */
export type RegisterEdition = 'first' | 'second';

/** Generates an invented register of any size. */
export function* registerRows(count: number, edition: RegisterEdition): Generator<RegisterInput> {
  for (let i = 0; i < count; i++) yield registration(i, edition === 'first' ? 0 : 1);
}

function registration(i: number, edition: number): RegisterInput {
  const { specialties, languages, firstNames, lastNames } = WORDS;
  return {
    ...UNKNOWN_DOCTOR,
    registrationNumber: String(FIRST_NUMBER + i),
    name: `Dr. ${firstNames[i % 8]} ${lastNames[(i >> 3) % 8]} ${i % 97}${edition ? ' II' : ''}`,
    gender: i % 2 === 0 ? 'female' : 'male',
    practisingSince: `${1970 + (i % 50)}-07-01`,
    specialties: [specialties[(i + edition) % 6]!, ...(i % 3 === 0 ? [specialties[(i + 2) % 6]!] : [])],
    languages: ['English', ...(i % 2 === 0 ? [languages[1 + ((i + edition) % 6)]!] : [])],
    referralRequired: i % 3 === 0,
    booking: { phone: phone(i + edition), online: '', referralOnly: i % 5 === 0 },
    status: i % 50 === 0 ? 'Suspended' : 'Active',
    registrationClass: 'Independent Practice',
    registrationRestrictions: 'no',
    practiceStart: i % 4 === 0 ? 'graduation' : 'independent-practice',
    locations: [location(Math.floor(i / DOCTORS_PER_ADDRESS)), ...(i % 10 === 0 ? [location(i % 1000)] : [])],
  };
}

function location(n: number): RegisterInput['locations'][number] {
  const postalCode = `M${n % 10}${'ABCEGHJKLM'[Math.floor(n / 10) % 10]} ${Math.floor(n / 100) % 10}A${Math.floor(n / 1000) % 10}`;
  return {
    name: '',
    address: `${1 + (n % 4000)} ${WORDS.streets[n % 5]}, Unit ${1 + Math.floor(n / 4000)}, Toronto, ON ${postalCode}`,
    postalCode,
    phone: phone(n),
    lat: 43.5 + (n % 400) / 1000,
    lng: -79.7 + (n % 600) / 1000,
    positionSource: 'postal-area',
    type: 'family-practice',
  };
}

function phone(n: number): string {
  return `+1-416-555-01${String(n % 100).padStart(2, '0')}`;
}
