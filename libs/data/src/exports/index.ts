export * from './export-place.js';
export {
  type ByteRange,
  type ExportDraft,
  type ExportStore,
  fileUrl,
  MANIFEST,
  SANDBOX_FILE,
  type StoredFile,
} from './export-store.js';
export { fhirTypeOf, newestFhir } from './fhir/files.js';
export * from './export-watch.js';
export * from './local-export-store.js';
export * from './open-export-store.js';
export * from './publish-export.js';
export * from './served-exports.js';
export { ExportStoreError } from './s3-request.js';
export * from './withdrawal.repository.js';
