import { editDistance } from '../../text/edit-distance.js';
import {
  editsAllowed,
  MATCH_KINDS,
  type NameQuery,
  NO_MATCH,
  RANK,
  wordsOfName,
} from '../../text/name-match.js';
import { soundsOf } from '../../text/sound.js';

const LINE = '\n';
const LETTERS = 26;

/**
 * Ranks names like `nameRank`, but judges each distinct word of the names once per term: the names of 25,000 doctors
 * have about 10,000.
 */
export class ForgivingNameIndex {
  /** Distinct words, shorter ones first. */
  readonly #words: readonly string[];
  /** All words, each between line ends: a single scan finds those that contain a term. */
  readonly #text: string;
  /** Where each word begins in the text. */
  readonly #starts: Int32Array;
  /** The word at each place of the text. */
  readonly #wordAt: Int32Array;
  /** The letters of each word, as bits. */
  readonly #letters: Int32Array;
  /** The first word of each length. */
  readonly #byLength: readonly number[];
  readonly #bySound = new Map<string, number[]>();
  /** The names with word w are in names[offsets[w]] … names[offsets[w + 1] - 1]. */
  readonly #offsets: Int32Array;
  readonly #names: Int32Array;
  readonly #size: number;
  /** Scratch: the rank of each word for the current term. */
  readonly #wordRanks: Uint8Array;

  constructor(names: readonly string[]) {
    this.#size = names.length;
    const namesOf = new Map<string, number[]>();
    names.forEach((name, ordinal) => {
      for (const word of wordsOfName(name)) addTo(namesOf, word, ordinal);
    });
    this.#words = [...namesOf.keys()].toSorted((a, b) => a.length - b.length);
    this.#text = LINE + this.#words.map((word) => word + LINE).join('');
    this.#starts = runningTotals(this.#words, ({ length }) => length + 1, 1);
    this.#wordAt = new Int32Array(this.#text.length);
    this.#words.forEach((word, i) => {
      this.#wordAt.fill(i, this.#starts[i], this.#starts[i + 1]);
      for (const sound of soundsOf(word)) addTo(this.#bySound, sound, i);
    });
    this.#letters = Int32Array.from(this.#words, lettersOf);
    this.#byLength = firstOfEachLength(this.#words);
    this.#offsets = runningTotals(this.#words, (word) => namesOf.get(word)!.length, 0);
    this.#names = Int32Array.from(this.#words.flatMap((word) => namesOf.get(word)!));
    this.#wordRanks = new Uint8Array(this.#words.length).fill(NO_MATCH);
  }

  /** Returns the rank of each name's match, which is that of its worst term; NO_MATCH where there is none. */
  search({ terms, onlyTitles }: NameQuery): Uint8Array {
    const [first, ...others] = terms;
    if (first === undefined) return new Uint8Array(this.#size).fill(onlyTitles ? RANK.exact : NO_MATCH);
    const ranks = this.#ranksOf(first);
    for (const term of others) {
      const worse = this.#ranksOf(term);
      for (let name = 0; name < ranks.length; name++)
        if (worse[name]! > ranks[name]!) ranks[name] = worse[name]!;
    }
    return ranks;
  }

  /** Returns the rank of each name: that of its word that matches a term best. */
  #ranksOf(term: string): Uint8Array {
    const ranks = new Uint8Array(this.#size).fill(NO_MATCH);
    for (const word of this.#judge(term)) {
      const rank = this.#wordRanks[word]!;
      this.#wordRanks[word] = NO_MATCH;
      const end = this.#offsets[word + 1]!;
      for (let at = this.#offsets[word]!; at < end; at++) {
        const name = this.#names[at]!;
        if (rank < ranks[name]!) ranks[name] = rank;
      }
    }
    return ranks;
  }

  /** Returns the words that match a term, each once; sets their ranks. */
  #judge(term: string): readonly number[] {
    const found: number[] = [];
    const add = (word: number, rank: number) => {
      if (this.#wordRanks[word] !== NO_MATCH) return;
      this.#wordRanks[word] = rank;
      found.push(word);
    };
    this.#addContaining(term, add);
    this.#addMisspelled(term, add);
    for (const sound of soundsOf(term))
      for (const word of this.#bySound.get(sound) ?? []) add(word, RANK.sound);
    return found;
  }

  #addContaining(term: string, add: (word: number, rank: number) => void): void {
    let at = this.#text.indexOf(term);
    while (at >= 0) {
      const word = this.#wordAt[at]!;
      const next = this.#starts[word + 1]!;
      if (at > this.#starts[word]!) add(word, RANK.contains);
      else add(word, next - at - 1 === term.length ? RANK.exact : RANK.prefix);
      at = this.#text.indexOf(term, next);
    }
  }

  #addMisspelled(term: string, add: (word: number, rank: number) => void): void {
    const most = editsAllowed(term);
    if (most === 0) return;
    const letters = lettersOf(term);
    const from = this.#byLength[term.length - most] ?? this.#words.length;
    const to = this.#byLength[term.length + most + 1] ?? this.#words.length;
    for (let word = from; word < to; word++) {
      const others = this.#letters[word]!;
      // Each edit adds at most one letter and removes at most one.
      if (moreBits(letters & ~others, most) || moreBits(others & ~letters, most)) continue;
      if (editDistance(term, this.#words[word]!, most) <= most) add(word, RANK.spelling);
    }
  }
}

/**
 * Returns the number of names that match, and the first of them: best first, then in their order.
 * @param end number of names to return
 */
export function bestFirst(
  ranks: Uint8Array,
  end: number,
): { readonly total: number; readonly ordinals: number[] } {
  const byRank = MATCH_KINDS.map((): number[] => []);
  let total = 0;
  for (let name = 0; name < ranks.length; name++) {
    const rank = ranks[name]!;
    if (rank === NO_MATCH) continue;
    total += 1;
    const names = byRank[rank]!;
    if (names.length < end) names.push(name);
  }
  return { total, ordinals: byRank.flat().slice(0, end) };
}

function addTo<K>(lists: Map<K, number[]>, key: K, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** @param words shorter ones first */
function firstOfEachLength(words: readonly string[]): readonly number[] {
  const firsts = [0];
  words.forEach(({ length }, word) => {
    while (firsts.length <= length) firsts.push(word);
  });
  return firsts;
}

function runningTotals<T>(items: readonly T[], sizeOf: (item: T) => number, first: number): Int32Array {
  const totals = new Int32Array(items.length + 1).fill(first);
  items.forEach((item, i) => (totals[i + 1] = totals[i]! + sizeOf(item)));
  return totals;
}

/** Returns the letters of a word as bits; those beyond a to z share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i) - 97;
    letters |= 1 << (letter >= 0 && letter < LETTERS ? letter : LETTERS);
  }
  return letters;
}

/** Returns whether more than a number of bits are set. */
function moreBits(bits: number, most: number): boolean {
  let rest = bits;
  for (let i = 0; i <= most; i++) {
    if (rest === 0) return false;
    rest &= rest - 1;
  }
  return true;
}
