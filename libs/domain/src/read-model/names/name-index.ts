import { utf8 } from '../../text/utf8.js';
import { addBit, type Bitset, emptyBitset, unite } from '../memory/bitset.js';
import { includesAt, type TextArena, type TextColumn } from '../memory/text-arena.js';

// A trigram is three letters of 10 bits each. Letters beyond the first 1,022 share one code, so that their lists may
// contain names without the trigram.
const LETTER_BITS = 10;
const OTHER = (1 << LETTER_BITS) - 1;

const DISTANCE_BITS = 7;
const DISTANCE_MASK = (1 << DISTANCE_BITS) - 1;
const MORE = 1 << DISTANCE_BITS;
/** Maximum length of an encoded distance. */
const MAX_DISTANCE_BYTES = 5;

/** The postings of a trigram index over folded names, as plain data. */
export interface NameColumns {
  readonly names: TextColumn;
  readonly letters: ReadonlyMap<string, number>;
  /** The trigrams that occur, ascending. */
  readonly keys: Int32Array;
  /** Number of postings before those of keys[k]. */
  readonly starts: Int32Array;
  /** The names with trigram keys[k] are in postings[offsets[k]] … postings[offsets[k + 1] - 1]. */
  readonly offsets: Int32Array;
  /** Ascending ordinals, each as its distance from the one before in LEB128: seven bits per byte, lowest first. */
  readonly postings: Uint8Array;
}

export function nameColumns(names: readonly string[], arena: TextArena): NameColumns {
  const letters = new Map<string, number>();
  const lists = new Map<number, number[]>();
  for (let ordinal = 0; ordinal < names.length; ordinal++) {
    for (const key of trigrams(names[ordinal]!, letters)) {
      const list = lists.get(key);
      if (!list) lists.set(key, [ordinal]);
      else if (list.at(-1) !== ordinal) list.push(ordinal);
    }
  }
  const keys = Int32Array.from(lists.keys()).toSorted();
  const starts = new Int32Array(keys.length + 1);
  keys.forEach((key, i) => (starts[i + 1] = starts[i]! + lists.get(key)!.length));
  return {
    names: arena.columnOf(names, (name) => name),
    letters,
    keys,
    starts,
    ...encode(
      Array.from(keys, (key) => lists.get(key)!),
      starts.at(-1)!,
    ),
  };
}

/** Encodes ascending lists. @param members total number of members */
function encode(lists: readonly (readonly number[])[], members: number) {
  const bytes = new Uint8Array(members * MAX_DISTANCE_BYTES);
  const offsets = new Int32Array(lists.length + 1);
  let end = 0;
  lists.forEach((list, i) => {
    let before = 0;
    for (const ordinal of list) {
      let distance = ordinal - before;
      before = ordinal;
      for (; distance > DISTANCE_MASK; distance >>>= DISTANCE_BITS) bytes[end++] = distance | MORE;
      bytes[end++] = distance;
    }
    offsets[i + 1] = end;
  });
  return { offsets, postings: bytes.slice(0, end) };
}

/**
 * Finds the names that contain a text anywhere: for every three consecutive letters, it lists the names that contain
 * them. Names are padded at the end, so that each letter begins a trigram and a term of one or two letters is a range
 * of trigrams.
 */
export class NameIndex {
  /** The names with a very frequent term, by term. */
  readonly #common = new Map<string, Bitset>();

  constructor(private readonly columns: NameColumns) {}

  /** Adds every name that contains all folded terms to `into`. */
  search(terms: readonly string[], into: Bitset): void {
    let best: Range | undefined;
    let exactTerm: string | undefined;
    for (const term of terms) {
      const range = this.#candidates(term);
      if (!range) return;
      if (best && range.size >= best.size) continue;
      best = range;
      exactTerm = range.exact ? term : undefined;
    }
    if (!best) return;
    const unchecked = terms.filter((term) => term !== exactTerm).map(utf8);
    if (exactTerm !== undefined && unchecked.length === 0) this.#addRange(exactTerm, best, into);
    else this.#addMatches(unchecked, best, into);
  }

  /** Adds a whole range. Caches a range with more postings than a set has words as a set. */
  #addRange(term: string, range: Range, into: Bitset): void {
    if (range.size <= into.length) return this.#addMatches([], range, into);
    let names = this.#common.get(term);
    if (!names) {
      names = emptyBitset(this.columns.names.lengths.length);
      this.#addMatches([], range, names);
      this.#common.set(term, names);
    }
    unite(into, names);
  }

  #addMatches(terms: readonly Uint8Array[], { from, to }: Range, into: Bitset): void {
    for (let key = from; key < to; key++) this.#addPostings(key, terms, into);
  }

  /** Adds the names of one trigram that contain all terms. */
  #addPostings(key: number, terms: readonly Uint8Array[], into: Bitset): void {
    const { names, offsets, postings } = this.columns;
    const end = offsets[key + 1]!;
    let ordinal = 0;
    for (let at = offsets[key]!; at < end;) {
      let byte = postings[at++]!;
      let shift = 0;
      for (; byte >= MORE; shift += DISTANCE_BITS) {
        ordinal += (byte & DISTANCE_MASK) << shift;
        byte = postings[at++]!;
      }
      ordinal += byte << shift;
      if (containsAll(names, ordinal, terms)) addBit(into, ordinal);
    }
  }

  /** Returns the shortest range of postings that contains every name with the term; undefined if there is none. */
  #candidates(term: string): Range | undefined {
    const codes = Array.from(term, (letter) => this.columns.letters.get(letter) ?? 0);
    if (codes.includes(0)) return undefined;
    let best: Range | undefined;
    for (let at = 0; at === 0 || at + 2 < codes.length; at++) {
      const range = this.#range(codes.slice(at, at + 3));
      if (!range) return undefined;
      if (!best || range.size < best.size) best = range;
    }
    return best && { ...best, exact: codes.length <= 3 && !codes.includes(OTHER) };
  }

  #range(codes: readonly number[]): Range | undefined {
    const missing = 3 - codes.length;
    const low = trigram(codes[0]!, codes[1] ?? 0, codes[2] ?? 0);
    const high = low + (1 << (missing * LETTER_BITS));
    const { keys, starts } = this.columns;
    const from = lowerBound(keys, low);
    const to = lowerBound(keys, high);
    return to > from ? { from, to, size: starts[to]! - starts[from]!, exact: false } : undefined;
  }
}

/** A range of trigrams, by index into `keys`. */
interface Range {
  readonly from: number;
  readonly to: number;
  /** Number of postings. */
  readonly size: number;
  /** Whether every name in the range contains the term. */
  readonly exact: boolean;
}

function containsAll(names: TextColumn, ordinal: number, terms: readonly Uint8Array[]): boolean {
  for (const term of terms) if (!includesAt(names, ordinal, term)) return false;
  return true;
}

function* trigrams(name: string, letters: Map<string, number>): Generator<number> {
  const codes = Array.from(name, (letter) => codeOf(letter, letters));
  for (let at = 0; at < codes.length; at++) yield trigram(codes[at]!, codes[at + 1] ?? 0, codes[at + 2] ?? 0);
}

function codeOf(letter: string, letters: Map<string, number>): number {
  const known = letters.get(letter);
  if (known !== undefined) return known;
  const code = Math.min(letters.size + 1, OTHER);
  letters.set(letter, code);
  return code;
}

function trigram(a: number, b: number, c: number): number {
  return (((a << LETTER_BITS) | b) << LETTER_BITS) | c;
}

function lowerBound(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
