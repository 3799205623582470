import type { DaySpan, SpecialDays, Weekday } from './special-days.js';

export type { Weekday };

import type { AcceptanceCode, EvidenceMethod, Statement } from './evidence.js';

/** An interval of the week in which a clinic is open. Of one that ends after midnight, `weekday` is the day on which it begins. */
export interface OpeningInterval extends DaySpan {
  readonly weekday: Weekday;
}

/** The days of the week, from Monday on, as queries and answers name them. */
export const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type DayName = (typeof DAY_NAMES)[number];

export const CLINIC_TYPES = [
  'family-practice',
  'walk-in',
  'specialist',
  'community-health-centre',
  'hospital-outpatient',
] as const;
export type ClinicType = (typeof CLINIC_TYPES)[number];

/** Where a clinic's coordinates come from: its source, or the center of its postal area. */
export const POSITION_SOURCES = ['source', 'postal-area'] as const;
export type PositionSource = (typeof POSITION_SOURCES)[number];

/**
 * The kind of source that a clinic was imported from: `sample` is invented for demonstration, `open-data` is a
 * published list of facilities, `clinic` is a file of a clinic or an operator, `register` is a practice address in the
 * register where no other source has a clinic.
 */
export const CLINIC_ORIGINS = ['sample', 'open-data', 'clinic', 'register'] as const;
export type ClinicOrigin = (typeof CLINIC_ORIGINS)[number];

/** The observation of whether a clinic accepts new patients. */
export interface AcceptanceObservation {
  readonly observedAt: Date;
  /** False if the source gives no date: `observedAt` is when it first said so. Absent for all else. */
  readonly dated?: false;
  /** One or two words that fit after "by", such as "phone"; empty if the source does not say. */
  readonly method: string;
  /** The method of its source, which counts where `method` is empty or no known word. */
  readonly sourceMethod?: EvidenceMethod;
  /** Name of the source; absent or empty if it was not recorded. */
  readonly source?: string;
  /** In detail, if the source says. */
  readonly code?: AcceptanceCode | null;
}

/** A clinic as the directory stores it. `null` means unknown; answers show it as `false`. */
export interface ClinicRecord {
  /** UUID, never reused. */
  readonly id: string;
  readonly name: string;
  /** Street, municipality and postal code on one line. */
  readonly address: string;
  /** Canadian postal code, "A1A 1A1"; empty if not known. */
  readonly postalCode: string;
  /** Degrees, WGS 84. */
  readonly lat: number;
  readonly lng: number;
  readonly positionSource: PositionSource;
  readonly phone: string;
  readonly website: string;
  readonly type: ClinicType;
  /** Empty if not known. */
  readonly openingHours: readonly OpeningInterval[];
  /** The days on which other hours count, in the order of the source. Absent or empty if it names none. */
  readonly specialDays?: readonly SpecialDays[];
  /**
   * Sentences for people about the hours of the source: what the hours of a week cannot hold, what was read as something
   * else, and what is not plausible. Absent or empty without any.
   */
  readonly hoursNote?: string;
  readonly wheelchair: boolean | null;
  readonly virtualVisits: boolean | null;
  /**
   * Known to be within 800 m of a subway station; never at the center of a postal area. Computed when clinics or
   * stations are imported.
   */
  readonly nearSubway: boolean;
  /** Whether the clinic accepts new patients, as last observed. */
  readonly accepting: boolean | null;
  /** The observation behind `accepting`; null if there is none. */
  readonly acceptingObserved: AcceptanceObservation | null;
  readonly origin: ClinicOrigin;
  /** Of open data: the time of the extract that has the clinic. Absent for all else. */
  readonly openDataAt?: Date;
  /** What sources say about its facts, besides the observation behind `accepting`. */
  readonly evidence?: readonly Statement[];
  /** When the last import that contained the record ran. */
  readonly syncedAt: Date;
}

/** A specialty that a clinic offers, with its own waiting time. One per clinic and specialty. */
export interface SpecialtyServiceRecord {
  readonly clinicId: string;
  /** Normalized specialty name. */
  readonly specialty: string;
  readonly waitWeeks: number;
  /** Whether the service accepts new patients; null if only the acceptance of the clinic is known. */
  readonly accepting: boolean | null;
  /** What its source says about the service. */
  readonly evidence?: readonly Statement[];
}

/** A subway station, the reference for `nearSubway`. One per agency and name. */
export interface StationRecord {
  readonly name: string;
  /** Default: none. */
  readonly agency?: string;
  /** Line numbers as published, e.g. "1" or "1;2". */
  readonly lines: string;
  readonly lat: number;
  readonly lng: number;
}
