import { utf8 } from '../../text/utf8.js';
import { type TextColumn, Texts } from './text-arena.js';

/** A hash table from distinct texts to their numbers, as plain data. */
export interface TextTableColumns {
  readonly texts: TextColumn;
  /** Open addressing: the number of a text plus 1 at its hash or the next free slot; 0 in a free slot. */
  readonly slots: Int32Array;
}

/** Builds the table. Of equal texts, the last one is found. */
export function textTable(column: TextColumn): TextTableColumns {
  const texts = new Texts(column);
  const count = column.lengths.length;
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1)));
  for (let i = 0; i < count; i++) slots[slotOf(texts.bytes(i), texts, slots)] = i + 1;
  return { texts: column, slots };
}

/** Finds the number of a text. Unlike a Map, the table moves between threads without being rebuilt. */
export class TextTable {
  readonly #texts: Texts;
  readonly #slots: Int32Array;

  constructor({ texts, slots }: TextTableColumns) {
    this.#texts = new Texts(texts);
    this.#slots = slots;
  }

  find(text: string): number | undefined {
    const entry = this.#slots[slotOf(utf8(text), this.#texts, this.#slots)]!;
    return entry === 0 ? undefined : entry - 1;
  }

  text(i: number): string {
    return this.#texts.text(i);
  }
}

/** Returns the slot that holds a text, or the free slot where it belongs. */
function slotOf(text: Uint8Array, texts: Texts, slots: Int32Array): number {
  const mask = slots.length - 1;
  for (let slot = hash(text) & mask; ; slot = (slot + 1) & mask) {
    const entry = slots[slot]!;
    if (entry === 0 || texts.equals(entry - 1, text)) return slot;
  }
}

/** FNV-1a, 32 bits. The upper half is mixed into the lower, because digits differ in few bits only. */
function hash(text: Uint8Array): number {
  const length = text.length;
  let value = 0x811c9dc5;
  for (let i = 0; i < length; i++) value = Math.imul(value ^ text[i]!, 0x01000193);
  return value ^ (value >>> 15);
}
