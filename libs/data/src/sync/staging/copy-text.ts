/** A value that COPY accepts in its text format. */
export type CopyValue = string | number | boolean | Date | null | readonly string[];

const SPECIAL = /[\\\t\n\r\0]/;
const OTHER_SPECIAL = /[\\\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const NUL = '\0';

/**
 * Returns one row in the text format of PostgreSQL's COPY, without its line end.
 * @throws when a text contains NUL, which PostgreSQL cannot store.
 */
export function copyText(values: readonly CopyValue[]): string {
  return values.map(field).join('\t');
}

/** Returns a value as COPY accepts it; lists and objects as JSON. */
export function copyValue(value: unknown): CopyValue {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : (value as CopyValue);
}

function field(value: CopyValue): string {
  if (typeof value === 'string') return SPECIAL.test(value) ? escaped(value) : value;
  if (value === null) return '\\N';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? value.toISOString() : field(arrayLiteral(value));
}

function escaped(text: string): string {
  if (text.includes(NUL)) throw new Error(`A text contains the character NUL: ${JSON.stringify(text)}.`);
  // Lists of words contain tabs, and little else contains anything.
  if (!OTHER_SPECIAL.test(text)) return text.replaceAll('\t', '\\t');
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
}

function arrayLiteral(elements: readonly string[]): string {
  if (elements.length === 0) return '{}';
  return `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
