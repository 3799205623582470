import type { NamedDay } from '@care-atlas/domain/records';
import { SHORT_MONTHS } from '../dates/months.js';
import type { Clock } from './clock.js';
import {
  CLOSED_FOR_LUNCH,
  DAYS,
  EVES,
  HOLIDAY_WORDS,
  LETTER,
  LETTERS,
  LUNCH,
  OF_MONTH,
  ORDINAL,
  ORDINALS,
  SOME_WEEKS,
} from './day-words.js';

/** A part of a text of opening hours. */
export type Token =
  /** Days of the week in the format of OpenStreetMap, such as `Mo`, `Mo-Fr` for "weekdays", or `We[1]`. */
  | { readonly kind: 'days'; readonly text: string }
  | { readonly kind: 'holidays'; readonly text: 'PH' | 'SH' | NamedDay }
  /** Months, days of the year or weeks, in that format. */
  | { readonly kind: 'dates'; readonly text: string }
  | { readonly kind: 'time'; readonly clock: Clock }
  /** A time by the sun, in that format. */
  | { readonly kind: 'sun'; readonly text: string }
  | { readonly kind: 'all-day' }
  | { readonly kind: 'comment'; readonly text: string }
  /** A break at noon without times. */
  | { readonly kind: 'lunch'; readonly text: string }
  | { readonly kind: 'off' | 'unknown' | 'to' | 'from' | 'plus' | 'comma' | 'end' | 'fallback' };

type Reader = (match: RegExpExecArray) => Token | readonly Token[] | undefined;

const COMMENT = /"([^"]*)"|[“”«»„]([^“”«»„]*)[“”«»]/g;
const DASHES = /[\u2010-\u2015\u2212\u2E3A\uFE58\uFE63\uFF0D]/g;
/** French words for days, next to which `mar` is Tuesday and not March. */
const FRENCH_DAYS =
  /(?<![a-z])(?:lu(?:n|ndi)?|mer(?:credi)?|je(?:u|udi)?|ve(?:n|ndredi)?|same?d?i?|dim(?:anche)?)(?![a-z])/;
const FRENCH_TUESDAY = /(?<![a-z])mar(?![a-z])/g;

const MONTHS = [
  'jan(?:uary|vier|v)?', 'feb(?:ruary)?|fev(?:rier|r)?', 'mar(?:ch|s)?', 'apr(?:il)?|avr(?:il)?', 'may|mai', 'june?|juin',
  'july?|juil(?:let)?', 'aug(?:ust)?|aout', 'sept?(?:ember|embre)?', 'oct(?:ober|obre)?', 'nov(?:ember|embre)?',
  'dec(?:ember|embre)?',
]; // prettier-ignore
const MONTH = `(?:${MONTHS.join('|')})(?![a-z])\\.?`;
const DAY_OF_MONTH = String.raw`\d{1,2}(?:st|nd|rd|th|er)?(?![\d:.h]|\s*[ap]\.?m)`;
const DATE = `(?:\\d{4}\\s+)?(?:${DAY_OF_MONTH}\\s+${MONTH}|${MONTH}(?:\\s*${DAY_OF_MONTH})?)`;

/**
 * Words in parentheses that change the hours beside them in a way that no rule here reads. A second floor, a last patient and an
 * entrance from a street do not; a lunch break without times changes only those at noon.
 */
const LIMITING = new RegExp(
  String.raw`\b(?:(?:first|second|third|last|\d(?:st|nd|rd|th|er?)|premier\w*|dernier\w*)(?! (?:floor|level|entrance|patient|appointment|visit|etage|rendez|rdv))|every|other|alternat\w+|bi-?weekly|except|(?<!before )clos\w+(?!${LUNCH})|summer|winter|season\w*|until|from (?:\d+|now|next|noon|${MONTH})|starting|month|week|sur deux|sauf|ferme\w*(?!${LUNCH})|ete|hiver|jusqu|mois|semaine)\b`,
);

const EVERY_DAY: Token = { kind: 'days', text: 'Mo-Su' };
const COMMA: Token = { kind: 'comma' };
const ALL_DAY: Token = { kind: 'all-day' };

/** What a text may consist of, in small letters without accents. The first that fits counts. */
const PARTS: readonly (readonly [RegExp, Reader])[] = (
  [
    [/\s+/, () => []],
    [/\|\|/, () => ({ kind: 'fallback' })],
    [/[;|\n]/, () => ({ kind: 'end' })],
    [/[,&/]|(?:and|et)(?![a-z])/, () => ({ kind: 'comma' })],
    [/24\s*[/x]\s*7(?![\d:])/, () => [EVERY_DAY, ALL_DAY]],
    [
      /24\s*h(?:(?:ou)?rs?|eures?)?(?:\s*(?:\/|sur)\s*24(?:\s*h)?)?(?:\s*(?:a|per)\s*day|\s*par\s*jour)?(?![a-z\d])/,
      () => ALL_DAY,
    ],
    [/(?:a?round\s+the\s+clock)(?![a-z])/, () => [EVERY_DAY, ALL_DAY]],
    [
      /(?:daily|every\s*day|each\s+day|all\s+week|(?:7|seven)\s*days(?:\s*(?:a|per|\/)\s*week)?|tous\s+les\s+jours|chaque\s+jour|7\s*(?:j(?:ours?)?)?\s*(?:sur|\/)\s*7)(?![a-z\d])/,
      () => EVERY_DAY,
    ],
    [
      /(?:week\s?days|weekday|business\s+days|working\s+days|en\s+semaine|jours?\s+(?:ouvrables?|de\s+semaine))(?![a-z])/,
      () => ({ kind: 'days', text: 'Mo-Fr' }),
    ],
    [/(?:week-?\s?ends?|fins?\s+de\s+semaines?)(?![a-z])/, () => ({ kind: 'days', text: 'Sa,Su' })],
    [new RegExp(`${CLOSED_FOR_LUNCH.source}\\s*(?:from|between|de)?(?=\\s*\\d)`), () => ({ kind: 'off' })],
    [CLOSED_FOR_LUNCH, ([text]) => ({ kind: 'lunch', text })],
    ...Object.entries(DAYS).flatMap(([day, names]): (readonly [RegExp, Reader])[] => [
      [
        new RegExp(
          `(${ORDINAL}(?:\\s*(?:,|&|and|et)\\s*${ORDINAL})*)\\s+(?:${names.source})(?![a-z])${OF_MONTH}`,
        ),
        ([, places = '']) => ({ kind: 'days', text: `${day}[${placesIn(places).join(',')}]` }),
      ],
      [
        new RegExp(
          `(?:every\\s+(?:other|second|2nd)|alternat(?:e|ing)|bi-?weekly)\\s+(?:on\\s+)?(?:${names.source})(?![a-z])|un\\s+(?:${names.source})\\s+sur\\s+deux`,
        ),
        () => [
          { kind: 'dates', text: SOME_WEEKS },
          { kind: 'days', text: day },
        ],
      ],
    ]),
    ...HOLIDAY_WORDS.map(([day, words]): [RegExp, Reader] => [
      new RegExp(`(?:${words.source})(?![a-z])`),
      () => ({ kind: 'holidays', text: day }),
    ]),
    ...EVES.map(([date, words]): [RegExp, Reader] => [
      new RegExp(`(?:${words.source})(?![a-z])`),
      () => ({ kind: 'dates', text: date }),
    ]),
    [
      /(?:(?:all|the)\s+)?(?:(?:ontario|provincial)\s+)?(?:(?:public|stat(?:utory)?|national|federal|legal|civic)\s+)?holidays?(?![a-z])|(?:jours?\s+)?feries?(?![a-z])|ph(?![a-z])/,
      () => ({ kind: 'holidays', text: 'PH' }),
    ],
    [
      /school\s+holidays?(?![a-z])|(?:vacances|conges?)\s+scolaires?(?![a-z])|sh(?![a-z])/,
      () => ({ kind: 'holidays', text: 'SH' }),
    ],
    [
      /(?:off|closed|closures?|ferme(?:e?s?|tures?)?|except(?:\s+on)?|excluding|sauf)(?![a-z])/,
      () => ({ kind: 'off' }),
    ],
    [/(?:unknown|inconnue?s?)(?![a-z])/, () => ({ kind: 'unknown' })],
    [
      /(?:for\s+|pour\s+)?(?:(?:our|the|annual|summer|winter|march|nos|les|la)\s+)*(?:vacations?|vacances(?:\s+annuelles)?)(?![a-z])/,
      () => ({ kind: 'comment', text: 'vacation' }),
    ],
    [
      /(?:permanently|temporarily|until\s+further\s+notice|definitivement|temporairement|jusqu.a\s+nouvel\s+ordre)(?![a-z])/,
      ([text]) => ({ kind: 'comment', text }),
    ],
    [
      /(?:(?:by|with)\s+)?(?:prior\s+)?(?:appointments?|appts?(?![a-z])\.?)(?:\s+(?:only|required|necessary))?(?![a-z])|sur\s+(?:rendez-?\s?vous|rdv)(?:\s+(?:seulement|uniquement))?(?![a-z])|walk-?\s?ins?(?:\s+(?:welcome|only))?(?![a-z])/,
      ([text]) => ({ kind: 'comment', text: text.replace(/\bappt?s?\b\.?/, 'appointment') }),
    ],
    [
      new RegExp(
        `(${DATE})(?:\\s*(?:-|to|au)\\s*(${DATE}|${DAY_OF_MONTH}))?((?:\\s*[,&]\\s*${DAY_OF_MONTH}(?!\\s*-))*)(?![a-z])`,
      ),
      ([, from = '', to, others = '']) => {
        const range = [from, to].flatMap((date) => (date ? dateText(date) : [])).join('-');
        return { kind: 'dates', text: [range, ...(others.match(/\d+/g) ?? [])].join(',') };
      },
    ],
    [
      /(\d{4})-(\d{2})-(\d{2})(?!\d)/,
      ([, year, month, day]) => {
        const name = SHORT_MONTHS[Number(month) - 1];
        return name === undefined ? undefined : { kind: 'dates', text: `${year} ${name} ${day}` };
      },
    ],
    [
      /week\s*\d+(?:-\d+)?(?:\/\d+)?(?:\s*,\s*\d+(?:-\d+)?(?:\/\d+)?(?=[\s,]))*/,
      ([text]) => ({ kind: 'dates', text }),
    ],
    [/easter(?:\s*[+-]\s*\d+\s*days?)?/, ([text]) => ({ kind: 'dates', text })],
    [/\(?(?:sunrise|sunset|dawn|dusk)(?:\s*[+-]\s*\d{1,2}:\d{2}\))?/, ([text]) => ({ kind: 'sun', text })],
    [/(?:from|des|a\s+partir\s+de)(?![a-z])/, () => ({ kind: 'from' })],
    [
      /(?:opens?|ouvert(?:es?|s)?|ouverture|(?:(?:opening|office|clinic|business)\s+)?hours?|hrs?|heures|horaires?|the|on|la|le|les|du|de|at|:|\.|only|seulement)(?![a-z])|[:.]/,
      () => [],
    ],
    ...Object.entries(DAYS).map(([day, names]): [RegExp, Reader] => [
      new RegExp(`(?:${names.source})(?![a-z])\\.?(?:\\s*(\\[-?\\d(?:\\s*[,-]\\s*-?\\d)*\\]))?`),
      ([, place = '']) => ({ kind: 'days', text: `${day}${place.replaceAll(' ', '')}` }),
    ]),
    [
      new RegExp(`(?:${LETTER}){2,7}(?![a-z])`),
      ([text]) => ({
        kind: 'days',
        text: Array.from(text.matchAll(new RegExp(LETTER, 'g')), ([letter]) => LETTERS[letter]!).join(','),
      }),
    ],
    [
      /(?:12(?:[:.]00)?\s*)?(?:noon|midi)(?![a-z])/,
      () => ({ kind: 'time', clock: { hour: 12, minute: 0, half: 'pm', hasMinutes: true, isOfDay: true } }),
    ],
    [
      /(?:12(?:[:.]00)?\s*)?(?:midnight|minuit)(?![a-z])/,
      () => ({ kind: 'time', clock: { hour: 12, minute: 0, half: 'am', hasMinutes: true, isOfDay: true } }),
    ],
    [
      /(\d{1,2})(?::(\d{2})|\.(\d{2})|\s?(h)(?:eures?)?(?:\s?(\d{2})(?![\d:h]))?|(\d{2}))?(?![\d:])(?:\s*(a|p)\.?m\.?(?![a-z])|(a|p)(?![a-z]))?/,
      timeOf,
    ],
    [/(?:-|(?:to|au|a|until|till?|thru|through)(?![a-z])|jusqu.au?(?![a-z]))/, () => ({ kind: 'to' })],
    [/\+/, () => ({ kind: 'plus' })],
    [/\(([^()]*)\)/, ([, text = '']) => inParentheses(text.trim())],
  ] satisfies readonly (readonly [RegExp, Reader])[]
).map(([part, read]) => [new RegExp(part.source, 'y'), read]);

/** Returns the parts of a text; undefined when it has others than those of opening hours. */
export function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(COMMENT)) {
    if (!addTokens(tokens, text.slice(end, match.index))) return undefined;
    tokens.push(commentOf((match[1] ?? match[2] ?? '').trim()));
    end = match.index + match[0].length;
  }
  return addTokens(tokens, text.slice(end)) ? tokens : undefined;
}

function addTokens(tokens: Token[], text: string): boolean {
  const plain = plainText(text);
  for (let at = 0; at < plain.length;) {
    const start = at;
    for (const [part, read] of PARTS) {
      part.lastIndex = at;
      const match = part.exec(plain);
      if (!match || match[0] === '') continue;
      const read1 = read(match);
      if (!read1) continue;
      const found = Array.isArray(read1) ? (read1 as readonly Token[]) : [read1 as Token];
      // "9h-24h" ends at midnight.
      if (found.at(-1) === ALL_DAY && tokens.at(-1)?.kind === 'to') continue;
      tokens.push(...found);
      at += match[0].length;
      break;
    }
    if (at === start) return false;
  }
  return true;
}

/** Returns what parentheses say: more about the hours, or else words. */
function inParentheses(text: string): readonly Token[] {
  const comment = commentOf(text);
  if (comment.kind === 'lunch') return [comment];
  const tokens = tokensOf(text);
  if (!areSomeDays(tokens) && tokens?.some(({ kind }) => kind !== 'comment'))
    return [COMMA, ...tokens, COMMA];
  return areSomeDays(tokens) || LIMITING.test(plainText(text)) ? [{ kind: 'unknown' }, comment] : [comment];
}

function commentOf(text: string): Token {
  const plain = plainText(text);
  return { kind: CLOSED_FOR_LUNCH.test(plain) && !/\d/.test(plain) ? 'lunch' : 'comment', text };
}

/** Whether parentheses only name some of the days before them, such as "(first Saturday of the month)" and "(from May)". */
function areSomeDays(tokens: readonly Token[] = []): boolean {
  const isOfSomeWeeks = (token: Token) =>
    token.kind === 'dates' || (token.kind === 'days' && token.text.includes('['));
  return (
    tokens.some(isOfSomeWeeks) &&
    tokens.every(({ kind }) => ['dates', 'days', 'comma', 'from', 'to'].includes(kind))
  );
}

function placesIn(text: string): readonly number[] {
  return text
    .split(/\s*(?:,|&|and|et)\s*/)
    .flatMap((part) => ORDINALS.filter(([, words]) => words.test(part)).map(([place]) => place));
}

function plainText(text: string): string {
  const plain = text.replaceAll(DASHES, '-').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return FRENCH_DAYS.test(plain) ? plain.replaceAll(FRENCH_TUESDAY, 'mardi') : plain;
}

function dateText(date: string): string {
  const [year = ''] = /^\d{4}(?=\s)/.exec(date) ?? [];
  const rest = date.slice(year.length);
  const month = MONTHS.findIndex((name) => new RegExp(`(?<![a-z])(?:${name})(?![a-z])`).test(rest));
  const [day = ''] = /\d{1,2}/.exec(rest) ?? [];
  return [year, SHORT_MONTHS[month] ?? '', day.length === 1 ? `0${day}` : day].filter(Boolean).join(' ');
}

function timeOf([, hours = '', colon, point, h, afterH, military, half, letter]: RegExpExecArray):
  | Token
  | undefined {
  const minutes = colon ?? point ?? afterH ?? military;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  const side = half ?? letter;
  const isOfDay =
    h !== undefined || hour > 12 || hours.startsWith('0') || (hours.length === 2 && minutes !== undefined);
  // Four digits may be a year.
  if (military && hour === 20 && minute % 15 > 0) return undefined;
  // 26:00 is 02:00 on the next day.
  if (hour > 30 || minute > 59 || (side && (hour < 1 || hour > 12))) return undefined;
  return {
    kind: 'time',
    clock: {
      hour,
      minute,
      hasMinutes: minutes !== undefined,
      isOfDay,
      ...(h !== undefined && { hasLetterH: true }),
      ...(side && { half: side === 'a' ? 'am' : 'pm' }),
    },
  };
}
