import type { SyncWriter } from '@care-atlas/data/sync';
import type { InputFormat } from '../formats/input-format.js';
import type { InputRow } from '../rows/input-row.js';
import { RowFault } from '../rows/row-fault.js';
import type { SourceRows } from '../sources/source.js';
import type { RejectsFile } from './rejects-file.js';

const KEY_UNREADABLE =
  'The record that the row is about cannot be identified, so nothing expires or closes in this run.';

/** Reads the rows of a file, counts them, and rejects those that cannot be used. */
export class FileRows implements SourceRows {
  /** The number of rows so far. */
  count = 0;
  /** The number of skipped rows by reason. */
  readonly skipped = new Map<string, number>();
  /** The number of rows that are not used completely, by reason. */
  readonly notes = new Map<string, number>();

  /**
   * @param bytes the text of the file
   * @param complete whether records that the file lacks expire or close
   * @param signal ends the reading when it is aborted
   */
  constructor(
    private readonly format: InputFormat,
    private readonly bytes: AsyncIterable<Buffer>,
    private readonly writer: Pick<SyncWriter, 'reject' | 'skip'>,
    private readonly rejects: RejectsFile,
    private readonly complete: boolean,
    private readonly signal?: AbortSignal,
  ) {}

  async *records<Result extends object>(
    read: (row: InputRow) => Result | undefined,
    keyOf: (row: InputRow) => string | undefined = () => undefined,
  ): AsyncGenerator<Result & { readonly line: number }> {
    for await (const batch of this.format.rows(this.bytes)) {
      this.signal?.throwIfAborted();
      for (const row of batch) {
        this.count++;
        const record = this.#recordOf(row, read, keyOf);
        // Assigned, not spread: a copy of every record would be one more to collect.
        if (record) yield Object.assign(record, { line: row.line });
      }
    }
  }

  #recordOf<Result>(
    row: InputRow,
    read: (row: InputRow) => Result | undefined,
    keyOf: (row: InputRow) => string | undefined,
  ): Result | undefined {
    try {
      if (row.fault) throw row.fault;
      return read(row);
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      const key = row.mayHideRows ? undefined : keyOf(row);
      const value = unshared(fault.value);
      const reason = key === undefined && this.complete ? `${fault.reason} ${KEY_UNREADABLE}` : fault.reason;
      const reject = { line: row.line, column: fault.column, value, reason };
      this.rejects.add(row, reject);
      this.writer.reject(reject, key && unshared(key));
      return undefined;
    }
  }

  skip(reason: string): undefined {
    this.writer.skip();
    increment(this.skipped, reason);
  }

  note(reason: string): void {
    increment(this.notes, reason);
  }
}

function increment(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** Returns a copy of a text that does not keep the part of the file it was sliced from in memory. */
function unshared(text: string): string {
  return Buffer.from(text).toString();
}
