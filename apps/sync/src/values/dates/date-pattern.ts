const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const TOKEN = /YYYY|MMMM?|MM?|DD?/g;
const EXPRESSIONS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MMMM: '(?<name>[A-Z]{3,9})\\.?',
  MMM: '(?<name>[A-Z]{3,9})\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};

/** Returns a date as YYYY-MM-DD, or without the parts that the format lacks; undefined when it has another form. */
export type DateReader = (text: string) => string | undefined;

/**
 * Returns the reader of a date format made of YYYY, MMM (a month's English name, short or long), MM, M, DD, D and
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
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(TOKEN, (token) => EXPRESSIONS[token]!);
  const expression = new RegExp(`^${source}$`, 'i');
  return (text) => {
    const { year, name, month, day } = expression.exec(text)?.groups ?? {};
    if (year === undefined) return undefined;
    const named = name === undefined ? undefined : monthOf(name.toLowerCase());
    if (named === 0) return undefined;
    const parts = [year, named?.toString() ?? month, day].filter((part) => part !== undefined);
    return parts.map((part) => part.padStart(2, '0')).join('-');
  };
}

/** Returns the number of a month by its name or the beginning of it; 0 for any other word. */
function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}
