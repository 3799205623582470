import { fold } from '@care-atlas/domain/text';
import type { StatementQueue } from './copy-target.js';

/** A word as the directory has it. */
interface KnownWord {
  readonly id: number;
  readonly name: string;
  /** The folded form, which identifies it. */
  readonly folded: string;
}

/** The words of one vocabulary that a source uses, as the directory spells them. */
export class Vocabulary {
  /** Folded form by spelling: a source repeats few spellings very often. */
  readonly #folded = new Map<string, string>();
  readonly #known = new Map<string, KnownWord>();

  constructor(private readonly table: 'specialty' | 'language') {}

  /** Adds the words that the directory does not have, in their first spelling. Known words take no statement. */
  async learn(queue: StatementQueue, words: readonly string[]): Promise<void> {
    const unknown = new Map<string, string>();
    for (const word of words) {
      const folded = this.#fold(word);
      if (folded !== '' && !this.#known.has(folded) && !unknown.has(folded))
        unknown.set(folded, word.trim().replace(/\s+/gu, ' '));
    }
    if (unknown.size === 0) return;
    // Not "on conflict do nothing": that uses up a number of the small identity for every known word.
    const { rows } = await queue.run((client) =>
      client.query<KnownWord>(
        `with known as (
          select id, name, folded_name from ${this.table} where folded_name = any ($2::text[])
        ), added as (
          insert into ${this.table} (name, folded_name)
          select name, folded_name from unnest($1::text[], $2::text[]) with ordinality word (name, folded_name, place)
          where folded_name not in (select folded_name from known) order by place
          returning id, name, folded_name
        ) select id, name, folded_name as folded from known union all select id, name, folded_name from added`,
        [[...unknown.values()], [...unknown.keys()]],
      ),
    );
    for (const row of rows) this.#known.set(row.folded, row);
  }

  /** Returns learned words as the directory has them, in their order, without blank and repeated ones. */
  wordsOf(words: readonly string[]): readonly KnownWord[] {
    const known = new Set<KnownWord>();
    for (const word of words) {
      const form = this.#fold(word);
      if (form !== '') known.add(this.#known.get(form)!);
    }
    return [...known];
  }

  /** Returns the names of learned words, in the same way. */
  namesOf(words: readonly string[]): readonly string[] {
    return this.wordsOf(words).map(({ name }) => name);
  }

  #fold(word: string): string {
    let form = this.#folded.get(word);
    if (form === undefined) this.#folded.set(word, (form = fold(word)));
    return form;
  }
}
