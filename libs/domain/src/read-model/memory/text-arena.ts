import { fromUtf8, utf8 } from '../../text/utf8.js';

const BLOCK_BITS = 20;
/** Usual size of a block. The first blocks are smaller, so that a read model of a few records takes little memory. */
const BLOCK_BYTES = 1 << BLOCK_BITS;
const OFFSET_MASK = BLOCK_BYTES - 1;
const FIRST_BLOCK_BYTES = 1 << 14;
/** Positions have 32 bits: 4 GB. The last megabyte is left for the list, constants and output of a `TextMemory`. */
const MAX_BLOCKS = 2 ** (32 - BLOCK_BITS) - 1;
const ENCODER = new TextEncoder();
const MAX_UINT16 = 65_535;

/** The location of a text in an arena. */
export interface TextSpan {
  /** Block number in the upper 12 bits, offset within the block in the lower 20. */
  readonly position: number;
  /** Bytes. */
  readonly length: number;
}

/**
 * Stores texts as UTF-8 in large blocks outside the JavaScript heap. There, hundreds of thousands of texts cost the garbage
 * collector nothing, move between threads without a copy, and are appended to answers without encoding.
 *
 *     block 0   {"id":"a2…  ,"gender":"female"…  {"id":"b7…  …
 *               ↑ span 0    ↑ span 1             ↑ span 2       a span is a position and a length
 */
export class TextArena {
  /** A block has at most a megabyte, or one longer text. */
  readonly blocks: Uint8Array[] = [];
  readonly #interned = new Map<string, TextSpan>();
  /** Used bytes of the last block. */
  #used = 0;

  /** Returns the span of a text. Stores equal texts once. */
  intern(text: string): TextSpan {
    let span = this.#interned.get(text);
    if (!span) this.#interned.set(text, (span = this.add(text)));
    return span;
  }

  /** Stores a text, even if an equal one is stored already. */
  add(text: string): TextSpan {
    const block = this.blocks.at(-1);
    if (block && this.#used < block.length) {
      const { read, written } = ENCODER.encodeInto(text, block.subarray(this.#used));
      if (read === text.length) return this.#claim(written);
    }
    return this.#addToNewBlock(text);
  }

  /**
   * Returns the span of `part` within `whole`, a text that is stored at `span`. Stores `part` on its own if it does not occur
   * there or begins beyond the first megabyte, which a position cannot express.
   */
  addWithin(whole: string, span: TextSpan, part: string): TextSpan {
    const at = whole.indexOf(part);
    const before = utf8(whole.slice(0, at)).length;
    if (at === -1 || before >= BLOCK_BYTES) return this.add(part);
    return { position: span.position + before, length: utf8(part).length };
  }

  #addToNewBlock(text: string): TextSpan {
    if (this.blocks.length >= MAX_BLOCKS) {
      throw new RangeError(
        'The texts of the directory take more than 4 GB, which is the most that a process holds.',
      );
    }
    const bytes = utf8(text);
    const size = Math.min(BLOCK_BYTES, FIRST_BLOCK_BYTES * 4 ** this.blocks.length);
    const block = new Uint8Array(Math.max(size, bytes.length));
    block.set(bytes);
    this.blocks.push(block);
    this.#used = 0;
    return this.#claim(bytes.length);
  }

  #claim(length: number): TextSpan {
    // Negative from block 2,048 on: columns store it as an unsigned number.
    const position = ((this.blocks.length - 1) << BLOCK_BITS) + this.#used;
    this.#used += length;
    return { position, length };
  }

  /** Returns the column of the texts at `spans`, in order. */
  column(spans: readonly TextSpan[]): TextColumn {
    // `TypedArray.from` uses an iterator and takes ten times as long as this loop.
    const positions = new Uint32Array(spans.length);
    const isLong = spans.some(({ length }) => length > MAX_UINT16);
    const lengths = isLong ? new Uint32Array(spans.length) : new Uint16Array(spans.length);
    for (let i = 0; i < spans.length; i++) {
      positions[i] = spans[i]!.position;
      lengths[i] = spans[i]!.length;
    }
    return { blocks: this.blocks, positions, lengths };
  }

  /** Stores the text of each item and returns their column, in order. */
  columnOf<T>(items: readonly T[], textOf: (item: T, i: number) => string): TextColumn {
    return this.column(items.map((item, i) => this.add(textOf(item, i))));
  }
}

/**
 * A column of texts in an arena, as plain data. All columns share one array of blocks; a `TextMemory` replaces its elements by
 * copies.
 */
export interface TextColumn {
  readonly blocks: readonly Uint8Array[];
  readonly positions: Uint32Array;
  /** In bytes. Uint16 unless a text is longer than 65,535 bytes. */
  readonly lengths: Uint16Array | Uint32Array;
}

/** Returns a column of the first `count` texts of a column. */
export function firstTexts({ blocks, positions, lengths }: TextColumn, count: number): TextColumn {
  return { blocks, positions: positions.subarray(0, count), lengths: lengths.subarray(0, count) };
}

/** Returns text `i` of a column as UTF-8. */
export function bytesAt({ blocks, positions, lengths }: TextColumn, i: number): Uint8Array {
  const position = positions[i]!;
  const { buffer, byteOffset } = blocks[position >>> BLOCK_BITS]!;
  return new Uint8Array(buffer, byteOffset + (position & OFFSET_MASK), lengths[i]);
}

/** Returns the address of text `i` in the `TextMemory` that has copied the blocks. */
export function addressAt({ blocks, positions }: TextColumn, i: number): number {
  const position = positions[i]!;
  return blocks[position >>> BLOCK_BITS]!.byteOffset + (position & OFFSET_MASK);
}

export function textAt(column: TextColumn, i: number): string {
  return fromUtf8(bytesAt(column, i));
}

/** Returns whether text `i` of a column equals a text in UTF-8. */
export function equalsAt({ blocks, positions, lengths }: TextColumn, i: number, text: Uint8Array): boolean {
  const { length } = text;
  if (lengths[i] !== length) return false;
  const block = blocks[positions[i]! >>> BLOCK_BITS]!;
  const start = positions[i]! & OFFSET_MASK;
  for (let at = 0; at < length; at++) if (block[start + at] !== text[at]) return false;
  return true;
}
