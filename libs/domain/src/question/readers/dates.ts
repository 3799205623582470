import { holidayOn } from '../../rules/time/holidays.js';
import { dayOf, daysAfter, torontoMoment } from '../../rules/time/toronto-time.js';
import type { QuestionValues, UnusedReason } from '../question.js';
import { phrase, type Words } from '../words.js';

const MONTHS = [
  'january|jan|janvier|janv',
  'february|feb|fevrier|fev',
  'march|mars',
  'april|apr|avril',
  'may|mai',
  'june|jun|juin',
  'july|jul|juillet',
  'august|aug|aout',
  'september|sept|sep|septembre',
  'october|oct|octobre',
  'november|nov|novembre',
  'december|dec|decembre',
] as const;
const ANY_MONTH = MONTHS.join('|');
export const MONTH = new RegExp(`^(?:${ANY_MONTH})$`);
const DAY_NUMBER = '(\\d{1,2})(?: ?(?:st|nd|rd|th|er|e))?';
const YEAR = '(?: (20\\d\\d))?';
/** A date of the calendar, with the month first, or the day: the groups are day or month, the other, and a year. */
const MONTH_DAY = phrase(`(?:on )?(${ANY_MONTH}) (?:the )?${DAY_NUMBER}${YEAR}`);
const DAY_MONTH = phrase(`(?:(?:on )?the |on |le )?${DAY_NUMBER} (?:of )?(${ANY_MONTH})${YEAR}`);
/** The days before holidays, which are none themselves. */
const EVES: readonly (readonly [month: number, day: number, words: RegExp])[] = [
  [12, 24, phrase('(?:on )?(?:christmas|xmas) eve|(?:la )?veille d[eu] noel|(?:le )?reveillon de noel')],
  [
    12,
    31,
    phrase(
      '(?:on )?new years? eve|(?:la )?veille (?:du jour de l ?an|du nouvel an)|(?:la )?saint sylvestre|(?:le )?reveillon du (?:nouvel an|jour de l ?an)',
    ),
  ],
];

/** Says that the following weekday is a certain one, not every one. */
const CERTAIN = new Set(['this', 'coming', 'next', 'ce', 'cette']);
/** Says that it is not the coming one, perhaps. */
const NEXT = new Set(['next', 'prochain', 'prochaine']);
const DAYS_PER_WEEK = 7;
/** Abbreviations that end as a plural does. */
const SHORT_DAY = /(?:^| )(?:tues|weds|thurs)$/i;
/** "Every Friday" and "Fridays". */
const IN_GENERAL = /^(?:every|les) |s$/i;

interface DateMatch {
  readonly to: number;
  readonly values: QuestionValues;
  /** Why the weekly hours do not count. */
  readonly uncounted?: UnusedReason;
}

/**
 * Returns why the weekly hours of days that words name do not count: one of the next dates is a holiday. Days that are named
 * in general, such as "Fridays" and "weekdays", have no date.
 */
export function holidayOfDays(
  words: Words,
  from: number,
  to: number,
  { days, weekend }: QuestionValues,
  now: Date,
): UnusedReason | undefined {
  const isCertain = from > 0 && CERTAIN.has(words.plain(from - 1));
  const named = weekend !== undefined && isCertain ? ['sat', 'sun'] : [days];
  const typed = words.typed(from, to);
  if (IN_GENERAL.test(typed) && !isCertain && !SHORT_DAY.test(typed)) return undefined;
  const isNext =
    (from > 0 && NEXT.has(words.plain(from - 1))) || (to < words.length && NEXT.has(words.plain(to)));
  const today = torontoMoment(now).date;
  const dates = Array.from({ length: isNext ? 2 * DAYS_PER_WEEK : DAYS_PER_WEEK }, (_, ahead) =>
    daysAfter(today, ahead),
  );
  const date = dates.find((each) => named.includes(dayOf(each)) && holidayOn(each) !== undefined);
  return date === undefined ? undefined : { why: 'holiday', holiday: holidayOn(date)!, date };
}

/** Reads a date of the calendar, or the day before a holiday, that begins with a word; undefined if there is none. */
export function readDate(words: Words, from: number, now: Date): DateMatch | undefined {
  for (const [month, day, eve] of EVES) {
    const to = words.match(from, eve)?.to;
    if (to !== undefined) return { to, ...calendarDate(month, day, undefined, now) };
  }
  const monthFirst = words.match(from, MONTH_DAY);
  const match = monthFirst ?? words.match(from, DAY_MONTH);
  if (!match) return undefined;
  const [, first = '', second = '', year] = match.found;
  const [month, day] = monthFirst ? [first, second] : [second, first];
  return { to: match.to, ...calendarDate(monthOf(month), Number(day), year, now) };
}

/** Returns the weekday of a date of the coming week. The weekly hours say nothing certain of a holiday, and of later dates. */
function calendarDate(
  month: number,
  day: number,
  typedYear: string | undefined,
  now: Date,
): Omit<DateMatch, 'to'> {
  const today = torontoMoment(now).date;
  const year = Number(typedYear ?? today.slice(0, 4));
  const inYear = dateIn(year, month, day);
  const date =
    typedYear === undefined && inYear !== undefined && inYear < today ? dateIn(year + 1, month, day) : inYear;
  const holiday = date === undefined ? undefined : holidayOn(date);
  if (
    date === undefined ||
    date < today ||
    (holiday === undefined && date >= daysAfter(today, DAYS_PER_WEEK))
  )
    return { values: {}, uncounted: { why: 'unknown' } };
  return holiday
    ? { values: {}, uncounted: { why: 'holiday', holiday, date } }
    : { values: { days: dayOf(date) } };
}

/** Returns a date, YYYY-MM-DD; undefined if the calendar does not have it. */
function dateIn(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined;
}

/** Returns the number of a month by its name, a plain word. */
function monthOf(name: string): number {
  return MONTHS.findIndex((names) => names.split('|').includes(name)) + 1;
}
