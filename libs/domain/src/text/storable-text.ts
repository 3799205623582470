import type { ErrorMessage } from '../messages/index.js';

/** Deeper than every value that an interface takes, and far from the end of a stack. */
const MOST_LEVELS = 32;

/** What is wrong with a value: where it is, from the outside in, and what is said to people. */
export interface StorableFault {
  readonly path: readonly string[];
  readonly said: ErrorMessage;
}

/**
 * Returns whether a text can be stored as it is: without half of a surrogate pair, which UTF-8 cannot encode, and without
 * NUL, which PostgreSQL does not store.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Returns what keeps a value from being stored, in its texts and the names of its members; undefined if nothing does.
 * @param path the names that lead to the value
 */
export function storableFault(value: unknown, path: readonly string[] = []): StorableFault | undefined {
  if (typeof value === 'string') {
    if (isStorable(value)) return undefined;
    return { path, said: { code: 'unstorable_text', params: { name: nameOf(path) } } };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length > MOST_LEVELS) {
    const params = { name: path[0]!, levels: MOST_LEVELS };
    return { path, said: { code: 'nested_too_deeply', params } };
  }
  for (const [member, inner] of Object.entries(value)) {
    if (!isStorable(member))
      return { path, said: { code: 'unstorable_name', params: { place: nameOf(path) } } };
    // Nearly all values of a query are texts that can be stored.
    if (typeof inner === 'string' && isStorable(inner)) continue;
    const fault = storableFault(inner, [...path, member]);
    if (fault) return fault;
  }
  return undefined;
}

function nameOf(path: readonly string[]): string {
  return path.join('.') || 'body';
}
