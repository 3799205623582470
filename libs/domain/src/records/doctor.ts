import type { Statement } from './evidence.js';
import { type Registration, UNKNOWN_REGISTRATION } from './registration.js';

/**
 * The genders in answers and filters. The register's man, woman and non-binary map to these. All other values
 * (two-spirit, prefers not to say, none) map to the empty string, which no gender filter matches.
 */
export const GENDERS = ['male', 'female', 'non-binary'] as const;
export type Gender = (typeof GENDERS)[number];

/** The folded status of a registration whose doctor is listed. */
export const ACTIVE_STATUS = 'active';

/** The start of the years of practice: the first independent practice, or graduation from medical school. */
export const PRACTICE_STARTS = ['independent-practice', 'graduation'] as const;
export type PracticeStart = (typeof PRACTICE_STARTS)[number];

/** How reliable a doctor's record is, as `rules/freshness` decides. */
export const FRESHNESS = ['fresh', 'stale', 'unknown'] as const;
export type Freshness = (typeof FRESHNESS)[number];

/** How an appointment is made. Unknown texts are empty. */
export interface Booking {
  readonly phone: string;
  readonly online: string;
  readonly referralOnly: boolean;
}

/** A doctor as the directory stores it, without derived facts that depend on the clock. */
export interface DoctorRecord {
  /** Decimal digits, assigned by the provincial registration authority. Identifies the doctor. */
  readonly registrationNumber: string;
  /** UUID version 5 of the registration number, stable across imports. */
  readonly id: string;
  /** Full name with its title, e.g. "Dr. Amara Okafor". */
  readonly name: string;
  readonly gender: Gender | '';
  /** Calendar date (YYYY-MM-DD) at which the years of practice start. */
  readonly practisingSince: string;
  /** Normalized names, the main specialty first. */
  readonly specialties: readonly string[];
  /** Normalized names. */
  readonly languages: readonly string[];
  /** The clinics where the doctor practices: at least one, the primary one first. */
  readonly clinicIds: readonly string[];
  readonly referralRequired: boolean;
  readonly booking: Booking;
  readonly registration: Registration;
  /** When the register last confirmed the registration; null if it never did. */
  readonly confirmedAt: Date | null;
  /** When the last import that contained the record ran. */
  readonly syncedAt: Date;
  /** When the complete register was first imported without an active registration; null while it is active. */
  readonly expiredAt: Date | null;
  /** Name of the source that confirms the record (default: `register`). */
  readonly source?: string;
  /** Corrections, and what the source says of facts that changed. All else follows from `confirmedAt`. */
  readonly evidence?: readonly Statement[];
}

/** A doctor of whom nothing optional is known. Invented doctors begin with it, so that a new field has a value. */
export const UNKNOWN_DOCTOR = {
  gender: '',
  specialties: [],
  languages: [],
  referralRequired: false,
  booking: { phone: '', online: '', referralOnly: false },
  registration: UNKNOWN_REGISTRATION,
  confirmedAt: null,
  expiredAt: null,
} as const satisfies Partial<DoctorRecord>;
