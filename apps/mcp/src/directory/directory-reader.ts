import type { AsyncReads } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import type { DatasetVersion } from '@care-atlas/domain/read-model';

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
