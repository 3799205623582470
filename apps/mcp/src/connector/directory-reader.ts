import type { DatasetVersion } from '@care-atlas/domain/read-model';
import type { Directory } from '@care-atlas/domain/directory';

export type Awaitable<T> = T | Promise<T>;
type Read =
  | 'listDoctors'
  | 'searchDoctors'
  | 'doctor'
  | 'doctorReviews'
  | 'doctorSignals'
  | 'listClinics'
  | 'clinic'
  | 'clinicReviews'
  | 'clinicSignals'
  | 'listSpecialists'
  | 'summary'
  | 'specialties'
  | 'languages';

/** The reads of `Directory`, wherever it is: in this process, or behind the public interface. */
export type DirectoryReads = {
  readonly [Name in Read]: (...asked: Parameters<Directory[Name]>) => Awaitable<ReturnType<Directory[Name]>>;
};

/** What is read, and how new it is. */
export interface DirectoryDoor {
  readonly reads: DirectoryReads;
  /** Whether everything may be read to answer one request; behind the public interface each read counts. */
  readonly readsAreFree: boolean;
  /** The dataset version that reads answer from now. */
  dataset(): Awaitable<DatasetVersion>;
}

/** The directory of this process. */
export function localDoor(directory: Directory): DirectoryDoor {
  return { reads: directory, readsAreFree: true, dataset: () => directory.dataset };
}
