import type { DatabaseScope } from '../connection/statement.js';
import { NEWEST_VERSION, type VersionRow, versionText } from './loading/dataset-version.js';

/** A dataset version, with the counts at its creation. */
export interface VersionRecord {
  readonly version: string;
  readonly at: Date;
  /** The run that made it; null for the version of an empty directory, and for one with a newly measured accuracy. */
  readonly runId: string | null;
  readonly doctors: number;
  readonly clinics: number;
  /** Listed doctors by the day, UTC, on which the register last confirmed them, and by "never". */
  readonly confirmations: Readonly<Record<string, number>>;
}

/** A clinic on the map. */
export interface ClinicPlace {
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** Null when unknown. */
  readonly accepting: boolean | null;
  /** Whether a listed doctor practises there. */
  readonly staffed: boolean;
  /** When the register last confirmed one of them; null when it never did. */
  readonly confirmedAt: Date | null;
}

/** How copies of the directory can follow it. */
export interface Following {
  /** Seconds for which the oldest version has waited that is newer than an export; 0 if there is none. */
  readonly lag: number;
  /** The oldest time from which the feed of changes can be followed; null before the first version. */
  readonly changesSince: Date | null;
}

const FOLLOWING = `select coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where number > $1)), 0)::float8 as lag,
    min(created_at) filter (where last_change >= (select pruned from change_feed)) as "changesSince"
  from dataset_version`;

const CLINIC_PLACES = `select id, name, lat, lng, accepting, practice.clinic_id is not null as staffed,
    practice.confirmed_at as "confirmedAt"
  from clinic left join (
    select primary_clinic_id as clinic_id, max(confirmed_at) as confirmed_at
    from doctor where expired_at is null group by primary_clinic_id
  ) practice on practice.clinic_id = clinic.id
  where closed_at is null order by search_name, id`;

/** Reads the directory as a whole, now and over its versions. */
export class DirectoryHistoryRepository {
  constructor(private readonly database: DatabaseScope) {}

  /** Returns the versions from a time on, the oldest first, except those from before statistics were recorded. */
  async versionsSince(from: Date): Promise<VersionRecord[]> {
    const found = await this.database.query<(Omit<VersionRecord, 'version'> & VersionRow)[]>(
      `select number, tag, created_at as at, run_id as "runId", doctors, clinics, confirmations
      from dataset_version join dataset_statistics on version = number where created_at >= $1 order by number`,
      [from],
    );
    return found.map(({ number, tag, ...statistics }) => ({
      version: versionText(number, tag),
      ...statistics,
    }));
  }

  /** Returns the dataset version in service; null before the first. */
  async newestVersion(): Promise<string | null> {
    const [newest] = await this.database.query<VersionRow[]>(NEWEST_VERSION);
    return newest ? versionText(newest.number, newest.tag) : null;
  }

  /** Returns how copies can follow the directory that began with an export. @param exported its version; null without one */
  async following(exported: string | null): Promise<Following> {
    const [row] = await this.database.query<[Following]>(FOLLOWING, [exported?.split('-')[0] ?? 0]);
    return row;
  }

  /** Returns the dataset version that each of some runs made, by the run's id. */
  async versionsOfRuns(runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.database.query<(VersionRow & { runId: string })[]>(
      'select run_id as "runId", number, tag from dataset_version where run_id = any ($1)',
      [runIds],
    );
    return new Map(found.map(({ runId, number, tag }) => [runId, versionText(number, tag)]));
  }

  /** Returns when the last complete register was imported; undefined when none ever was. */
  async lastRegisterRunAt(): Promise<Date | undefined> {
    // The sample is one register, complete by itself.
    const [last] = await this.database.query<{ at: Date }[]>(
      `select finished_at as at from sync_run where status = 'succeeded' and finished_at is not null
        and (source = 'sample' or source = 'register' and complete)
      order by finished_at desc limit 1`,
    );
    return last?.at;
  }

  /** Returns every open clinic, by name. */
  clinicPlaces(): Promise<ClinicPlace[]> {
    return this.database.query(CLINIC_PLACES);
  }
}
