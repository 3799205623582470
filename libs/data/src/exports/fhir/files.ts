import type { Export } from '@care-atlas/domain/contract';
import { FHIR_TYPES, type FhirType } from './elements.js';

/** The file of the resources that were published once and are no longer. */
export const DELETED_FILE = 'fhir-deleted.ndjson.gz';

/** Returns the name of the file of the resources of a kind, in the order of their ids. */
export function fileOf(type: FhirType): string {
  return `fhir-${type}.ndjson.gz`;
}

/** Returns the kind of the resources in a file of an export; undefined if it has none. */
export function fhirTypeOf(name: string): FhirType | 'Bundle' | undefined {
  return name === DELETED_FILE ? 'Bundle' : FHIR_TYPES.find((type) => fileOf(type) === name);
}

/** Returns the newest export with FHIR files: earlier releases write none. @param exports newest first */
export function newestFhir(exports: readonly Export[]): Export | undefined {
  return exports.find(({ files }) => files.some(({ name }) => fhirTypeOf(name)));
}
