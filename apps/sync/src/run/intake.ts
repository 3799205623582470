import type { SyncWriter } from '@care-atlas/data/sync';
import type { InputForm } from '../formats/input-form.js';
import type { InputRow } from '../formats/input-row.js';
import type { RejectsFile } from './rejects-file.js';
import { RowFault } from '../formats/row-fault.js';

const KEY_UNREADABLE = 'Which record it is about cannot be read, so nothing expires or closes in this run.';

/** What stands between a file and the writer: it counts, and keeps bad rows from stopping the run. */
export class Intake {
  /** Rows of the file so far. */
  rows = 0;
  readonly leftOut = new Map<string, number>();
  readonly notes = new Map<string, number>();

  /**
   * @param bytes the text of the file
   * @param complete whether records that the file lacks expire or close
   * @param signal when it is aborted, the run is to end
   */
  constructor(
    private readonly form: InputForm,
    private readonly bytes: AsyncIterable<Buffer>,
    private readonly writer: Pick<SyncWriter, 'reject' | 'leaveOut'>,
    private readonly rejects: RejectsFile,
    private readonly complete: boolean,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * The records that a function makes of the rows, each with the line of its row. A row that it refuses by a RowFault
   * is rejected; one of which it makes nothing has to be counted by `leaveOut`.
   * @param keyOf the key of a rejected row, so that its record is not taken for missing; undefined when it cannot be
   * read: then no record is
   */
  async *records<R extends object>(
    read: (row: InputRow) => R | undefined,
    keyOf: (row: InputRow) => string | undefined = () => undefined,
  ): AsyncGenerator<R & { readonly line: number }> {
    for await (const batch of this.form.rows(this.bytes)) {
      this.signal?.throwIfAborted();
      for (const row of batch) {
        this.rows++;
        const record = this.#recordOf(row, read, keyOf);
        // Assigned, not spread: a copy of every record would be one more for the collector.
        if (record) yield Object.assign(record, { line: row.line });
      }
    }
  }

  #recordOf<R>(
    row: InputRow,
    read: (row: InputRow) => R | undefined,
    keyOf: (row: InputRow) => string | undefined,
  ): R | undefined {
    try {
      if (row.fault) throw row.fault;
      return read(row);
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      const key = row.mayHideRows ? undefined : keyOf(row);
      const { column } = fault;
      const value = unshared(fault.value);
      const reason = key === undefined && this.complete ? `${fault.reason} ${KEY_UNREADABLE}` : fault.reason;
      const reject = { line: row.line, column, value, reason };
      this.rejects.add(row, reject);
      this.writer.reject(reject, key && unshared(key));
      return undefined;
    }
  }

  /** Counts a row that the source rightly holds and the directory does not want. */
  leaveOut(what: string): undefined {
    this.writer.leaveOut();
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }

  /** Counts a row that is used, though not all that it says could be kept. */
  note(what: string): void {
    this.notes.set(what, (this.notes.get(what) ?? 0) + 1);
  }
}

/** A copy that does not keep the part of the file in memory from which the text was cut. */
function unshared(text: string): string {
  return Buffer.from(text).toString();
}
