import { type ErrorDetail, invalidParameters, type Query, QueryReader } from '@care-atlas/domain/contract';
import { type Described, fieldsOf } from '@care-atlas/domain/schema';
import { nearestWord } from '@care-atlas/domain/text';

const LONGEST_ECHO = 40;

/**
 * Reads a tool's arguments into a query class, as `QueryReader` does, except that an unknown argument is an error.
 * A model that misspells a filter would otherwise trust a result that was not filtered.
 */
export class ArgumentReader<Q extends Query> {
  readonly #reader: QueryReader<Q>;
  readonly #known: ReadonlySet<string>;

  /** @param listed the names in the tool's schema; the aliases of the class are accepted too */
  constructor(
    described: Described<Q>,
    private readonly listed: readonly string[],
  ) {
    this.#reader = new QueryReader(described);
    this.#known = new Set([...listed, ...fieldsOf(described).map(({ name }) => name)]);
  }

  /** @throws DirectoryError `missing_param` that names what is wrong and what is accepted */
  read(args: Readonly<Record<string, unknown>>): Q {
    const raw: Record<string, unknown> = {};
    const errors: ErrorDetail[] = [];
    for (const [name, value] of Object.entries(args)) {
      if (!this.#known.has(name)) errors.push(this.#unknown(name));
      // Models pass null or an empty text for arguments that they leave open.
      if (value === null || value === '') continue;
      // A number is read from its digits, so that REST and tools accept and reject the same ones.
      raw[name] = typeof value === 'number' ? String(value) : value;
    }
    const [first, ...others] = errors;
    if (first) throw invalidParameters([first, ...others]);
    return this.#reader.read(raw);
  }

  #unknown(name: string): ErrorDetail {
    const param = name.length > LONGEST_ECHO ? `${name.slice(0, LONGEST_ECHO)}…` : name;
    const nearest = nearestWord(name, this.listed);
    const accepted =
      this.listed.length > 0 ? `Accepted: ${this.listed.join(', ')}.` : 'This tool takes none.';
    const hint = nearest ? `Did you mean '${nearest}'?` : accepted;
    return { param, message: `There is no argument '${param}'. ${hint}` };
  }
}
