import type { SyncResult, SyncWriter } from '@care-atlas/data/sync';
import type { ReadableSource } from '../formats/input-format.js';
import type { SourceRows } from '../rows/source-rows.js';

/** The options of an import that a source depends on. */
export interface SourceOptions {
  /** Whether the file holds everything that its source has: records that it lacks expire or close. */
  readonly complete: boolean;
  /** When the import runs. */
  readonly now: Date;
  /** The agency whose stations the file holds; undefined where the file says it. */
  readonly agency?: string | undefined;
  /** The name of the list that the file is of; undefined for the only one of its kind. */
  readonly list?: string | undefined;
}

/** What an import confirmed, by which its next steps are said. */
export interface Confirmation {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The time of the extract, ISO 8601. */
  readonly extractedAt: string;
  /** Whether the same file was imported before, and no time was stated: it confirms nothing since then. */
  readonly repeats: boolean;
  /** What the directory has none of after the import. */
  readonly lacks: SyncResult['lacks'];
}

/** What a source writes records with. */
export type RecordWriter = Pick<
  SyncWriter,
  'stations' | 'clinics' | 'register' | 'services' | 'reviews' | 'availability'
>;

/** A kind of file that can be imported. */
export interface Source extends ReadableSource {
  /** What it imports, in one line of help. */
  readonly summary: string;
  /** The columns of the fields that stay as they are when a file has none of them. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** What `--complete` means for it; undefined where the option does not exist. */
  readonly complete?: string;
  /** What `--confirms` means for it; undefined where the option does not exist. */
  readonly confirms?: string;
  /** Whether a run may remove records, so that the limit for removals applies. */
  readonly removesRecords?: true;
  /** Whether a row may end the record that it is about, so that the same limit applies. */
  readonly endsRecords?: true;
  /** What `--agency` means for it; undefined where the option does not exist. */
  readonly agency?: string;
  /** What `--id-system` means for it; undefined where the option does not exist. */
  readonly identifierSystem?: string;
  /** A command line that works in this repository. */
  readonly example: string;
  /** What to do after the import; where it depends on what the import did, a function. */
  readonly next: string | ((confirmation: Confirmation) => string);
  /** Passes the records to the writer, one at a time. */
  write(source: SourceRows, writer: RecordWriter, options: SourceOptions): Promise<void>;
}
