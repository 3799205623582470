import { utf8 } from '../../text/utf8.js';
import { bytesAt, equalsAt, type TextColumn } from './text-arena.js';

/** A hash table from distinct texts to their numbers. Unlike a Map, it moves between threads without being rebuilt. */
export interface TextTable {
  readonly texts: TextColumn;
  /** Open addressing: the number of a text plus 1 at its hash or the next free slot; 0 in a free slot. */
  readonly slots: Int32Array;
}

/** Builds the table. Of equal texts, the last one is found. */
export function textTable(texts: TextColumn): TextTable {
  const count = texts.lengths.length;
  const table = { texts, slots: new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1))) };
  for (let i = 0; i < count; i++) table.slots[slotOf(bytesAt(texts, i), table)] = i + 1;
  return table;
}

/** Returns the number of a text; undefined if the table does not contain it. */
export function findText(table: TextTable, text: string): number | undefined {
  const entry = table.slots[slotOf(utf8(text), table)]!;
  return entry === 0 ? undefined : entry - 1;
}

/** Returns the slot that holds a text, or the free slot where it belongs. */
function slotOf(text: Uint8Array, { texts, slots }: TextTable): number {
  const mask = slots.length - 1;
  for (let slot = hash(text) & mask; ; slot = (slot + 1) & mask) {
    const entry = slots[slot]!;
    if (entry === 0 || equalsAt(texts, entry - 1, text)) return slot;
  }
}

/** FNV-1a, 32 bits. The upper half is mixed into the lower, because digits differ in few bits only. */
function hash(text: Uint8Array): number {
  const length = text.length;
  let value = 0x811c9dc5;
  for (let i = 0; i < length; i++) value = Math.imul(value ^ text[i]!, 0x01000193);
  return value ^ (value >>> 15);
}
