import type { InputRow } from '../formats/input-row.js';

// Of several numbers, as OpenStreetMap writes them, the first is meant.
const FIRST = /^[^;]+/;
/** As nearly all are written. */
const USUAL = /^(?:\+?1[ -])?\(?([2-9]\d{2})\)?[ .-]([2-9]\d{2})[ .-](\d{4})$/;
const NUMBER = /^(?:\+?1)?([2-9]\d{2})([2-9]\d{2})(\d{4})$/;
const EXTENSION = /^(.+?)[\s,;]*(?:ext(?:ension)?|x|#)[\s.:]*(\d{1,6})$/i;

/**
 * A North American telephone number as "+1-416-555-0123", with " ext. 5" after it; empty where there is none.
 * @throws RowFault when it is none
 */
export function telephoneOf(row: InputRow, column: string): string {
  const value = row.text(column);
  if (value === '') return '';
  const usual = USUAL.exec(value);
  if (usual) return `+1-${usual[1]}-${usual[2]}-${usual[3]}`;
  const first = FIRST.exec(value)?.[0]?.trim() ?? '';
  const [, main = first, extension] = EXTENSION.exec(first) ?? [];
  const parts = NUMBER.exec(main.replaceAll(/[\s().-]/g, ''));
  if (!parts) row.refuse(column, 'a telephone number such as 416-555-0123 or +1 416 555 0123 ext. 5');
  const number = `+1-${parts[1]}-${parts[2]}-${parts[3]}`;
  return extension ? `${number} ext. ${extension}` : number;
}
