import { IMPORT_SOURCE_NAMES, type ImportSourceName } from '@care-atlas/domain/records';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from './columns.js';

/**
 * Where an uploaded file stands: `waiting` for its check, `checking`, in `review` by a person, `confirmed`, `importing`;
 * and at its end `done`, `failed` or `canceled`.
 */
export const IMPORT_STATES = [
  'waiting',
  'checking',
  'review',
  'confirmed',
  'importing',
  'done',
  'failed',
  'canceled',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What the person who uploads a file says about it. */
export interface ImportSettings {
  readonly complete: boolean;
  /** ISO 8601. */
  readonly extractedAt?: string;
  readonly encoding?: string;
  readonly agency?: string;
  /** The name of a shipped map of columns. */
  readonly map?: string;
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

/** A file that was uploaded to be imported. The file itself is in the folder of its id. */
@Entity('import_job')
@Check(
  'import_job_confirmed_check',
  "state not in ('confirmed', 'importing', 'done') or confirmed_by is not null",
)
export class ImportJobEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') @OneOf(IMPORT_SOURCE_NAMES) source: ImportSourceName;
  @Column('text') fileName: string;
  @Column('bigint', { transformer: { from: Number, to: (value: unknown) => value } }) bytes: number;
  /** SHA-256 of the file, hexadecimal. */
  @Column('text') fileHash: string;
  @Column('jsonb') settings: ImportSettings;
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
  /** Why it failed, or why it is checked again. */
  @Column('text', { default: '' }) reason: string;
  /** When the worker that has it was last heard of. */
  @Column(TIME, { nullable: true }) seenAt: Date | null;
  @Column(TIME, { nullable: true }) finishedAt: Date | null;
}
