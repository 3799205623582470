import type { SyncWriter } from '@care-atlas/data/sync';
import type { Format } from '../formats/input-form.js';
import type { Intake } from '../run/intake.js';

/** What the rows of a source may hold. */
export interface SourceShape {
  /** Every column that is read, with its meaning and what is accepted, as the help shows them. */
  readonly columns: Readonly<Record<string, string>>;
  /** Groups of columns, of each of which a file must have one. */
  readonly needs: readonly (readonly string[])[];
}

/** What the person said about the file, beside its name. */
export interface ImportOptions {
  /** Whether the file holds all that its source has: what is missing in it is gone. */
  readonly complete: boolean;
  /** When the file was drawn from its source; the time of the run unless the person said so. */
  readonly extractedAt: Date;
  /** When the import runs. */
  readonly now: Date;
}

/** A kind of file that can be imported. */
export interface Source extends SourceShape {
  /** The word for it on the command line and in the history of runs; never to change. */
  readonly name: string;
  /** What it brings, in one line of help. */
  readonly summary: string;
  readonly formats: readonly Format[];
  /** What `--complete` means for it; undefined where a file cannot be told to be complete. */
  readonly complete?: string;
  /** Whether a run may take records away, so that there is a limit to how many. */
  readonly takesAway?: true;
  /** A command line that works in the project as it is delivered. */
  readonly example: string;
  /** What to do after the import, for a person. */
  readonly next: string;
  /** Hands the records to the writer, one at a time. */
  write(intake: Intake, writer: SyncWriter, options: ImportOptions): Promise<void>;
}
