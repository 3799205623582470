import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { fold, nearestWord } from '@care-atlas/domain/text';
import { CsvForm } from '../formats/csv-form.js';
import type { InputRow } from '../formats/input-row.js';

const FILES = {
  // The same from the source and from the build: both lie one level below the project.
  specialty: resolve(import.meta.dirname, '../../data/specialties.csv'),
  language: resolve(import.meta.dirname, '../../data/languages.csv'),
} as const;
const SHAPE = { columns: { name: '', other_names: '' }, needs: [['name'], ['other_names']] };

/** The names of one kind that the directory knows, each with the other names by which sources call the same. */
export class Vocabulary {
  /** By whatever spelling was asked for: a source repeats few spellings very often. */
  readonly #known = new Map<string, string | undefined>();

  private constructor(
    private readonly kind: keyof typeof FILES,
    /** By folded name and folded other name. */
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  static async read(kind: keyof typeof FILES): Promise<Vocabulary> {
    const names = new Map<string, string>();
    for await (const batch of new CsvForm(FILES[kind], SHAPE).rows(createReadStream(FILES[kind])))
      for (const row of batch) {
        const name = row.required('name');
        for (const spelling of [name, ...row.list('other_names')]) names.set(fold(spelling), name);
      }
    return new Vocabulary(kind, names);
  }

  /**
   * The normalized names of a list, in its order, each once.
   * @throws RowFault when one is not known, with the nearest that is
   */
  listOf(row: InputRow, column: string): readonly string[] {
    const names = row
      .list(column)
      .map((spelling) => this.#nameOf(spelling) ?? this.#refuse(row, column, spelling));
    return names.length < 2 ? names : [...new Set(names)];
  }

  /**
   * The normalized name.
   * @throws RowFault when it is not known, with the nearest that is
   */
  nameOf(row: InputRow, column: string): string {
    const spelling = row.required(column);
    return this.#nameOf(spelling) ?? this.#refuse(row, column, spelling);
  }

  #nameOf(spelling: string): string | undefined {
    if (this.#known.has(spelling)) return this.#known.get(spelling);
    const name = this.names.get(fold(spelling));
    // A copy: the spelling is cut from a part of the file, which would stay in memory with it.
    this.#known.set(Buffer.from(spelling).toString(), name);
    return name;
  }

  #refuse(row: InputRow, column: string, spelling: string): never {
    const nearest = nearestWord(fold(spelling), this.names.keys());
    const guess = nearest ? `; perhaps "${this.names.get(nearest)}" is meant instead of "${spelling}"` : '';
    return row.refuse(column, `a ${this.kind} that the directory knows${guess}`);
  }
}
