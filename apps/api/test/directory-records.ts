import type { ClinicInput, DoctorInput } from '@care-atlas/data/sync';
import {
  type OpeningInterval,
  type ReviewRecord,
  type SpecialtyServiceRecord,
  type StationRecord,
  type Weekday,
  UNKNOWN_DOCTOR,
} from '@care-atlas/domain/records';

/** The time of tests, unless they move the clock: neither the start of an hour nor of a day. */
export const NOW = new Date('2026-11-20T15:42:10.500Z');

export const DAY_MS = 86_400_000;

/** A well-formed UUID that no record has. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Returns a clinic with no optional facts. */
function aClinic(
  facts: Pick<ClinicInput, 'id' | 'name' | 'lat' | 'lng'> & Partial<ClinicInput>,
): ClinicInput {
  return {
    address: '1 Example Street, Toronto, ON M5S 1A1',
    postalCode: 'M5S 1A1',
    positionSource: 'source',
    phone: '',
    website: '',
    type: 'family-practice',
    openingHours: [],
    wheelchair: null,
    virtualVisits: null,
    accepting: null,
    origin: 'clinic',
    ...facts,
  };
}

function open(weekdays: readonly Weekday[], opens: number, closes: number): OpeningInterval[] {
  return weekdays.map((weekday) => ({ weekday, opens: opens * 60, closes: closes * 60 }));
}

export const STATIONS: readonly StationRecord[] = [
  { name: 'Spadina', lines: '1;2', lat: 43.6672, lng: -79.4037 },
  { name: 'Pape', lines: '2', lat: 43.6799, lng: -79.3449 },
];

/** In order of names: the first has every fact, the third none, the last no doctor. */
export const CLINICS: readonly [ClinicInput, ...ClinicInput[]] = [
  aClinic({
    // The example id in the OpenAPI document.
    id: '0b6c2a9e-7f43-5d1b-9a57-3c1f0e8d2b64',
    name: 'Annex Family Practice',
    lat: 43.6663,
    lng: -79.405,
    phone: '+1-416-555-0101',
    website: 'https://annex.example',
    openingHours: [...open([1, 2, 3, 4, 5], 9, 20), ...open([6], 10, 14)],
    wheelchair: true,
    virtualVisits: true,
    accepting: true,
  }),
  aClinic({
    id: '00000000-0000-4000-8000-00000000c002',
    name: 'Birchmount Walk-in',
    type: 'walk-in',
    lat: 43.7266,
    lng: -79.2774,
    openingHours: open([1, 2, 3, 4, 5], 9, 17),
    wheelchair: false,
    virtualVisits: false,
    accepting: false,
  }),
  aClinic({ id: '00000000-0000-4000-8000-00000000c003', name: 'Cedarvale Doctors', lat: 43.69, lng: -79.43 }),
  aClinic({
    id: '00000000-0000-4000-8000-00000000c004',
    name: 'Danforth Heart',
    type: 'specialist',
    lat: 43.6789,
    lng: -79.3451,
    website: 'https://danforth-heart.example',
    openingHours: open([1, 3, 5], 8, 16),
    wheelchair: true,
    accepting: true,
  }),
  aClinic({
    id: '00000000-0000-4000-8000-00000000c005',
    name: 'Étobicoke Community Health',
    type: 'community-health-centre',
    lat: 43.6205,
    lng: -79.5132,
    positionSource: 'postal-area',
    openingHours: open([7], 12, 18),
    accepting: true,
  }),
  aClinic({ id: '00000000-0000-4000-8000-00000000c006', name: 'Finch Clinic', lat: 43.78, lng: -79.41 }),
];

const FIRST_NAMES = ['Amara', 'Wei', 'Élise', 'Nikhil', 'Fatima', 'José', 'Grace', 'Tuan'];
const LAST_NAMES = ['Okafor', 'Chen', 'Tremblay', 'Patel', 'Khan'];
const GENDERS = ['female', 'male', 'non-binary', ''] as const;
const SPECIALTIES = [
  ['Family Medicine'],
  ['Cardiology'],
  ['Pediatrics', 'Family Medicine'],
  ['Dermatology'],
  ['Cardiology', 'Internal Medicine'],
];
const LANGUAGES = [['English'], ['English', 'French'], ['English', 'Tamil'], ['Mandarin', 'English']];
const CONFIRMED_DAYS_AGO = [5, 45, undefined];
const STAFFED_CLINICS = 5;

function aDoctor(i: number): DoctorInput {
  const confirmed = CONFIRMED_DAYS_AGO[i % 3];
  return {
    ...UNKNOWN_DOCTOR,
    registrationNumber: String(900_001 + i),
    name: `Dr. ${FIRST_NAMES[i % 8]} ${LAST_NAMES[i % 5]}`,
    gender: GENDERS[i % 4]!,
    practisingSince: `${1985 + i}-07-01`,
    specialties: SPECIALTIES[i % 5]!,
    languages: LANGUAGES[(i >> 1) % 4]!,
    clinicIds: [CLINICS[i % STAFFED_CLINICS]!.id],
    referralRequired: i % 2 === 1,
    booking: { phone: '+1-416-555-0199', online: 'https://book.example', referralOnly: i % 2 === 1 },
    confirmedAt: confirmed === undefined ? null : new Date(NOW.getTime() - confirmed * DAY_MS),
  };
}

/** Listed doctors from 900001: fresh, stale and unknown in turn, with unique names. */
export const DOCTORS: readonly DoctorInput[] = Array.from({ length: 40 }, (_, i) => aDoctor(i));

/** In no list, but readable by number. */
export const EXPIRED: DoctorInput = {
  ...aDoctor(0),
  registrationNumber: '900099',
  name: 'Dr. Gone Chen',
  expiredAt: new Date('2026-11-01T00:00:00Z'),
};

export const SERVICES: readonly SpecialtyServiceRecord[] = [
  { clinicId: CLINICS[0].id, specialty: 'Cardiology', waitWeeks: 12, accepting: false },
  { clinicId: CLINICS[0].id, specialty: 'Dermatology', waitWeeks: 3, accepting: true },
  { clinicId: CLINICS[3]!.id, specialty: 'Cardiology', waitWeeks: 6, accepting: null },
  { clinicId: CLINICS[4]!.id, specialty: 'Cardiology', waitWeeks: 2, accepting: true },
];

/** Reviews of 900001: wait_time is established, staff is early, booking has too few ratings. */
const DOCTOR_REVIEWS: readonly ReviewRecord[] = Array.from({ length: 35 }, (_, i) => ({
  id: `00000000-0000-4000-8000-0000000a${String(i).padStart(4, '0')}`,
  subject: { doctor: '900001' },
  author: 'Priya S.',
  rating: 1 + (i % 5),
  text: `Review ${i}`,
  date: `2026-0${1 + (i % 9)}-${String(1 + Math.floor(i / 2)).padStart(2, '0')}`,
  dimensions: { wait_time: 1 + (i % 5), ...(i < 12 && { staff: 4 }), ...(i < 3 && { booking: 2 }) },
}));

/** Reviews of the first clinic. */
const CLINIC_REVIEWS: readonly ReviewRecord[] = Array.from({ length: 12 }, (_, i) => ({
  id: `00000000-0000-4000-8000-0000000b${String(i).padStart(4, '0')}`,
  subject: { clinic: CLINICS[0].id },
  author: 'Sam T.',
  rating: i % 2 === 0 ? 5 : 2,
  text: `Clinic review ${i}`,
  date: `2026-10-${String(1 + i).padStart(2, '0')}`,
  dimensions: { staff: 4, ...(i < 2 && { facility: 5 }) },
}));

export const REVIEWS = { doctor: DOCTOR_REVIEWS, clinic: CLINIC_REVIEWS };
