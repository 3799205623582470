import type { NoteKind, Numbered, SyncWriter, ValueFault } from '@care-atlas/data/sync';
import type { InputFormat } from '../formats/input-format.js';
import type { InputRow } from '../rows/input-row.js';
import type { RowColumns, UnknownColumn } from '../rows/columns.js';
import { RowFault } from '../rows/row-fault.js';
import type { SourceRows } from '../rows/source-rows.js';
import type { DoubtfulFields } from './doubtful-fields.js';
import type { ImportSummary } from './import-summary.js';
import type { RejectsFile } from './rejects-file.js';

const KEY_UNREADABLE =
  'The record that the row is about cannot be identified, so nothing expires or closes in this run.';

/** The rejects file has the whole row: of its values, the beginning is enough. */
const MAX_VALUE_CHARACTERS = 1000;

/** Maximum number of examples of one note. */
const MAX_EXAMPLES = 20;

/** Reads the rows of a file, counts them, and rejects those that cannot be used. */
export class FileRows implements SourceRows {
  /** The number of rows so far. */
  count = 0;
  readonly #notes = new Map<string, { rows: number; examples?: string[] }>();
  /** The notes of the row that is read. */
  #rowNotes: (readonly [reason: string, exampleOf?: () => string])[] = [];
  /** The reasons of the notes of rows without some values, which may be rejected later. */
  readonly #uncertain = new Map<number, readonly string[]>();
  #skipped: string | undefined;
  #columns: RowColumns | undefined;

  /**
   * @param bytes the text of the file
   * @param complete whether records that the file lacks expire or close
   * @param signal ends the reading when it is aborted
   */
  constructor(
    private readonly format: InputFormat,
    private readonly bytes: AsyncIterable<Buffer>,
    private readonly writer: Pick<SyncWriter, 'reject' | 'skip' | 'note'>,
    private readonly rejects: Pick<RejectsFile, 'add' | 'drain'>,
    private readonly complete: boolean,
    /** Counts what is read in part. */
    private readonly fields: DoubtfulFields,
    private readonly signal?: AbortSignal,
  ) {}

  async *records<Result extends object>(
    read: (row: InputRow) => Result | undefined,
    keyOf: (row: InputRow) => string | undefined = () => undefined,
  ): AsyncGenerator<Numbered<Result>> {
    for await (const batch of this.format.rows(this.bytes)) {
      this.signal?.throwIfAborted();
      for (const row of batch) {
        this.count++;
        this.#columns = row.columns;
        const record = this.#recordOf(row, read, keyOf);
        // Assigned, not spread: a copy of every record would be one more to collect.
        if (record)
          yield Object.assign(record, {
            line: row.line,
            kept: row.kept.length > 0 ? row.kept : undefined,
            faults: row.notes.length > 0 ? valueFaults(row.notes) : undefined,
          });
      }
      await this.rejects.drain();
    }
  }

  #recordOf<Result>(
    row: InputRow,
    read: (row: InputRow) => Result | undefined,
    keyOf: (row: InputRow) => string | undefined,
  ): Result | undefined {
    let record: Result | undefined;
    this.#skipped = undefined;
    this.#rowNotes = [];
    try {
      if (row.fault) throw row.fault;
      record = read(row);
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      row.faults.push(fault);
    }
    if (row.faults.length > 0) return this.#reject(row, keyOf);
    if (this.#skipped !== undefined) {
      this.writer.skip(this.#skipped, row.line);
    } else {
      this.fields.add(row);
      this.#keepNotes(row);
      if (row.notes.length === 0) return record;
      const isRead = row.notes.every((note) => note.isRead);
      this.writer.note({ ...rejectOf(row, row.notes), kind: noteKindOf(row.notes), isRead });
    }
    return record;
  }

  #reject(row: InputRow, keyOf: (row: InputRow) => string | undefined): undefined {
    const key = row.mayHideRows ? undefined : readable(row, keyOf);
    const others = row.notes.map(({ reason }) => reason);
    if (key === undefined && this.complete) others.push(KEY_UNREADABLE);
    const faults = valueFaults([...row.faults, ...row.notes]);
    const reject = { ...rejectOf(row, row.faults, others), faults };
    this.rejects.add(row, { ...reject, kind: 'row' });
    this.writer.reject(reject, key && unshared(key));
  }

  /** Counts the row when nothing is wrong with it. */
  skip(reason: string): undefined {
    this.#skipped = reason;
  }

  /** Columns of the file that the source does not have, each with the nearest one that it has. */
  get unknownColumns(): readonly UnknownColumn[] {
    return this.#columns?.unknown ?? [];
  }

  absent(fields: Readonly<Record<string, readonly string[]>>): readonly string[] {
    const lacks = (name: string) => fields[name]!.every((column) => this.#columns?.isAbsent(column));
    return Object.keys(fields).filter(lacks);
  }

  note(reason: string, exampleOf?: () => string): void {
    this.#rowNotes.push(exampleOf ? [reason, exampleOf] : [reason]);
  }

  /** Counts the notes of a row that is used. */
  #keepNotes({ line, kept }: InputRow): void {
    for (const [reason, exampleOf] of this.#rowNotes) {
      const note = this.#notes.get(reason) ?? { rows: 0, ...(exampleOf && { examples: [] }) };
      this.#notes.set(reason, note);
      note.rows++;
      if (!exampleOf || !note.examples || note.examples.length === MAX_EXAMPLES) continue;
      const example = exampleOf();
      if (!note.examples.includes(example)) note.examples.push(unshared(example));
    }
    if (kept.length > 0 && this.#rowNotes.length > 0)
      this.#uncertain.set(
        line,
        this.#rowNotes.map(([reason]) => reason),
      );
  }

  /** Takes back the notes of a row that is rejected after it was read. */
  withdrawNotes(line: number): void {
    for (const reason of this.#uncertain.get(line) ?? []) {
      const note = this.#notes.get(reason)!;
      note.rows--;
      if (note.rows === 0) this.#notes.delete(reason);
    }
    this.#uncertain.delete(line);
  }

  /** The rows that are not used completely, by reason, with the first different examples where there are any. */
  get notes(): ImportSummary['notes'] {
    return Array.from(this.#notes, ([reason, { rows, ...more }]) => ({ reason, rows, ...more }));
  }
}

/** Returns the key of a row; undefined when it is not text. */
function readable(row: InputRow, keyOf: (row: InputRow) => string | undefined): string | undefined {
  try {
    return keyOf(row);
  } catch (fault) {
    if (fault instanceof RowFault) return undefined;
    throw fault;
  }
}

/** A position that is off is counted whatever else is wrong with its row. */
function noteKindOf(notes: readonly RowFault[]): NoteKind {
  return notes.some(({ kind }) => kind === 'position') ? 'position' : 'field';
}

/** Returns what is wrong with each value. */
function valueFaults(faults: readonly RowFault[]): readonly ValueFault[] {
  return faults.map(({ column, value, reason, isRead, suggestions }) => ({
    column,
    value: unshared(value.slice(0, MAX_VALUE_CHARACTERS)),
    reason,
    isDoubtful: isRead,
    suggestions,
  }));
}

/** Names all faults of a row in one entry. */
function rejectOf({ line }: InputRow, faults: readonly RowFault[], others: readonly string[] = []) {
  return {
    faults: valueFaults(faults),
    line,
    column: [...new Set(faults.map(({ column }) => column))].join(', '),
    value: unshared(faults.map(({ value }) => value.slice(0, MAX_VALUE_CHARACTERS)).join(', ')),
    reason: [...faults.map(({ reason }) => reason), ...others].join(' '),
  };
}

/** Returns a copy of a text that does not keep the part of the file it was sliced from in memory. */
function unshared(text: string): string {
  return Buffer.from(text).toString();
}
