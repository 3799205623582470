import type { ExportPlace } from './export-place.js';
import type { ExportStore } from './export-store.js';
import { LocalExportStore } from './local-export-store.js';
import { S3ExportStore } from './s3-export-store.js';

/** Returns the store of exports at a place. */
export function exportStore({ folder, bucket }: ExportPlace): ExportStore {
  return bucket ? new S3ExportStore(bucket) : new LocalExportStore(folder);
}
