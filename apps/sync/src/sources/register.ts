import type { PracticeLocation, RegisterInput } from '@care-atlas/data/sync';
import { CLINIC_TYPES, type ClinicType, type Gender } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { Calendar, momentOf } from '../values/calendar-value.js';
import type { InputRow } from '../formats/input-row.js';
import type { Intake } from '../run/intake.js';
import { doctorNameOf } from '../values/person-name.js';
import { PostalAreas } from '../values/postal-area.js';
import { placeOf, postalCodeOf, withPostalCode } from '../values/postal-code.js';
import { readableRegistrationNumber, registrationNumberOf } from '../values/registration-number.js';
import { isActiveStatus, STATUS_WORDS } from '../values/registration-status.js';
import type { Source } from './source.js';
import { telephoneOf } from '../values/telephone.js';
import { Vocabulary } from '../values/vocabulary.js';
import { webAddressOf } from '../values/web-address.js';

const MOST_LOCATIONS = 5;
const FAMILY_MEDICINE = 'Family Medicine';

/** The register's words for a gender; what it does not tell, or the interface has no word for, is empty. */
const GENDERS: Readonly<Record<string, Gender | ''>> = {
  man: 'male',
  male: 'male',
  m: 'male',
  woman: 'female',
  female: 'female',
  f: 'female',
  w: 'female',
  'non-binary': 'non-binary',
  'non binary': 'non-binary',
  nonbinary: 'non-binary',
  x: 'non-binary',
  'two-spirit': '',
  'two spirit': '',
  'prefer not to say': '',
  'prefers not to say': '',
  'not disclosed': '',
  unknown: '',
  '': '',
};

/** The columns of one practice location; the names are put together once, not for every row. */
const LOCATIONS = Array.from({ length: MOST_LOCATIONS }, (_, index) => {
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

/** The register of the provincial authority: who is registered, and where they practise. */
export const register: Source = {
  name: 'register',
  summary: 'doctors from the register: who is registered, and where they practise',
  formats: ['CSV', 'NDJSON'],
  columns: {
    registration_number: '1 to 12 digits, the first not 0, each once; a leading # is dropped',
    name: 'full name, or "Last, First", with or without a title; stored as "Dr. First Last"',
    first_name: 'instead of name',
    last_name: 'instead of name',
    gender: 'Man, Male, M, Woman, Female, F, W, Non-binary, X; Two-spirit, Prefer not to say, Unknown, empty',
    status: 'Active, Expired, Suspended, Revoked, Resigned, Deceased, …; also "Expired: reason"',
    expired_on:
      'last day of a registration that is not active; the time of the first run that saw it if empty',
    class: 'class of registration, such as Independent Practice',
    independent_since: 'first day of independent practice: 2009-07-01, 2009-07 or 2009',
    graduated: 'end of medical school, in the same form; used where independent_since is empty',
    specialties:
      'separated by "|" or ";", the main one first; names and synonyms of apps/sync/data/specialties.csv',
    languages: 'separated by "|" or ";"; names and synonyms of apps/sync/data/languages.csv',
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
  complete: 'the file holds every active registration: doctors whom it lacks expire',
  takesAway: true,
  example: 'register apps/sync/examples/register.csv',
  next: 'Doctors count as fresh for 30 days from this import: run it every night.',
  async write(intake, writer, { complete, extractedAt, now }) {
    const reading: Reading = {
      intake,
      complete,
      areas: await PostalAreas.read(),
      specialties: await Vocabulary.read('specialty'),
      languages: await Vocabulary.read('language'),
      calendar: new Calendar(now),
    };
    const rows = intake.records((row) => registrationOf(row, reading), readableRegistrationNumber);
    await writer.register(rows, { complete, extractedAt });
  },
};

function locationMeanings(columns: (typeof LOCATIONS)[number], place: number): [string, string][] {
  if (place > 1)
    return Object.values(columns).map((column) => [column, `the same of practice location ${place}`]);
  return [
    [columns.name, 'name of the practice, if the register has one'],
    [columns.address, 'street and municipality of the primary practice location'],
    [columns.postalCode, 'A1A 1A1'],
    [columns.phone, 'telephone of the practice'],
    [columns.type, `${CLINIC_TYPES.join(', ')}; default: by the specialties`],
    [columns.lat, 'latitude; default: the center of the postal area'],
    [columns.lng, 'longitude'],
  ];
}

interface Reading {
  readonly intake: Intake;
  readonly complete: boolean;
  readonly areas: PostalAreas;
  readonly specialties: Vocabulary;
  readonly languages: Vocabulary;
  readonly calendar: Calendar;
}

function registrationOf(row: InputRow, reading: Reading): RegisterInput | undefined {
  const { intake, complete, areas, specialties, languages, calendar } = reading;
  const registrationNumber = registrationNumberOf(row);
  const active = isActive(row);
  const endedOn = calendar.day(row, 'expired_on');
  const specialtyNames = specialties.listOf(row, 'specialties');
  const type = typeOf(specialtyNames);
  // In a complete register it expires as one that is missing does.
  if (!active && complete && row.text('location_1_address') === '')
    return intake.leaveOut('registrations that are not active and have no practice address');
  const locations = locationsOf(row, areas, type);
  if (locations.length === 0) return intake.leaveOut('doctors who practise outside the Greater Toronto Area');
  return {
    registrationNumber,
    name: doctorNameOf(row),
    gender: genderOf(row),
    status: active ? 'active' : row.text('status'),
    expiredAt: (!active && momentOf(endedOn)) || null,
    registrationClass: row.text('class'),
    ...practiceStartOf(row, calendar),
    specialties: specialtyNames,
    languages: languages.listOf(row, 'languages'),
    referralRequired: row.yesNo('referral_required') ?? false,
    booking: {
      phone: telephoneOf(row, 'booking_phone') || locations[0]!.phone,
      online: webAddressOf(row, 'booking_online', ['https:']),
      referralOnly: row.yesNo('booking_referral_only') ?? false,
    },
    locations,
  };
}

function isActive(row: InputRow): boolean {
  const status = row.required('status');
  return isActiveStatus(status) ?? row.refuse('status', `a status that is known: ${STATUS_WORDS.join('; ')}`);
}

function genderOf(row: InputRow): Gender | '' {
  const word = fold(row.text('gender'));
  if (Object.hasOwn(GENDERS, word)) return GENDERS[word]!;
  return row.refuse(
    'gender',
    'Man, Woman, Non-binary, Two-spirit, Prefer not to say, Male, Female, or empty',
  );
}

function practiceStartOf(
  row: InputRow,
  calendar: Calendar,
): Pick<RegisterInput, 'practisingSince' | 'practiceStart'> {
  const independent = calendar.roughDay(row, 'independent_since');
  if (independent !== '') return { practisingSince: independent, practiceStart: 'independent-practice' };
  const graduated = calendar.roughDay(row, 'graduated');
  if (graduated !== '') return { practisingSince: graduated, practiceStart: 'graduation' };
  return row.refuse('independent_since', 'filled in, or graduated must be');
}

/** The type of a clinic that has to be made for a practice address. */
function typeOf(specialties: readonly string[]): ClinicType {
  return specialties.length === 0 || specialties.includes(FAMILY_MEDICINE) ? 'family-practice' : 'specialist';
}

/** Those in the Greater Toronto Area. */
function locationsOf(row: InputRow, areas: PostalAreas, type: ClinicType): readonly PracticeLocation[] {
  row.required('location_1_address');
  const locations: PracticeLocation[] = [];
  for (const columns of LOCATIONS) {
    const address = row.text(columns.address);
    if (address === '') continue;
    const postalCode = postalCodeOf(row, columns.postalCode);
    if (areas.isOutside(postalCode)) continue;
    locations.push({
      name: row.text(columns.name),
      address: withPostalCode(address, postalCode),
      postalCode,
      phone: telephoneOf(row, columns.phone),
      ...placeOf(row, areas, { column: columns.postalCode, code: postalCode }, columns),
      type: row.text(columns.type) === '' ? type : row.oneOf(columns.type, CLINIC_TYPES),
    });
  }
  return locations;
}
