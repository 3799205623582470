import { editDistance } from '../../text/edit-distance.js';
import { editsAllowed, MATCH_KINDS, type NameQuery, RANK } from '../../text/name-match.js';
import { soundsOf } from '../../text/sound.js';
import { utf8 } from '../../text/utf8.js';
import {
  addBit,
  type Bitset,
  emptyBitset,
  fullBitset,
  hasBit,
  intersect,
  membersOf,
  unite,
} from '../memory/bitset.js';
import { startsAt, textAt } from '../memory/text-arena.js';
import { findText } from '../memory/text-table.js';
import { deletionKeys } from './deletion-keys.js';
import { NameIndex } from './name-index.js';
import type { WordColumns } from './word-columns.js';

/**
 * By rank, the names that match with that rank or a better one: the last set has all matches. Where no name has a rank,
 * the set of the better one may stand again.
 */
export type RankedNames = readonly Bitset[];

/**
 * Finds names like `nameRank`, but judges the distinct words of the names: only those that contain a term, sound like it
 * or share letters with it.
 */
export class ForgivingNameIndex {
  readonly #containing: NameIndex;
  readonly #everything: Bitset;
  readonly #nothing: Bitset;
  /** Scratch: words. */
  readonly #words: Bitset;
  /** Scratch: the names that match a term, by rank. A set that `#hasNames` does not mention is out of date. */
  readonly #ofTerm: readonly Bitset[];
  readonly #hasNames = MATCH_KINDS.map(() => false);
  /** Scratch: the names that match all terms. */
  readonly #ofAll: readonly Bitset[];
  #latest: { readonly query: NameQuery; readonly found: RankedNames } | undefined;

  constructor(private readonly columns: WordColumns) {
    this.#containing = new NameIndex(columns.words);
    this.#everything = fullBitset(columns.size);
    this.#nothing = emptyBitset(columns.size);
    this.#words = emptyBitset(columns.words.names.lengths.length);
    this.#ofTerm = MATCH_KINDS.map(() => emptyBitset(columns.size));
    this.#ofAll = MATCH_KINDS.map(() => emptyBitset(columns.size));
  }

  /**
   * Finds names. Do not change the sets; the next search overwrites them.
   * @param exact ordinal of a name that matches exactly for another reason
   */
  search(query: NameQuery, exact?: number): RankedNames {
    if (query !== this.#latest?.query) this.#latest = { query, found: this.#search(query, exact) };
    return this.#latest.found;
  }

  #search({ terms, onlyTitles }: NameQuery, exact: number | undefined): RankedNames {
    const [first, ...others] = terms;
    let found: RankedNames = MATCH_KINDS.map(() => (onlyTitles ? this.#everything : this.#nothing));
    if (first !== undefined) found = this.#searchTerm(first);
    // The sets of the first term are needed for the second.
    if (others.length > 0) found = this.#intersect(found, found);
    for (const term of others) found = this.#intersect(found, this.#searchTerm(term));
    if (exact === undefined) return found;
    const copies = found.map((names) => names.slice());
    for (const names of copies) addBit(names, exact);
    return copies;
  }

  /** Returns the names that are in both, rank by rank. */
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
    let better = this.#nothing;
    return this.#ofTerm.map((names, rank) => {
      if (!this.#hasNames[rank]) return better;
      if (better !== this.#nothing) unite(names, better);
      return (better = names);
    });
  }

  #addContaining(term: string): void {
    const { names } = this.columns.words;
    const bytes = utf8(term);
    this.#words.fill(0);
    this.#containing.search([term], this.#words);
    for (const word of membersOf(this.#words)) {
      if (!startsAt(names, word, bytes)) this.#addNames(word, RANK.contains);
      else this.#addNames(word, names.lengths[word] === bytes.length ? RANK.exact : RANK.prefix);
    }
  }

  #addMisspelled(term: string): void {
    const most = editsAllowed(term);
    if (most === 0) return;
    const { starts, values } = this.columns.byDeletion;
    // Those that contain the term match better.
    const judged = this.#words;
    for (const key of deletionKeys(term, most)) {
      const bucket = key & (starts.length - 2);
      const end = starts[bucket + 1]!;
      for (let at = starts[bucket]!; at < end; at++) {
        const word = values[at]!;
        if (hasBit(judged, word)) continue;
        addBit(judged, word);
        if (this.#isMisspelled(word, term, most)) this.#addNames(word, RANK.spelling);
      }
    }
  }

  #isMisspelled(word: number, term: string, most: number): boolean {
    const { names } = this.columns.words;
    // A word has at least as many bytes as letters.
    if (names.lengths[word]! < term.length - most) return false;
    return editDistance(term, textAt(names, word), most) <= most;
  }

  #addSounding(sound: string): void {
    const i = findText(this.columns.sounds, sound);
    if (i === undefined) return;
    const { starts, values } = this.columns.bySound;
    for (const word of values.subarray(starts[i], starts[i + 1])) this.#addNames(word, RANK.sound);
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
