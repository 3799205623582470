import { fromUtf8, utf8 } from '../../text/utf8.js';

const BLOCK_BITS = 20;
const BLOCK_BYTES = 1 << BLOCK_BITS;
// The blocks grow up to that: a read model of a few records, made for one answer, takes little.
const FIRST_BLOCK_BYTES = 1 << 14;
const ENCODER = new TextEncoder();
const MOST_SHORT = 65_535;

/** Where a text lies: its block and the place in it, as one number, and its length in bytes. */
export interface TextPlace {
  readonly position: number;
  readonly length: number;
}

/**
 * Takes in texts as UTF-8, end to end in blocks of memory outside the JavaScript heap. Hundreds of thousands of
 * texts there cost the garbage collector nothing, and go into an answer by copying bytes.
 */
export class TextArena {
  readonly #blocks: Uint8Array[] = [];
  readonly #once = new Map<string, TextPlace>();
  #used = BLOCK_BYTES;

  /** As `add`, for texts of which many are equal: each is kept once. */
  addOnce(text: string): TextPlace {
    let place = this.#once.get(text);
    if (!place) this.#once.set(text, (place = this.add(text)));
    return place;
  }

  add(text: string): TextPlace {
    const block = this.#blocks.at(-1);
    if (block && this.#used < block.length) {
      const { read, written } = ENCODER.encodeInto(text, block.subarray(this.#used));
      if (read === text.length) return this.#take(written);
    }
    return this.#addToNewBlock(text);
  }

  /** The place of a text that occurs in another, which was added; of its own where it does not. */
  within(whole: string, place: TextPlace, part: string): TextPlace {
    const at = whole.indexOf(part);
    if (at === -1) return this.add(part);
    const before = utf8(whole.slice(0, at)).length;
    return { position: place.position + before, length: utf8(part).length };
  }

  #addToNewBlock(text: string): TextPlace {
    const bytes = utf8(text);
    const size = Math.min(BLOCK_BYTES, FIRST_BLOCK_BYTES * 4 ** this.#blocks.length);
    const block = new Uint8Array(Math.max(size, bytes.length));
    block.set(bytes);
    this.#blocks.push(block);
    this.#used = 0;
    return this.#take(bytes.length);
  }

  #take(length: number): TextPlace {
    const position = ((this.#blocks.length - 1) << BLOCK_BITS) + this.#used;
    this.#used += length;
    return { position, length };
  }

  /** The texts at some places, in that order. */
  column(places: readonly TextPlace[]): TextColumn {
    // Loops, because a typed array made by `from` goes through an iterator, ten times as slowly.
    const positions = new Uint32Array(places.length);
    const isLong = places.some(({ length }) => length > MOST_SHORT);
    const lengths = isLong ? new Uint32Array(places.length) : new Uint16Array(places.length);
    for (let i = 0; i < places.length; i++) {
      positions[i] = places[i]!.position;
      lengths[i] = places[i]!.length;
    }
    return { blocks: this.#blocks, positions, lengths };
  }
}

/** Texts by number, as plain data; several columns share the blocks of one arena. */
export interface TextColumn {
  readonly blocks: readonly Uint8Array[];
  readonly positions: Uint32Array;
  readonly lengths: TextLengths;
}

/** Two bytes do for all texts that there are, but not for all that there may be. */
export type TextLengths = Uint16Array | Uint32Array;

/** Reads the texts of a column. */
export class Texts {
  readonly #blocks: readonly Uint8Array[];
  readonly #positions: Uint32Array;
  readonly #lengths: TextLengths;

  constructor({ blocks, positions, lengths }: TextColumn) {
    this.#blocks = blocks;
    this.#positions = positions;
    this.#lengths = lengths;
  }

  bytes(i: number): Uint8Array {
    const position = this.#positions[i]!;
    const { buffer } = this.#blocks[position >>> BLOCK_BITS]!;
    return new Uint8Array(buffer, position & (BLOCK_BYTES - 1), this.#lengths[i]);
  }

  text(i: number): string {
    return fromUtf8(this.bytes(i));
  }

  equals(i: number, text: Uint8Array): boolean {
    const position = this.#positions[i]!;
    return (
      this.#lengths[i] === text.length &&
      standsAt(text, this.#blocks[position >>> BLOCK_BITS]!, position & (BLOCK_BYTES - 1))
    );
  }

  /** Whether a text occurs anywhere in that of a number. */
  includes(i: number, text: Uint8Array): boolean {
    const position = this.#positions[i]!;
    const block = this.#blocks[position >>> BLOCK_BITS]!;
    const start = position & (BLOCK_BYTES - 1);
    const end = start + this.#lengths[i]! - text.length;
    const first = text[0];
    for (let at = start; at <= end; at++) {
      if (block[at] === first && standsAt(text, block, at)) return true;
    }
    return false;
  }
}

function standsAt(text: Uint8Array, block: Uint8Array, at: number): boolean {
  const length = text.length;
  for (let i = 0; i < length; i++) if (block[at + i] !== text[i]) return false;
  return true;
}
