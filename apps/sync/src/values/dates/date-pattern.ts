import { isUnknownWord } from '../../rows/unknown-words.js';
import { monthNumber } from './months.js';

const TOKEN = /YYYY|MMMM?|MM?|DD?/g;
const EXPRESSIONS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MMMM: '(?<name>\\p{L}{3,9})\\.?',
  MMM: '(?<name>\\p{L}{3,9})\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})(?:er|st|nd|rd|th)?',
};

/** Returns a date as YYYY-MM-DD, or without the parts that the format lacks; undefined when it has another form. */
export type DateReader = (text: string) => string | undefined;

/**
 * Returns the reader of a date format made of YYYY, MMM (a month's name in English or French, short or long), MM, M, DD, D and
 * other characters than letters, such as `DD MMM YYYY`; undefined for any other format.
 */
export function dateReader(format: string): DateReader | undefined {
  const pattern = format.toUpperCase();
  const tokens = pattern.match(TOKEN) ?? [];
  const kinds = new Set(tokens.map((token) => token[0]));
  const literals = pattern.replace(TOKEN, '');
  if (!kinds.has('Y') || (kinds.has('D') && !kinds.has('M'))) return undefined;
  if (kinds.size !== tokens.length || /\p{L}/u.test(literals)) return undefined;
  const source = pattern
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(TOKEN, (token) => EXPRESSIONS[token]!);
  const expression = new RegExp(`^${source}$`, 'iu');
  return (text) => {
    const { year, name, month, day } = expression.exec(text.normalize('NFC'))?.groups ?? {};
    if (year === undefined) return undefined;
    const named = name === undefined ? undefined : monthNumber(name);
    if (named === 0) return undefined;
    const parts = [year, named?.toString() ?? month, day].filter((part) => part !== undefined);
    return parts.map((part) => part.padStart(2, '0')).join('-');
  };
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns whether a text is a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year) return false;
  // The last day of a month is the day before the first of the next.
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

/** Forms of dates that can be read in one way only. */
const PLAIN = ['D MMM YYYY', 'D-MMM-YYYY', 'MMM D, YYYY', 'MMM D YYYY', 'YYYY/MM/DD', 'YYYYMMDD'].map(
  (format) => dateReader(format)!,
);
const ISO = /^\d{4}-/;

/** Returns a day in a form that can be read in one way only, such as Oct 3 2026, as YYYY-MM-DD; any other text as it is. */
export function withPlainDay(text: string): string {
  if (ISO.test(text)) return text;
  for (const read of PLAIN) {
    const day = read(text);
    if (day !== undefined && isDay(day)) return day;
  }
  return text;
}

/** Forms of which a day up to the twelfth can have several. */
const AMBIGUOUS = ['M/D/YYYY', 'D/M/YYYY', 'M-D-YYYY', 'D-M-YYYY'];

/**
 * Returns the only one of the ambiguous forms in which all texts are days, but for words for what is not known; undefined where there
 * are none or several.
 */
export function onlyDateFormat(texts: readonly string[]): string | undefined {
  const days = texts.filter((text) => !isUnknownWord(text));
  const [format, ...others] = AMBIGUOUS.filter((each) =>
    days.every((text) => isDay(dateReader(each)!(text) ?? '')),
  );
  return days.length > 0 && others.length === 0 ? format : undefined;
}

/** Numbers of days from 1927 to 2036. */
const SERIAL = /^[1-4]\d{4}$/;

/** Returns the day that spreadsheets mean by a number, such as 2026-11-18 by 46344; undefined for any other text. */
export function serialDay(text: string): string | undefined {
  // They count from the day before the last of 1899.
  return SERIAL.test(text)
    ? new Date(Date.UTC(1899, 11, 30 + Number(text))).toISOString().slice(0, 10)
    : undefined;
}
