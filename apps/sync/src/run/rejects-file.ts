import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { SyncReject } from '@care-atlas/data/sync';
import type { InputFormat, RejectedRow } from '../formats/input-format.js';
import { fileFaultText } from '../formats/file-fault.js';
import type { InputRow } from '../rows/input-row.js';
import { UnusableInput } from '../rows/unusable-input.js';

const COMPRESSED = /\.gz$/i;
const EXTENSION = /\.[^.]+$/;

/** The name of a rejects file without its extension. */
const REJECTS = /\.rejects(?:-(\d{1,9}))?$/;

/** Returns the default path of a rejects file: beside the file, as `name.rejects.csv`, and of such a file as `name.rejects-2.csv`. */
export function rejectsPath(path: string, extension: string): string {
  const name = basename(path).replace(COMPRESSED, '').replace(EXTENSION, '');
  const [mended = '', count = '1'] = REJECTS.exec(name) ?? [];
  const number = mended === '' ? '' : `-${Number(count) + 1}`;
  return join(dirname(path), `${name.slice(0, name.length - mended.length)}.rejects${number}.${extension}`);
}

/**
 * Refuses a rejects file that the import could not write, or should not.
 * @throws UnusableInput when it is the input, a directory, or a device
 */
export async function requireRejectsPath(target: string, input: string): Promise<void> {
  const [rejects, source] = await Promise.all(
    [target, input].map((path) => stat(path).catch(() => undefined)),
  );
  if (rejects?.isDirectory())
    throw new UnusableInput(`The rejects file ${target} is a directory: name a file in it.`);
  if (rejects && !rejects.isFile())
    throw new UnusableInput(
      `The rejects file ${target} is not a regular file, and would be replaced: name another.`,
    );
  const same =
    resolve(target) === resolve(input) ||
    (rejects && rejects.ino === source?.ino && rejects.dev === source.dev);
  if (same)
    throw new UnusableInput(`The rejects file ${target} is the input, and would replace it: name another.`);
}

/**
 * Writes the rejected rows of a file in its format, each with its line and the reason. The complete file appears when
 * it is closed, and replaces an older one. Without rejected rows there is no file.
 */
export class RejectsFile {
  #output: WriteStream | undefined;
  #temporary = '';
  #count = 0;
  #fault: unknown;
  /** Rejects by line, of rows that were rejected after they were read, and notes, which a reject replaces. */
  readonly #missing = new Map<number, RejectedRow>();
  #lastLine = 0;

  /** @param path returns the path of the file for the extension of its format */
  constructor(
    private readonly format: InputFormat,
    private readonly path: (extension: string) => string,
  ) {}

  /** The rejects by line whose rows are still to be added before the file is closed. */
  get missing(): ReadonlyMap<number, RejectedRow> {
    return this.#missing;
  }

  /** Receives every rejected row, including those that the database rejects, and every row with a note. */
  onReject({ line, ...reject }: SyncReject): void {
    // The row that is being read was added before.
    if (line !== null && line !== this.#lastLine) this.#missing.set(line, { ...reject, line });
  }

  add(row: InputRow, reject: RejectedRow): void {
    const output = this.#opened();
    const { rejects } = this.format;
    output.write((this.#count > 0 ? rejects.separator : '') + rejects.row(row.original, reject));
    this.#count++;
    this.#lastLine = reject.line;
  }

  /** Waits until the disk has taken what was added. */
  async drain(): Promise<void> {
    // A fault ends the import when the file is closed.
    if (this.#output?.writableNeedDrain) await once(this.#output, 'drain').catch(() => undefined);
  }

  #opened(): WriteStream {
    if (this.#output) return this.#output;
    const target = this.path(this.format.rejects.extension);
    this.#temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
    // Rows may be about people: only the owner may read them.
    this.#output = createWriteStream(this.#temporary, { mode: 0o600, flags: 'wx' });
    this.#output.on('error', (error) => (this.#fault ??= error));
    this.#output.write(this.format.rejects.head());
    return this.#output;
  }

  async #fail(target: string): Promise<never> {
    await rm(this.#temporary, { force: true });
    throw new Error(`The rejects file ${target} cannot be written: ${fileFaultText(this.#fault)}.`);
  }

  /**
   * Completes the file.
   * @returns its path; undefined without rejected rows
   */
  async close(): Promise<string | undefined> {
    if (!this.#output) return undefined;
    const target = this.path(this.format.rejects.extension);
    this.#output.end(this.format.rejects.foot());
    if (!this.#fault) await once(this.#output, 'close').catch((error: unknown) => (this.#fault ??= error));
    if (this.#fault) await this.#fail(target);
    await rename(this.#temporary, target).catch(async (error: unknown) => {
      this.#fault = error;
      await this.#fail(target);
    });
    return target;
  }
}
