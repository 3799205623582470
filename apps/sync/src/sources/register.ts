import type { PracticeLocation, RegisterInput } from '@care-atlas/data/sync';
import { isOutsideRegion } from '@care-atlas/domain/places';
import { CLINIC_TYPES, type ClinicType, type Gender, GENDERS } from '@care-atlas/domain/records';
import { FRESH_DAYS, torontoDate } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import type { InputRow } from '../rows/input-row.js';
import { practiceAddressIn } from '../values/address/row-address.js';
import { Calendar, parseTime } from '../values/dates/calendar.js';
import { doctorNameOf } from '../values/person-name.js';
import { positionOf, postalCodeOf } from '../values/postal-code.js';
import { readableRegistrationNumber, registrationNumberOf } from '../values/registration-number.js';
import {
  type RegistrationStatus,
  registrationStatusOf,
  STATUS_WORDS,
} from '../values/registration-status.js';
import { registrationClassOf, restrictionsIn } from '../values/registration-terms.js';
import { telephoneOf } from '../values/telephone.js';
import { VocabularyReader } from '../values/vocabulary.js';
import { webAddressOf } from '../values/web-address.js';
import { wordTable } from '../values/word-table.js';
import type { SourceRows } from '../rows/source-rows.js';
import type { Confirmation, Source, SourceOptions } from './source.js';

const MAX_LOCATIONS = 5;
/** Never stored: a new registration is rejected instead. */
const UNKNOWN_START = { practisingSince: '1900-01-01', practiceStart: 'graduation' } as const;
/** Of a row that is rejected for its status. */
const ACTIVE: RegistrationStatus = { isActive: true, since: '' };
const FAMILY_MEDICINE = 'Family Medicine';

/** Genders by the register's words; empty for one that is not disclosed, or that the interface does not have. */
const GENDER = wordTable('gender', [...GENDERS, '']);

/** The columns of each practice location. */
const LOCATIONS = Array.from({ length: MAX_LOCATIONS }, (_, index) => {
  const column = (part: string) => `location_${index + 1}_${part}`;
  return {
    name: column('name'),
    address: column('address'),
    postalCode: column('postal_code'),
    phone: column('phone'),
    type: column('type'),
    lat: column('lat'),
    lng: column('lng'),
  };
});

/** The columns of the beginning of practice. */
const STARTS = ['independent_since', 'graduated'];

/** The columns of the fields that stay as they are when a file has none of them. */
const FIELDS = {
  practisingSince: STARTS,
  gender: ['gender'],
  registrationClass: ['class'],
  specialties: ['specialties'],
  languages: ['languages'],
  referralRequired: ['referral_required'],
  bookingPhone: ['booking_phone'],
  bookingOnline: ['booking_online'],
  bookingReferralOnly: ['booking_referral_only'],
  phone: LOCATIONS.map(({ phone }) => phone),
  position: LOCATIONS.flatMap(({ lat, lng }) => [lat, lng]),
};

/** The register of the provincial authority: who is registered, and where they practice. */
export const register: Source = {
  name: 'register',
  summary: 'doctors from the register: who is registered, and where they practice',
  formats: ['CSV', 'NDJSON', 'Excel (.xlsx)'],
  columns: {
    registration_number: '1 to 12 digits, the first not 0, each once; a leading # is dropped',
    name: 'full name, or "Last, First, MD, CCFP", with or without a title; stored as "Dr. First Last"',
    first_name: 'instead of name',
    last_name: 'instead of name',
    gender:
      'Man, Male, M, Homme, H, Woman, Female, F, W, Femme, Non-binary, X; Two-spirit, Prefer not to say, Unknown, empty',
    status:
      'Active, Expired, Suspended, Revoked, Resigned, Deceased, …; also "Expired: reason as of 18 May 2021"',
    expired_on:
      'last day of a registration that is not active; if empty, the day in status, or else the time of the first run that saw it',
    class:
      'class of registration, such as Independent Practice or Postgraduate Education; a day after "as of" and an explanation after ":" are left out',
    restrictions:
      'whether the registration has terms, conditions or limitations: yes, no, None, or their text, which is not kept; empty or without the column: not known',
    terms:
      'instead of restrictions, the same for terms alone: none are known only where all three columns say so',
    conditions: 'the same for conditions',
    limitations: 'the same for limitations',
    independent_since: 'first day of independent practice: 2009-07-01, 2009-07 or 2009',
    graduated: 'end of medical school, in the same form; used where independent_since is empty',
    specialties:
      'separated by "|" or ";", the main one first; names and synonyms of libs/domain/data/specialties.csv',
    languages:
      'separated by "|" or ";"; names in English and French, ISO codes, synonyms of libs/domain/data/languages.csv',
    referral_required: 'whether a referral is needed: yes, no; empty means no',
    booking_phone: "telephone for appointments; default: the first location's",
    booking_online: 'web address for appointments, https://…',
    booking_referral_only: 'whether only a referral gets an appointment: yes, no; empty means no',
    ...Object.fromEntries(LOCATIONS.flatMap((columns, index) => locationMeanings(columns, index + 1))),
  },
  needs: [
    ['registration_number'],
    ['name', 'last_name'],
    ['status'],
    ['independent_since', 'graduated'],
    ['location_1_address'],
  ],
  fields: FIELDS,
  complete: 'the file holds every active registration: doctors that it lacks expire',
  identifierSystem:
    'system of the identifiers in FHIR that are registration numbers (default: that of physicians in Ontario)',
  removesRecords: true,
  example: 'register apps/sync/examples/register.csv',
  next: freshnessText,
  async write(source, writer, options) {
    const read = registrationReader(source, options);
    await writer.register(source.records(read, readableRegistrationNumber), { complete: options.complete });
  },
};

/** Returns a function that reads registrations. */
export function registrationReader(source: SourceRows, { complete, now }: SourceOptions) {
  const reading: Reading = {
    source,
    complete,
    specialties: new VocabularyReader('specialty'),
    languages: new VocabularyReader('language'),
    calendar: new Calendar(now),
  };
  return (row: InputRow) => registrationOf(row, reading);
}

function locationMeanings(columns: (typeof LOCATIONS)[number], place: number): [string, string][] {
  if (place > 1)
    return Object.values(columns).map((column) => [column, `the same for practice location ${place}`]);
  return [
    [
      columns.name,
      'name of the practice, if the register has one; default: that before the street in the address',
    ],
    [
      columns.address,
      'street and municipality of the primary practice location, with or without commas and postal code',
    ],
    [columns.postalCode, 'A1A 1A1; default: that of the address'],
    [columns.phone, 'telephone of the practice'],
    [columns.type, `${CLINIC_TYPES.join(', ')}; default: by the specialties`],
    [columns.lat, 'latitude; default: the center of the postal area'],
    [columns.lng, 'longitude'],
  ];
}

const DAY_MS = 86_400_000;

/** Returns until when the doctors count as fresh that an import confirmed; empty where it confirmed none. */
function freshnessText({ created, updated, unchanged, extractedAt, repeats }: Confirmation): string {
  if (repeats || created + updated + unchanged === 0) return '';
  const end = new Date(Date.parse(extractedAt) + FRESH_DAYS * DAY_MS);
  return `Doctors that this run confirmed count as fresh until ${torontoDate(end)}: run it every night.`;
}

interface Reading {
  readonly source: SourceRows;
  readonly complete: boolean;
  readonly specialties: VocabularyReader;
  readonly languages: VocabularyReader;
  readonly calendar: Calendar;
}

function registrationOf(row: InputRow, reading: Reading): RegisterInput | undefined {
  const { source, complete, specialties, languages, calendar } = reading;
  const registrationNumber = row.essential('', () => registrationNumberOf(row));
  const { isActive, since } = row.essential(ACTIVE, () => statusOf(row));
  const status = isActive ? 'active' : row.masked('status');
  const name = row.essential('', () => doctorNameOf(row, source));
  const endedOn = row.field('expiredAt', '', () => calendar.day(row, 'expired_on'));
  const specialtyNames = row.field('specialties', [], () => specialties.listOf(row, 'specialties'));
  const type = typeOf(specialtyNames);
  // In a complete register it expires as a missing one does.
  if (!isActive && complete && !row.has('location_1_address'))
    return source.skip('registrations that are not active and have no practice address');
  const locations = locationsOf(row, source, type);
  if (locations?.length === 0) return source.skip('doctors who practice outside the Greater Toronto Area');
  return {
    registrationNumber,
    name,
    gender: row.field('gender', '', () => genderOf(row)),
    status,
    expiredAt: (!isActive && parseTime(endedOn || since)) || null,
    registrationClass: row.field('registrationClass', '', () => registrationClassOf(row, 'class')),
    // What the register said before may not hold any more: it is not kept.
    registrationRestrictions: row.field('registrationRestrictions', 'unknown', () => restrictionsIn(row)),
    ...row.field('practisingSince', UNKNOWN_START, () => practiceStartOf(row, calendar)),
    specialties: specialtyNames,
    languages: row.field('languages', [], () => languages.listOf(row, 'languages')),
    referralRequired: yesOf(row, 'referralRequired', 'referral_required'),
    booking: {
      phone: row.field('bookingPhone', '', () => telephoneOf(row, 'booking_phone', source)),
      online: row.field('bookingOnline', '', () => webAddressOf(row, 'booking_online', ['https:'])),
      referralOnly: yesOf(row, 'bookingReferralOnly', 'booking_referral_only'),
    },
    locations: locations ?? [],
  };
}

function yesOf(row: InputRow, field: string, column: string): boolean {
  return row.field(field, null, () => row.yesNo(column)) ?? false;
}

function statusOf(row: InputRow): RegistrationStatus {
  // Not free text: a number in its explanation must not hide that a registration ended.
  const status = row.formatted('status') || row.reject('status', 'filled in');
  return registrationStatusOf(status) ?? row.reject('status', `a known status: ${STATUS_WORDS.join('; ')}`);
}

function genderOf(row: InputRow): Gender | '' {
  const accepted = 'Man, Woman, Non-binary, Two-spirit, Prefer not to say, Male, Female, or empty';
  return GENDER.get(fold(row.text('gender'))) ?? row.reject('gender', accepted);
}

function practiceStartOf(
  row: InputRow,
  calendar: Calendar,
): Pick<RegisterInput, 'practisingSince' | 'practiceStart'> {
  // What the whole file does not say is no mistake in a row.
  if (STARTS.every((column) => row.columns.isAbsent(column) && !row.has(column))) {
    row.kept.push('practisingSince');
    return UNKNOWN_START;
  }
  const independent = calendar.approximateDay(row, 'independent_since');
  if (independent !== '') return { practisingSince: independent, practiceStart: 'independent-practice' };
  const graduated = calendar.approximateDay(row, 'graduated');
  if (graduated !== '') return { practisingSince: graduated, practiceStart: 'graduation' };
  return row.reject('independent_since', 'filled in, or graduated must be');
}

/** Returns the type of a clinic that is made from a practice address. */
function typeOf(specialties: readonly string[]): ClinicType {
  return specialties.length === 0 || specialties.includes(FAMILY_MEDICINE) ? 'family-practice' : 'specialist';
}

function typeIn(row: InputRow, column: string): ClinicType | undefined {
  return row.text(column) === '' ? undefined : row.oneOf(column, CLINIC_TYPES);
}

/** Returns the practice locations in the Greater Toronto Area; undefined when one of them is bad. */
function locationsOf(
  row: InputRow,
  source: SourceRows,
  type: ClinicType,
): readonly PracticeLocation[] | undefined {
  row.field('locations', '', () => row.required('location_1_address'));
  const locations = LOCATIONS.map((columns) =>
    row.field('locations', undefined, () => locationOf(row, source, type, columns)),
  );
  return row.kept.includes('locations') ? undefined : locations.filter((location) => location !== undefined);
}

/** Returns one of them; undefined where there is none. @throws RowFault when it is bad */
function locationOf(
  row: InputRow,
  source: SourceRows,
  type: ClinicType,
  columns: (typeof LOCATIONS)[number],
): PracticeLocation | undefined {
  if (row.text(columns.address) === '') return undefined;
  const kept: string[] = [];
  const { address, postalCode, name } = practiceAddressIn(row, columns.address, source, {
    postalCode: postalCodeOf(row, columns.postalCode),
    name: row.field('name', '', () => row.text(columns.name), kept),
  });
  if (isOutsideRegion(postalCode)) return undefined;
  return {
    name,
    address,
    postalCode,
    phone: row.field('phone', '', () => telephoneOf(row, columns.phone, source), kept),
    ...positionOf(row, { column: columns.postalCode, code: postalCode }, columns, kept),
    type: row.field('type', type, () => typeIn(row, columns.type) ?? type, kept),
    kept,
  };
}
