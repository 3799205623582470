import type { BitMemory } from '../memory/bit-memory.js';
import { addRange, type Bitset } from '../memory/bitset.js';
import { packedLists } from '../memory/packed-lists.js';
import type { TextArena } from '../memory/text-arena.js';
import { wordIndex, wordsContaining } from './word-index.js';

/** An inverted index from words to names, as plain data. */
type ExactColumns = ReturnType<typeof exactColumns>;

/**
 * Builds an inverted index: for each distinct word, the ranges of ordinals (start included, end excluded) of the names that
 * contain it.
 *
 *     ordinal 0  anna li       words        rangesOf
 *             1  anna wei      anna         [0, 2)
 *             2  jo li         li           [0, 1) [2, 3)
 *
 * @param names folded names in default order, so that names that start with the same word form one range
 */
export function exactColumns(names: readonly string[], arena: TextArena) {
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
    words: wordIndex([...rangesOf.keys()], arena),
    /** Pairs of ordinals per word: start and end of a range. */
    rangesOf: packedLists([...rangesOf.values()]),
  };
}

/**
 * Finds the names that contain every term of an exact search, anywhere in a word. It looks up distinct words instead of
 * names, and adds the names of a word as ranges.
 */
export class NameIndex {
  /** Number of sets that an index creates. */
  static readonly SETS = 2;

  /** Overwritten by each term. */
  readonly #ofTerm: Bitset;
  /** Overwritten by each search with several terms. */
  readonly #ofAll: Bitset;

  /** @param sets creates the sets of names */
  constructor(
    private readonly columns: ExactColumns,
    private readonly sets: BitMemory,
  ) {
    this.#ofTerm = sets.empty();
    this.#ofAll = sets.empty();
  }

  /**
   * Returns the names that contain all folded terms; none without terms. Do not change the set; the next search
   * overwrites it.
   * @param terms without spaces
   */
  search(terms: readonly string[]): Bitset {
    const [first, ...others] = terms;
    if (first === undefined) return this.#ofTerm.fill(0);
    let names = this.#searchTerm(first);
    // Copies the set: the next term overwrites it.
    if (others.length > 0) names = this.sets.combine(this.#ofAll, [{ anyOf: [names] }]);
    for (const term of others)
      this.sets.combine(names, [{ anyOf: [names] }, { anyOf: [this.#searchTerm(term)] }]);
    return names;
  }

  #searchTerm(term: string): Bitset {
    const names = this.#ofTerm.fill(0);
    const { starts, values } = this.columns.rangesOf;
    for (const word of wordsContaining(this.columns.words, term)) {
      const end = starts[word + 1]!;
      for (let at = starts[word]!; at < end; at += 2) addRange(names, values[at]!, values[at + 1]!);
    }
    return names;
  }
}
