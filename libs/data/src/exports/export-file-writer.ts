import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import type { ExportFile } from '@care-atlas/domain/contract';
import { type ExportDraft, fileUrl } from './export-store.js';

const CHUNK_CHARACTERS = 65_536;

/** Writes one file of an export record by record, compressed, and measures it. Its memory does not grow. */
export class ExportFileWriter {
  readonly #gzip = createGzip();
  readonly #hash = createHash('sha256');
  readonly #written: Promise<void>;
  #bytes = 0;
  #records = 0;
  #text = '';
  #fault: unknown;

  constructor(
    draft: ExportDraft,
    private readonly name: string,
  ) {
    this.#written = draft.write(name, this.#measured());
    // Reported by the next `add`, or by `end`.
    this.#written.catch((error: unknown) => {
      this.#fault = error;
      this.#gzip.destroy();
    });
  }

  /** Adds the text of a record. @throws when the file cannot be written */
  async add(text: string): Promise<void> {
    this.#records++;
    await this.addText(text);
  }

  /** Adds text that is no record, such as a header. */
  async addText(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= CHUNK_CHARACTERS) await this.#flush();
  }

  /** The number of records so far. */
  get records(): number {
    return this.#records;
  }

  /** Completes the file. @returns what the manifest says of it */
  async end(datasetVersion: string): Promise<ExportFile> {
    await this.#flush();
    this.#gzip.end();
    await this.#written;
    const { name } = this;
    return {
      name,
      url: fileUrl(datasetVersion, name),
      format: name.split('.').at(-2)!,
      records: this.#records,
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
    };
  }

  /** Stops writing; the draft is discarded. */
  async abort(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => undefined);
  }

  async *#measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#gzip as AsyncIterable<Buffer>) {
      this.#bytes += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  async #flush(): Promise<void> {
    if (this.#fault) throw this.#fault;
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !this.#gzip.write(text))
      await Promise.race([once(this.#gzip, 'drain'), this.#written]);
    if (this.#fault) throw this.#fault;
  }
}
