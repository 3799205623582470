import type { DatasetVersion, ReadModel } from '../read-model/read-model.js';

/** The dataset being served, and its size. */
export interface ServedDataset extends DatasetVersion {
  /** Listed doctors. */
  readonly doctors: number;
  readonly clinics: number;
}

/** Returns the version and the size of a read model. */
export function servedDataset({ version, syncedAt, doctors, clinics }: ReadModel): ServedDataset {
  return { version, syncedAt, doctors: doctors.listed, clinics: clinics.size };
}
