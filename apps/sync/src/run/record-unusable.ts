import { basename } from 'node:path';
import { migrate } from '@care-atlas/data/connection';
import { sourceName } from '@care-atlas/domain/records';
import { recordFailedRun } from '@care-atlas/data/sync';
import { UnusableInput } from '../rows/unusable-input.js';
import type { Source } from '../sources/source.js';

/** Where and when a run is recorded. A dry run is not. */
interface Recording {
  readonly databaseUrl: string;
  readonly now: Date;
  readonly dryRun?: boolean;
  readonly list?: string;
}

/** Records input that cannot be imported as a failed run. @throws the error */
export async function recordUnusable(
  source: Source,
  path: string,
  { databaseUrl, now, dryRun, list }: Recording,
  error: unknown,
  fileHash?: string,
): Promise<never> {
  if (!(error instanceof UnusableInput) || dryRun) throw error;
  const run = { source: sourceName(source.name, list), fileName: basename(path), fileHash };
  // The fault of the file matters more than a failure to record it.
  await migrate(databaseUrl)
    .then(() => recordFailedRun(databaseUrl, run, now, error.message))
    .catch(() => undefined);
  throw error;
}
