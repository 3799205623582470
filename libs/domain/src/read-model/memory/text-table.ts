import { utf8 } from '../../text/utf8.js';
import { bytesAt, equalsAt, type TextColumn } from './text-arena.js';

/**
 * A hash table from distinct texts to their numbers, as plain data. Unlike a Map, it moves between threads without a copy,
 * and costs the garbage collector nothing.
 *
 *     slots   0  2  0  1  3  0  0  0      open addressing: number + 1 of a text, or 0 for a free slot
 *                         ↑ the hash of text 2 leads to the slot of text 0, so it is in the next one
 */
export interface TextTable {
  readonly texts: TextColumn;
  readonly slots: Int32Array;
}

/** Returns the table of a column. If a text occurs more than once, the table has its last number. */
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

/** Returns the FNV-1a hash. Mixes its upper half into the lower, because texts of digits differ in few bits. */
function hash(text: Uint8Array): number {
  const length = text.length;
  let value = 0x811c9dc5;
  for (let i = 0; i < length; i++) value = Math.imul(value ^ text[i]!, 0x01000193);
  return value ^ (value >>> 15);
}
