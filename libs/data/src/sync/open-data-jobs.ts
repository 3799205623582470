import { randomUUID } from 'node:crypto';
import type { DatabaseScope } from '../connection/statement.js';
import { ImportJobEntity } from '../entities/imports/import-job.entity.js';
import { ENDED } from './import-jobs.js';
import { SampleDataError } from './sample-data.js';
import { SHIPPED_FILES } from './shipped-files.js';

/** Which clinics a directory has. */
export type PlacesKind = 'none' | 'sample' | 'real';

/** Who starts an import of the shipped places, and when. */
export interface OpenDataStart {
  readonly by: string;
  readonly at: Date;
  /** Whether another person has to confirm each file after its check, as for an upload. */
  readonly needsSecondPerson: boolean;
}

/** The import of the shipped places, as jobs of the worker: each names a shipped file, and has none in the folder of uploads. */
export class OpenDataJobs {
  constructor(private readonly database: DatabaseScope) {}

  async places(): Promise<PlacesKind> {
    const rows = await this.#jobs.query<{ isSample: boolean; isReal: boolean }[]>(
      `select exists (select from clinic where origin = 'sample') as "isSample",
        exists (select from clinic where origin <> 'sample') as "isReal"`,
    );
    const { isSample, isReal } = rows[0]!;
    if (isReal) return 'real';
    return isSample ? 'sample' : 'none';
  }

  /** Returns whether jobs of shipped files have not ended yet. */
  isRunning(): Promise<boolean> {
    return this.#jobs
      .createQueryBuilder('job')
      .where(`job.settings ->> 'shipped' = 'true' and job.state not in (:...ended)`, { ended: ENDED })
      .getExists();
  }

  /**
   * Adds the jobs, in a transaction. What the shipped files hold is known, so they are imported without a check, unless another
   * person has to confirm it.
   * @returns the ids in the order of the imports; or why there are none: real places, or jobs that have not ended
   */
  async start({ by, at, needsSecondPerson }: OpenDataStart): Promise<readonly string[] | 'real' | 'running'> {
    // Of two people who start it at once, one does.
    await this.#jobs.query(`select pg_advisory_xact_lock(hashtextextended('open data', 0))`);
    const places = await this.places();
    if (places === 'real') return 'real';
    if (await this.isRunning()) return 'running';
    const { message } = new SampleDataError('directory');
    const confirmed = {
      state: 'confirmed',
      confirmedBy: by,
      guard: places === 'sample' ? { replacesSample: true, reasons: [message] } : null,
    } as const;
    const jobs = SHIPPED_FILES.map(({ source, fileName, bytes, fileHash }, position) => ({
      id: randomUUID(),
      source,
      fileName,
      bytes,
      fileHash,
      settings: { complete: false, shipped: true },
      uploadedBy: by,
      // The worker takes the oldest job first.
      uploadedAt: new Date(at.getTime() + position),
      ...(needsSecondPerson ? ({ state: 'waiting' } as const) : confirmed),
    }));
    await this.#jobs.insert(jobs);
    return jobs.map(({ id }) => id);
  }

  get #jobs() {
    return this.database.getRepository(ImportJobEntity);
  }
}
