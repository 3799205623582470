import { fhirTypeOf, fileUrl } from '@care-atlas/data/exports';
import type { BulkFile, BulkManifest, Export } from '@care-atlas/domain/contract';

/**
 * Returns the manifest of HL7's `$bulk-publish` for the FHIR files of an export.
 * @param base the address of the API, absolute, or relative to that of the manifest
 */
export function bulkManifest({ datasetVersion, createdAt, files }: Export, base: string): BulkManifest {
  const all = files.flatMap(({ name, records }): BulkFile[] => {
    const type = fhirTypeOf(name);
    return type ? [{ type, url: `${base}/${fileUrl(datasetVersion, name)}`, count: records }] : [];
  });
  return {
    transactionTime: createdAt,
    request: `${base}/fhir/$bulk-publish`,
    requiresAccessToken: true,
    outputFormat: 'application/fhir+ndjson',
    output: all.filter(({ type }) => type !== 'Bundle'),
    deleted: all.filter(({ type, count }) => type === 'Bundle' && count > 0),
    error: [],
  };
}
