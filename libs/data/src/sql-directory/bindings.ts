/** A statement, and what stands for its $1, $2 and so on. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

export type Value = number | string | readonly string[];

/** Collects the values of a statement while its text is put together: no value ever becomes part of the text. */
export class Bindings {
  readonly values: Value[] = [];

  /** @returns what stands for the value in the text */
  add(value: Value): string {
    return `$${this.values.push(storable(value))}`;
  }
}

/**
 * A value that PostgreSQL can take. It knows no NUL, so that it holds no text with one: a code point that is no
 * character of any text takes its place, and finds as little.
 */
export function storable(value: Value): Value {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? withoutNul(value) : value.map(withoutNul);
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFF');
}
