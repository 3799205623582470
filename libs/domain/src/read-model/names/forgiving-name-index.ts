import { editDistance } from '../../text/edit-distance.js';
import { editsAllowed, MATCH_KINDS, type NameQuery, RANK, wordsOfName } from '../../text/name-match.js';
import { soundsOf } from '../../text/sound.js';
import { addBit, type Bitset, emptyBitset, fullBitset, hasBit, intersect, unite } from '../memory/bitset.js';
import { listAt, packedLists, type PackedLists } from '../memory/packed-lists.js';
import type { TextArena } from '../memory/text-arena.js';
import { findText, textTable } from '../memory/text-table.js';
import { wordAt, wordIndex, wordsContaining } from './word-index.js';

/** Maximum number of letters, from the start of a word, that its deletion keys are made from. */
const KEY_LETTERS = 6;
/**
 * Shorter words have keys with at most one deletion: a term with two permitted misspellings has at least 8 letters, so a
 * matching word has at least 6.
 */
const LONG_WORD = 6;
/** Maximum average number of words per bucket of deletion keys. */
const BUCKET_SIZE = 4;

/** An inverted index from words to names for forgiving searches, as plain data. */
type ForgivingColumns = ReturnType<typeof forgivingColumns>;

/** @param names folded names, by ordinal */
export function forgivingColumns(names: readonly string[], arena: TextArena) {
  const namesOf = new Map<string, number[]>();
  names.forEach((name, ordinal) => {
    for (const word of wordsOfName(name)) addTo(namesOf, word, ordinal);
  });
  const words = [...namesOf.keys()];
  const bySound = new Map<string, number[]>();
  words.forEach((word, i) => {
    for (const sound of soundsOf(word)) addTo(bySound, sound, i);
  });
  return {
    /** Number of names. */
    size: names.length,
    words: wordIndex(words, arena),
    /** The ordinals of the names that contain each word. */
    namesOf: packedLists([...namesOf.values()]),
    sounds: textTable(arena.columnOf([...bySound.keys()], (sound) => sound)),
    /** The words with each sound, by number of the sound. */
    bySound: packedLists([...bySound.values()]),
    /** The words in each bucket of deletion keys. */
    byDeletion: deletionBuckets(words),
  };
}

/** Returns the words by deletion key modulo the number of buckets, which is a power of two. */
function deletionBuckets(words: readonly string[]): PackedLists {
  const keys = words.map((word) => deletionKeys(word, word.length < LONG_WORD ? 1 : 2));
  const total = keys.reduce((sum, { length }) => sum + length, 0);
  const size = 2 ** Math.ceil(Math.log2(total / BUCKET_SIZE + 1));
  const buckets = Array.from({ length: size }, (): number[] => []);
  keys.forEach((ofWord, word) => {
    for (const bucket of new Set(ofWord.map((key) => key & (size - 1)))) buckets[bucket]!.push(word);
  });
  return packedLists(buckets);
}

/**
 * Returns the hashes of a word's first letters with up to `most` (1 or 2) of them deleted. Words that are at most `most`
 * misspellings apart share a key, because deleting at most one letter from each word makes a misspelling disappear:
 *
 *     chen  →  chen hen cen chn che        chan  →  chan han can chn cha        shared: chn
 */
function deletionKeys(word: string, most: number): number[] {
  const size = Math.min(word.length, KEY_LETTERS);
  const keys = [deletionKey(word, size, size, size)];
  for (let i = 0; i < size; i++) {
    keys.push(deletionKey(word, size, i, i));
    if (most > 1) for (let j = i + 1; j < size; j++) keys.push(deletionKey(word, size, i, j));
  }
  return keys;
}

/**
 * Returns the FNV-1a hash of the first `size` letters of a word without the letters at two indexes, which may be equal or
 * past the end. Mixes the upper half of the hash into the lower.
 */
function deletionKey(word: string, size: number, without: number, andWithout: number): number {
  let key = 0x811c9dc5;
  for (let i = 0; i < size; i++)
    if (i !== without && i !== andWithout) key = Math.imul(key ^ word.charCodeAt(i), 0x01000193);
  return key ^ (key >>> 15);
}

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * Cumulative result sets, one per rank of `MATCH_KINDS`: set r has the names that match with rank r or better, so the
 * last set has all matches. Consecutive ranks may share one set when no name has the second rank.
 */
export type RankedNames = readonly Bitset[];

/**
 * Finds and ranks names for `match=forgiving`, with the same result as `nameRank`. It compares a term only with distinct
 * words that contain it, sound like it or share a deletion key with it, never with all names.
 */
export class ForgivingNameIndex {
  readonly #everything: Bitset;
  readonly #nothing: Bitset;
  /** The words that the current term was compared with. */
  readonly #compared: Bitset;
  /** The names that match the current term, by rank. A set is only valid where `#hasNames` is true. */
  readonly #ofTerm: readonly Bitset[];
  readonly #hasNames = MATCH_KINDS.map(() => false);
  /** The names that match all terms, by rank. */
  readonly #ofAll: readonly Bitset[];
  #latest: { readonly query: NameQuery; readonly found: RankedNames } | undefined;

  constructor(private readonly columns: ForgivingColumns) {
    this.#everything = fullBitset(columns.size);
    this.#nothing = emptyBitset(columns.size);
    this.#compared = emptyBitset(columns.words.size);
    this.#ofTerm = MATCH_KINDS.map(() => emptyBitset(columns.size));
    this.#ofAll = MATCH_KINDS.map(() => emptyBitset(columns.size));
  }

  /**
   * Finds the names that match all terms. Do not change the sets; the next search overwrites them. The same query object as
   * in the previous call returns the same sets, so it must come with the same `exact`.
   * @param exact ordinal of a name to add as an exact match, such as the doctor whose registration number was searched
   */
  search(query: NameQuery, exact?: number): RankedNames {
    if (query !== this.#latest?.query) this.#latest = { query, found: this.#search(query, exact) };
    return this.#latest.found;
  }

  #search({ terms, onlyTitles }: NameQuery, exact: number | undefined): RankedNames {
    const [first, ...others] = terms;
    let found: RankedNames = MATCH_KINDS.map(() => (onlyTitles ? this.#everything : this.#nothing));
    if (first !== undefined) found = this.#searchTerm(first);
    // Copies the sets: the next term overwrites them.
    if (others.length > 0) found = this.#intersect(found, found);
    for (const term of others) found = this.#intersect(found, this.#searchTerm(term));
    if (exact === undefined) return found;
    const copies = found.map((names) => names.slice());
    for (const names of copies) addBit(names, exact);
    return copies;
  }

  /** Writes the intersection of two results, rank by rank, to `#ofAll` and returns it. */
  #intersect(a: RankedNames, b: RankedNames): RankedNames {
    this.#ofAll.forEach((names, rank) => {
      if (names !== a[rank]) names.set(a[rank]!);
      intersect(names, b[rank]!);
    });
    return this.#ofAll;
  }

  #searchTerm(term: string): RankedNames {
    this.#hasNames.fill(false);
    this.#addContaining(term);
    this.#addMisspelled(term);
    for (const sound of soundsOf(term)) this.#addSounding(sound);
    // Each set becomes cumulative by adding the better ranks.
    let better = this.#nothing;
    return this.#ofTerm.map((names, rank) => {
      if (!this.#hasNames[rank]) return better;
      if (better !== this.#nothing) unite(names, better);
      return (better = names);
    });
  }

  #addContaining(term: string): void {
    const { words } = this.columns;
    this.#compared.fill(0);
    for (const word of wordsContaining(words, term)) {
      addBit(this.#compared, word);
      if (!words.text.startsWith(term, words.starts[word])) this.#addNames(word, RANK.contains);
      else this.#addNames(word, wordAt(words, word) === term ? RANK.exact : RANK.prefix);
    }
  }

  #addMisspelled(term: string): void {
    const most = editsAllowed(term);
    if (most === 0) return;
    const { starts, values } = this.columns.byDeletion;
    // `starts` has one entry more than there are buckets, whose number is a power of two.
    const mask = starts.length - 2;
    const compared = this.#compared;
    for (const key of deletionKeys(term, most)) {
      const bucket = key & mask;
      const end = starts[bucket + 1]!;
      for (let at = starts[bucket]!; at < end; at++) {
        const word = values[at]!;
        if (hasBit(compared, word)) continue;
        addBit(compared, word);
        if (editDistance(term, wordAt(this.columns.words, word), most) <= most)
          this.#addNames(word, RANK.spelling);
      }
    }
  }

  #addSounding(sound: string): void {
    const i = findText(this.columns.sounds, sound);
    if (i === undefined) return;
    for (const word of listAt(this.columns.bySound, i)) this.#addNames(word, RANK.sound);
  }

  #addNames(word: number, rank: number): void {
    const names = this.#ofTerm[rank]!;
    if (!this.#hasNames[rank]) names.fill(0);
    this.#hasNames[rank] = true;
    const { starts, values } = this.columns.namesOf;
    const end = starts[word + 1]!;
    for (let at = starts[word]!; at < end; at++) addBit(names, values[at]!);
  }
}
