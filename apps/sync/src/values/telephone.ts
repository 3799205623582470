import type { InputRow } from '../rows/input-row.js';

/** How nearly all numbers are written. */
const USUAL = /^(?:\+?1[ -])?\(?([2-9]\d{2})\)?[ .-]([2-9]\d{2})[ .-](\d{4})$/;
/** A number among words and other numbers, with its extension; not one of another country. */
const NUMBER =
  /(?<![\d+])(?<!\+\d{1,3}[\s.-]?)(?:\+?1[\s.-]*)?\(?([2-9]\d{2})[\s.)-]*([2-9]\d{2})[\s.-]*(\d{4})(?!\d)(?:[\s,;.(]*(?:ext(?:ension)?|poste|x|#)[\s.:]*(\d{1,6}))?/gi;
const FAX = /\b(?:fax|f|t[ée]l[ée]c(?:opieur)?)\b[\s.:#]*$/i;

/** Returns the telephone numbers in a text, in its order: as "+1-416-555-0123", optionally with " ext. 5". */
export function telephonesIn(text: string): readonly string[] {
  const usual = USUAL.exec(text);
  if (usual) return [`+1-${usual[1]}-${usual[2]}-${usual[3]}`];
  return Array.from(text.matchAll(NUMBER), (match) => {
    if (FAX.test(text.slice(0, match.index))) return [];
    const [, area, exchange, line, extension] = match;
    return [`+1-${area}-${exchange}-${line}${extension ? ` ext. ${extension}` : ''}`];
  }).flat();
}

/**
 * Returns the first North American telephone number of a value; empty where there is none.
 * @throws RowFault when the value has no telephone number
 */
export function telephoneOf(row: InputRow, column: string): string {
  const value = row.formatted(column);
  if (value === '') return '';
  const [first] = telephonesIn(value);
  return first ?? row.reject(column, 'a telephone number such as 416-555-0123 or +1 416 555 0123 ext. 5');
}
