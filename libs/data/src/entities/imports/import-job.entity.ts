import {
  type CorrectionKind,
  type CorrectionSubject,
  IMPORT_SOURCE_NAMES,
  type ImportSourceName,
} from '@care-atlas/domain/records';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { BIGINT_AS_NUMBER, OneOf, TIME } from '../columns.js';
import { CORRECTIONS } from '@care-atlas/domain/records';

/**
 * Where a job stands: a `draft` of mended rows, `waiting` for its check, `checking`, in `review` by a person, `confirmed`, `importing`; `parked` after
 * its worker was lost too often; and at its end `done`, `failed` or `canceled`. A decision begins as `confirmed`: its person has seen what it is about.
 */
export const IMPORT_STATES = [
  'draft',
  'waiting',
  'checking',
  'review',
  'confirmed',
  'importing',
  'parked',
  'done',
  'failed',
  'canceled',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What the person who uploads a file says about it. */
export interface ImportSettings {
  readonly complete: boolean;
  /** Whether each complete file of the source confirms what it says without a date; absent to leave that as it is. */
  readonly confirms?: boolean;
  /** ISO 8601. */
  readonly extractedAt?: string;
  readonly encoding?: string;
  readonly agency?: string;
  /** The name of the list, where there are several of the kind. */
  readonly list?: string;
  /** The name of a map of columns: a shipped one, unless its text is given. */
  readonly map?: string;
  /** The text of a map that an operator wrote, of rows that are mended. */
  readonly mapText?: string;
  /** Whether the file is shipped, and not uploaded. */
  readonly shipped?: boolean;
}

/** What an import would do beyond the limits that protect the directory: it must be confirmed by name. */
export interface ImportGuard {
  /** The number of records that would expire or close. */
  readonly expiry?: number;
  /** Fields of more records than usual would change; `position` and `one-address` are moves. */
  readonly changes?: readonly string[];
  /** More rows than usual could not be used, or not completely. */
  readonly rejects?: boolean;
  /** Sample data would be removed. */
  readonly replacesSample?: boolean;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
}

/** A correction to make, as the operator gave it. */
export interface CorrectionRequest {
  readonly kind: CorrectionKind;
  readonly record: CorrectionSubject;
  readonly key: string;
  /** As in the correction. */
  readonly given: Readonly<Record<string, string>>;
  readonly why: string;
  /** A day or a time, ISO 8601: it ends at the end of that day in Toronto; null for no end. */
  readonly until: string | null;
}

/** A correction to end. */
export interface WithdrawalRequest {
  readonly withdraws: number;
  readonly why: string;
}

/** What an operator decided about records. */
export type Decision = CorrectionRequest | WithdrawalRequest;

/**
 * What the worker shall do: import a file that was uploaded, which is in the folder of its id, or one that is shipped; or carry out a decision about
 * records, a run of the source `corrections`.
 */
@Entity('import_job')
@Check(
  'import_job_confirmed_check',
  "state not in ('confirmed', 'importing', 'done') or confirmed_by is not null",
)
@Check(
  'import_job_decision_check',
  `(source = '${CORRECTIONS}') = (decision is not null)
    and (decision is null) = (file_name is not null and bytes is not null and file_hash is not null and settings is not null)`,
)
export class ImportJobEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') @OneOf([...IMPORT_SOURCE_NAMES, CORRECTIONS]) source: ImportSourceName | typeof CORRECTIONS;
  @Column('text', { nullable: true }) fileName: string | null;
  @Column('bigint', { nullable: true, transformer: BIGINT_AS_NUMBER }) bytes: number | null;
  /** SHA-256 of the file, hexadecimal. */
  @Column('text', { nullable: true }) fileHash: string | null;
  @Column('jsonb', { nullable: true }) settings: ImportSettings | null;
  @Column('jsonb', { nullable: true }) decision: Decision | null;

  /** The run whose rejected rows a file mends, and the upload that has them; null for other files. */
  @Column('uuid', { nullable: true }) mendsRun: string | null;
  @Column('uuid', { nullable: true }) mendsImport: string | null;
  @Column('text') @OneOf(IMPORT_STATES) state: ImportState;
  @Column('text') uploadedBy: string;
  @Column(TIME) uploadedAt: Date;

  /** What the check found beyond the limits; null where it found nothing, or has not ended. */
  @Column('jsonb', { nullable: true }) guard: ImportGuard | null;
  /** The counts, first changes and first rejected rows of the check, and later of the import. */
  @Column('jsonb', { nullable: true }) summary: object | null;
  /** The dataset version that was checked against. */
  @Column('text', { nullable: true }) version: string | null;
  @Column('text', { nullable: true }) confirmedBy: string | null;
  @Column('uuid', { nullable: true }) runId: string | null;

  /** What is being done; empty where nothing is. */
  @Column('text', { default: '' }) progress: string;
  /** How often its worker was lost since the last check that ended. */
  @Column('integer', { default: 0 }) losses: number;
  /** Why it failed, why it is parked, or why it is checked again. */
  @Column('text', { default: '' }) reason: string;
  /** When the worker that has it was last heard of. */
  @Column(TIME, { nullable: true }) seenAt: Date | null;
  @Column(TIME, { nullable: true }) finishedAt: Date | null;
}
