import { type DayName, DAY_NAMES } from '../../records/clinic.js';
import { holidayOn } from '../../rules/time/holidays.js';
import { dayOf, daysAfter, torontoMoment } from '../../rules/time/toronto-time.js';
import { ANY_DAY, dayNamed } from '../phrases.js';
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
/** A date as numbers; with a year, its numbers may be joined by other signs than a slash. */
const NUMBERS = phrase(
  '(?:on |le )?\\d{1,4} \\d{1,2}(?: \\d{2,4})?(?! (?:k|kms?|m|mi|miles?|hours?|h|heures?|price)(?: |$))',
);
const YEAR_FIRST = /^(20\d\d)[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})(?:\/(\d{1,2})(?:\/((?:20)?\d\d))?|[-.](\d{1,2})[-.](20\d\d))$/;
/** Praise, unless words before say that it is a date. */
const RATING = /^(?:5\/5|10\/10)$/;
const SAID_DATE = phrase(
  `(?:on|le) \\d{1,2} \\d{1,2}|(?<=(?:^| )(?:open|ouverte?s?|${ANY_DAY}) )\\d{1,2} \\d{1,2}`,
);
const CENTURY = '20';
const MONTHS_AHEAD = 13;

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  premier: 1,
  '1er': 1,
  second: 2,
  '2nd': 2,
  deuxieme: 2,
  '2e': 2,
  third: 3,
  '3rd': 3,
  troisieme: 3,
  '3e': 3,
  fourth: 4,
  '4th': 4,
  quatrieme: 4,
  '4e': 4,
  last: -1,
  dernier: -1,
};
/** Groups: which of a month's weekdays, the weekday, the month, a year, the next month, and this one; otherwise the coming one. */
const DAY_OF_MONTH = phrase(
  `(?:(?:on )?the |on |le )?(${Object.keys(ORDINALS).join('|')}) (${ANY_DAY})(?: (?:of|in|de|d|en))?(?: (${ANY_MONTH})${YEAR}| (next month)| (?:du )?(mois prochain)| (?:the month|du mois)| (this month|ce mois))`,
);
/** A day of the month that comes next; the groups are its number. */
const DAY_ALONE = phrase(
  '(?:on )?the (\\d{1,2}) ?(?:st|nd|rd|th)(?! (?:floor|grade|ave|avenue|st|street|line|concession|time|visit|one)(?: |$))|' +
    `(?<=(?:^| )(?:${ANY_DAY}) )(?:(\\d{1,2}) ?(?:st|nd|rd|th)|the (\\d{1,2}))|` +
    '(?:(?<=(?:^| )(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) )(?:le )?|le )(\\d{1,2})(?! (?:h|heures?|rue|boulevard|avenue|chemin|route|ans|km)(?: |$)| a \\d{1,2}(?! ?h))',
);
/** Days with a name that are no holidays. */
const NAMED_DAYS: readonly (readonly [month: number, day: number, words: RegExp])[] = [
  [12, 24, phrase('(?:on )?(?:christmas|xmas) eve|(?:la )?veille d[eu] noel|(?:le )?reveillon de noel')],
  [11, 11, phrase('(?:on )?remembrance day|(?:le )?jour du souvenir')],
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

/** A date that lists do not take. */
const NO_DATE: Omit<DateMatch, 'to'> = { values: {}, uncounted: { why: 'unknown' } };

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

/** Reads a date of the calendar, or a day with a name, that begins with a word; undefined if there is none. */
export function readDate(words: Words, from: number, now: Date): DateMatch | undefined {
  for (const [month, day, name] of NAMED_DAYS) {
    const to = words.match(from, name)?.to;
    if (to !== undefined) return { to, ...calendarDate(month, day, undefined, now) };
  }
  const two = readTwoDates(words, from, now);
  if (two) return two;
  const other = readNumbers(words, from, now) ?? readDayOfMonth(words, from, now);
  if (other) return other;
  const monthFirst = words.match(from, MONTH_DAY);
  const match = monthFirst ?? words.match(from, DAY_MONTH);
  if (!match) return readDayAlone(words, from, now);
  const [, first = '', second = '', year] = match.found;
  const [month, day] = monthFirst ? [first, second] : [second, first];
  return { to: match.to, ...calendarDate(monthOf(month), Number(day), year, now) };
}

/** Reads "2026-12-08" and "8/12": numbers that may be two dates are either, and no list has one of two. */
function readNumbers(words: Words, from: number, now: Date): DateMatch | undefined {
  const match = words.match(from, NUMBERS);
  const typed = match && words.typed(match.to - 1, match.to);
  const isWhole = match && words.list[match.to]?.part !== words.list[match.to - 1]!.part;
  if (!match || !typed || !isWhole) return undefined;
  const { to } = match;
  const [, year, month, day] = YEAR_FIRST.exec(typed) ?? [];
  if (year !== undefined) return { to, ...calendarDate(Number(month), Number(day), year, now) };
  const [, first, second, shortYear, third, longYear] = YEAR_LAST.exec(typed) ?? [];
  if (first === undefined) return undefined;
  const [a, b] = [Number(first), Number(second ?? third)];
  const typedYear = longYear ?? (shortYear && CENTURY + shortYear.slice(-2));
  const dates = [calendarDate(a, b, typedYear, now), calendarDate(b, a, typedYear, now)];
  const instead = dates.map(({ values }) => values).filter(({ date }) => date !== undefined);
  const [only = {}, ...others] = new Map(instead.map((values) => [values.date, values])).values();
  if (only.date === undefined) return { to, ...dates[0]! };
  const mayBeRating = RATING.test(typed) && words.length > to - from && !words.match(from, SAID_DATE);
  if (others.length === 0 && !mayBeRating) return { to, values: only };
  return { to, values: {}, uncounted: { why: 'ambiguous', instead: [only, ...others] } };
}

/** Reads "the first Monday of December": the coming one. */
function readDayOfMonth(words: Words, from: number, now: Date): DateMatch | undefined {
  const match = words.match(from, DAY_OF_MONTH);
  if (!match) return undefined;
  const [, ordinal = '', weekday = '', month, year, next, prochain, current] = match.found;
  const today = torontoMoment(now).date;
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  const isNext = (next ?? prochain) !== undefined;
  const months =
    month === undefined
      ? [thisMonth, thisMonth + 1].slice(isNext ? 1 : 0, current === undefined ? 2 : 1)
      : [monthOf(month), monthOf(month) + MONTHS.length].slice(0, year === undefined ? 2 : 1);
  const inYear = Number(year ?? thisYear);
  const dates = months.flatMap((each) => nthIn(inYear, each, dayNamed(weekday), ORDINALS[ordinal]!) ?? []);
  const date = dates.find((each) => each >= today && each <= daysAfter(today, DAYS_AHEAD));
  return { to: match.to, ...(date === undefined ? NO_DATE : { values: { date } }) };
}

/** Returns the date of the first weekday of a month, of a later one, or of the last one; undefined if there is none. */
function nthIn(year: number, month: number, day: DayName, which: number): string | undefined {
  const dates = Array.from({ length: 31 }, (_, at) => dateIn(year, month, at + 1));
  return dates.filter((date) => date !== undefined && dayOf(date) === day).at(which > 0 ? which - 1 : which);
}

/** Reads "the 7th" and the number in "lundi 7": the coming day of that number. */
function readDayAlone(words: Words, from: number, now: Date): DateMatch | undefined {
  const match = words.match(from, DAY_ALONE);
  if (!match) return undefined;
  const number = match.found.slice(1).find((group) => group !== undefined);
  const today = torontoMoment(now).date;
  const [year = 0, month = 0] = today.split('-').map(Number);
  const dates = Array.from({ length: MONTHS_AHEAD }, (_, ahead) =>
    dateIn(year, month + ahead, Number(number)),
  );
  const date = dates.find((each) => each !== undefined && each >= today);
  return { to: match.to, ...(date === undefined ? NO_DATE : { values: { date } }) };
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
  if (month > MONTHS.length) return NO_DATE;
  const inYear = dateIn(year, month, day);
  const date =
    typedYear === undefined && inYear !== undefined && inYear < today ? dateIn(year + 1, month, day) : inYear;
  const isNear = date !== undefined && date >= today && date <= daysAfter(today, DAYS_AHEAD);
  return isNear ? { values: { date } } : NO_DATE;
}

/**
 * Returns a date, YYYY-MM-DD; undefined if the calendar does not have it.
 * @param month from 1 on; those after December are in later years
 */
function dateIn(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === (month - 1) % MONTHS.length && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined;
}

/** Returns the number of a month by its name, a plain word. */
function monthOf(name: string): number {
  return MONTHS.findIndex((names) => names.split('|').includes(name)) + 1;
}
