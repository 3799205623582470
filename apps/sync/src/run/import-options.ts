import type { SourceFacts, SyncOptions } from '@care-atlas/data/sync';
import { IMPORT_SOURCES, type ImportSourceName } from '@care-atlas/domain/records';
import type { ReadLimits } from '../limits/read-limits.js';
import type { ColumnMap } from '../mapping/column-map.js';
import type { Source } from '../sources/source.js';
import type { Progress } from './progress.js';
import type { RejectLimit } from './reject-limit.js';

/** The options of an import: the options of its run, the facts stated about the source, and how to read the file. */
export interface ImportOptions
  extends SourceFacts, Omit<SyncOptions, 'onProgress' | 'onReject' | 'absent' | 'isSample' | 'maxRejected'> {
  readonly databaseUrl: string;
  /** When the import starts. */
  readonly now: Date;
  readonly progress: Progress;
  /** The name of the file in messages and in the history (default: from its path). */
  readonly name?: string;
  /** The encoding of the file's text (default: UTF-8). */
  readonly encoding?: string | undefined;
  /** What the file may unpack to (default: that of the configuration without variables). */
  readonly limits?: ReadLimits;
  /** The agency whose stations the file holds. */
  readonly agency?: string | undefined;
  /** The name of the list, where there are several of the kind. */
  readonly list?: string | undefined;
  /** What the columns of the file mean, where they are not those of the source. */
  readonly map?: ColumnMap | undefined;
  /** The system of the registration numbers in FHIR (default: that of exports). */
  readonly idSystem?: string | undefined;
  readonly complete?: boolean;
  readonly extractedAt?: Date | undefined;
  /** The path of the rejects file (default: beside the file). */
  readonly rejects?: string;
  readonly maxRejects?: RejectLimit;
  /** How many rows may have values that are left out. */
  readonly maxNotes?: RejectLimit;
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
