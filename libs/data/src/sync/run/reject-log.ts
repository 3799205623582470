import type { StoredMap } from '../../entities/imports/sync-run.entity.js';
import type { RunReport } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import type { NoteKind, RejectKind } from '../../entities/imports/sync-reject.entity.js';

export type { NoteKind };

/** A row of a source that could not be used, or of which some values were left out. */
export interface SyncReject {
  readonly kind: RejectKind;
  /** The line of the source on which the row begins, from 1; null when it is not known. */
  readonly line: number | null;
  /** The column at fault; empty when the whole row is. */
  readonly column: string;
  readonly value: string;
  /** One sentence for the person who corrects the row. */
  readonly reason: string;
  /** The same by value; absent where it is not known. */
  readonly faults?: readonly ValueFault[];
}

/** What is wrong with one value of a row. */
export interface ValueFault {
  readonly column: string;
  readonly value: string;
  /** What is accepted, in sentences. */
  readonly reason: string;
  /** Whether the value was read all the same: in part, or as not known. */
  readonly isDoubtful: boolean;
  /** What the cell may have been meant to say. Each is read without a doubt. */
  readonly suggestions: readonly string[];
}

/** A row of which values were left out. */
export type SyncNote = Omit<SyncReject, 'kind'> & {
  /** By default `field`. */
  readonly kind?: NoteKind;
  /** Whether all of these values were read all the same, in part or as not known. */
  readonly isRead?: boolean;
};

interface KeptNote {
  readonly note: SyncReject;
  readonly isRead: boolean;
}

/** The rejected rows of a run as a file, to be corrected and imported. */
export interface StoredRejects {
  /** The extension of the file, e.g. "csv". */
  readonly format: string;
  readonly content: Buffer;
  /** The map of columns with which it is read. */
  readonly map?: StoredMap | undefined;
}

/** Maximum number of rows of each kind that are stored with a run. All of them are counted. */
const MAX_STORED = 10_000;
/** Maximum number of rows that were left out whose lines are kept, of each reason. */
const MAX_LINES = 20;
const OLDER = 'records that a newer extract described';
const MAX_VALUE_CHARACTERS = 1000;

type RejectedRow = Pick<SyncReject, 'line' | 'reason'> &
  Partial<Pick<SyncReject, 'column' | 'value' | 'faults'>>;

/** The rows of one run that could not be used, or not completely. */
export class RejectLog {
  /** The number of rejected rows. */
  count = 0;
  /** The number of rows of which values were left out. */
  noted = 0;
  /** The number of those whose values were all read all the same. */
  doubtful = 0;
  readonly #notes = new Map<string, { rows: number; doubtful: number }>();
  /** The number of rows whose coordinates were left out, because they are far from the postal area. */
  positionsOff = 0;
  readonly #stored = new Set<SyncReject>();
  /** The notes by line: a row that is rejected later counts as rejected only. */
  readonly #noted = new Map<number, KeptNote>();
  /** The keys of rejected rows, as far as they could be read: a record with a rejected row is not missing. */
  readonly #keys = new Set<string>();
  /** The number of rejected rows that may be about any record. */
  #unreadable = 0;
  readonly #notices = new Set<string>();
  readonly #leftOut = new Map<string, { rows: number; lines: number[] }>();
  /** The number of rows that were left alone, because a newer extract described their records. */
  older = 0;

  /** All rejected rows as a file, if the importer wrote one. */
  file: StoredRejects | undefined;

  constructor(private readonly onReject: (reject: SyncReject) => void) {}

  /** What the run did not do, e.g. expire doctors as missing; empty where it did everything. */
  get notice(): string {
    return [...this.#notices].join(' ');
  }

  /** Adds a sentence to the notice. */
  notify(notice: string): void {
    this.#notices.add(notice);
  }

  get keys(): readonly string[] {
    return [...this.#keys];
  }

  /**
   * Adds a row that the importer could not use.
   * @param key undefined when it could not be read: the row may be about any record
   */
  addUnread(reject: RejectedRow, key: string | undefined): void {
    if (key === undefined) this.#unreadable++;
    else this.#keys.add(key);
    this.add(reject);
  }

  /**
   * Returns whether records that a complete source lacks count as missing. They do not when a rejected row may be
   * about any of them; the notice then says so.
   * @param kept what does not happen, e.g. "No doctor was expired"
   * @param key what could not be read, e.g. "registration number"
   */
  allowsMissing(kept: string, key: string): boolean {
    if (this.#unreadable === 0) return true;
    const rows = `${this.#unreadable} rejected ${this.#unreadable === 1 ? 'row' : 'rows'}`;
    this.notify(`${kept} as missing: the ${key} of ${rows} could not be read.`);
    return false;
  }

  /**
   * Adds a rejected row. When values of it were left out before, their reasons follow.
   * @param column by default the columns of the values that were left out
   */
  add({ line, reason, faults, ...at }: RejectedRow): void {
    const note = this.#withdrawNote(line);
    const { column, value } = { column: '', value: '', ...note, ...at };
    const reject = {
      kind: 'row',
      line,
      column,
      value,
      reason: [reason, note?.reason].filter(Boolean).join(' '),
    } as const;
    if (this.count++ < MAX_STORED) this.#stored.add({ ...reject, value: storable(value) });
    const own = { column, value, reason, isDoubtful: false, suggestions: [] };
    const noted = note?.faults ?? [];
    const all = at.column === undefined && noted.length > 0 ? noted : [own, ...noted];
    this.onReject({ ...reject, faults: faults ?? all });
  }

  /** Takes a note back. A position that is off is counted whatever becomes of its row. */
  #withdrawNote(line: number | null): SyncReject | undefined {
    const noted = line === null ? undefined : this.#noted.get(line);
    if (!noted) return undefined;
    this.#noted.delete(line!);
    this.#stored.delete(noted.note);
    this.#countNote(noted, -1);
    return noted.note;
  }

  #countNote({ note, isRead }: KeptNote, count: 1 | -1): void {
    this.noted += count;
    if (isRead) this.doubtful += count;
    for (const column of new Set(note.faults?.map((fault) => fault.column) ?? [note.column])) {
      const counts = this.#notes.get(column) ?? { rows: 0, doubtful: 0 };
      this.#notes.set(column, counts);
      counts.rows += count;
      if (note.faults?.some((fault) => fault.column === column && fault.isDoubtful)) counts.doubtful += count;
      if (counts.rows === 0) this.#notes.delete(column);
    }
  }

  /** The number of rows of which a value was left out, by column, most first. */
  get notesByColumn(): RunReport['notes'] {
    const counts = Array.from(this.#notes, ([column, { rows, doubtful }]) => ({
      column,
      rows,
      ...(doubtful > 0 && { doubtful }),
    }));
    return counts.toSorted((a, b) => b.rows - a.rows || (a.column < b.column ? -1 : 1));
  }

  /** Adds a row of which values were left out. */
  note({ kind = 'field', isRead = false, ...given }: SyncNote): void {
    const note = { ...given, kind, value: storable(given.value) };
    const kept = { note, isRead };
    if (kind === 'position') this.positionsOff++;
    if (this.noted < MAX_STORED) this.#stored.add(note);
    if (note.line !== null) this.#noted.set(note.line, kept);
    this.#countNote(kept, 1);
    this.onReject({ ...given, kind });
  }

  /** Counts a valid row that the directory does not include. */
  leaveOut(reason: string, line: number): void {
    const known = this.#leftOut.get(reason) ?? { rows: 0, lines: [] };
    this.#leftOut.set(reason, known);
    if (known.rows++ < MAX_LINES) known.lines.push(line);
  }

  /** The valid rows that the directory does not include, by reason. */
  get leftOut(): NonNullable<RunReport['leftOut']> {
    const rows = Array.from(this.#leftOut, ([reason, counted]) => ({ reason, ...counted }));
    return this.older === 0 ? rows : [...rows, { reason: OLDER, rows: this.older, lines: [] }];
  }

  /** Stores the first rejected rows and their file with the run. */
  async store(client: ClientBase, runId: string): Promise<void> {
    const stored = [...this.#stored];
    await client.query(
      `insert into sync_reject (run_id, position, line, column_name, value, reason, kind)
      select $1, reject.position, reject.line, reject.column_name, reject.value, reject.reason, reject.kind
      from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
        reject (line, column_name, value, reason, kind, position)`,
      [
        runId,
        stored.map(({ line }) => line),
        stored.map(({ column }) => column),
        stored.map(({ value }) => value),
        stored.map(({ reason }) => storable(reason)),
        stored.map(({ kind }) => kind),
      ],
    );
    if (!this.file) return;
    await client.query(
      'update sync_run set rejects_format = $2, rejects_file = $3, rejects_map = $4 where id = $1',
      [runId, this.file.format, this.file.content, this.file.map],
    );
  }
}

/** Returns a text of a file as it is stored. PostgreSQL cannot store NUL, and a broken file may hold all of itself in one field. */
export function storable(text: string): string {
  return text.slice(0, MAX_VALUE_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed();
}
