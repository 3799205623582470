import type { ImportSourceName } from '@care-atlas/domain/records';
import type { CORRECTIONS } from '@care-atlas/domain/records';
import type { Decision, ImportJobEntity, ImportSettings } from '../entities/imports/import-job.entity.js';

/** A file to import. */
export interface ImportJob extends Readonly<
  Omit<ImportJobEntity, 'source' | 'fileName' | 'bytes' | 'fileHash' | 'settings' | 'decision'>
> {
  readonly source: ImportSourceName;
  readonly fileName: string;
  readonly bytes: number;
  readonly fileHash: string;
  readonly settings: ImportSettings;
  readonly decision: null;
}
export type NewImportJob = Pick<
  ImportJob,
  'id' | 'source' | 'fileName' | 'bytes' | 'fileHash' | 'settings' | 'uploadedBy' | 'uploadedAt'
>;
/** What has the rejected rows that a file mends. */
export type Mended = Pick<ImportJob, 'mendsRun' | 'mendsImport'>;

/** A decision to carry out. */
export interface DecisionJob extends Readonly<
  Omit<ImportJobEntity, 'source' | 'fileName' | 'bytes' | 'fileHash' | 'settings' | 'decision'>
> {
  readonly source: typeof CORRECTIONS;
  readonly decision: Decision;
}
export type NewDecisionJob = Pick<DecisionJob, 'id' | 'decision' | 'uploadedBy' | 'uploadedAt'>;

/**
 * A job as a worker got it. Another worker gets it only as one that was lost, which is counted: what the first one says about
 * it after that changes nothing.
 */
export type Attempt = Pick<ImportJob | DecisionJob, 'id' | 'state' | 'losses'>;
