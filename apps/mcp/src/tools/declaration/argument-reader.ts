import {
  type ErrorDetail,
  type Facet,
  invalidParameters,
  type Query,
  QueryReader,
} from '@care-atlas/domain/contract';
import { type Described, type FieldDeclaration, fieldsOf } from '@care-atlas/domain/schema';
import { nearestWord } from '@care-atlas/domain/text';
import { mendedArguments } from './nearly-right.js';

const LONGEST_ECHO = 40;
/** The flags that `count_doctors` counts by. */
const COUNTED_FLAGS: readonly string[] = ['accepting'] satisfies Facet[];

/**
 * Reads a tool's arguments into a query class, as `QueryReader` does, except that an unknown argument is an error, and
 * so is a flag that is false; values that are nearly right are taken. A model would otherwise trust a result that was not filtered.
 */
export class ArgumentReader<Q extends Query> {
  readonly #reader: QueryReader<Q>;
  readonly #known: ReadonlySet<string>;
  readonly #flags: ReadonlySet<string>;
  readonly #fields: readonly FieldDeclaration[];

  /** @param listed the names in the tool's schema; the aliases of the class are accepted too */
  constructor(
    described: Described<Q>,
    private readonly listed: readonly string[],
  ) {
    this.#reader = new QueryReader(described);
    const fields = fieldsOf(described);
    this.#fields = fields;
    this.#known = new Set([...listed, ...fields.map(({ name }) => name)]);
    this.#flags = new Set(fields.filter(({ schema }) => schema.type === 'boolean').map(({ name }) => name));
  }

  /** @throws DirectoryError `missing_param` that names what is wrong and what is accepted */
  read(sent: Readonly<Record<string, unknown>>): Q {
    const args = mendedArguments(this.#fields, sent);
    const raw: Record<string, unknown> = {};
    const errors: ErrorDetail[] = [];
    for (const [name, value] of Object.entries(args)) {
      if (!this.#known.has(name)) errors.push(this.#unknown(name));
      if (this.#flags.has(name) && String(value) === 'false') errors.push(notAFilter(name));
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
    const beginning = this.listed
      .filter((one) => sharesBeginning(one, name))
      .sort((a, b) => b.length - a.length);
    const nearest = nearestWord(name, this.listed) ?? beginning[0];
    const accepted =
      this.listed.length > 0 ? `Accepted: ${this.listed.join(', ')}.` : 'This tool takes none.';
    const hint = nearest ? `Did you mean '${nearest}'?` : accepted;
    return { param, message: `There is no argument '${param}'. ${hint}` };
  }
}

/** Whether a name and an unknown one begin alike, such as `languages` and `lang`, `cpso` and `cpsoNumber`, `q` and `query`. */
function sharesBeginning(known: string, unknown: string): boolean {
  const [shorter, longer] = [known, unknown].sort((a, b) => a.length - b.length) as [string, string];
  return (
    (shorter.length >= 3 || known.length === 1) && longer.toLowerCase().startsWith(shorter.toLowerCase())
  );
}

/** Returns the error about a flag that is false. REST takes it for no filter, which is not what a model means by it. */
function notAFilter(param: string): ErrorDetail {
  const without = `${param}=false filters nothing: it would find the same as without ${param}. Leave ${param} out to find all;`;
  const instead = COUNTED_FLAGS.includes(param)
    ? `count_doctors with by=["${param}"] tells how many are known to be false.`
    : 'nothing finds only those where it is known to be false.';
  return { param, message: `${without} ${instead}` };
}
