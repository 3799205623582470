import type { ClientBase } from 'pg';
import type { DetailStatement } from '@care-atlas/domain/fusion';
import type { DetailKind } from '../../entities/imports/source-record.entity.js';
import type { StoredList, Values } from '../apply/record-store.js';
import type { ActiveCorrection } from '../corrections/active-corrections.js';
import { isClinicId } from '../record-ids.js';
import { NO_INDEX, type RecordIndex, type RecordKind } from '../records/record-kind.js';

/** What every detail says: the id of a clinic, or the registration number of a doctor. */
export interface DetailFields {
  readonly subject: string;
}

/** How rows about doctors and clinics become source records, and these the rows of a table of the directory. */
export interface DetailForm<Row, Fields extends DetailFields> extends RecordKind<Row, Fields> {
  readonly kind: DetailKind;
  /** Whether an exact repetition of an earlier row is ignored instead of rejected. */
  readonly ignoresRepetitions?: boolean;
  /** The field that says when it was made, with its type, its column in files, and the reason why it must not be in the future. */
  readonly made?: {
    readonly field: keyof Fields & string;
    readonly type: 'date' | 'timestamptz';
    readonly column: string;
    readonly reason: string;
  };
  readonly table: DetailTable<Fields>;
}

/** The table of the directory that has the details of a kind. Every SQL fragment is a constant of this library. */
export interface DetailTable<Fields extends DetailFields> {
  readonly name: string;
  /** The columns that are written, as properties. */
  readonly columns: readonly string[];
  /** Those in which rows with one key can differ; the change log has them without the source. */
  readonly compared: readonly string[];
  /** The stored rows, as `stored`, joined to `wanted (key)`. */
  readonly join: string;
  /** How further properties of stored rows are read. */
  readonly lists: Readonly<Record<string, Pick<StoredList, 'read'>>>;
  /** Returns the row that the records with one key are together; undefined where no source lists it. */
  fuse(records: readonly DetailStatement<Fields>[]): Values | undefined;
  /** Returns a row as the corrections that apply leave it; undefined where they hide it. Without it, there are none. */
  readonly correct?: (row: Values, corrections: readonly ActiveCorrection[]) => Values | undefined;
  /** Returns further properties of rows, by key. */
  readonly complete?: (
    client: ClientBase,
    rows: ReadonlyMap<string, Values>,
  ) => Promise<ReadonlyMap<string, Values>>;
  /** Returns the key of a row as the change log has it. */
  readonly logKey: (row: Values) => string;
}

/** Returns what a detail is found by. */
export function subjectIndex(fields: Readonly<Record<string, unknown>>): RecordIndex {
  return { ...NO_INDEX, subject: (fields['subject'] as string | undefined) ?? null };
}

/** Returns the columns of a subject. */
export function subjectColumns(subject: string): {
  readonly clinicId: string | null;
  readonly registrationNumber: string | null;
} {
  return isClinicId(subject)
    ? { clinicId: subject, registrationNumber: null }
    : { clinicId: null, registrationNumber: subject };
}
