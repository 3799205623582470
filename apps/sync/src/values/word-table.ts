import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';

// The same path from src and from dist: both are one level below the project.
const FILE = resolve(import.meta.dirname, '../../data/words.csv');
const ROWS = parse<{ column: string; word: string; meaning: string }>(readFileSync(FILE), { columns: true });

/**
 * Returns the meanings of the words that sources use in a column, from data/words.csv.
 * @throws when the file gives a word a meaning that is not among those accepted
 */
export function wordTable<Meaning extends string>(
  column: string,
  accepted: readonly Meaning[],
): ReadonlyMap<string, Meaning> {
  const rows = ROWS.filter((row) => row.column === column);
  return new Map(
    rows.map(({ word, meaning: given }) => {
      const meaning = accepted.find((each) => each === given);
      if (meaning === undefined)
        throw new Error(`${FILE}: "${given}" is no meaning of "${word}" in ${column}.`);
      return [word, meaning];
    }),
  );
}
