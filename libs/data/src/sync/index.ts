export * from './accuracy/draw-sample.js';
export * from './accuracy/record-findings.js';
export type { ClinicInput, ClinicOptions } from './clinics/clinic-input.js';
export * from './corrections/duplicate-clinics.js';
export * from './corrections/correction-list.js';
export * from './corrections/review-list.js';
export { subjectNames } from './corrections/subject-names.js';
export type { CorrectionInput } from './corrections/make-correction.js';
export type * from './doctors/doctor-input.js';
export type { AvailabilityInput, AvailabilitySubject } from './details/observations.js';
export { ANONYMOUS, type ReviewInput } from './details/reviews.js';
export { serviceKey } from './details/services.js';
export type { SyncCounts } from './run/sync-counts.js';
export type { Numbered, Rows } from './staging/staging.js';
export type { ValueFault } from './run/reject-log.js';
export {
  type CorrectionRequest,
  type Decision,
  IMPORT_STATES,
  type ImportGuard,
  type ImportSettings,
  type ImportState,
  type WithdrawalRequest,
} from '../entities/imports/import-job.entity.js';
export * from './import-arrivals.js';
export * from './finish-job.js';
export type * from './import-job.js';
export * from './import-jobs.js';
export { doctorId } from './record-ids.js';
export { OpenDataJobs, type PlacesKind } from './open-data-jobs.js';
export * from './shipped-files.js';
export { isRunning, SyncBusyError } from './run/run-lock.js';
export * from './sync-history.js';
export * from './sync-run.js';
export * from './sync-writer.js';
