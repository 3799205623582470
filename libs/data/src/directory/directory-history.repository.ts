import { In, IsNull, MoreThanOrEqual, Not, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { ClinicEntity } from '../entities/directory/clinic.entity.js';
import { DatasetStatisticsEntity } from '../entities/directory/dataset-statistics.entity.js';
import { DatasetVersionEntity } from '../entities/directory/dataset-version.entity.js';
import { DoctorEntity } from '../entities/directory/doctor.entity.js';
import { SyncRunEntity } from '../entities/imports/sync-run.entity.js';
import { versionText } from './loading/dataset-version.js';

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

/** Reads the directory as a whole, now and over its versions. */
export class DirectoryHistoryRepository {
  readonly #versions: Repository<DatasetVersionEntity>;
  readonly #statistics: Repository<DatasetStatisticsEntity>;
  readonly #runs: Repository<SyncRunEntity>;
  readonly #clinics: Repository<ClinicEntity>;

  constructor(database: DatabaseScope) {
    this.#versions = database.getRepository(DatasetVersionEntity);
    this.#statistics = database.getRepository(DatasetStatisticsEntity);
    this.#runs = database.getRepository(SyncRunEntity);
    this.#clinics = database.getRepository(ClinicEntity);
  }

  /** Returns the versions from a time on, the oldest first, except those from before statistics were recorded. */
  async versionsSince(from: Date): Promise<VersionRecord[]> {
    const found = await this.#statistics.find({
      relations: { dataset: true },
      where: { dataset: { createdAt: MoreThanOrEqual(from) } },
      order: { version: 'ASC' },
    });
    return found.map(({ dataset, doctors, clinics, confirmations }) => {
      const { number, tag, createdAt: at, runId } = dataset;
      return { version: versionText(number, tag), at, runId, doctors, clinics, confirmations };
    });
  }

  /** Returns the dataset version in service; null before the first. */
  async newestVersion(): Promise<string | null> {
    const [newest] = await this.#versions.find({ order: { number: 'DESC' }, take: 1 });
    return newest ? versionText(newest.number, newest.tag) : null;
  }

  /** Returns how copies can follow the directory that began with an export. @param exported its version; null without one */
  async following(exported: string | null): Promise<Following> {
    const [row] = await this.#versions.query<[Following]>(FOLLOWING, [exported?.split('-')[0] ?? 0]);
    return row;
  }

  /** Returns the dataset version that each of some runs made, by the run's id. */
  async versionsOfRuns(runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#versions.findBy({ runId: In([...runIds]) });
    return new Map(found.map(({ runId, number, tag }) => [runId!, versionText(number, tag)]));
  }

  /** Returns when the last complete register was imported; undefined when none ever was. */
  async lastRegisterRunAt(): Promise<Date | undefined> {
    const succeeded = { status: 'succeeded', finishedAt: Not(IsNull()) } as const;
    const last = await this.#runs.findOne({
      // The sample is one register, complete by itself.
      where: [
        { ...succeeded, source: 'register', complete: true },
        { ...succeeded, source: 'sample' },
      ],
      order: { finishedAt: 'DESC' },
    });
    return last?.finishedAt ?? undefined;
  }

  /** Returns every open clinic, by name. */
  clinicPlaces(): Promise<ClinicPlace[]> {
    return this.#clinics
      .createQueryBuilder('clinic')
      .leftJoin(
        (query) =>
          query
            .select('doctor.primaryClinicId', 'clinic_id')
            .addSelect('max(doctor.confirmedAt)', 'confirmed_at')
            .from(DoctorEntity, 'doctor')
            .where('doctor.expiredAt is null')
            .groupBy('doctor.primaryClinicId'),
        'practice',
        'practice.clinic_id = clinic.id',
      )
      .select(['clinic.id AS id', 'clinic.name AS name', 'clinic.lat AS lat', 'clinic.lng AS lng'])
      .addSelect('clinic.accepting', 'accepting')
      .addSelect('practice.clinic_id is not null', 'staffed')
      .addSelect('practice.confirmed_at', 'confirmedAt')
      .where('clinic.closedAt is null')
      .orderBy('clinic.searchName')
      .addOrderBy('clinic.id')
      .getRawMany();
  }
}
