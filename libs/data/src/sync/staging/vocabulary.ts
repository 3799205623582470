import { fold } from '@care-atlas/domain/text';
import type { ClientBase } from 'pg';

/** The words of one vocabulary that a source uses. The folded form identifies a word. */
export class Vocabulary {
  /** Folded form by spelling: a source repeats few spellings very often. */
  readonly #folded = new Map<string, string>();
  /** The first spelling by folded form. */
  readonly #spelling = new Map<string, string>();
  /** The number of words that were stored. */
  #stored = 0;

  constructor(readonly table: 'specialty' | 'language') {}

  /** Returns the folded forms of a list of words in its order, without blank and repeated words. */
  foldAll(words: readonly string[]): string[] {
    const folded = new Set<string>();
    for (const word of words) {
      const form = this.#fold(word);
      if (form) folded.add(form);
    }
    return [...folded];
  }

  /** Adds the words that the database does not have yet: of those so far, or of those since the last time. */
  async store(client: ClientBase): Promise<void> {
    const words = [...this.#spelling].slice(this.#stored);
    if (words.length === 0) return;
    this.#stored += words.length;
    // Not "on conflict do nothing": that uses up a number of the small identity for every known word.
    await client.query(
      `insert into ${this.table} (name, folded_name)
      select word.name, word.folded_name
      from unnest($1::text[], $2::text[]) with ordinality word (name, folded_name, place)
      where not exists (select from ${this.table} known where known.folded_name = word.folded_name)
      order by word.place`,
      [words.map(([, spelling]) => spelling), words.map(([folded]) => folded)],
    );
  }

  #fold(word: string): string {
    const known = this.#folded.get(word);
    if (known !== undefined) return known;
    const form = fold(word);
    this.#folded.set(word, form);
    if (form && !this.#spelling.has(form)) this.#spelling.set(form, word.trim().replace(/\s+/gu, ' '));
    return form;
  }
}
