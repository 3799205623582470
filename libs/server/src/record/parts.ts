// What browsers render of records. It needs no directory.
export { clinicDetails, doctorDetails } from './details-view.js';
export type { RecordView } from './record-view.js';
export * from './result-part.js';
