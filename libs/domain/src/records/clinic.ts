/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A span in which a clinic is open, in minutes after local midnight. A span past midnight ends at 1440. */
export interface OpeningInterval {
  readonly weekday: Weekday;
  readonly opens: number;
  readonly closes: number;
}

export const CLINIC_TYPES = [
  'family-practice',
  'walk-in',
  'specialist',
  'community-health-centre',
  'hospital-outpatient',
] as const;
export type ClinicType = (typeof CLINIC_TYPES)[number];

/** Where a clinic's coordinates come from: its own source, or the centre of its postal area. */
export const POSITION_SOURCES = ['source', 'postal-area'] as const;
export type PositionSource = (typeof POSITION_SOURCES)[number];

/**
 * Which kind of source a clinic was read from: `sample` is invented for demonstration, `open-data` is a
 * published list of facilities, `clinic` is a clinic's own or an operator's file, `register` is a practice address
 of the register at which no other source knew a clinic.
 */
export const CLINIC_ORIGINS = ['sample', 'open-data', 'clinic', 'register'] as const;
export type ClinicOrigin = (typeof CLINIC_ORIGINS)[number];

/** How it is known whether new patients are accepted. */
export interface AcceptanceObservation {
  readonly observedAt: Date;
  /** A word or two that fit after "by", such as "phone"; empty when the source does not say. */
  readonly method: string;
}

/** One clinic as the directory holds it. `null` means that no source says; the interface shows `false`. */
export interface ClinicRecord {
  /** UUID, never reused. */
  readonly id: string;
  readonly name: string;
  /** Street, municipality and postal code on one line. */
  readonly address: string;
  /** Canadian postal code, "A1A 1A1"; empty when not known. */
  readonly postalCode: string;
  /** Degrees, WGS 84. */
  readonly lat: number;
  readonly lng: number;
  readonly positionSource: PositionSource;
  readonly phone: string;
  readonly website: string;
  readonly type: ClinicType;
  /** Empty when not known. */
  readonly openingHours: readonly OpeningInterval[];
  readonly wheelchair: boolean | null;
  readonly virtualVisits: boolean | null;
  /** Within 800 m of a subway station, computed when clinics or stations are imported. */
  readonly nearSubway: boolean;
  /** Whether new patients are accepted, as last observed. */
  readonly accepting: boolean | null;
  /** The observation that `accepting` rests on; null without one. */
  readonly acceptingObserved: AcceptanceObservation | null;
  readonly origin: ClinicOrigin;
  /** When the last synchronization that touched the record ran. */
  readonly syncedAt: Date;
}

/** A specialty offered at a clinic, with its own waiting time. One per clinic and specialty. */
export interface SpecialtyServiceRecord {
  readonly clinicId: string;
  /** Normalized specialty name. */
  readonly specialty: string;
  readonly waitWeeks: number;
  /** The service's own acceptance; null where only the clinic's is known. */
  readonly accepting: boolean | null;
}

/** A subway station, the reference for `nearSubway`. */
export interface StationRecord {
  readonly name: string;
  /** Line numbers as published, e.g. "1" or "1;2". */
  readonly lines: string;
  readonly lat: number;
  readonly lng: number;
}
