/** A value that COPY accepts in its text format. */
export type CopyValue = string | number | boolean | Date | null | readonly string[];

const SPECIAL = /[\\\t\n\r\0]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const NUL = '\0';

/**
 * Returns one row in the text format of PostgreSQL's COPY, line end included.
 * @throws when a text contains NUL, which PostgreSQL cannot store.
 */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(field).join('\t')}\n`;
}

function field(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return escaped(arrayLiteral(value));
  return String(value);
}

function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  if (text.includes(NUL)) throw new Error(`A text contains the character NUL: ${JSON.stringify(text)}.`);
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
}

function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
