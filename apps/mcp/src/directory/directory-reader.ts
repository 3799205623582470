import { type AsyncReads, DirectoryError, type FilterValue } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import type { DatasetVersion } from '@care-atlas/domain/read-model';
import { visibleValue } from '../visible-text.js';

export type Awaitable<T> = T | Promise<T>;

/** Reads the directory, in this process or through the public interface. */
export interface DirectoryReader {
  readonly reads: AsyncReads;
  /** Whether one tool call may make any number of reads. The public interface counts each one. */
  readonly hasUnlimitedReads: boolean;
  /** Returns the dataset version that is served now. */
  dataset(): Awaitable<DatasetVersion>;
}

/** Returns a reader of the directory in this process. */
export function localReader(directory: Directory): DirectoryReader {
  return { reads: directory, hasUnlimitedReads: true, dataset: () => directory.dataset };
}

/** Thrown by a read through the public interface after the caller has reached its rate limit. */
export class LimitReached extends DirectoryError {
  constructor(readonly waitSeconds: number) {
    const message = `The limit of requests per minute is reached. Wait ${waitSeconds} seconds, then ask again.`;
    super('rate_limited', message);
  }
}

export type FilterKind = 'specialties' | 'languages';

/** Reads the values that a filter accepts, with the number of listed doctors for each. */
export const FILTER_VALUES: Record<FilterKind, (reads: AsyncReads) => Promise<readonly FilterValue[]>> = {
  specialties: async (reads) => visibleValue(await reads.listSpecialties()).specialties,
  languages: async (reads) => visibleValue(await reads.listLanguages()).languages,
};
