import { type Database, openDatabase } from '@care-atlas/data/connection';
import { type DatasetCounts, loadDatasetCounts, loadReadModel } from '@care-atlas/data/directory';
import { SqlDirectory } from '@care-atlas/data/sql-directory';
import { datasetOf, inMemory, type MakeDirectory, type ServedDataset } from '@care-atlas/domain/directory';
import type { ReadModel } from '@care-atlas/domain/read-model';
import type { Pool } from 'pg';
import type { EngineName } from '../configuration/engine-name.js';

/** Makes answers, with what it holds of one dataset version. */
export interface DirectoryEngine {
  /**
   * Takes the newest dataset version into service, by one assignment.
   * @throws when it cannot be read; the one before stays in service then
   */
  takeNewest(): Promise<ServedDataset>;
  /** Not to be asked before the first dataset version is in service. */
  readonly directory: MakeDirectory;
  /** Where it asks the database at each request, for those who watch the process. */
  readonly pool?: Pool;
  close(): Promise<void>;
}

/** @throws when the engine needs the database and cannot reach it */
export function openEngine(name: EngineName, databaseUrl: string): Promise<DirectoryEngine> {
  return name === 'memory' ? Promise.resolve(new MemoryEngine(databaseUrl)) : SqlEngine.open(databaseUrl);
}

/** Holds a whole dataset version as a read model. A newer one is loaded beside it, by a thread of its own. */
class MemoryEngine implements DirectoryEngine {
  #model!: ReadModel;
  readonly directory = inMemory(() => this.#model);

  constructor(private readonly databaseUrl: string) {}

  async takeNewest(): Promise<ServedDataset> {
    this.#model = await loadReadModel(this.databaseUrl);
    return datasetOf(this.#model);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Holds what a dataset version counts, and asks the database for everything else. */
class SqlEngine implements DirectoryEngine {
  #counts!: DatasetCounts;
  readonly directory: MakeDirectory = (clock, options) =>
    new SqlDirectory(this.pool, () => this.#counts, clock, options);

  private constructor(
    private readonly databaseUrl: string,
    // Connections of its own: keys are checked in time also while queries for lists are slow.
    private readonly database: Database,
  ) {}

  static async open(databaseUrl: string): Promise<SqlEngine> {
    return new SqlEngine(
      databaseUrl,
      await openDatabase(databaseUrl, { applicationName: 'care-atlas-directory' }),
    );
  }

  get pool(): Pool {
    return this.database.pool;
  }

  async takeNewest(): Promise<ServedDataset> {
    this.#counts = await loadDatasetCounts(this.databaseUrl);
    return this.#counts.dataset;
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}
