import type { SourceFacts, SyncOptions } from '@care-atlas/data/sync';
import { IMPORT_SOURCES, type ImportSourceName } from '@care-atlas/domain/records';
import type { EvidenceDays } from '@care-atlas/domain/rules';
import type { ReadLimits } from '../limits/read-limits.js';
import type { ColumnMap } from '../mapping/column-map.js';
import type { Source } from '../sources/source.js';
import type { Progress } from './progress.js';
import type { RejectLimit } from './reject-limit.js';

/** The options of an import. */
export interface ImportOptions extends SourceFacts {
  readonly databaseUrl: string;
  /** When the import starts. */
  readonly now: Date;
  readonly progress: Progress;
  /** Who imports, for the audit. */
  readonly actor?: string;
  /** The name of the file in messages and in the history (default: from its path). */
  readonly name?: string;
  /** The encoding of the file's text (default: UTF-8). */
  readonly encoding?: string;
  /** What the file may unpack to (default: that of the configuration without variables). */
  readonly limits?: ReadLimits;
  /** The agency whose stations the file holds. */
  readonly agency?: string;
  /** The name of the list, where there are several of the kind. */
  readonly list?: string;
  /** What the columns of the file mean, where they are not those of the source. */
  readonly map?: ColumnMap | undefined;
  readonly complete?: boolean;
  readonly extractedAt?: Date;
  /** Refuses a file that was first imported more than this number of days ago. */
  readonly maxSameDays?: number;
  readonly dryRun?: boolean;
  /** Removes sample data in the same transaction. */
  readonly replaceSample?: boolean;
  /** Whether the file is marked as sample data. */
  readonly isSample?: boolean;
  /** Whether the file says that its source has more records, where its format does not know. */
  readonly endsEarly?: boolean;
  /** Maximum number of changes that a dry run shows. */
  readonly changes?: number;
  /** The path of the rejects file (default: beside the file). */
  readonly rejects?: string;
  readonly maxRejects?: RejectLimit;
  /** How many rows may have values that are left out. */
  readonly maxNotes?: RejectLimit;
  /** The days for which observations hold, for the report. */
  readonly evidenceDays?: EvidenceDays | undefined;
  /** A share, 0 to 1. */
  readonly maxExpired?: number;
  /** The exact number of records that may expire or close, whatever `maxExpired` is. */
  readonly confirmExpiry?: number;
  /** The share of records, 0 to 1, of which the same field may change (default 0.05). */
  readonly maxChanged?: number;
  /** The fields that may change for any number of records, and `position` and `one-address` for moves. */
  readonly confirmChange?: readonly string[];
  /** Does something else in the transaction of the run, as its last statement. A dry run leaves it out. */
  readonly beforeCommit?: SyncOptions['beforeCommit'];
  /** Ends the import; nothing is imported then. */
  readonly signal?: AbortSignal | undefined;
}

export const CONFIRMS_PARTIALLY =
  '--confirms needs --complete: only a complete file confirms what it says. Give both, or leave out --confirms.';

/** Returns whether an import would state that its source confirms with a file that cannot. */
export function confirmsPartially(
  source: Source,
  { confirms, complete }: Pick<ImportOptions, 'confirms' | 'complete'>,
): boolean {
  const { mayConfirm } = IMPORT_SOURCES[source.name as ImportSourceName];
  return confirms === true && mayConfirm === 'complete' && complete !== true;
}
