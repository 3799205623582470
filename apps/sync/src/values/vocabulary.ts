import { LANGUAGES, SPECIALTIES } from '@care-atlas/domain/vocabulary';
import type { InputRow } from '../rows/input-row.js';
import { wordTable } from './word-table.js';

const VOCABULARIES = { specialty: SPECIALTIES, language: LANGUAGES } as const;

/** What joins two names in one item: "English and/or French", "Cardiology - Nephrology". */
const JOINED = /\s+(?:and|et|or|ou|and\/or)\s+|\s*[&/+·•:]\s*|\s+[-–—]\s+/i;
/** A comma outside parentheses. */
const COMMA = /\s*,(?![^(]*\))\s*/;
/** A name with a closer one: "Neurology (Pediatric)", "Surgery, General", "CCFP-EM". */
const QUALIFIED = /^(.+?)\s*(?:\(([^()]+)\)|[,/:–—-]\s*([^(),]+))$/;
const CODE_LETTERS = 3;
const BETWEEN_CODES = /[\s,/&+]+/;
/** Names with more commas are not known: "Ear, Nose and Throat". */
const MOST_COMMAS = 2;

const FAMILY_MEDICINE = 'Family Medicine';
const PEDIATRICS = 'Pediatrics';
/** The fields in which family physicians are certified, by the abbreviations of their certificates: "CCFP (EM)". */
const CERTIFICATES = wordTable('certificate', SPECIALTIES.names);

/** More words of one list are left out without a guess: to find the nearest name is expensive. */
const MOST_GUESSES = 10;

/** Reads the specialties or languages of rows, by any name that sources use. */
export class VocabularyReader {
  /** Names by spelling: a source repeats few spellings very often. */
  readonly #known = new Map<string, readonly string[]>();

  constructor(private readonly kind: keyof typeof VOCABULARIES) {}

  /**
   * Returns the normalized names of a list, in its order, each once. What is unknown is left out with a note for each word,
   * which says the nearest known name.
   * @throws RowFault when nothing in it is known
   */
  listOf(row: InputRow, column: string): readonly string[] {
    const unknown: string[] = [];
    const items = row.list(column);
    const codes = this.#codesIn(items);
    const names = codes.length > 0 ? codes : items.flatMap((item) => this.#namesIn(item, unknown));
    if (unknown.length === 0) return names.length < 2 ? names : [...new Set(names)];
    const suggestions = this.#suggestionsFor(row, column, unknown);
    if (names.length === 0) this.#reject(row, column, unknown, suggestions);
    for (const [index, word] of unknown.entries()) {
      const guess = index < MOST_GUESSES ? this.#guessOf([word]) : '';
      row.leaveOut(column, word, `a ${this.kind} of the directory${guess}`, suggestions);
    }
    return names.length < 2 ? names : [...new Set(names)];
  }

  /**
   * Returns the normalized name.
   * @throws RowFault when it is unknown, with the nearest known name
   */
  nameOf(row: InputRow, column: string): string {
    const spelling = row.required(column);
    const unknown: string[] = [];
    const [name, ...others] = new Set(this.#namesIn(spelling, unknown));
    if (others.length > 0) return row.reject(column, `one ${this.kind} of the directory`);
    if (name !== undefined && unknown.length === 0) return name;
    const nearest = this.#nearest(spelling);
    return this.#reject(row, column, [spelling], nearest === undefined ? [] : [nearest]);
  }

  /** Returns the list with the nearest name for each unknown word; none if one of them has no such name. */
  #suggestionsFor(row: InputRow, column: string, unknown: readonly string[]): readonly string[] {
    if (unknown.length > MOST_GUESSES) return [];
    const items = row.list(column).map((item) => {
      let text = item;
      for (const word of unknown) {
        const nearest = item.includes(word) && this.#nearest(word);
        if (nearest) text = text.replace(word, () => nearest);
      }
      return text;
    });
    const left: string[] = [];
    for (const item of items) this.#namesIn(item, left);
    return left.length > 0 ? [] : [[...new Set(items)].join('|')];
  }

  /** Returns the names of a list of ISO codes, "EN; FR"; none of any other list, or of the word no alone. */
  #codesIn(items: readonly string[]): readonly string[] {
    const words = items.flatMap((item) => item.split(BETWEEN_CODES)).filter((word) => word !== '');
    if (words.some((word) => word.length > CODE_LETTERS)) return [];
    if (words.length === 1 && words[0]!.toLowerCase() === 'no') return [];
    // Ga is a language, and the code of another.
    const names = words.flatMap(
      (word) => this.#nameOf(word) ?? VOCABULARIES[this.kind].nameOfCode(word) ?? [],
    );
    return names.length < words.length ? [] : names;
  }

  /** Returns the names of an item, which may be a list itself: "English, Sindhi", "English and French". */
  #namesIn(item: string, unknown: string[]): readonly string[] {
    const names = this.#namesOf(item);
    if (names.length > 0) return names;
    const words = item.split(COMMA).filter((word) => word !== '');
    if (words.length > 1) return this.#namesAmong(words, unknown);
    const parts = item.split(JOINED).filter((part) => part !== '');
    // A name may contain what joins two: it separates them only where one is known.
    if (parts.length > 1 && parts.some((part) => this.#namesOf(part).length > 0))
      return parts.flatMap((part) => this.#namesIn(part, unknown));
    unknown.push(item);
    return [];
  }

  /** Returns the names of words between commas, of which several may be one name. */
  #namesAmong(words: readonly string[], unknown: string[]): readonly string[] {
    const names: string[] = [];
    for (let from = 0; from < words.length;) {
      const textTo = (to: number) => words.slice(from, to).join(', ');
      let to = Math.min(from + MOST_COMMAS + 1, words.length);
      while (to > from + 1 && this.#namesOf(textTo(to)).length !== 1) to--;
      names.push(...this.#namesIn(textTo(to), unknown));
      from = to;
    }
    return names;
  }

  /** Returns the names that a spelling means: several, if it has a closer one, and none if it is unknown. */
  #namesOf(spelling: string): readonly string[] {
    const known = this.#known.get(spelling);
    if (known !== undefined) return known;
    const words = spelling.split(COMMA);
    // "Persian, Dari" is not Dari alone.
    const both = words.length === 2 ? this.#allKnown(words) : [];
    const name = this.#allKnown([spelling]);
    const names = [both, name].find((each) => each.length > 0) ?? this.#qualifiedNames(spelling);
    // A copy, because the spelling is a slice of a part of the file, which would stay in memory with it.
    this.#known.set(Buffer.from(spelling).toString(), names);
    return names;
  }

  /** Returns the names of spellings, each once; none if one of them is unknown. */
  #allKnown(spellings: readonly string[]): readonly string[] {
    const names = spellings.flatMap((spelling) => this.#nameOf(spelling) ?? []);
    return names.length < spellings.length ? [] : [...new Set(names)];
  }

  #qualifiedNames(spelling: string): readonly string[] {
    const [, wide = '', inParentheses, afterSign] = QUALIFIED.exec(spelling) ?? [];
    const close = inParentheses ?? afterSign;
    if (close === undefined) return [];
    const both = this.#allKnown([wide, close]);
    if (inParentheses === undefined && both.length > 0) return both;
    const name = this.#nameOf(wide);
    const certified = name === FAMILY_MEDICINE ? CERTIFICATES.get(close.toLowerCase()) : undefined;
    if (certified !== undefined) return [FAMILY_MEDICINE, certified];
    const whole = this.#nameOf(`${close} ${wide}`);
    if (whole !== undefined) return [whole];
    // The field of a pediatrician is none of adults.
    const field = name === PEDIATRICS ? close : this.#nameOf(close) === PEDIATRICS ? wide : undefined;
    const pediatric = field === undefined ? undefined : this.#nameOf(`Pediatric ${field}`);
    if (pediatric !== undefined) return [pediatric];
    if (inParentheses === undefined || name === undefined) return [];
    const unknown: string[] = [];
    const closer = this.#namesIn(close, unknown);
    return unknown.length > 0 ? [] : [name, ...closer];
  }

  #nameOf(spelling: string): string | undefined {
    return VOCABULARIES[this.kind].nameOf(spelling);
  }

  #reject(row: InputRow, column: string, unknown: readonly string[], suggestions: readonly string[]): never {
    const accepted = `a ${this.kind} of the directory${this.#guessOf(unknown)}`;
    return row.reject(column, accepted, undefined, suggestions);
  }

  /** Returns the nearest known names of unknown words, as a question; empty without any. */
  #guessOf(unknown: readonly string[]): string {
    const guesses = unknown.slice(0, MOST_GUESSES).flatMap((word) => {
      const nearest = this.#nearest(word);
      return nearest ? `"${nearest}" instead of "${word}"` : [];
    });
    return guesses.length > 0 ? ` (did you mean ${guesses.join(', ')}?)` : '';
  }

  /** Returns the name that was probably meant by an unknown word, or that it begins with. */
  #nearest(word: string): string | undefined {
    const vocabulary = VOCABULARIES[this.kind];
    const [, wide = ''] = QUALIFIED.exec(word) ?? [];
    return vocabulary.nameOf(vocabulary.suggest(word) ?? wide);
  }
}
