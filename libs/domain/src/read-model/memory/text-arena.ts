import { fromUtf8, utf8 } from '../../text/utf8.js';

const BLOCK_BITS = 20;
const BLOCK_BYTES = 1 << BLOCK_BITS;
const OFFSET_MASK = BLOCK_BYTES - 1;
// Blocks grow up to BLOCK_BYTES, so that a read model of a few records takes little memory.
const FIRST_BLOCK_BYTES = 1 << 14;
/** Positions have 32 bits. The last megabyte of 4 GB is left for the other parts of a `TextMemory`. */
const MAX_BLOCKS = 2 ** (32 - BLOCK_BITS) - 1;
const ENCODER = new TextEncoder();
const MAX_UINT16 = 65_535;

/** Where a text is stored. */
export interface TextSpan {
  /** Block number and offset within the block, packed into one number. */
  readonly position: number;
  /** Bytes. */
  readonly length: number;
}

/**
 * Stores texts as UTF-8, end to end, in blocks of memory outside the JavaScript heap. Hundreds of thousands of texts
 * cost the garbage collector nothing there, and are copied into an answer as bytes.
 */
export class TextArena {
  /** The memory of all texts. */
  readonly blocks: Uint8Array[] = [];
  readonly #interned = new Map<string, TextSpan>();
  #used = BLOCK_BYTES;

  /** Stores a text unless an equal one was interned before. */
  intern(text: string): TextSpan {
    let span = this.#interned.get(text);
    if (!span) this.#interned.set(text, (span = this.add(text)));
    return span;
  }

  add(text: string): TextSpan {
    const block = this.blocks.at(-1);
    if (block && this.#used < block.length) {
      const { read, written } = ENCODER.encodeInto(text, block.subarray(this.#used));
      if (read === text.length) return this.#claim(written);
    }
    return this.#addToNewBlock(text);
  }

  /** Returns the span of `part` inside a text that is stored already. Stores `part` when it does not occur there. */
  addWithin(whole: string, span: TextSpan, part: string): TextSpan {
    const at = whole.indexOf(part);
    if (at === -1) return this.add(part);
    const before = utf8(whole.slice(0, at)).length;
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
    const position = ((this.blocks.length - 1) << BLOCK_BITS) + this.#used;
    this.#used += length;
    return { position, length };
  }

  /** Returns the column of the texts at `spans`, in order. */
  column(spans: readonly TextSpan[]): TextColumn {
    // Loops, because `TypedArray.from` uses an iterator and is ten times slower.
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

/** Texts by number, as plain data. Columns of one arena share its blocks, which a `TextMemory` replaces. */
export interface TextColumn {
  readonly blocks: readonly Uint8Array[];
  readonly positions: Uint32Array;
  /** Two bytes per length suffice unless one text is longer than 65,535 bytes. */
  readonly lengths: Uint16Array | Uint32Array;
}

/** Returns the column of the first texts of another. */
export function firstTexts({ blocks, positions, lengths }: TextColumn, count: number): TextColumn {
  return { blocks, positions: positions.subarray(0, count), lengths: lengths.subarray(0, count) };
}

/** Returns text `i` of a column as UTF-8. */
export function bytesAt({ blocks, positions, lengths }: TextColumn, i: number): Uint8Array {
  const position = positions[i]!;
  const { buffer, byteOffset } = blocks[position >>> BLOCK_BITS]!;
  return new Uint8Array(buffer, byteOffset + (position & OFFSET_MASK), lengths[i]);
}

/** Returns the address of text `i` of a column in the memory of its blocks. */
export function addressAt({ blocks, positions }: TextColumn, i: number): number {
  const position = positions[i]!;
  return blocks[position >>> BLOCK_BITS]!.byteOffset + (position & OFFSET_MASK);
}

export function textAt(column: TextColumn, i: number): string {
  return fromUtf8(bytesAt(column, i));
}

export function equalsAt({ blocks, positions, lengths }: TextColumn, i: number, text: Uint8Array): boolean {
  const position = positions[i]!;
  return (
    lengths[i] === text.length && occursAt(text, blocks[position >>> BLOCK_BITS]!, position & OFFSET_MASK)
  );
}

function occursAt(text: Uint8Array, block: Uint8Array, at: number): boolean {
  const length = text.length;
  for (let i = 0; i < length; i++) if (block[at + i] !== text[i]) return false;
  return true;
}
