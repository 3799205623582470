/**
 * A set of ordinals 0 … size-1, one bit each. Int32Array, because V8 keeps its elements as small integers and may have
 * to box those of a Uint32Array.
 */
export type Bitset = Int32Array;

export function emptyBitset(size: number): Bitset {
  return new Int32Array((size + 31) >>> 5);
}

export function fullBitset(size: number): Bitset {
  const bits = emptyBitset(size).fill(-1);
  if (size & 31) bits[bits.length - 1] = (1 << (size & 31)) - 1;
  return bits;
}

export function addBit(bits: Bitset, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31);
}

/** Adds the ordinals from `from` to below `to`, which is larger. */
export function addRange(bits: Bitset, from: number, to: number): void {
  const last = (to - 1) >>> 5;
  let head = -1 << (from & 31);
  for (let w = from >>> 5; w < last; w++, head = -1) bits[w] = bits[w]! | head;
  bits[last] = bits[last]! | (head & (-1 >>> (31 - ((to - 1) & 31))));
}

export function hasBit(bits: Bitset, ordinal: number): boolean {
  return ((bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1;
}

// Filters spend their time in these loops. A constant length and a plain assignment let V8 drop the bounds checks, which
// is two to three times as fast as `into[w] &= other[w]` up to `into.length`.

export function intersect(into: Bitset, other: Bitset): void {
  const words = Math.min(into.length, other.length);
  for (let w = 0; w < words; w++) into[w] = into[w]! & other[w]!;
}

export function unite(into: Bitset, other: Bitset): void {
  const words = Math.min(into.length, other.length);
  for (let w = 0; w < words; w++) into[w] = into[w]! | other[w]!;
}

export function countBits(bits: Bitset): number {
  const words = bits.length;
  let count = 0;
  for (let w = 0; w < words; w++) count = (count + popCount(bits[w]!)) | 0;
  return count;
}

/** Counts the members that are less than an ordinal. */
export function countBelow(bits: Bitset, ordinal: number): number {
  const word = ordinal >>> 5;
  const rest = bits[word]! & ((1 << (ordinal & 31)) - 1);
  return countBits(bits.subarray(0, word)) + popCount(rest);
}

/** Returns the members in ascending order: as a list, because a generator takes twice the time. */
export function membersOf(bits: Bitset): Int32Array {
  const members = new Int32Array(countBits(bits));
  const words = bits.length;
  let rank = 0;
  for (let w = 0; w < words; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) members[rank++] = (w << 5) + lowestBit(word);
  }
  return members;
}

/** A part of the members of a set, in ascending order. */
export interface BitPage {
  readonly offset: number;
  readonly limit: number;
}

/** Counts the ones of a 32-bit word (parallel sums of bit fields). */
function popCount(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  const nibbles = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the position of the lowest one of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
