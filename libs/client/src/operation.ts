import type { operations } from './generated/interface.js';
import { OPERATIONS } from './generated/operations.js';

/** The operationId of an operation that returns JSON. */
export type Operation = keyof typeof OPERATIONS;

type Parameters<O extends Operation> = NonNullable<operations[O]['parameters']['query']>;

/** The query parameters of an operation. `getText` chooses the format, and `Selecting` adds the fields. */
export type QueryOf<O extends Operation> = Omit<Parameters<O>, 'format' | 'fields'>;

/** The names of the members that a request may select; none if the operation has no records. */
export type FieldOf<O extends Operation> =
  Parameters<O> extends { readonly fields?: readonly (infer Name extends string)[] } ? Name : never;

/** The members that a request selects. */
export interface Selecting<F extends string> {
  readonly fields?: readonly F[];
}

/** The formats of an operation besides JSON: `csv` for lists, `geojson` for lists of places. */
export type FormatOf<O extends Operation> =
  Parameters<O> extends { readonly format?: infer Format } ? Exclude<Format, 'json' | undefined> : never;

/** The response body of an operation. */
export type AnswerOf<O extends Operation> = operations[O]['responses'][200]['content']['application/json'];

/** The response body of an operation whose request selects members; all of them if it selects none. */
export type SelectedAnswerOf<O extends Operation, F extends string> = [F] extends [never]
  ? AnswerOf<O>
  : {
      readonly [Member in keyof AnswerOf<O>]: Member extends RecordsMember
        ? Selected<AnswerOf<O>[Member], F>
        : AnswerOf<O>[Member];
    };

type RecordsMember = 'doctor' | 'doctors' | 'clinic' | 'clinics';
/** What identifies a record is in every answer. */
type Identity = 'id' | 'cpsoNumber';

/** A record, or each of a list, with selected members only. */
export type Selected<T, F extends string> = Members<T, F | Identity>;

/** A dot leads to the members of a record inside another. */
type Members<T, F extends string> = T extends readonly (infer Item)[]
  ? readonly Members<Item, F>[]
  : T extends object
    ? {
        readonly [Name in keyof T as Name extends Head<F> ? Name : never]: Name extends F
          ? T[Name]
          : Members<T[Name], Tail<F, Name>>;
      }
    : T;
type Head<F extends string> = F extends `${infer Name}.${string}` ? Name : F;
type Tail<F extends string, Name> = F extends `${Name & string}.${infer Rest}` ? Rest : never;

type PathParameters = Readonly<Record<string, string>>;
type QueryValue = string | number | boolean | readonly string[] | undefined;

/** Returns the encoded path and query of a request. Joins lists by commas and omits undefined parameters. */
export function requestPath(operation: Operation, path: PathParameters = {}, query: object = {}): string {
  const filled = OPERATIONS[operation].path.replace(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  // A comma is valid in a query; unencoded it stays readable.
  const text = parameters.toString().replaceAll('%2C', ',');
  return text === '' ? filled : `${filled}?${text}`;
}
