import { getMetadataStorage, IS_OPTIONAL } from 'class-validator';
import { type ErrorDetail, invalidParameters } from './error.js';
import { nearestWord } from './nearest-word.js';
import type { Query } from './query.js';
import { parserOf } from './query-field.js';
import { type Described, fieldsOf } from './schema.js';

/** Raw parameters as an HTTP server hands them over: text, or a list of texts when one was sent repeatedly. */
export type RawParameters = Readonly<Record<string, unknown>>;

const MOST_WARNINGS = 10;
const LONGEST_ECHO = 40;

/**
 * Reads raw parameters into a query class: the same values and refusals as class-transformer followed by
 * class-validator, from the metadata that their decorators left on the class, without the cost of their
 * general machinery on every request. A test holds the two equal.
 */
export class QueryReader<T extends Query> {
  readonly #fields: readonly Field[];
  readonly #names: ReadonlySet<string>;
  readonly #suggestions: readonly string[];

  constructor(private readonly described: Described<T>) {
    const declared = fieldsOf(described);
    this.#fields = declared.map(({ name }) => compileField(described, name));
    this.#suggestions = declared.filter(({ schema }) => !schema.deprecated).map(({ name }) => name);
    this.#names = new Set(this.#fields.map((field) => field.name));
  }

  /** @throws DirectoryError `missing_param` naming the first bad parameter and listing all. */
  read(raw: RawParameters): T {
    const query = new this.described();
    const fields = query as Record<string, unknown>;
    // Every field is set, in one order, also to undefined: queries of one shape are read faster than of thousands.
    for (const { name, parse } of this.#fields) {
      const value = raw[name];
      fields[name] = value === undefined ? undefined : parse(value);
    }
    const faults: ErrorDetail[] = [];
    for (const field of this.#fields) {
      const message = field.fault(fields);
      if (message !== undefined) faults.push({ param: field.name, message });
    }
    const [first, ...others] = faults;
    if (first) throw invalidParameters([first, ...others]);
    const warnings = this.#warnings(raw);
    return warnings ? Object.assign(query, { warnings }) : query;
  }

  #warnings(raw: RawParameters): readonly string[] | undefined {
    let warnings: string[] | undefined;
    let unnamed = 0;
    for (const name in raw) {
      if (this.#names.has(name)) continue;
      warnings ??= [];
      if (warnings.length < MOST_WARNINGS) warnings.push(this.#unknown(name));
      else unnamed++;
    }
    if (unnamed > 0) warnings?.push(`Further unknown parameters ignored: ${unnamed}.`);
    return warnings;
  }

  #unknown(name: string): string {
    const shown = name.length > LONGEST_ECHO ? `${name.slice(0, LONGEST_ECHO)}…` : name;
    const nearest = nearestWord(name, this.#suggestions);
    return `Unknown parameter '${shown}' was ignored.${nearest ? ` Did you mean '${nearest}'?` : ''}`;
  }
}

interface Field {
  readonly name: string;
  readonly parse: (raw: unknown) => unknown;
  /** What is wrong with the field of a parsed query, if anything. */
  readonly fault: (query: Record<string, unknown>) => string | undefined;
}

function compileField(described: Described, name: string): Field {
  const storage = getMetadataStorage();
  const metadata = storage
    .getTargetValidationMetadatas(described, '', false, false)
    .filter((entry) => entry.propertyName === name);
  const optional = metadata.some((entry) => entry.name === IS_OPTIONAL);
  const conditions = metadata
    .filter((entry) => entry.type === 'conditionalValidation')
    .map((entry) => entry.constraints[0] as (query: object, value: unknown) => boolean);
  const checks = metadata
    .filter((entry) => entry.type === 'customValidation')
    .flatMap(({ constraintCls, constraints, each, message }) =>
      storage.getTargetValidatorConstraints(constraintCls).map(({ instance }) => {
        const passes = (value: unknown, object: object) =>
          instance.validate(value, {
            value,
            constraints,
            object,
            property: name,
            targetName: described.name,
          }) === true;
        return {
          message: String(message),
          passes: each
            ? (value: unknown, object: object) =>
                Array.isArray(value) && value.every((item) => passes(item, object))
            : passes,
        };
      }),
    );
  return {
    name,
    parse: parserOf(described.prototype as object, name),
    fault(query) {
      const value = query[name];
      if (value === undefined && optional) return undefined;
      for (const applies of conditions) if (!applies(query, value)) return undefined;
      for (const check of checks) if (!check.passes(value, query)) return check.message;
      return undefined;
    },
  };
}
