import type { AsyncReads } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import type { DatasetVersion } from '@care-atlas/domain/read-model';

export type Awaitable<T> = T | Promise<T>;

/** Reads the directory: the one of this process, or the one behind the public interface. */
export interface DirectoryReader {
  readonly reads: AsyncReads;
  /** Whether one tool call may make any number of reads. Behind the public interface each read counts. */
  readonly readsAreFree: boolean;
  /** Returns the dataset version that reads are answered from now. */
  dataset(): Awaitable<DatasetVersion>;
}

/** Returns a reader of the directory of this process. */
export function localReader(directory: Directory): DirectoryReader {
  return { reads: directory, readsAreFree: true, dataset: () => directory.dataset };
}
