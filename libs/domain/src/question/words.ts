import { plainWords } from '../text/text.js';

/** A word of a question. */
export interface Word {
  /** Folded, without punctuation, and with its usual spelling. */
  readonly plain: string;
  /** The same with the typed spelling. */
  readonly raw: string;
  /** Whether the typed word is spelled otherwise. */
  readonly isRespelled: boolean;
  /** The typed characters that it is a part of. */
  readonly typed: string;
  /** Its place among the typed parts. */
  readonly part: number;
}

/** Where a phrase ends, and its groups. */
export interface PhraseMatch {
  readonly to: number;
  readonly found: RegExpExecArray;
}

/** Latitude and longitude, with a space between them. */
const SPACED_POINT = /(\d\.\d+),\s+([-+]?\d+\.\d+)/g;

/** A question as words, and as one line of them in which phrases are looked for. */
export class Words {
  readonly list: readonly Word[];
  readonly line: string;
  /** The words with the typed spelling. */
  readonly spelled: readonly string[];
  readonly #starts: readonly number[];

  /** @param spell returns the usual spelling of a misspelled word, and other words as they are */
  constructor(question: string, spell: (plain: string) => string = (plain) => plain) {
    // A comma, colon or slash within numbers belongs to them: 43.65,-79.38, 8:30 and 8/12/2026. "Non:" is no "non".
    this.list = question
      .replaceAll(SPACED_POINT, '$1,$2')
      .split(/(?:[\s;()?!{}[\]"“”«»<>=|]|(?<!\d)[,/]|(?<!\d):(?=\S)|,(?![-+]?\d)|\/(?!\d))+/u)
      .flatMap((typed, part) =>
        plainWords(typed)
          .split(' ')
          .filter((plain) => plain !== '')
          .map((typedPlain) => {
            const plain = spell(typedPlain);
            return { plain, raw: typedPlain, isRespelled: plain !== typedPlain, typed, part };
          }),
      );
    this.spelled = this.list.map(({ raw }) => raw);
    const starts: number[] = [];
    let length = 0;
    for (const { plain } of this.list) {
      starts.push(length);
      length += plain.length + 1;
    }
    this.#starts = starts;
    this.line = this.list.map(({ plain }) => plain).join(' ');
  }

  get length(): number {
    return this.list.length;
  }

  plain(from: number, to = from + 1): string {
    return this.list
      .slice(from, to)
      .map(({ plain }) => plain)
      .join(' ');
  }

  isRespelled(from: number, to: number): boolean {
    return this.list.slice(from, to).some((word) => word.isRespelled);
  }

  /** Returns words as they were typed, without the punctuation around them. */
  typed(from: number, to: number): string {
    const parts = new Map(this.list.slice(from, to).map(({ part, typed }) => [part, typed]));
    return [...parts.values()]
      .join(' ')
      .replaceAll(/(?<=\p{L}['’]) /gu, '')
      .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
  }

  /** Matches a phrase that begins with a word; undefined unless it ends with one. */
  match(from: number, phrase: RegExp): PhraseMatch | undefined {
    phrase.lastIndex = this.#starts[from]!;
    const found = phrase.exec(this.line);
    if (!found || found[0] === '') return undefined;
    const end = phrase.lastIndex;
    if (end !== this.line.length && this.line[end] !== ' ') return undefined;
    let to = from;
    while (to < this.length && this.#starts[to]! <= end) to++;
    return { to, found };
  }
}

/** Returns an expression for `Words.match`: alternatives that match whole words where they are looked for. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?:${source})(?= |$)`, 'yu');
}

/** Returns whether a dash is typed between words: "9-5", "Mon–Fri". */
export function isDashed(words: Words, from: number, to: number): boolean {
  return words.list.slice(from, to).some(({ typed }) => /[\p{L}\d][-–—][\p{L}\d]/u.test(typed));
}
