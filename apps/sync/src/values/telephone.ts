import type { InputRow } from '../rows/input-row.js';

// OpenStreetMap separates several numbers by semicolons; the first is used.
const FIRST = /^[^;]+/;
/** How nearly all numbers are written. */
const USUAL = /^(?:\+?1[ -])?\(?([2-9]\d{2})\)?[ .-]([2-9]\d{2})[ .-](\d{4})$/;
const NUMBER = /^(?:\+?1)?([2-9]\d{2})([2-9]\d{2})(\d{4})$/;
const EXTENSION = /^(.+?)[\s,;]*(?:ext(?:ension)?|x|#)[\s.:]*(\d{1,6})$/i;

/**
 * Returns a North American telephone number as "+1-416-555-0123", optionally with " ext. 5"; empty where there is none.
 * @throws RowFault when the value is not a telephone number
 */
export function telephoneOf(row: InputRow, column: string): string {
  const value = row.formatted(column);
  if (value === '') return '';
  const usual = USUAL.exec(value);
  if (usual) return `+1-${usual[1]}-${usual[2]}-${usual[3]}`;
  const first = FIRST.exec(value)?.[0]?.trim() ?? '';
  const [, main = first, extension] = EXTENSION.exec(first) ?? [];
  const parts = NUMBER.exec(main.replaceAll(/[\s().-]/g, ''));
  if (!parts) row.reject(column, 'a telephone number such as 416-555-0123 or +1 416 555 0123 ext. 5');
  const number = `+1-${parts[1]}-${parts[2]}-${parts[3]}`;
  return extension ? `${number} ext. ${extension}` : number;
}
