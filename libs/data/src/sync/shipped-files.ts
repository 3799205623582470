import type { ImportSourceName } from '@care-atlas/domain/records';

/** A file of places that is shipped and may be served. Publishers and licenses: data-sources.ts. */
export interface ShippedFile {
  readonly source: ImportSourceName;
  /** Its name in tools/data. */
  readonly fileName: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly fileHash: string;
  /** When its data was taken, ISO 8601. */
  readonly extractedAt: string;
}

/** In the order of their imports. */
export const SHIPPED_FILES: readonly ShippedFile[] = [
  {
    source: 'stations',
    fileName: 'ttc_subway_stations.csv',
    bytes: 4134,
    fileHash: 'bf27081f3030d4bd5a1106c746fb747f6f7e12eaa23fb0fe8b927b147ed2fb6c',
    // The day on which the file was added here: it gives none, and is not newer.
    extractedAt: '2026-11-20T00:00:00Z',
  },
  {
    source: 'odhf',
    fileName: 'odhf_v1.1_gta.csv',
    bytes: 135245,
    fileHash: 'f0855cedef74cef8aa1df4c0074f971329f13bd111edea5dd64ad11a60cd75b2',
    // The day of publication: what the places say is not newer, whenever it is imported.
    extractedAt: '2020-08-07T00:00:00Z',
  },
];

/**
 * Returns when the data of a shipped file was taken, whichever way the file is imported; undefined where no shipped file has the
 * hash (SHA-256, hexadecimal).
 */
export function shippedExtractTime(fileHash: string): Date | undefined {
  const file = SHIPPED_FILES.find((shipped) => shipped.fileHash === fileHash);
  return file && new Date(file.extractedAt);
}
