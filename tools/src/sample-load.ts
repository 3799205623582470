import { runSync, type SyncResult } from '@care-atlas/data/sync';
import { sampleDirectory } from './sample/sample-directory.js';

/**
 * Writes an invented directory into a migrated database, by the path that imports take.
 * @param doctors how many; clinics, services and reviews come with them
 * @param say told of progress, a line at a time
 */
export function loadSample(
  databaseUrl: string,
  doctors: number,
  now: Date,
  say: (line: string) => void,
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
    { onProgress: say },
  );
}
