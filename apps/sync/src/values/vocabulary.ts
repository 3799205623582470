import { LANGUAGES, SPECIALTIES } from '@care-atlas/domain/vocabulary';
import type { InputRow } from '../rows/input-row.js';

const VOCABULARIES = { specialty: SPECIALTIES, language: LANGUAGES } as const;

/** Reads the specialties or languages of rows, by any name that sources use. */
export class VocabularyReader {
  /** Names by spelling: a source repeats few spellings very often. */
  readonly #known = new Map<string, string | undefined>();

  constructor(private readonly kind: keyof typeof VOCABULARIES) {}

  /**
   * Returns the normalized names of a list, in its order, each once.
   * @throws RowFault when one is unknown, with the nearest known name
   */
  listOf(row: InputRow, column: string): readonly string[] {
    const names = row
      .list(column)
      .map((spelling) => this.#nameOf(spelling) ?? this.#reject(row, column, spelling));
    return names.length < 2 ? names : [...new Set(names)];
  }

  /**
   * Returns the normalized name.
   * @throws RowFault when it is unknown, with the nearest known name
   */
  nameOf(row: InputRow, column: string): string {
    const spelling = row.required(column);
    return this.#nameOf(spelling) ?? this.#reject(row, column, spelling);
  }

  #nameOf(spelling: string): string | undefined {
    if (this.#known.has(spelling)) return this.#known.get(spelling);
    const name = VOCABULARIES[this.kind].nameOf(spelling);
    // A copy, because the spelling is a slice of a part of the file, which would stay in memory with it.
    this.#known.set(Buffer.from(spelling).toString(), name);
    return name;
  }

  #reject(row: InputRow, column: string, spelling: string): never {
    const vocabulary = VOCABULARIES[this.kind];
    const nearest = vocabulary.nameOf(vocabulary.suggest(spelling) ?? '');
    const guess = nearest ? ` (did you mean "${nearest}" instead of "${spelling}"?)` : '';
    return row.reject(column, `a ${this.kind} of the directory${guess}`);
  }
}
