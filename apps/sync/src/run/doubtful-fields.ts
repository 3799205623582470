import type { InputRow } from '../rows/input-row.js';
import { type FaultyFile, percent, type RejectLimit, remedyOf, TooManyRejectsError } from './reject-limit.js';

/** The columns whose values may be read in part, or as not known, with what is said of such rows. */
const FIELDS: Readonly<Record<string, string>> = {
  opening_hours: 'opening hours have some that are not plausible and would be stored as not known',
  languages: 'languages have some that the directory does not know',
  specialties: 'specialties have some that the directory does not know',
};
/** Where more of the rows are doubtful, the file is probably written in another way than it is read. */
const MOST = 0.5;
/** Fewer doubtful rows show nothing about a file. */
const LEAST_ROWS = 3;
const MAX_EXAMPLES = 3;

class FieldCount {
  /** The number of rows with a value. */
  given = 0;
  /** The number of those whose value is doubtful or read in part. */
  doubtful = 0;
  readonly examples = new Set<string>();
}

/** Counts the rows with values that are doubtful, or read in part, by column. */
export class DoubtfulFields {
  readonly #counts: ReadonlyMap<string, FieldCount>;

  /** @param columns those of the source */
  constructor(columns: readonly string[]) {
    const counted = columns.filter((column) => column in FIELDS);
    this.#counts = new Map(counted.map((column) => [column, new FieldCount()]));
  }

  /** Counts a row that is used. */
  add(row: InputRow): void {
    for (const [column, count] of this.#counts) {
      if (!row.has(column)) continue;
      count.given++;
      const values = row.doubtfulValues(column);
      if (values.length === 0) continue;
      count.doubtful++;
      for (const value of values)
        if (count.examples.size < MAX_EXAMPLES) count.examples.add(JSON.stringify(value.slice(0, 60)));
    }
  }

  /**
   * Checks that at most half of the rows with a value are doubtful, or as many as an option allows, if that is more.
   * @throws TooManyRejectsError when the limit is exceeded for a column
   */
  requireFew(limit: RejectLimit | undefined, file: FaultyFile): void {
    const share = Math.max(MOST, limit && 'share' in limit ? limit.share : 0);
    const most = limit && 'count' in limit ? limit.count : 0;
    const exceeding = [...this.#counts].filter(
      ([, { given, doubtful }]) => doubtful >= LEAST_ROWS && doubtful > Math.max(share * given, most),
    );
    if (exceeding.length === 0) return;
    const found = exceeding.map(
      ([column, { given, doubtful, examples }]) =>
        `${doubtful} of ${given} rows with ${FIELDS[column]}, such as ${[...examples].join(', ')}`,
    );
    const needed = Math.max(...exceeding.map(([, { doubtful }]) => doubtful));
    const fact = `${found.join('; ')}; at most ${percent(share)} of them may.`;
    throw new TooManyRejectsError(`${fact} ${remedyOf('--max-notes', needed, file)}`, fact);
  }
}
