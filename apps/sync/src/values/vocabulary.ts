import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { fold, nearestWord } from '@care-atlas/domain/text';
import { CsvFormat } from '../formats/csv-format.js';
import type { InputRow } from '../rows/input-row.js';

const FILES = {
  // The same path from src and from dist: both are one level below the project.
  specialty: resolve(import.meta.dirname, '../../data/specialties.csv'),
  language: resolve(import.meta.dirname, '../../data/languages.csv'),
} as const;
const SHAPE = { columns: { name: '', other_names: '' }, needs: [['name'], ['other_names']] };

/** The specialties or languages of the directory, each with the other names that sources use. */
export class Vocabulary {
  /** Names by spelling: a source repeats few spellings very often. */
  readonly #known = new Map<string, string | undefined>();

  private constructor(
    private readonly kind: keyof typeof FILES,
    /** By folded name and folded other name. */
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  static async read(kind: keyof typeof FILES): Promise<Vocabulary> {
    const names = new Map<string, string>();
    for await (const batch of new CsvFormat(FILES[kind], SHAPE).rows(createReadStream(FILES[kind])))
      for (const row of batch) {
        const name = row.required('name');
        for (const spelling of [name, ...row.list('other_names')]) names.set(fold(spelling), name);
      }
    return new Vocabulary(kind, names);
  }

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
    const name = this.names.get(fold(spelling));
    // A copy, because the spelling is a slice of a part of the file, which would stay in memory with it.
    this.#known.set(Buffer.from(spelling).toString(), name);
    return name;
  }

  #reject(row: InputRow, column: string, spelling: string): never {
    const nearest = nearestWord(fold(spelling), this.names.keys());
    const guess = nearest ? ` (did you mean "${this.names.get(nearest)}" instead of "${spelling}"?)` : '';
    return row.reject(column, `a ${this.kind} of the directory${guess}`);
  }
}
