import { packedLists } from '../memory/packed-lists.js';
import type { BitMemory } from '../memory/bit-memory.js';
import { addRange, type Bitset, emptyBitset, membersOf } from '../memory/bitset.js';
import type { TextArena } from '../memory/text-arena.js';
import { nameColumns, NameIndex } from './name-index.js';

/** Maximum number of sets that are kept for frequent terms, each as large as the set of all names. */
const KEPT_TERMS = 64;

/** The distinct words between the spaces of names, as plain data. */
type DictionaryColumns = ReturnType<typeof dictionaryColumns>;

/** @param names folded names in their order */
export function dictionaryColumns(names: readonly string[], arena: TextArena) {
  const rangesOf = new Map<string, number[]>();
  for (let ordinal = 0; ordinal < names.length; ordinal++) {
    for (const word of names[ordinal]!.split(' ')) {
      const ranges = rangesOf.get(word);
      if (!ranges) rangesOf.set(word, [ordinal, ordinal + 1]);
      else if (ranges.at(-1)! >= ordinal) ranges[ranges.length - 1] = ordinal + 1;
      else ranges.push(ordinal, ordinal + 1);
    }
  }
  return {
    /** Which words contain a text. */
    words: nameColumns([...rangesOf.keys()], arena),
    /** Of each word, the ranges of names with it, each as its first ordinal and the one after its last. */
    rangesOf: packedLists([...rangesOf.values()]),
  };
}

/**
 * Finds the names that contain terms without spaces anywhere: judges each distinct word once, not each name. Names in
 * order that have a word in common follow each other, so that a word has few ranges.
 */
export class DictionaryNameIndex {
  /** Maximum number of sets that an index creates. */
  static readonly SETS = KEPT_TERMS + 2;

  readonly #words: NameIndex;
  /** Scratch: words. */
  readonly #found: Bitset;
  /** Scratch: names. */
  readonly #ofTerm: Bitset;
  readonly #ofAll: Bitset;
  /** The names with a frequent term, by term, the latest use last. */
  readonly #kept = new Map<string, Bitset>();

  /** @param sets creates the sets of names */
  constructor(
    private readonly columns: DictionaryColumns,
    private readonly sets: BitMemory,
  ) {
    this.#words = new NameIndex(columns.words);
    this.#found = emptyBitset(columns.words.names.lengths.length);
    this.#ofTerm = sets.empty();
    this.#ofAll = sets.empty();
  }

  /**
   * Returns the names that contain all folded terms; none without terms. Do not change the set; the next search
   * overwrites it.
   */
  search(terms: readonly string[]): Bitset {
    const [first, ...others] = terms;
    if (first === undefined) return this.#ofTerm.fill(0);
    let names = this.#searchTerm(first);
    for (const term of others) {
      // The next term overwrites the set.
      if (names === this.#ofTerm) names = this.sets.combine(this.#ofAll, [{ anyOf: [names] }]);
      names = this.sets.combine(this.#ofAll, [{ anyOf: [names] }, { anyOf: [this.#searchTerm(term)] }]);
    }
    return names;
  }

  #searchTerm(term: string): Bitset {
    const kept = this.#kept.get(term);
    if (kept) return this.#keep(term, kept);
    this.#words.search([term], this.#found.fill(0));
    const words = membersOf(this.#found);
    const { starts, values } = this.columns.rangesOf;
    let ends = 0;
    for (const word of words) ends += starts[word + 1]! - starts[word]!;
    // Ranges take as long as some words of a set.
    const names = ends > this.#ofTerm.length ? this.#keep(term, this.#spare()) : this.#ofTerm;
    names.fill(0);
    for (const word of words) {
      const end = starts[word + 1]!;
      for (let at = starts[word]!; at < end; at += 2) addRange(names, values[at]!, values[at + 1]!);
    }
    return names;
  }

  #keep(term: string, names: Bitset): Bitset {
    this.#kept.delete(term);
    this.#kept.set(term, names);
    return names;
  }

  /** Returns a new set, or the one whose last use was longest ago. */
  #spare(): Bitset {
    if (this.#kept.size < KEPT_TERMS) return this.sets.empty();
    const [term, names] = this.#kept.entries().next().value!;
    this.#kept.delete(term);
    return names;
  }
}
