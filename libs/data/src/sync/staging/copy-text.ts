/** A value that COPY accepts in its text format. */
export type CopyValue = string | number | boolean | Date | null | readonly string[];

const SPECIAL = /[\\\t\n\r\0]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const NUL = '\0';

/**
 * Returns one row in the text format of PostgreSQL's COPY, without its line end.
 * @throws when a text contains NUL, which PostgreSQL cannot store.
 */
export function copyText(values: readonly CopyValue[]): string {
  let text = '';
  for (const value of values) text += `${field(value)}\t`;
  return text.slice(0, -1);
}

function field(value: CopyValue): string {
  if (typeof value === 'string') return SPECIAL.test(value) ? escaped(value) : value;
  if (value === null) return '\\N';
  if (typeof value !== 'object') return String(value);
  return value instanceof Date ? value.toISOString() : escaped(arrayLiteral(value));
}

function escaped(text: string): string {
  if (text.includes(NUL)) throw new Error(`A text contains the character NUL: ${JSON.stringify(text)}.`);
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
}

function arrayLiteral(elements: readonly string[]): string {
  if (elements.length === 0) return '{}';
  return `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
