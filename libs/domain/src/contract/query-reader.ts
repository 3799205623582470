import { getMetadataStorage } from 'class-validator';
import { type ErrorDetail, invalidParameters } from './error.js';
import { nearestWord } from '../text/nearest-word.js';
import type { Query } from './page-query.js';
import { type Described, type FieldDeclaration, fieldsOf, type Parse } from '../schema/schema.js';

/** Raw parameters of an HTTP request or a tool call: text, or a list of texts if a parameter was sent repeatedly. */
export type RawParameters = Readonly<Record<string, unknown>>;

const MAX_WARNINGS = 10;
const MAX_ECHO_LENGTH = 40;

/**
 * Reads raw parameters into a query. It uses the metadata of class-transformer and class-validator and returns the same
 * values and errors, without the cost of their general machinery on every request. A test compares the two.
 */
export class QueryReader<T extends Query> {
  readonly #fields: ReadonlyMap<string, Field>;
  /** Every field, unset. Queries copied from it share one hidden class, which makes property access fast. */
  readonly #blank: Readonly<Record<string, undefined>>;
  readonly #suggestions: readonly string[];

  constructor(described: Described<T>) {
    const declared = fieldsOf(described);
    this.#fields = new Map(declared.map((field) => [field.name, compileField(described, field)]));
    this.#blank = Object.fromEntries(declared.map(({ name }) => [name, undefined]));
    this.#suggestions = declared.filter(({ schema }) => !schema.deprecated).map(({ name }) => name);
  }

  /**
   * Adds a warning to the query for each unknown parameter.
   * @throws DirectoryError `missing_param` for the first invalid parameter, with a list of all
   */
  read(raw: RawParameters): T {
    const query: Record<string, unknown> = { ...this.#blank };
    let unknown: string[] | undefined;
    for (const name in raw) {
      const field = this.#fields.get(name);
      const value = raw[name];
      if (!field) (unknown ??= []).push(name);
      else if (value !== undefined) query[name] = field.parse(value);
    }
    let faults: ErrorDetail[] | undefined;
    for (const field of this.#fields.values()) {
      const message = field.fault(query);
      if (message !== undefined) (faults ??= []).push({ param: field.name, message });
    }
    if (faults) throw invalidParameters(faults as [ErrorDetail, ...ErrorDetail[]]);
    if (unknown) query['warnings'] = this.#warnings(unknown);
    return query as T;
  }

  #warnings(unknown: readonly string[]): readonly string[] {
    const named = unknown.slice(0, MAX_WARNINGS).map((name) => this.#warning(name));
    const unnamed = unknown.length - named.length;
    return unnamed > 0 ? [...named, `Further unknown parameters ignored: ${unnamed}.`] : named;
  }

  #warning(name: string): string {
    const echo = name.length > MAX_ECHO_LENGTH ? `${name.slice(0, MAX_ECHO_LENGTH)}…` : name;
    const nearest = nearestWord(name, this.#suggestions);
    return `Unknown parameter '${echo}' was ignored.${nearest ? ` Did you mean '${nearest}'?` : ''}`;
  }
}

interface Field {
  readonly name: string;
  readonly parse: Parse;
  /** Returns the error message for the field of a parsed query; undefined if it is valid. */
  readonly fault: (query: Record<string, unknown>) => string | undefined;
}

function compileField(described: Described, { name, parse = (raw) => raw }: FieldDeclaration): Field {
  const storage = getMetadataStorage();
  const metadata = storage
    .getTargetValidationMetadatas(described, '', false, false)
    .filter((entry) => entry.propertyName === name);
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
    parse,
    fault(query) {
      const value = query[name];
      for (const applies of conditions) if (!applies(query, value)) return undefined;
      for (const check of checks) if (!check.passes(value, query)) return check.message;
      return undefined;
    },
  };
}
