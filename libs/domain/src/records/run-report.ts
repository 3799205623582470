import type { Fact } from './evidence.js';

/** The kinds of records that a run of an import writes. */
export const SYNC_RECORDS = ['doctor', 'clinic', 'service', 'review', 'observation', 'station'] as const;
export type SyncRecordKind = (typeof SYNC_RECORDS)[number];

/** The facts that are not known any more once their observation is older than its life. */
export type LapsingFact = Extract<Fact, 'accepting' | 'serviceAccepting'>;

/** What a run did, in figures, most first. */
export interface RunReport {
  /** The number of stored records whose field changed. */
  readonly fields: readonly {
    readonly record: SyncRecordKind;
    readonly field: string;
    readonly records: number;
  }[];
  /** The number of doctors that expired, by status in the register's words, or `missing` from a complete file. */
  readonly expiries: readonly { readonly cause: string; readonly doctors: number }[];
  /** The number of rows of which a value was left out or is doubtful, by column. */
  readonly notes: readonly {
    readonly column: string;
    readonly rows: number;
    /** The rows among them whose value is doubtful: read in part, or as not known; absent for none. */
    readonly doubtful?: number;
  }[];
  /** The number of rows whose coordinates are far from their postal area. */
  readonly positionsOff: number;
  /** Telephones of open clinics at more than a number of different addresses. */
  readonly sharedPhones: {
    readonly moreThan: number;
    readonly count: number;
    /** The first ten. */
    readonly phones: readonly { readonly phone: string; readonly addresses: number }[];
  };
  /** The valid rows that the directory does not include, by reason; absent without any, and in reports of earlier releases. */
  readonly leftOut?: readonly {
    readonly reason: string;
    readonly rows: number;
    /** The lines of the first 20 of them; none where only their number is known. */
    readonly lines: readonly number[];
  }[];
  /** The answers of the source that have no date, so that they lapse; absent in reports of earlier releases. */
  readonly lapses?: readonly {
    readonly field: LapsingFact;
    /** The number of answers that hold, and when the first of them lapses, ISO 8601; null if none does. */
    readonly answers: number;
    readonly first: string | null;
    /** The number of answers that have lapsed. */
    readonly lapsed: number;
  }[];
}
