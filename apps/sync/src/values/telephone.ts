import type { InputRow } from '../rows/input-row.js';
import type { RowNotes } from '../rows/source-rows.js';
import { quoted } from './hours/quotation.js';

/** A telephone number as a text says it. */
export interface Telephone {
  /** "+1-416-555-0123", optionally with " ext. 5". */
  readonly number: string;
  /** How many numbers the text has that are none of a fax. */
  readonly count: number;
  /** Whether the text says more than the number. */
  readonly isReadAs: boolean;
}

/** How nearly all numbers are written. */
const USUAL = /^(?:\+?1[ -])?\(?([2-9]\d{2})\)?[ .-]([2-9]\d{2})[ .-](\d{4})$/;
const ACCEPTED = 'a telephone number such as 416-555-0123 or +1 416 555 0123 ext. 5';

/**
 * Returns the telephone number of a cell; empty where there is none. Of several, the first one counts that is none of a
 * fax.
 * @throws RowFault when the cell has no telephone number, or it is not certain which it has
 */
export function telephoneOf(row: InputRow, column: string, source: RowNotes): string {
  const value = row.formatted(column);
  if (value === '') return '';
  const usual = USUAL.exec(value);
  if (usual) return `+1-${usual[1]}-${usual[2]}-${usual[3]}`;
  const read = readTelephone(value) ?? row.reject(column, ACCEPTED, undefined, telephonesMeantBy(value));
  if (read.count > 1) source.note('several telephone numbers, of which the first valid one is stored');
  else if (read.isReadAs)
    source.note(
      'telephone numbers among words or fax numbers, read as one number',
      () => `${quoted(row.masked(column))} read as ${read.number}`,
    );
  return read.number;
}

/** Digits, of which O and I are some, with what separates them. */
const SPELT_DIGITS = /^[\doil\s().+-]+$/i;
const DIGITS = /^\+?1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/;
const DIGITS_AND_MORE = /^(.*\d{4})\s+(\d{1,5})$/;

/** Returns the numbers that a text may have been meant to say, of which it has the digits, in a form that is read. */
export function telephonesMeantBy(text: string): readonly string[] {
  const plain = text.trim();
  if (!SPELT_DIGITS.test(plain)) return [];
  const digits = plain.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1');
  const [, number, extension] = DIGITS_AND_MORE.exec(digits) ?? [];
  const [whole, main] = [numberIn(digits), number && numberIn(number)];
  return [...(whole ? [whole] : []), ...(main ? [`${main} ext. ${extension}`] : [])];
}

function numberIn(text: string): string | undefined {
  const [, area, exchange, line] = DIGITS.exec(text.replaceAll(/[^\d+]/g, '')) ?? [];
  return area && `${area}-${exchange}-${line}`;
}

interface NumberToken {
  readonly kind: 'number';
  readonly number: string;
  /** Whether it is one that can be called here: not that of another country, nor one without its area. */
  readonly isUsable: boolean;
  /** Whether it is written in digits, once. */
  readonly isPlain: boolean;
}

interface LabelToken {
  readonly kind: 'label';
  readonly isFax: boolean;
  readonly isPhone: boolean;
  readonly isInParentheses: boolean;
  /** Whether a colon says that its number follows. */
  readonly hasColon: boolean;
}

type Token = NumberToken | LabelToken | { readonly kind: 'separator' | 'word' | 'blank' };

const DASHES = /[\u2010-\u2015\u2212\u00B7\u2022]/g;
const FAX = 'e?-?fax|fx|facs(?:imile)?|f|t[ée]l[ée]c(?:op(?:ieur|ie))?|pager|tty|tdd|ats';
const PHONE = 't[ée]l|t[ée]l[ée]phone|t|phone|ph|p|voice|call';
/** Labels that say neither. */
const LINE = 'office|main|cell(?:ular)?|mobile|reception|bus(?:iness)?|clinic|toll-?free';
const LABEL = String.raw`(?:${FAX}|${PHONE}|${LINE})(?![\p{L}\p{N}])\.?`;
const EXTENSION = String.raw`[\s,;(-]*(?:ext(?:n|ension)?|xt?|poste|local|loc|#)(?!\p{L})[\s.:=#]*(\d{1,6})(?!\d)\)?`;
const AREA = String.raw`(?:\+?\s?1[\s.()-]*)?(?:\(\s?([2-9]\d{2})\s?\)|([2-9]\d{2}))`;
/** The end of a number of digits. */
const NO_MORE = String.raw`(?!\d|[.-]\d)`;
const BLANK: Token = { kind: 'blank' };
const WORD: Token = { kind: 'word' };
const UNUSABLE: Token = { kind: 'number', number: '', isUsable: false, isPlain: true };

/** What a cell consists of. The first that fits counts. */
const TOKENS: readonly (readonly [RegExp, (match: RegExpExecArray) => Token | undefined])[] = [
  [sticky(String.raw`\s+`), () => BLANK],
  // Of numbers of other countries, the last digits may look like one.
  [sticky(String.raw`(?:\+(?!\s?1[\s.()-]*[2-9])|011[\s-])[\d\s().-]*\d`), () => UNUSABLE],
  [
    sticky(
      String.raw`${AREA}[\s./-]*([2-9]\d{2})[\s.-]*(\d{4})${NO_MORE}(?:${EXTENSION})?((?:\s?\/\s?\d{2,4}(?!\d|[.-]|\s\d))*)`,
    ),
    ([, inside, bare, exchange, line, extension, others]) =>
      extension && others
        ? undefined
        : numberToken(`${inside ?? bare}-${exchange}-${line}`, extension, others === ''),
  ],
  [
    sticky(
      String.raw`${AREA}[\s.-]+(?=\d*[.-]?[a-z])([a-z\d]{3})[.-]?([a-z\d]{4})(?![\p{L}\p{N}])(?:\s*\(([\d.-]+)\))?(?:${EXTENSION})?`,
    ),
    ([, inside, bare, exchange, line, digits, extension]) => {
      // O and I are 0 and 1 as well.
      if (/^[\doil]*$/i.test(`${exchange}${line}`)) return undefined;
      const number = digitsOf(`${inside ?? bare}-${exchange}-${line}`);
      const isSame = !digits || number.replaceAll('-', '').endsWith(digits.replaceAll(/\D/g, ''));
      return isSame && /^\d{3}-[2-9]/.test(number) ? numberToken(number, extension, false) : undefined;
    },
  ],
  [sticky(String.raw`[2-9]\d{2}[\s.-]\d{4}${NO_MORE}(?:${EXTENSION})?`), () => UNUSABLE],
  [
    sticky(
      String.raw`\(\s*(${LABEL}(?:[\s/&+-]+${LABEL})*)\s*\)|${LABEL}(?:(?:\s?[/&+]\s?|\s+(?:and|et|or)\s+)${LABEL})*\s*(:?)`,
    ),
    ([text, inside, colon]) => labelOf(text, inside !== undefined, colon === ':'),
  ],
  [sticky(String.raw`[,;/|&]|(?:or|and|ou|et)(?!\p{L})`), () => ({ kind: 'separator' })],
  [sticky(String.raw`(?:suite|unit|room|floor)\s*#?\s*\d+${NO_MORE}|24\s?\/\s?7(?!\d)`), () => WORD],
  [
    sticky(String.raw`\d{0,2}\p{L}[\p{L}\p{N}\p{M}'’@_.-]*`),
    ([text]) => (labelIn('.*fax.*', text) ? labelOf('fax', false, false) : WORD),
  ],
  [sticky(String.raw`[^\p{L}\p{N}+]`), () => BLANK],
];

/**
 * Reads the telephone number of a text with words, labels, several numbers and extensions; undefined where it has none, or
 * only digits that nothing explains.
 */
export function readTelephone(text: string): Telephone | undefined {
  const tokens = tokensOf(text.replaceAll(DASHES, '-').trim());
  const places = [...tokens.keys()].filter((at) => tokens[at]!.kind === 'number');
  const isFax = faxes(tokens, places);
  const telephones = places
    .map((at) => tokens[at] as NumberToken)
    .filter(({ isUsable }, index) => isUsable && !isFax[index]);
  const [first] = telephones;
  if (!first) return undefined;
  const hasMore = tokens.some(({ kind }) => kind === 'label' || kind === 'word');
  const isReadAs = !first.isPlain || hasMore || places.length > telephones.length;
  return { number: first.number, count: telephones.length, isReadAs };
}

/** Returns the tokens of a text. Between separators, digits that nothing explains leave no number certain. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const start = at;
    for (const [rule, read] of TOKENS) {
      rule.lastIndex = at;
      const match = rule.exec(text);
      const token = match?.[0] ? read(match) : undefined;
      if (!token) continue;
      tokens.push(token);
      at += match![0].length;
      break;
    }
    if (at > start) continue;
    const isSeparator = ({ kind }: Token) => kind === 'separator';
    for (let last = tokens.length - 1; last >= 0 && !isSeparator(tokens[last]!); last--)
      if (tokens[last]!.kind === 'number') tokens[last] = UNUSABLE;
    tokens.push(UNUSABLE);
    at += /^[^,;|]+/.exec(text.slice(at))?.[0].length ?? 1;
  }
  return tokens;
}

/**
 * Returns which of the numbers belong to a fax. A label stands before its number, and holds for others after it that have
 * none. It stands after its number in parentheses, before a separator, or where the text begins with a number and ends in
 * a label.
 */
function faxes(tokens: readonly Token[], places: readonly number[]): readonly boolean[] {
  const meaningful = tokens.filter(({ kind }) => kind === 'label' || kind === 'number');
  const [first, last] = [meaningful[0], meaningful.at(-1)];
  const isAfter = first?.kind === 'number' && last?.kind === 'label' && !last.hasColon;
  const isBefore = first?.kind === 'label';
  const isBeforeInParentheses = isBefore && first.isInParentheses;
  const before: LabelToken[][] = places.map(() => []);
  const after: LabelToken[][] = places.map(() => []);
  for (let next = 0; next <= places.length; next++) {
    const between = tokens.slice(next === 0 ? 0 : places[next - 1]! + 1, places[next]);
    const separator = between.findIndex(({ kind }) => kind === 'separator');
    for (const [at, token] of between.entries()) {
      if (token.kind !== 'label') continue;
      const isBehind = separator === -1 ? isAfter || token.isInParentheses : at < separator;
      const hasOtherOrder = token.isInParentheses ? isBeforeInParentheses : isBefore;
      const isOfLast =
        next > 0 && !token.hasColon && (next === places.length || (isBehind && !hasOtherOrder));
      (isOfLast ? after[next - 1] : before[next])?.push(token);
    }
  }
  // Of "Tel: none, Fax: …", the nearest label counts.
  const says = ({ isFax, isPhone }: LabelToken) => isFax || isPhone;
  let isFaxFrom = false;
  return places.map((_, index) => {
    const [own, next] = [before[index]!.findLast(says), after[index]!.find(says)];
    const label = next?.isInParentheses ? next : (own ?? next);
    const isFax = label ? label.isFax && !label.isPhone : before[index]!.length === 0 && isFaxFrom;
    if (before[index]!.length > 0) isFaxFrom = isFax;
    return isFax;
  });
}

function numberToken(number: string, extension: string | undefined, isPlain: boolean): Token {
  const whole = `+1-${number}${extension ? ` ext. ${extension}` : ''}`;
  return { kind: 'number', number: whole, isUsable: true, isPlain };
}

function labelOf(text: string, isInParentheses: boolean, hasColon: boolean): Token {
  return {
    kind: 'label',
    isFax: labelIn(FAX, text),
    isPhone: labelIn(PHONE, text),
    isInParentheses,
    hasColon,
  };
}

function labelIn(labels: string, text: string): boolean {
  return new RegExp(String.raw`(?<![\p{L}])(?:${labels})(?![\p{L}])`, 'iu').test(text);
}

const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const FIRST_KEY = 2;

/** Returns the digits of letters on the keys of a telephone. */
function digitsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[a-z]/g, (letter) => String(KEYS.findIndex((key) => key.includes(letter)) + FIRST_KEY));
}

function sticky(source: string): RegExp {
  return new RegExp(source, 'iuy');
}
