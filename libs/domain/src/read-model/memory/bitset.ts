/**
 * A bitset: a set of ordinals from 0 to size - 1, one bit per ordinal, so that one instruction combines 32 of them. Words
 * are Int32, because V8 keeps these as small integers but may have to box Uint32.
 *
 *     ordinal   31 …  3  2  1  0 | 63 … 34 33 32 |
 *     word 0     0 …  1  0  1  0 |  0 …  0  0  1 | word 1         the set {1, 3, 32}
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

/** Adds an ordinal, or removes it. */
export function setBit(bits: Bitset, ordinal: number, isMember: boolean): void {
  const bit = 1 << (ordinal & 31);
  if (isMember) bits[ordinal >>> 5]! |= bit;
  else bits[ordinal >>> 5]! &= ~bit;
}

/** Adds the ordinals from `from` to `to` - 1, at least one. */
export function addRange(bits: Bitset, from: number, to: number): void {
  const last = (to - 1) >>> 5;
  let head = -1 << (from & 31);
  for (let w = from >>> 5; w < last; w++, head = -1) bits[w] = bits[w]! | head;
  bits[last] = bits[last]! | (head & (-1 >>> (31 - ((to - 1) & 31))));
}

export function hasBit(bits: Bitset, ordinal: number): boolean {
  return ((bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1;
}

// In these loops, a constant length and a plain assignment let V8 drop the bounds checks: two to three times as fast as
// `into[w] &= other[w]` up to `into.length`. One of the sets may have padding words after its last ordinal.

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

/** Counts the members that are smaller than an ordinal. */
export function countBelow(bits: Bitset, ordinal: number): number {
  const word = ordinal >>> 5;
  const rest = bits[word]! & ((1 << (ordinal & 31)) - 1);
  return countBits(bits.subarray(0, word)) + popCount(rest);
}

/** Returns the members in ascending order. A generator would take twice the time. */
export function membersOf(bits: Bitset): Int32Array {
  const members = new Int32Array(countBits(bits));
  const words = bits.length;
  let count = 0;
  for (let w = 0; w < words; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) members[count++] = (w << 5) + lowestBit(word);
  }
  return members;
}

/** A page of the members of a set in ascending order. */
export interface BitPage {
  readonly offset: number;
  readonly limit: number;
}

/** Counts the 1 bits of a word by parallel sums of bit fields. */
function popCount(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  const nibbles = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the index of the lowest 1 bit of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
