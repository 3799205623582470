import { DAY_NAMES } from '../../records/clinic.js';
import { holidayOn } from '../../rules/time/holidays.js';
import { dayOf, daysAfter, torontoMoment } from '../../rules/time/toronto-time.js';
import type { QuestionValues, UnusedReason } from '../question.js';
import { isDashed, phrase, type Words } from '../words.js';

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
const DAY_NUMBER = '(\\d{1,2})(?: ?(?:st|nd|rd|th|er|e))?';
const YEAR = '(?: (20\\d\\d))?';
/** A date of the calendar, with the month first, or the day: the groups are day or month, the other, and a year. */
const MONTH_DAY = phrase(`(?:on )?(${ANY_MONTH}) (?:the )?${DAY_NUMBER}${YEAR}`);
const DAY_MONTH = phrase(`(?:(?:on )?the |on |le )?${DAY_NUMBER} (?:of )?(${ANY_MONTH})${YEAR}`);
/** Two days of a month: groups are the month and the days, or the other way around, what joins the days, and a year. */
const JOINT = '(?:(to|through|thru|until|till?|and|or|au|et|ou)(?: the| le)? )?';
const MONTH_DAYS = phrase(
  `(?:(?:on|between|from) )?(${ANY_MONTH}) (?:the )?${DAY_NUMBER} ${JOINT}${DAY_NUMBER}${YEAR}(?! (?:am|pm|h|heures?|oclock))`,
);
const DAYS_MONTH = phrase(
  `(?:(?:on|between|from|entre|du|les?) )?(?:(?:the|le) )?${DAY_NUMBER} ${JOINT}${DAY_NUMBER} (?:of )?(${ANY_MONTH})${YEAR}`,
);
const EITHER = /^(?:and|or|et|ou)$/;
const ISO_DATE = /^(20\d\d)-(\d\d)-(\d\d)$/;
const ON = phrase('(?:on |le )?\\d{4} \\d{2} \\d{2}');
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
const CERTAIN = new Set(['this', 'coming', 'ce', 'cette']);
/** Says that the weekday is one of the coming week, or perhaps of this one. */
const NEXT = /\b(?:next|prochain)\b/;
const DAYS_PER_WEEK = 7;
const WEEKEND: ReadonlySet<string> = new Set(['sat', 'sun']);
/** Lists take dates so far ahead. */
const DAYS_AHEAD = 366;
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
 * Returns the dates that a weekday may mean: the coming one after "this", and the next public holiday on that weekday, because
 * the hours of the week do not count on it. After "next", the one in the coming week, and the one that is still to come in this
 * week. None for a weekday of every week, such as "Fridays".
 */
export function datesOfDay(
  words: Words,
  from: number,
  to: number,
  { days }: QuestionValues,
  now: Date,
): readonly string[] {
  const isDay = (date: string) => dayOf(date) === days;
  const { day } = torontoMoment(now);
  if (NEXT.test(words.plain(from, to))) {
    const untilSunday = 2 * DAYS_PER_WEEK - DAY_NAMES.indexOf(day);
    return comingDates(now, untilSunday).slice(1).filter(isDay);
  }
  const typed = words.typed(from, to);
  const isCertain = CERTAIN.has(from > 0 ? words.plain(from - 1) : '');
  if (IN_GENERAL.test(typed) && !isCertain && !SHORT_DAY.test(typed)) return [];
  return comingDates(now, DAYS_PER_WEEK).filter(
    (date) => isDay(date) && (isCertain || holidayOn(date) !== undefined),
  );
}

/** Returns why the weekly hours of "this weekend" do not count: one of its days is a holiday. */
export function holidayOfWeekend(words: Words, from: number, now: Date): UnusedReason | undefined {
  if (from === 0 || !CERTAIN.has(words.plain(from - 1))) return undefined;
  const date = comingDates(now, DAYS_PER_WEEK).find(
    (each) => WEEKEND.has(dayOf(each)) && holidayOn(each) !== undefined,
  );
  return date === undefined ? undefined : { why: 'holiday', holiday: holidayOn(date)!, date };
}

function comingDates(now: Date, count: number): readonly string[] {
  const today = torontoMoment(now).date;
  return Array.from({ length: count }, (_, ahead) => daysAfter(today, ahead));
}

/** Reads a date of the calendar, or the day before a holiday, that begins with a word; undefined if there is none. */
export function readDate(words: Words, from: number, now: Date): DateMatch | undefined {
  for (const [month, day, eve] of EVES) {
    const to = words.match(from, eve)?.to;
    if (to !== undefined) return { to, ...calendarDate(month, day, undefined, now) };
  }
  const two = readTwoDates(words, from, now);
  if (two) return two;
  const written = words.match(from, ON);
  const [, typedYear, typedMonth, typedDay] =
    (written && ISO_DATE.exec(words.typed(written.to - 1, written.to))) ?? [];
  if (written && typedYear !== undefined)
    return { to: written.to, ...calendarDate(Number(typedMonth), Number(typedDay), typedYear, now) };
  const monthFirst = words.match(from, MONTH_DAY);
  const match = monthFirst ?? words.match(from, DAY_MONTH);
  if (!match) return undefined;
  const [, first = '', second = '', year] = match.found;
  const [month, day] = monthFirst ? [first, second] : [second, first];
  return { to: match.to, ...calendarDate(monthOf(month), Number(day), year, now) };
}

/** Reads "Dec 24-26" and "le 24 ou le 26 décembre": no list has a span of dates, nor one of two. */
function readTwoDates(words: Words, from: number, now: Date): DateMatch | undefined {
  const monthFirst = words.match(from, MONTH_DAYS);
  const match = monthFirst ?? words.match(from, DAYS_MONTH);
  if (!match) return undefined;
  const [, a = '', b = '', c = '', d = '', year] = match.found;
  const [month, first, joint, last] = monthFirst ? [a, b, c, d] : [d, a, b, c];
  if (Number(first) >= Number(last) || (joint === '' && !isDashed(words, from, match.to))) return undefined;
  const dates = [first, last].map((day) => calendarDate(monthOf(month), Number(day), year, now));
  const uncounted = dates.find((date) => date.uncounted)?.uncounted;
  const instead = dates.map(({ values }) => values);
  const either: UnusedReason = EITHER.test(joint) ? { why: 'ambiguous', instead } : { why: 'span', instead };
  return { to: match.to, values: {}, uncounted: uncounted ?? either };
}

/** Returns a date as lists take it: from today to a year ahead. */
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
  const isNear = date !== undefined && date >= today && date <= daysAfter(today, DAYS_AHEAD);
  return isNear ? { values: { date } } : { values: {}, uncounted: { why: 'unknown' } };
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
