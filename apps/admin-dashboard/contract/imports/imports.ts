import {
  IMPORT_SOURCE_NAMES,
  IMPORT_SOURCES,
  type ImportSourceName,
  LIST_NAME,
} from '@care-atlas/domain/records';
import {
  FileName,
  Flag,
  Instant,
  OneOf,
  Text,
  TextLike,
  Texts,
  type Timestamp,
  WholeNumber,
} from '../fields.js';
import type { RunChange, RunReject } from './run-rows.js';

/**
 * Where an upload stands: a `draft` of mended rows, `waiting` for its check, `checking`, in `review` by a person, `confirmed`, `importing`;
 * `parked` after its worker was lost too often; and at its end `done`, `failed` or `canceled`.
 */
export type ImportState =
  | 'draft'
  | 'waiting'
  | 'checking'
  | 'review'
  | 'confirmed'
  | 'importing'
  | 'parked'
  | 'done'
  | 'failed'
  | 'canceled';

/** Newest first. */
export interface ImportList {
  /** The size of the largest file, in bytes; null where nothing can be uploaded. */
  readonly maxBytes: number | null;
  /** Whether the person who uploads a file may not confirm its import. */
  readonly needsSecondPerson: boolean;
  readonly imports: readonly ImportJob[];
}

export interface ImportJob {
  readonly id: string;
  readonly source: ImportSourceName;
  readonly fileName: string;
  readonly bytes: number;
  readonly state: ImportState;
  readonly uploadedBy: string;
  readonly uploadedAt: Timestamp;
  readonly confirmedBy: string | null;
  readonly finishedAt: Timestamp | null;
  /** Why it failed, why it is parked, or why it is checked again; otherwise empty. */
  readonly reason: string;
  /** What has the rejected rows that it mends; null for another file. */
  readonly mends: MendedOrigin | null;
}

/** Where rejected rows are: in a run, in an upload, or in both. */
export interface MendedOrigin {
  readonly run: string | null;
  readonly import: string | null;
}

export interface ImportJobDetails extends ImportJob {
  /** SHA-256, hexadecimal. */
  readonly fileHash: string;
  readonly settings: ImportSettings;
  /** What is being done; otherwise empty. */
  readonly progress: string;
  /** What the check found beyond the limits that protect the directory; null where nothing. */
  readonly guard: ImportGuard | null;
  /** What the import would do, or did; null before the check. */
  readonly summary: ImportFigures | null;
  /** The run of the import. */
  readonly runId: string | null;
  /** The dataset version that it was checked against; null before the check, and in an empty directory. */
  readonly version: string | null;
  /** Whether it has a file of rejected rows, and of rows with values that were left out. */
  readonly hasRejects: boolean;
  /** What mends its rejected rows, the newest first. */
  readonly mendings: readonly ImportJob[];
  /** Whether the reader may confirm it now. */
  readonly mayConfirm: boolean;
}

export interface ImportSettings {
  readonly complete: boolean;
  /** Whether complete files of the source confirm what they say without a date; absent to leave that as it is. */
  readonly confirms?: boolean;
  readonly extractedAt?: string;
  readonly encoding?: string;
  readonly agency?: string;
  readonly list?: string;
  readonly map?: string;
  /** Whether the file is shipped, and not uploaded. */
  readonly shipped?: boolean;
}

/** Each found limit must be confirmed by name. */
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

/** A change that an import would make, with the name of its record; empty if it has none. */
export type ImportedChange = Omit<RunChange, 'position'> & { readonly name: string };

/** What an import does, in figures. */
export interface ImportFigures {
  /** Counts by name, in display order: rows, created, updated, and so on. */
  readonly counts: Readonly<Record<string, number>>;
  /** Valid rows that are left out, with the reason. */
  readonly leftOut: readonly { readonly reason: string; readonly rows: number }[];
  /** Columns of the file that the source does not have, with the nearest one that it has. */
  readonly unknownColumns: readonly { readonly column: string; readonly nearest: string | null }[];
  /** Why no missing record expired or closed; null unless a rejected row prevented it. */
  readonly notice: string | null;
  /** The first changes, of a check only: those that take something away come first. */
  readonly differences: readonly ImportedChange[];
  /** The number of all changes; null of a file that was checked before it was counted. */
  readonly changed: number | null;
  /** The number of records of the sample that the import removes; null where it removes none. */
  readonly removedSample: { readonly doctors: number; readonly clinics: number } | null;
  /** The first rejected rows, and the first rows of which values were left out. */
  readonly rejects: readonly RunReject[];
}

/** The jobs that import the shipped places, in their order. */
export interface OpenDataImport {
  readonly imports: readonly ImportJob[];
}

export class ImportUpload {
  @OneOf(IMPORT_SOURCE_NAMES, 'required')
  source: ImportSourceName;

  @FileName()
  fileName: string;

  @OneOf(['true', 'false'])
  complete?: 'true' | 'false';

  @OneOf(['true', 'false'])
  confirms?: 'true' | 'false';

  @Instant()
  extractedAt?: string;

  @Text(1, 40, 'optional')
  encoding?: string;

  @Text(1, 200, 'optional')
  agency?: string;

  @TextLike(LIST_NAME, { code: 'list_name' }, 'optional')
  list?: string;

  @OneOf(Object.values(IMPORT_SOURCES).flatMap(({ profiles }) => profiles))
  map?: string;
}

/** What a check found beyond the limits, as the person read it. */
export class ImportConfirmation {
  /** That of the check. */
  @Text(0, 100, 'nullable')
  version: string | null = null;

  /** That of the file that was checked. */
  @Text(64, 64)
  fileHash: string;

  @WholeNumber('optional')
  expiry?: number;

  @Texts(100)
  changes: string[] = [];

  @Flag()
  rejects = false;

  @Flag()
  replacesSample = false;
}
