import { fold, plainWords } from '../text/text.js';
import type { NameKind, NameRow } from './name-row.js';
import type { ListedNames, Spelling } from './spelling.js';
import { misspellingOf, suggestionFor } from './suggestion.js';

/** What a requested value is read as. */
export type Reading =
  | {
      /** `name`: a normalized name. `other-name`: the value was interpreted. */
      readonly by: 'name' | 'other-name';
      readonly value: string;
      /** The normalized names that the value stands for: the listed ones if any are listed. */
      readonly as: readonly string[];
      readonly listed: boolean;
    }
  | { readonly by: 'unknown'; readonly value: string; readonly suggestion: string | undefined };

/** Other names that people use, but sources of records do not, or that could be something else there: `heart doctor`. */
const ONLY_ASKED: ReadonlySet<NameKind> = new Set(['everyday', 'french', 'iso-code', 'not-listed']);

/** The normalized names of a kind of thing, with their other names. */
export class Vocabulary {
  /** In the order of the data. */
  readonly names: readonly string[];
  readonly #byFoldedName: ListedNames;
  readonly #spellings: ReadonlyMap<string, Spelling>;
  readonly #inSources: ReadonlyMap<string, Spelling>;
  readonly #inFrench: ReadonlyMap<string, Spelling>;
  readonly #codes: ReadonlyMap<string, Spelling>;

  constructor(rows: readonly NameRow[]) {
    this.names = [...new Set(rows.map(([name]) => name).filter((name) => name !== ''))];
    this.#byFoldedName = listedNames(this.names);
    this.#spellings = spellingsOf(this.names, rows);
    this.#inSources = spellingsOf(
      this.names,
      rows.filter(([, , kind]) => !ONLY_ASKED.has(kind)),
    );
    const ofKind = (wanted: NameKind) =>
      spellingsOf(
        [],
        rows.filter(([, , kind]) => kind === wanted),
      );
    this.#inFrench = ofKind('french');
    this.#codes = ofKind('iso-code');
  }

  /**
   * Reads a requested value: a listed name first, else another name, as any of what it stands for.
   * @param suggests whether to look for what an unknown value may mean, which takes long
   */
  resolve(value: string, listed: ListedNames, suggests = true): Reading {
    const name = listed.get(fold(value));
    if (name !== undefined) return { by: 'name', value, as: [name], listed: true };
    const names = this.#spellings.get(plainWords(value))?.names ?? [];
    if (names.length === 0) {
      const suggestion = suggests ? suggestionFor(value, this.#spellings, listed) : undefined;
      return { by: 'unknown', value, suggestion };
    }
    const known = names.filter((each) => listed.has(fold(each)));
    const own = names.length === 1 && this.#byFoldedName.has(fold(value));
    return {
      by: own ? 'name' : 'other-name',
      value,
      as: known.length > 0 ? known : names,
      listed: known.length > 0,
    };
  }

  /** Returns the normalized name that a source of records means; undefined if it is unknown or stands for several. */
  nameOf(spelling: string): string | undefined {
    const name = this.#byFoldedName.get(fold(spelling));
    if (name !== undefined) return name;
    const words = plainWords(spelling);
    return onlyName(this.#inSources.get(words) ?? this.#inFrench.get(words));
  }

  /** Returns the normalized name that an ISO code means; undefined if it is none. A code may be a word, too: `no`. */
  nameOfCode(code: string): string | undefined {
    return onlyName(this.#codes.get(plainWords(code)));
  }

  /**
   * Returns the name that was probably meant by a value that `nameOf` does not know; undefined rather than one of
   * another meaning.
   */
  suggest(unknown: string): string | undefined {
    const [name, ...others] = this.#spellings.get(plainWords(unknown))?.names ?? [];
    if (name !== undefined && others.length === 0) return name;
    return suggestionFor(unknown, this.#spellings, this.#byFoldedName);
  }

  /**
   * Returns the name that a text is a misspelling of; undefined for a known one. Unlike `suggest`, never completes or
   * shortens a text: those are other words.
   * @param inContext whether the words around it say that such a name is meant: short ones are read, too
   */
  misspelled(text: string, inContext: boolean): string | undefined {
    return misspellingOf(text, this.#spellings, this.#byFoldedName, inContext);
  }
}

/** Returns names by their folded form. */
export function listedNames(names: Iterable<string>): ListedNames {
  return new Map(Array.from(names, (name) => [fold(name), name]));
}

function onlyName(spelling: Spelling | undefined): string | undefined {
  return spelling?.names.length === 1 ? spelling.names[0] : undefined;
}

function spellingsOf(names: readonly string[], rows: readonly NameRow[]): ReadonlyMap<string, Spelling> {
  const spellings = new Map<string, { text: string; names: string[] }>();
  const add = (text: string, name: string) => {
    const key = plainWords(text);
    const spelling = spellings.get(key) ?? { text, names: [] };
    spellings.set(key, spelling);
    if (name !== '' && !spelling.names.includes(name)) spelling.names.push(name);
  };
  for (const name of names) add(name, name);
  for (const [name, otherName] of rows) add(otherName, name);
  return spellings;
}
