import type { operations } from './generated/interface.js';
import { OPERATIONS } from './generated/operations.js';

/** The operationId of an operation that returns JSON. */
export type Operation = keyof typeof OPERATIONS;

type Parameters<O extends Operation> = NonNullable<operations[O]['parameters']['query']>;

/** The query parameters of an operation. `getText` chooses the format. */
export type QueryOf<O extends Operation> = Omit<Parameters<O>, 'format'>;

/** The formats of an operation besides JSON: `csv` for lists, `geojson` for lists of places. */
export type FormatOf<O extends Operation> =
  Parameters<O> extends { readonly format?: infer Format } ? Exclude<Format, 'json' | undefined> : never;

/** The response body of an operation. */
export type AnswerOf<O extends Operation> = operations[O]['responses'][200]['content']['application/json'];

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
