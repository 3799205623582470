import { type ErrorDetail, invalidParameters, type Query, QueryReader } from '@care-atlas/domain/contract';
import { type Described, fieldsOf } from '@care-atlas/domain/schema';
import { nearestWord } from '@care-atlas/domain/text';

const LONGEST_ECHO = 40;

/**
 * Reads a tool's arguments into a query class: the values and refusals of `QueryReader`, but for an argument that
 * does not exist, which is refused. A model that misspelt a filter would else believe in a result that was not
 * filtered.
 */
export class ArgumentReader<Q extends Query> {
  readonly #reader: QueryReader<Q>;
  readonly #known: ReadonlySet<string>;

  /** @param suggested the names that a tool describes; aliases of them are understood too */
  constructor(
    described: Described<Q>,
    private readonly suggested: readonly string[],
  ) {
    this.#reader = new QueryReader(described);
    this.#known = new Set([...suggested, ...fieldsOf(described).map(({ name }) => name)]);
  }

  /** @throws DirectoryError `missing_param` that names what is wrong and what is accepted */
  read(args: Readonly<Record<string, unknown>>): Q {
    const raw: Record<string, unknown> = {};
    const faults: ErrorDetail[] = [];
    for (const [name, value] of Object.entries(args)) {
      if (!this.#known.has(name)) faults.push(this.#unknown(name));
      // Models fill what they leave open with null or an empty text; that is no value.
      if (value === null || value === '') continue;
      // A number is read as its digits are, so that both doors accept and refuse the same ones.
      raw[name] = typeof value === 'number' ? String(value) : value;
    }
    if (faults.length > 0) throw invalidParameters(faults as [ErrorDetail, ...ErrorDetail[]]);
    return this.#reader.read(raw);
  }

  #unknown(name: string): ErrorDetail {
    const shown = name.length > LONGEST_ECHO ? `${name.slice(0, LONGEST_ECHO)}…` : name;
    const nearest = nearestWord(name, this.suggested);
    const accepted = nearest
      ? `Did you mean '${nearest}'?`
      : this.suggested.length > 0
        ? `Accepted: ${this.suggested.join(', ')}.`
        : 'This tool takes none.';
    return { param: shown, message: `There is no argument '${shown}'. ${accepted}` };
  }
}
