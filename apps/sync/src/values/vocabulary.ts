import { LANGUAGES, SPECIALTIES } from '@care-atlas/domain/vocabulary';
import type { InputRow } from '../rows/input-row.js';

const VOCABULARIES = { specialty: SPECIALTIES, language: LANGUAGES } as const;

/** What joins two names in one item. */
const JOINED = /\s+(?:and|et)\s+|\s*[&/+]\s*/;

/** More words of one list are left out without a guess: to find the nearest name is expensive. */
const MOST_GUESSES = 10;

/** Reads the specialties or languages of rows, by any name that sources use. */
export class VocabularyReader {
  /** Names by spelling: a source repeats few spellings very often. */
  readonly #known = new Map<string, string | undefined>();

  constructor(private readonly kind: keyof typeof VOCABULARIES) {}

  /**
   * Returns the normalized names of a list, in its order, each once. What is unknown is left out with a note for each word,
   * which says the nearest known name.
   * @throws RowFault when nothing in it is known
   */
  listOf(row: InputRow, column: string): readonly string[] {
    const unknown: string[] = [];
    const names = row.list(column).flatMap((item) => this.#namesIn(item, unknown));
    if (names.length === 0 && unknown.length > 0) this.#reject(row, column, unknown);
    for (const [index, word] of unknown.entries()) {
      const guess = index < MOST_GUESSES ? this.#guessOf([word]) : '';
      row.leaveOut(column, word, `a ${this.kind} of the directory${guess}`);
    }
    return names.length < 2 ? names : [...new Set(names)];
  }

  /** Returns the names of an item, which may be a list itself: "English, Sindhi", "English and French". */
  #namesIn(item: string, unknown: string[]): readonly string[] {
    const name = this.#nameOf(item);
    if (name !== undefined) return [name];
    const words = item.split(/,(?![^(]*\))/).flatMap((word) => word.trim() || []);
    if (words.length > 1) return words.flatMap((word) => this.#namesIn(word, unknown));
    // A name may contain these: they separate only what is known on either side.
    const parts = item.split(JOINED).map((part) => this.#nameOf(part.trim()));
    if (parts.length > 1 && parts.every((part) => part !== undefined)) return parts;
    unknown.push(item);
    return [];
  }

  /**
   * Returns the normalized name.
   * @throws RowFault when it is unknown, with the nearest known name
   */
  nameOf(row: InputRow, column: string): string {
    const spelling = row.required(column);
    return this.#nameOf(spelling) ?? this.#reject(row, column, [spelling]);
  }

  #nameOf(spelling: string): string | undefined {
    if (this.#known.has(spelling)) return this.#known.get(spelling);
    const name = VOCABULARIES[this.kind].nameOf(spelling);
    // A copy, because the spelling is a slice of a part of the file, which would stay in memory with it.
    this.#known.set(Buffer.from(spelling).toString(), name);
    return name;
  }

  #reject(row: InputRow, column: string, unknown: readonly string[]): never {
    return row.reject(column, `a ${this.kind} of the directory${this.#guessOf(unknown)}`);
  }

  /** Returns the nearest known names of unknown words, as a question; empty without any. */
  #guessOf(unknown: readonly string[]): string {
    const vocabulary = VOCABULARIES[this.kind];
    const guesses = unknown.slice(0, MOST_GUESSES).flatMap((word) => {
      const nearest = vocabulary.nameOf(vocabulary.suggest(word) ?? '');
      return nearest ? `"${nearest}" instead of "${word}"` : [];
    });
    return guesses.length > 0 ? ` (did you mean ${guesses.join(', ')}?)` : '';
  }
}
