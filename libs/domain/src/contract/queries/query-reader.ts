import { getMetadataStorage } from 'class-validator';
import { type ErrorDetail, invalidParameters } from '../error.js';
import { nearestWord } from '../../text/nearest-word.js';
import type { Query } from './page-query.js';
import { type Described, type FieldDeclaration, fieldsOf, type Parse } from '../../schema/schema.js';

/** Raw parameters of an HTTP request or a tool call: text, or a list of texts if a parameter was sent repeatedly. */
export type RawParameters = Readonly<Record<string, unknown>>;

const MAX_WARNINGS = 10;
const MAX_ECHO_LENGTH = 40;
/** How clients such as axios (`name[]`) and PHP (`name[0]`) send the parts of a list. */
const LIST_PART = /^(\w+)\[(\d{0,9})\]$/;

/**
 * Reads raw parameters into a query. It uses the metadata of class-transformer and class-validator and returns the same
 * values and errors, without the cost of their general machinery on every request. A test compares the two.
 */
export class QueryReader<T extends Query> {
  readonly #fields: ReadonlyMap<string, Field>;
  /** Every field, unset. Queries copied from it share one hidden class, which makes property access fast. */
  readonly #blank: Readonly<Record<string, undefined>>;
  readonly #suggestions: readonly string[];
  readonly #lists: ReadonlySet<string>;

  constructor(described: Described<T>) {
    const declared = fieldsOf(described);
    this.#fields = new Map(declared.map((field) => [field.name, compileField(described, field)]));
    this.#blank = Object.fromEntries(declared.map(({ name }) => [name, undefined]));
    this.#lists = new Set(declared.filter(({ schema }) => schema.type === 'array').map(({ name }) => name));
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
    if (unknown) {
      const joined = this.joinLists(raw);
      if (joined !== raw) return this.read(joined);
    }
    let faults: ErrorDetail[] | undefined;
    for (const field of this.#fields.values()) {
      if (!field.required && query[field.name] === undefined && query[field.companion] === undefined)
        continue;
      const message = field.fault(query);
      if (message !== undefined) (faults ??= []).push({ param: field.name, message });
    }
    if (faults) throw invalidParameters(faults as [ErrorDetail, ...ErrorDetail[]]);
    if (unknown) query['warnings'] = this.#warnings(unknown);
    return query as T;
  }

  /** Joins the lists that were sent as `name[]` or `name[0]`, by index. Returns `raw` itself if there are none. */
  joinLists(raw: RawParameters): RawParameters {
    let parts: { readonly list: string; readonly index: number; readonly name: string }[] | undefined;
    for (const name in raw) {
      if (!name.endsWith(']')) continue;
      const [, list, index] = LIST_PART.exec(name) ?? [];
      if (list !== undefined && this.#lists.has(list))
        (parts ??= []).push({ list, index: index ? Number(index) : Number.MAX_SAFE_INTEGER, name });
    }
    if (!parts) return raw;
    const joined: Record<string, unknown> = { ...raw };
    for (const [list, ofList] of Map.groupBy(parts, (part) => part.list)) {
      const names = ofList.toSorted((a, b) => a.index - b.index).map(({ name }) => name);
      joined[list] = [raw[list] ?? [], ...names.map((name) => raw[name])].flat();
      for (const name of names) delete joined[name];
    }
    return joined;
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
  readonly required: boolean;
  /** The parameter that requires this one; by default itself. */
  readonly companion: string;
  /** Returns the error message for the field of a parsed query; undefined if it is valid. */
  readonly fault: (query: Record<string, unknown>) => string | undefined;
}

function compileField(
  described: Described,
  { name, parse = (raw) => raw, required, companion = name }: FieldDeclaration,
): Field {
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
          messageAbout: (value: unknown, object: object) =>
            typeof message === 'function'
              ? message({ value, constraints, object, property: name, targetName: described.name })
              : String(message),
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
    required,
    companion,
    fault(query) {
      const value = query[name];
      for (const applies of conditions) if (!applies(query, value)) return undefined;
      for (const check of checks) if (!check.passes(value, query)) return check.messageAbout(value, query);
      return undefined;
    },
  };
}
