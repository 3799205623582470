/** A statement, and what stands for its $1, $2 and so on. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Collects the values of a statement while its text is put together: no value ever becomes part of the text. */
export class Bindings {
  readonly values: unknown[] = [];

  /** @returns what stands for the value in the text */
  add(value: number | string | readonly string[]): string {
    return `$${this.values.push(typeof value === 'object' ? value.map(storable) : storable(value))}`;
  }
}

/**
 * A text that PostgreSQL can take. It knows no NUL, so that it holds no text with one: a code point that is no
 * character of any text takes its place, and finds as little.
 */
export function storable<T extends number | string>(value: T): T {
  return typeof value === 'string' ? (value.replaceAll('\0', '\uFFFF') as T) : value;
}
