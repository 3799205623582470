import { fromUtf8, utf8 } from '../../text/utf8.js';

const SLAB_BYTES = 65_536;
let slab = new Uint8Array(SLAB_BYTES);
let used = 0;

/**
 * Puts an answer together from bytes and text. One at a time: the next one begins where the last one was finished, in
 * memory that a handful of answers share. Memory of its own for each would have to be cleared, filled by another copy,
 * and collected, which takes as long as all the rest.
 */
export class AnswerBytes {
  #start = used;
  #end = used;

  bytes(bytes: Uint8Array): this {
    const end = this.#end + bytes.length;
    if (end > slab.length) return this.#toNewSlab(bytes.length).bytes(bytes);
    slab.set(bytes, this.#end);
    this.#end = end;
    return this;
  }

  // Short and nearly always ASCII: written here in a fraction of the time that an encoder takes to be called.
  text(text: string): this {
    const length = text.length;
    if (this.#end + length > slab.length) return this.bytes(utf8(text));
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return this.bytes(utf8(text));
      slab[this.#end + i] = code;
    }
    this.#end += length;
    return this;
  }

  /** Takes back the last byte. */
  dropLast(): this {
    this.#end--;
    return this;
  }

  /** What was put together. It stays as it is: nothing is written there again. */
  finish(): Uint8Array {
    used = this.#end;
    return this.#written();
  }

  /** What was put together, as text; its memory goes to the next answer. */
  finishText(): string {
    return fromUtf8(this.#written());
  }

  #written(): Uint8Array {
    return new Uint8Array(slab.buffer, this.#start, this.#end - this.#start);
  }

  #toNewSlab(more: number): this {
    const written = this.#written();
    slab = new Uint8Array(Math.max(SLAB_BYTES, 2 * (written.length + more)));
    slab.set(written);
    this.#start = used = 0;
    this.#end = written.length;
    return this;
  }
}
