import { detailOf, invalidParameters } from '../error.js';
import type { Message, Said } from '../../messages/index.js';
import { requireStorable } from '../unstorable-input.js';
import { nearestWord } from '../../text/nearest-word.js';
import type { Query } from './page-query.js';
import { InputReader, sentenceOf, type WordsOf } from '../../schema/input-reader.js';
import { type Described, fieldsOf } from '../../schema/schema.js';

/** Raw parameters of an HTTP request or a tool call: text, or a list of texts if a parameter was sent repeatedly. */
export type RawParameters = Readonly<Record<string, unknown>>;

const MAX_WARNINGS = 10;
const MAX_ECHO_LENGTH = 40;
/** How clients such as axios (`name[]`) and PHP (`name[0]`) send the parts of a list. */
const LIST_PART = /^(\w+)\[(\d{0,9})\]$/;

/** Reads raw parameters into a query. */
export class QueryReader<T extends Query> {
  readonly #input: InputReader<Said>;
  /** Every field, unset. Queries copied from it share one hidden class, which makes property access fast. */
  readonly #blank: Readonly<Record<string, undefined>>;
  readonly #suggestions: readonly string[];
  readonly #lists: ReadonlySet<string>;

  constructor(described: Described<T>) {
    const declared = fieldsOf(described);
    this.#input = new InputReader<Said>(described, saidOf);
    this.#blank = Object.fromEntries(declared.map(({ name }) => [name, undefined]));
    this.#lists = new Set(declared.filter(({ schema }) => schema.type === 'array').map(({ name }) => name));
    this.#suggestions = declared.filter(({ schema }) => !schema.deprecated).map(({ name }) => name);
  }

  /**
   * Adds a warning to the query for each unknown parameter.
   * @throws DirectoryError `missing_param` for the first invalid parameter, with a list of all
   */
  read(raw: RawParameters): T {
    requireStorable(raw, 'query');
    const query: Record<string, unknown> = { ...this.#blank };
    const unknown = this.#input.parse(raw, query);
    if (unknown) {
      const joined = this.joinLists(raw);
      if (joined !== raw) return this.read(joined);
    }
    const faults = this.#input.faultsIn(query);
    if (faults) {
      const [first, ...others] = faults;
      throw invalidParameters([detailOf(first), ...others.map(detailOf)]);
    }
    if (unknown) query['warnings'] = this.#warnings(unknown);
    return query as T;
  }

  /** Returns the warnings about unknown parameters to an operation that refuses none; undefined if there are none. */
  warningsAbout(raw: RawParameters): readonly Message[] | undefined {
    const unknown = this.#input.parse(raw, {});
    return unknown && this.#warnings(unknown);
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

  #warnings(unknown: readonly string[]): readonly Message[] {
    const named = unknown.slice(0, MAX_WARNINGS).map((name) => this.#warning(name));
    const more = unknown.length - named.length;
    return more > 0 ? [...named, { code: 'unknown_parameters', params: { more } }] : named;
  }

  #warning(name: string): Message {
    const echo = name.length > MAX_ECHO_LENGTH ? `${name.slice(0, MAX_ECHO_LENGTH)}…` : name;
    const suggestion = nearestWord(name, this.#suggestions);
    return { code: 'unknown_parameter', params: { name: echo, suggestion } };
  }
}

/** Returns the message that a check has as its context, or else its sentence. */
const saidOf: WordsOf<Said> = (check, about) =>
  (check.context as Message | undefined) ?? sentenceOf(check, about);
