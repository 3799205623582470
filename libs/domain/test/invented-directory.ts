import type { ClinicRecord, SpecialtyServiceRecord, StationRecord } from '../src/records/clinic.js';
import type { DoctorRecord } from '../src/records/doctor.js';
import { type Registration, UNKNOWN_REGISTRATION } from '../src/records/registration.js';
import type { ReviewRecord } from '../src/records/review.js';
import { aClinic, aDoctor, DAY_MS, NOW, open } from './builders.js';

/** A well-formed UUID that no record has. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

const ADDRESS = { address: '1 Example Street, Toronto, ON M5S 1A1', postalCode: 'M5S 1A1' };

export const STATIONS: readonly StationRecord[] = [
  { name: 'Spadina', lines: '1;2', lat: 43.6672, lng: -79.4037 },
  { name: 'Pape', lines: '2', lat: 43.6799, lng: -79.3449 },
];

/** In order of names: the first has every fact, the third none, the last no doctor. */
export const CLINICS: readonly [ClinicRecord, ...ClinicRecord[]] = [
  aClinic({
    ...ADDRESS,
    // The example id in the OpenAPI document.
    id: 'b94bb043-f527-42bf-9c0b-68ebace5405b',
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
    ...ADDRESS,
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
  aClinic({
    ...ADDRESS,
    id: '00000000-0000-4000-8000-00000000c003',
    name: 'Cedarvale Doctors',
    lat: 43.69,
    lng: -79.43,
  }),
  aClinic({
    ...ADDRESS,
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
    ...ADDRESS,
    id: '00000000-0000-4000-8000-00000000c005',
    name: 'Étobicoke Community Health',
    type: 'community-health-centre',
    lat: 43.6205,
    lng: -79.5132,
    positionSource: 'postal-area',
    openingHours: open([7], 12, 18),
    accepting: true,
  }),
  aClinic({
    ...ADDRESS,
    id: '00000000-0000-4000-8000-00000000c006',
    name: 'Finch Clinic',
    lat: 43.78,
    lng: -79.41,
  }),
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
/** Independent, a trainee, restricted, independent without restrictions, and one of whom nothing is known. */
const REGISTRATIONS: readonly Registration[] = [
  { class: 'Independent Practice', restrictions: 'unknown', asOf: NOW },
  { class: 'Postgraduate Education', restrictions: 'yes', asOf: NOW },
  { class: 'Restricted', restrictions: 'unknown', asOf: NOW },
  { class: 'Independent Practice', restrictions: 'no', asOf: NOW },
  UNKNOWN_REGISTRATION,
];
const STAFFED_CLINICS = 5;

/** Returns the doctor with the registration number 900001 + i. Forty in a row have different names. */
export function inventedDoctor(i: number, facts: Partial<DoctorRecord> = {}): DoctorRecord {
  const confirmed = CONFIRMED_DAYS_AGO[i % 3];
  return aDoctor({
    registrationNumber: String(900_001 + i),
    name: `Dr. ${FIRST_NAMES[i % 8]} ${LAST_NAMES[i % 5]}`,
    gender: GENDERS[i % 4]!,
    practisingSince: `${1985 + i}-07-01`,
    specialties: SPECIALTIES[i % 5]!,
    languages: LANGUAGES[(i >> 1) % 4]!,
    clinicIds: [CLINICS[i % STAFFED_CLINICS]!.id],
    referralRequired: i % 2 === 1,
    booking: { phone: '+1-416-555-0199', online: 'https://book.example', referralOnly: i % 2 === 1 },
    registration: REGISTRATIONS[i % 5]!,
    confirmedAt: confirmed === undefined ? null : new Date(NOW.getTime() - confirmed * DAY_MS),
    syncedAt: NOW,
    ...facts,
  });
}

/** Listed doctors from 900001: fresh, stale and unknown in turn, with unique names. */
export const DOCTORS: readonly DoctorRecord[] = Array.from({ length: 40 }, (_, i) => inventedDoctor(i));

/** In no list, but readable by number. */
export const EXPIRED = inventedDoctor(0, {
  registrationNumber: '900099',
  name: 'Dr. Gone Chen',
  expiredAt: new Date('2026-11-01T00:00:00Z'),
});

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

/** The whole directory. */
export const INVENTED = {
  stations: STATIONS,
  clinics: CLINICS,
  doctors: [...DOCTORS, EXPIRED],
  services: SERVICES,
  reviews: [...DOCTOR_REVIEWS, ...CLINIC_REVIEWS],
};
