/**
 * A set of ordinals 0 … size-1, one bit each. Int32Array, because V8 keeps its elements as small integers
 * where those of a Uint32Array may have to be boxed.
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

export function hasBit(bits: Bitset, ordinal: number): boolean {
  return ((bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1;
}

// The loops below are where a filter spends its time. A length in a constant and a plain assignment let V8 drop the
// checks of each step: two to three times as fast as `into[w] &= other[w]` up to `into.length`.

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
  for (let w = 0; w < words; w++) count = (count + population(bits[w]!)) | 0;
  return count;
}

/** The members in ascending order: a list, since giving them out one by one costs twice as much. */
export function membersOf(bits: Bitset): Int32Array {
  const members = new Int32Array(countBits(bits));
  const words = bits.length;
  let rank = 0;
  for (let w = 0; w < words; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) members[rank++] = (w << 5) + lowest(word);
  }
  return members;
}

/**
 * How many members there are, and those from `offset` on, `limit` at most.
 * @param total how many there are, where that is known
 */
export function pageOfBits(
  bits: Bitset,
  { offset, limit }: { offset: number; limit: number },
  total = countBits(bits),
): { total: number; ordinals: readonly number[] } {
  const ordinals: number[] = [];
  let rank = 0;
  for (let w = 0; w < bits.length && ordinals.length < limit; w++) {
    let word = bits[w]!;
    const count = population(word);
    if (rank + count <= offset) {
      rank += count;
      continue;
    }
    for (; word !== 0 && ordinals.length < limit; word &= word - 1) {
      if (rank++ >= offset) ordinals.push((w << 5) + lowest(word));
    }
  }
  return { total, ordinals };
}

/** The number of ones in a 32-bit word (parallel sums of bit fields). */
function population(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  const nibbles = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The position of the lowest one of a word that is not 0. */
export function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}
