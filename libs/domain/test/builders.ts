import type {
  ClinicRecord,
  SpecialtyServiceRecord,
  OpeningInterval,
  Weekday,
} from '../src/records/clinic.js';
import type { DirectoryOptions } from '../src/directory/directory-options.js';
import { Directory } from '../src/directory/directory.js';
import { type DoctorRecord, UNKNOWN_DOCTOR } from '../src/records/doctor.js';

import { buildReadModel, type Records } from '../src/read-model/read-model.js';
import type { ReviewRecord } from '../src/records/review.js';
import { AsOf } from '../src/rules/time/as-of.js';

/** The default time of tests: neither the start of an hour nor of a day. It is a Friday. */
export const NOW = new Date('2026-11-20T15:42:10.500Z');
/** The day of that time. */
export const TODAY = new AsOf(NOW);
export const DAY_MS = 86_400_000;

/** Returns a well-formed UUID that ends in a number. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** Returns a listed doctor of the default clinic with no optional facts. */
export function aDoctor(facts: Partial<DoctorRecord> = {}): DoctorRecord {
  const registrationNumber = facts.registrationNumber ?? '900001';
  return {
    ...UNKNOWN_DOCTOR,
    registrationNumber,
    id: `00000000-0000-5000-8000-${registrationNumber.padStart(12, '0')}`,
    name: 'Dr. Amara Okafor',
    practisingSince: '2010-07-01',
    specialties: ['Family Medicine'],
    languages: ['English'],
    clinicIds: [uuid(1)],
    confirmedAt: new Date('2026-11-19T06:00:00Z'),
    syncedAt: new Date('2026-11-20T06:00:00Z'),
    ...facts,
  };
}

/** Returns the default clinic with no optional facts. */
export function aClinic(facts: Partial<ClinicRecord> = {}): ClinicRecord {
  return {
    id: uuid(1),
    name: 'Birchmount Family Health',
    address: '1 Birchmount Rd, Toronto M1N 3J5',
    postalCode: 'M1N 3J5',
    lat: 43.6953,
    lng: -79.2617,
    positionSource: 'source',
    phone: '',
    website: '',
    type: 'family-practice',
    openingHours: [],
    wheelchair: null,
    virtualVisits: null,
    nearSubway: false,
    accepting: null,
    acceptingObserved: null,
    origin: 'clinic',
    syncedAt: new Date('2026-11-20T06:00:00Z'),
    ...facts,
  };
}

let reviews = 0;

/** Returns a review of the default doctor. */
export function aReview(facts: Partial<ReviewRecord> = {}): ReviewRecord {
  return {
    id: uuid(++reviews),
    subject: { doctor: '900001' },
    author: 'Priya S.',
    rating: 4,
    text: 'Took the time to explain.',
    date: '2026-10-01',
    dimensions: {},
    ...facts,
  };
}

/** Returns a cardiology service of the default clinic. */
export function aService(facts: Partial<SpecialtyServiceRecord> = {}): SpecialtyServiceRecord {
  return { clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 8, accepting: null, ...facts };
}

/** Returns the same hours on several weekdays: `open([1, 2], 9, 17)` is Monday and Tuesday, 9 to 17. */
export function open(weekdays: readonly Weekday[], opens: number, closes: number): OpeningInterval[] {
  return weekdays.map((weekday) => ({ weekday, opens: opens * 60, closes: closes * 60 }));
}

/** Returns a directory of records, with the default clinic and time unless given. */
export function aDirectory(records: Partial<Records>, options?: DirectoryOptions, now = NOW): Directory {
  const model = buildReadModel(
    { version: 'test-1', syncedAt: new Date('2026-11-20T06:00:00Z') },
    { clinics: [aClinic()], doctors: [], ...records },
  );
  return new Directory(
    () => model,
    () => now,
    options,
  );
}

/** A decision of an operator, without its kind and record. */
export const DECISION = { given: {}, fields: {}, why: 'test', until: null, by: 'test' } as const;
/** Hides a doctor, whose number a test adds; with another record, that. */
export const HIDE = { ...DECISION, kind: 'hide', record: 'doctor' } as const;
