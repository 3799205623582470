import { isRawNumber } from '@care-atlas/domain/text';
import { cleanText } from './clean-text.js';

/** What people write between groups of digits. */
const GAP = '[\\s.\\u2010-\\u2015-]';
/** The start is not inside a word, a path, a longer number or a telephone number with its country. */
const ALONE = '(?<![\\p{L}\\d_/+\\u2010-\\u2015-]|\\d\\.)';
const FIRST = `${ALONE}(?<!\\+\\d{1,3}${GAP}|\\d${GAP})`;
/** The end is not inside a word or a longer number. */
const LAST = `(?![\\p{L}\\d_]|${GAP}?\\d)`;
const groups = (...sizes: readonly number[]) => sizes.map((size) => `\\d{${size}}`).join(`${GAP}?`);

/** Card numbers of Visa, Mastercard, American Express, Diners Club, JCB, Discover, UnionPay and Maestro. */
const CARD =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:35|5[0678]|6\d)\d{14,17})$/;
/** Ten digits that are more likely a telephone number than a health number, unless the words before say so. */
const TELEPHONE = /^[2-9]\d{2}[2-9]\d{6}$/;
const HEALTH_WORDS =
  /(?:\b(?:ohip|hcn)\b|\bhealth\s+(?:card|number|insurance)\b|\bcarte\s+sant[ée])\D{0,30}$/iu;
const WEB_ADDRESS = /:\/\/|www\./i;
/** How much of the text before a number is read: as much as a long web address has. */
const CHARACTERS_BEFORE = 2000;

/** The kinds of numbers, each with its forms and what else its digits have besides a valid check digit. */
const KINDS = [
  {
    name: 'payment card number',
    // An expiry date may follow.
    pattern: new RegExp(
      `${ALONE}(?:${groups(4, 4, 4, 4, 3)}|${groups(4, 4, 4, 4)}|${groups(4, 6, 5)}|${groups(4, 6, 4)}|\\d{13,19})(?![\\p{L}\\d_]|-[\\p{L}\\d])`,
      'gu',
    ),
    accepts: (found: string, digits: string) => CARD.test(digits),
  },
  {
    name: 'health card number',
    // The letters of its version may follow.
    pattern: new RegExp(`${FIRST}(?!0)${groups(4, 3, 3)}(?:-?[A-Z]{1,2})?${LAST}`, 'gu'),
    accepts: (found: string, _: string, before: string) =>
      !TELEPHONE.test(found) || HEALTH_WORDS.test(before),
  },
  {
    name: 'social insurance number',
    // A business number is followed by its account.
    pattern: new RegExp(`${FIRST}${groups(3, 3, 3)}${LAST}(?!\\s?R[A-Z]\\d{4})`, 'gu'),
    accepts: (_: string, digits: string) => digits !== '000000000',
  },
] as const;

/** Returns what kind of number that identifies a person a text contains; undefined without any. */
export function identityNumberIn(text: string): string | undefined {
  let kind: string | undefined;
  replaceNumbers(text, (found, name) => {
    kind ??= name;
    return found;
  });
  return kind;
}

/**
 * Returns a value in which the digits of numbers that identify a person are asterisks. Keys stay as they are, because a
 * row is corrected by them.
 */
export function maskText(text: string, column = ''): string {
  if (isKey(column)) return text;
  const clean = cleanText(text, true);
  const safe = replaceNumbers(clean, (found) => found.replace(/\d/g, '*'));
  return safe === clean ? text : safe;
}

/**
 * Returns a value of a JSON file with all its members, masked in the same way.
 * @param name the member
 */
export function masked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return maskText(value, name);
  if (typeof value === 'number' || isRawNumber(value)) {
    const text = JSON.stringify(value);
    return identityNumberIn(text) ? maskText(text, name) : value;
  }
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, masked(inner, member)]));
}

const KEYS = ['registrationnumber', 'clinicid', 'odhfindex', 'id'];

/** Returns whether a column identifies a record. */
function isKey(column: string): boolean {
  return KEYS.includes(column.toLowerCase().replace(/[^a-z]/g, '')) || /[^a-z0-9]id$/i.test(column);
}

function replaceNumbers(text: string, replacement: (found: string, kind: string) => string): string {
  let result = text;
  for (const { name, pattern, accepts } of KINDS)
    result = result.replace(pattern, (found: string, index: number) => {
      const digits = found.replace(/\D/g, '');
      const before = result.slice(Math.max(0, index - CHARACTERS_BEFORE), index);
      const isNumber = hasCheckDigit(digits) && accepts(found, digits, before) && !isInWebAddress(before);
      return isNumber ? replacement(found, name) : found;
    });
  return result;
}

function isInWebAddress(before: string): boolean {
  return WEB_ADDRESS.test(before.split(/\s/).at(-1)!);
}

/** Returns whether the last digit checks the others (Luhn). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = Number(digits[at]) * (double ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
