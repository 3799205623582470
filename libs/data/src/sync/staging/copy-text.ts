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
  if (value === null) return '\\N';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : arrayLiteral(value);
  return SPECIAL.test(text) ? escaped(text) : text;
}

function escaped(text: string): string {
  if (text.includes(NUL)) throw new Error(`A text contains the character NUL: ${JSON.stringify(text)}.`);
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
}

function arrayLiteral(elements: readonly string[]): string {
  if (elements.length === 0) return '{}';
  return `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
