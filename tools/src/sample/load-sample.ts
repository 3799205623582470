import { runSync, type SyncResult } from '@care-atlas/data/sync';
import { sampleDirectory } from './sample-directory.js';

/**
 * Writes an invented directory into a migrated database, as an import does.
 * @param doctors the number of doctors; clinics, services and reviews are added to them
 * @param onProgress receives lines of progress
 */
export function loadSample(
  databaseUrl: string,
  doctors: number,
  now: Date,
  onProgress?: (line: string) => void,
): Promise<SyncResult> {
  const sample = sampleDirectory({ doctors, now });
  return runSync(
    databaseUrl,
    { source: 'sample' },
    now,
    async (writer) => {
      await writer.stations(sample.stations);
      await writer.clinics(sample.clinics);
      await writer.doctors(sample.doctors());
      await writer.services(sample.services());
      await writer.reviews(sample.reviews());
    },
    onProgress && { onProgress },
  );
}
