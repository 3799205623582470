import { Directory, type DirectoryOptions } from '@care-atlas/domain/directory';
import { type Log, SILENT_LOG } from '../connection/log.js';
import { DirectorySource } from './directory-source.js';

/** How a directory is opened. */
export interface OpenDirectoryOptions extends DirectoryOptions {
  /** A migrated PostgreSQL database, e.g. `postgres://user:password@host:5432/care_atlas`. It may be read-only. */
  readonly databaseUrl: string;
  /** Returns the time as of which answers are evaluated. Default: the system clock. */
  readonly clock?: () => Date;
  /** Receives the versions in service, and faults, which are retried. Default: none. */
  readonly log?: Log;
}

/** A directory that loads the newest dataset and keeps itself current. */
export class OpenDirectory extends Directory {
  constructor(
    private readonly source: DirectorySource,
    clock: () => Date,
    options: DirectoryOptions,
  ) {
    super(source.currentModel, clock, options);
  }

  /** Stops following newer datasets. Reads are still answered, from the last one. */
  async close(): Promise<void> {
    await this.source.close();
  }
}

/**
 * Opens the directory of a database: every read, answered from memory, from a dataset at most two seconds behind.
 * @throws when the database cannot be reached, or holds no dataset; `isDatabaseUnavailable` recognizes the former
 */
export async function openDirectory({
  databaseUrl,
  clock = () => new Date(),
  log = SILENT_LOG,
  ...options
}: OpenDirectoryOptions): Promise<OpenDirectory> {
  return new OpenDirectory(await DirectorySource.open(databaseUrl, log), clock, options);
}
