import {
  type ClinicDetail,
  type DoctorDetail,
  type Explanation,
  MAX_QUESTION_LENGTH,
  type QuestionAnswer,
} from '@care-atlas/domain/contract';
import {
  CORRECTED_RECORDS,
  type CorrectedRecordKind,
  type CorrectionKind,
  type KnownAnswer,
} from '@care-atlas/domain/records';
import { Text, type Timestamp } from '../fields.js';
import type { RunChange } from '../imports/runs.js';

export const RECORD_KINDS = CORRECTED_RECORDS;
export type RecordKind = CorrectedRecordKind;

/** Asks for records by number or id, by words of a name or address, or by a sentence. */
export class RecordQuery {
  @Text(1, MAX_QUESTION_LENGTH)
  q: string;
}

/** The best matches of each kind, doctors first. */
export interface RecordList {
  readonly records: readonly RecordItem[];
  /** How the words are read as a sentence; null where a record has them, or a name that is alike. */
  readonly reading: SentenceReading | null;
}

type PartVerdict = QuestionAnswer['unused'][number]['verdict'];

/** How words that name no record are read: as the filters of a list of doctors, whose first are the records, or why not. */
export interface SentenceReading {
  readonly verdict: QuestionAnswer['verdict'];
  /** The number to call before anything else. */
  readonly emergency: '911' | '988' | null;
  /** The parameters of /doctors, readable. */
  readonly query: string;
  /** Number of doctors in the list; null without one. */
  readonly total: number | null;
  /** The words that are no filters: those that `stop` a list, and others. */
  readonly unused: readonly {
    readonly text: string;
    readonly stops: boolean;
    readonly verdict: PartVerdict | 'whole-area';
  }[];
  /** What can be asked instead, as words and as parameters. */
  readonly offers: readonly { readonly ask: string; readonly query: string; readonly total: number }[];
}

/** A record, listed or not. */
export interface RecordItem {
  readonly record: RecordKind;
  /** The registration number of a doctor, or the id of a clinic. */
  readonly key: string;
  readonly name: string;
  readonly address: string;
  /** When the registration expired or the clinic closed; null while neither is the case. */
  readonly endedAt: Timestamp | null;
  /** Whether no record has the words, and the name only resembles them. */
  readonly isAlike: boolean;
  /** Whether the registration of a listed doctor is for independent practice; null for other records. */
  readonly independent: KnownAnswer | null;
}

export interface RecordDetails {
  readonly record: RecordKind;
  readonly key: string;
  readonly name: string;
  /** Every stored column by name. Times are ISO 8601. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** What GET /doctors/{cpso} or /clinics/{id} answers; null where that is 404. */
  readonly doctor: DoctorDetail | null;
  readonly clinic: ClinicDetail | null;
  readonly hidden: boolean;
  /** Whether the dataset in service is older than the newest change: it follows within seconds. */
  readonly isBehind: boolean;
  /** The clinic that answers for this one; null if it was not merged. */
  readonly survivor: string | null;
  /** Why the list of all has the record or not. */
  readonly listed: Explanation;
  /** The record as HTML for people, by language, with a button `data-correct` at each value; null with the record. */
  readonly view: Readonly<Record<'en' | 'fr', string>> | null;
  /** The newest 100 changes, the newest first. */
  readonly history: readonly PastChange[];
  /** The newest first. */
  readonly corrections: readonly RecordCorrection[];
}

export interface PastChange extends Pick<RunChange, 'change' | 'fields'> {
  readonly runId: string;
  readonly source: string;
  readonly startedAt: Timestamp;
}

export interface RecordCorrection {
  readonly id: number;
  readonly kind: CorrectionKind;
  /** What the operator gave, by column of the import; of a merge the survivor, as `into`. */
  readonly given: Readonly<Record<string, string>>;
  readonly why: string;
  readonly madeBy: string;
  readonly madeAt: Timestamp;
  readonly until: Timestamp | null;
  readonly endedAt: Timestamp | null;
}
