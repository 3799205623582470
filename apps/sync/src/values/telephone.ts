import type { InputRow } from '../rows/input-row.js';

/** What OpenStreetMap puts between several numbers. */
export const SEVERAL = ';';
/** How nearly all numbers are written. */
const USUAL = /^(?:\+?1[ -])?\(?([2-9]\d{2})\)?[ .-]([2-9]\d{2})[ .-](\d{4})$/;
const NUMBER = /^(?:\+?1)?([2-9]\d{2})([2-9]\d{2})(\d{4})$/;
const EXTENSION = /^(.+?)[\s,;]*(?:ext(?:ension)?|x|#)[\s.:]*(\d{1,6})$/i;

/**
 * Returns a North American telephone number as "+1-416-555-0123", optionally with " ext. 5"; empty where there is none.
 * Of several numbers, the first valid one counts.
 * @throws RowFault when the value has no telephone number
 */
export function telephoneOf(row: InputRow, column: string): string {
  const value = row.formatted(column);
  if (value === '') return '';
  const usual = USUAL.exec(value);
  if (usual) return `+1-${usual[1]}-${usual[2]}-${usual[3]}`;
  const number = value.split(SEVERAL).map(numberOf).find(Boolean);
  return number ?? row.reject(column, 'a telephone number such as 416-555-0123 or +1 416 555 0123 ext. 5');
}

function numberOf(text: string): string | undefined {
  const trimmed = text.trim();
  const [, main = trimmed, extension] = EXTENSION.exec(trimmed) ?? [];
  const parts = NUMBER.exec(main.replaceAll(/[\s().-]/g, ''));
  if (!parts) return undefined;
  const number = `+1-${parts[1]}-${parts[2]}-${parts[3]}`;
  return extension ? `${number} ext. ${extension}` : number;
}
