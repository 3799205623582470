import type { Database } from '../connection/database.js';

/** A dataset version as it was when it was made. */
export interface VersionRecord {
  readonly version: string;
  readonly at: Date;
  /** The run that made it; null for the version of an empty directory. */
  readonly runId: string | null;
  readonly doctors: number;
  readonly clinics: number;
  /** Listed doctors by the day, UTC, on which the register last confirmed them, and by "never". */
  readonly confirmations: Readonly<Record<string, number>>;
}

/** A clinic on the map. */
export interface ClinicPlace {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** Null when nobody says. */
  readonly accepting: boolean | null;
  /** Whether a listed doctor practises there. */
  readonly staffed: boolean;
  /** When the register last confirmed one of them; null when it never did. */
  readonly confirmedAt: Date | null;
}

// Of a complete register; the sample is one, invented whole.
const REGISTER_RUN = `status = 'succeeded' and (source = 'register' and complete or source = 'sample')`;

/** Looks at the directory as a whole, now and over its versions. */
export class DirectoryHistoryRepository {
  constructor(private readonly database: Database) {}

  /** The versions that were made from a moment on, the oldest first. Those from before they were counted are left out. */
  async versionsSince(from: Date): Promise<VersionRecord[]> {
    const { rows } = await this.database.pool.query<VersionRecord>(
      `select number || '-' || left(tag, 8) as version, created_at as at, run_id as "runId", doctors, clinics,
        confirmations
      from dataset_version join dataset_statistics on version = number
      where created_at >= $1 order by number`,
      [from],
    );
    return rows;
  }

  /** The dataset version that each of some runs made, by the run's id. */
  async versionsOfRuns(runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.database.pool.query<{ runId: string; version: string }>(
      `select run_id as "runId", number || '-' || left(tag, 8) as version from dataset_version
      where run_id = any($1::uuid[])`,
      [runIds],
    );
    return new Map(rows.map(({ runId, version }) => [runId, version]));
  }

  /** When the last complete register was read; undefined when none ever was. */
  async lastRegisterRunAt(): Promise<Date | undefined> {
    const { rows } = await this.database.pool.query<{ at: Date | null }>(
      `select max(finished_at) as at from sync_run where ${REGISTER_RUN}`,
    );
    return rows[0]?.at ?? undefined;
  }

  /** Every open clinic, by name. */
  async clinicPlaces(): Promise<ClinicPlace[]> {
    const { rows } = await this.database.pool.query<ClinicPlace>(
      `select name, lat, lng, accepting, practice.clinic_id is not null as staffed,
        practice.confirmed_at as "confirmedAt"
      from clinic left join (
        select primary_clinic_id as clinic_id, max(confirmed_at) as confirmed_at
        from doctor where expired_at is null group by 1
      ) practice on practice.clinic_id = clinic.id
      where closed_at is null order by search_name, clinic.id`,
    );
    return rows;
  }
}
