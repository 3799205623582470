/**
 * The genders the interface knows. The register's man, woman and non-binary become these; whatever else it
 * may say (two-spirit, prefers not to say, nothing) becomes the empty string, which no gender filter matches.
 */
export const GENDERS = ['male', 'female', 'non-binary'] as const;
export type Gender = (typeof GENDERS)[number];

/** The folded status of a registration that lists its doctor. */
export const ACTIVE_STATUS = 'active';

/** What years of practice are counted from: the first independent practice, or the end of medical school. */
export const PRACTICE_STARTS = ['independent-practice', 'graduation'] as const;
export type PracticeStart = (typeof PRACTICE_STARTS)[number];

/** How far a doctor's record can be relied on; `rules/freshness` decides. */
export const FRESHNESS = ['fresh', 'stale', 'unknown'] as const;
export type Freshness = (typeof FRESHNESS)[number];

/** How an appointment is made. A string that is not known is empty. */
export interface Booking {
  readonly phone: string;
  readonly online: string;
  readonly referralOnly: boolean;
}

/** One physician as the directory holds it, before anything that depends on the clock is derived. */
export interface DoctorRecord {
  /** Assigned by the provincial registration authority: decimal digits, the identity of the doctor. */
  readonly registrationNumber: string;
  /** UUID version 5 of the registration number: the same doctor keeps it through every import. */
  readonly id: string;
  /** Full name with its title, e.g. "Dr. Amara Okafor". */
  readonly name: string;
  readonly gender: Gender | '';
  /** Calendar date (YYYY-MM-DD) from which years of practice are counted. */
  readonly practisingSince: string;
  /** Normalized names, the main specialty first. */
  readonly specialties: readonly string[];
  /** Normalized names. */
  readonly languages: readonly string[];
  /** Where the doctor practises: at least one clinic, the primary one first. */
  readonly clinicIds: readonly string[];
  readonly referralRequired: boolean;
  readonly booking: Booking;
  /** When the register last confirmed the registration; null when it never did. */
  readonly confirmedAt: Date | null;
  /** When the last synchronization that touched the record ran. */
  readonly syncedAt: Date;
  /** When the complete register was first seen without an active registration; null while it is active. */
  readonly expiredAt: Date | null;
}
