import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SyncReject } from '@care-atlas/data/sync';
import type { InputForm, RejectedRow } from '../formats/input-form.js';
import type { InputRow } from '../formats/input-row.js';

const COMPRESSED = /\.gz$/i;
const EXTENSION = /\.[^.]+$/;

/** Where the rejects of a file go unless the person says otherwise: beside it, as `name.rejects.csv`. */
export function rejectsPath(path: string, extension: string): string {
  const name = basename(path).replace(COMPRESSED, '').replace(EXTENSION, '');
  return join(dirname(path), `${name}.rejects.${extension}`);
}

/**
 * The rejected rows of a file in its own form, each with where it stood and why it was rejected. The file appears
 * whole when it is closed, over an older one; without rejects no file is made.
 */
export class RejectsFile {
  #output: WriteStream | undefined;
  #temporary = '';
  #count = 0;
  #fault: unknown;
  /** Of rows that were not at hand when they were rejected. */
  readonly #late = new Map<number, RejectedRow>();
  #lastLine = 0;

  /** @param path where to; told the extension of the form when the first row comes */
  constructor(
    private readonly form: InputForm,
    private readonly path: (extension: string) => string,
  ) {}

  get count(): number {
    return this.#count;
  }

  /** What was rejected after its row had gone by, by line: to be added before the file is closed. */
  get late(): ReadonlyMap<number, RejectedRow> {
    return this.#late;
  }

  /** Hears of every rejection, also of those that come back from the database. */
  hear({ line, column, value, reason }: SyncReject): void {
    // The row at hand was added a moment ago.
    if (line !== null && line !== this.#lastLine) this.#late.set(line, { line, column, value, reason });
  }

  add(row: InputRow, reject: RejectedRow): void {
    const output = this.#opened();
    const { rejects } = this.form;
    output.write((this.#count > 0 ? rejects.between : '') + rejects.row(row.original, reject));
    this.#count++;
    this.#lastLine = reject.line;
  }

  #opened(): WriteStream {
    if (this.#output) return this.#output;
    const target = this.path(this.form.rejects.extension);
    this.#temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
    // The rows of a source may be about people: nobody else need read them.
    this.#output = createWriteStream(this.#temporary, { mode: 0o600, flags: 'wx' });
    this.#output.on('error', (error) => (this.#fault ??= error));
    this.#output.write(this.form.rejects.head());
    return this.#output;
  }

  /**
   * Makes the file appear.
   * @returns its path; undefined without rejects
   */
  async close(): Promise<string | undefined> {
    if (!this.#output) return undefined;
    const target = this.path(this.form.rejects.extension);
    this.#output.end(this.form.rejects.foot());
    if (!this.#fault) await once(this.#output, 'close').catch((error: unknown) => (this.#fault ??= error));
    if (this.#fault) {
      await rm(this.#temporary, { force: true });
      throw new Error(`The rejects cannot be written to ${target}: ${(this.#fault as Error).message}.`);
    }
    await rename(this.#temporary, target);
    return target;
  }
}
