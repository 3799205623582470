export type Freshness = 'fresh' | 'stale' | 'unknown';

/** GET /api/directory */
export interface DirectoryState {
  readonly version: string;
  readonly syncedAt: string;
  readonly doctors: number;
  readonly clinics: number;
  readonly acceptingNewPatients: number;
  readonly freshness: FreshnessShare;
  readonly register: RegisterState;
  /** Each dataset version of the last 90 days as it was when it was made, the oldest first. */
  readonly history: readonly DirectoryThen[];
}

export interface FreshnessShare {
  readonly fresh: number;
  readonly stale: number;
  readonly unknown: number;
  /** Share of doctors that the register has confirmed, percent. */
  readonly coveragePct: number;
}

/** For the banner: shown when `overdue`. */
export interface RegisterState {
  /** When the last complete run of the register finished; null when none ever did. */
  readonly lastCompleteRunAt: string | null;
  readonly freshDays: number;
  /** The last complete run is longer ago than records stay fresh. */
  readonly overdue: boolean;
}

export interface DirectoryThen {
  readonly version: string;
  readonly at: string;
  /** The run that made it; null for the version of an empty directory. */
  readonly runId: string | null;
  readonly doctors: number;
  readonly clinics: number;
  readonly freshness: FreshnessShare;
}

/** GET /api/directory/map: every open clinic, as a row each. */
export interface ClinicMap {
  readonly version: string;
  readonly clinics: readonly ClinicPoint[];
}

/**
 * Name, latitude, longitude, whether new patients are accepted (null: nobody says), and the freshness of the freshest
 * record of a doctor there (null: no doctor).
 */
export type ClinicPoint = readonly [
  name: string,
  lat: number,
  lng: number,
  accepting: boolean | null,
  freshness: Freshness | null,
];
