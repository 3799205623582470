export * from './export-store.js';
export { fhirTypeOf, newestFhir } from './fhir/files.js';
export * from './local-export-store.js';
export * from './publish-export.js';
