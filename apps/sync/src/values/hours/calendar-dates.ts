import { NAMED_DAYS, type NamedDay, type SpecialDates } from '@care-atlas/domain/records';
import { daysAfter } from '@care-atlas/domain/rules';
import { MONTH_NAMES } from './tokens.js';

const DATE = /^(?:(?<year>\d{4}) ?)?(?:(?<month>[A-Z][a-z]{2}) ?)?(?<day>\d{2})?$/;
const EASTER = /^easter(?:\s*([+-])\s*(\d+)\s*days?)?$/;
const WEEKS = /^week\s*([\d\s,/-]+)$/;
const WEEK_STEP = /\/\d+/g;
/** Weeks of more than this part of the year may be any. */
const MOST_WEEKS = 40;
/** The days by their distance from Easter Sunday that have a name; others are rare in Ontario. */
const OF_EASTER: Readonly<Record<number, NamedDay>> = {
  [-2]: 'Good Friday',
  0: 'Easter Sunday',
  1: 'Easter Monday',
};
/**
 * Every day that may be a school holiday besides public holidays. Boards choose their own days: two weeks from late December, a week in
 * March, and the summer from late June to Labour Day. The ranges are wider, so that no holiday of a board is outside of them.
 */
const SCHOOL_HOLIDAYS: readonly SpecialDates[] = [
  { on: 'every-year', from: '12-15', to: '01-12' },
  { on: 'every-year', from: '03-01', to: '03-31' },
  { on: 'every-year', from: '06-20', to: '09-10' },
];
const LAST_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days of the calendar, and whether they are those of a text, or only all on which they may be. */
export interface CalendarDays {
  readonly days: readonly SpecialDates[];
  readonly isExact: boolean;
}

/**
 * Returns the days of a text such as `PH`, `2026 Dec 20-2027 Jan 03`, `Dec 24,31` or `week 10`.
 * @returns undefined where they recur in all seasons, or the text names none
 */
export function calendarDays(text: string): CalendarDays | undefined {
  const exact = datesOf(text);
  if (exact) return { days: exact, isExact: true };
  const days = possibleDates(text);
  return days && { days, isExact: false };
}

/** Returns the days of a text that names them all; undefined for others. */
export function datesOf(text: string): readonly SpecialDates[] | undefined {
  if (text === 'PH') return [{ on: 'public-holidays' }];
  const name = (NAMED_DAYS as readonly string[]).includes(text) ? (text as NamedDay) : ofEaster(text);
  return name ? [{ on: 'holiday', name }] : writtenDates(text);
}

function ofEaster(text: string): NamedDay | undefined {
  const distance = distanceFromEaster(text);
  return distance === undefined ? undefined : OF_EASTER[distance];
}

function distanceFromEaster(text: string): number | undefined {
  const match = EASTER.exec(text);
  return match ? Number(match[2] ?? 0) * (match[1] === '-' ? -1 : 1) : undefined;
}

/** Returns ranges that have all days that a text may mean. They are a day longer than in some years, because of leap years. */
function possibleDates(text: string): readonly SpecialDates[] | undefined {
  // Nobody publishes the school holidays of all boards.
  if (text === 'SH') return SCHOOL_HOLIDAYS;
  const distance = distanceFromEaster(text);
  if (distance !== undefined)
    return [yearly(daysAfter('2027-03-21', distance), daysAfter('2027-04-25', distance))];
  const weeks = WEEKS.exec(text)?.[1]?.replaceAll(WEEK_STEP, '').match(/\d+/g)?.map(Number);
  if (weeks) {
    const [first, last] = [Math.min(...weeks), Math.max(...weeks)];
    // The first week of a year begins from December 29 to January 4.
    return last - first > MOST_WEEKS
      ? undefined
      : [yearly(daysAfter('2026-12-28', 7 * (first - 1)), daysAfter('2027-01-10', 7 * (last - 1)))];
  }
  return outerDates(text);
}

/** Returns the days of every year from the first to the last that a text such as `2026 Dec 20-Jan 03` names. */
function outerDates(text: string): readonly SpecialDates[] | undefined {
  const [from, ...more] = text.split(/[-,]/).map((each) => DATE.exec(each.trim())?.groups);
  const to = more.at(-1) ?? from;
  const begins = dayOf(from?.['month'], from?.['day'], 'first');
  const ends = dayOf(to?.['month'] ?? from?.['month'], to?.['day'], 'last');
  return begins && ends ? [{ on: 'every-year', from: begins, to: ends }] : undefined;
}

/** @param from YYYY-MM-DD, as `to` */
function yearly(from: string, to: string): SpecialDates {
  return { on: 'every-year', from: from.slice(5), to: to.slice(5) };
}

function writtenDates(text: string): readonly SpecialDates[] | undefined {
  const [range = '', ...others] = text.split(',');
  const [from, to, ...rest] = range.split('-').map((each) => DATE.exec(each.trim())?.groups);
  if (!from?.['month'] || rest.length > 0 || (range.includes('-') && !to)) return undefined;
  const first = rangeOf(from, to);
  const more = others.map((day) => rangeOf({ ...from, day: day.padStart(2, '0') }, undefined));
  const all = [first, ...more];
  const isPlain = others.length === 0 || (!to && from['day'] !== undefined);
  return isPlain && all.every((each) => each !== undefined) ? all : undefined;
}

type Written = Readonly<Record<string, string | undefined>>;

function rangeOf(from: Written, to: Written | undefined): SpecialDates | undefined {
  const { year, month } = from;
  const last = to ?? from;
  // "Dec 24-26" ends in the month in which it begins.
  const lastMonth = last['month'] ?? month;
  const begins = dayOf(month, from['day'], 'first');
  const ends = dayOf(lastMonth, last['day'], 'last');
  if (!begins || !ends || (to && from['day'] === undefined && last['month'] === undefined)) return undefined;
  if (year === undefined)
    return last['year'] === undefined ? { on: 'every-year', from: begins, to: ends } : undefined;
  const lastYear = last['year'] ?? year;
  const dates = { from: `${year}-${begins}`, to: dateIn(lastYear, ends, last['day'] === undefined) };
  return dates.from <= dates.to ? { on: 'dates', ...dates } : undefined;
}

/** Returns MM-DD; undefined for a day that no year has. */
function dayOf(month: string | undefined, day: string | undefined, of: 'first' | 'last'): string | undefined {
  const number = MONTH_NAMES.indexOf(month ?? '') + 1;
  const lastDay = LAST_DAYS[number - 1];
  if (lastDay === undefined) return undefined;
  const of1 = day === undefined ? (of === 'first' ? 1 : lastDay) : Number(day);
  return of1 >= 1 && of1 <= lastDay
    ? [number, of1].map((part) => String(part).padStart(2, '0')).join('-')
    : undefined;
}

/** February ends in most years a day before it may. */
function dateIn(year: string, day: string, isEndOfMonth: boolean): string {
  const isLeap = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1;
  return isEndOfMonth && day === '02-29' && !isLeap ? `${year}-02-28` : `${year}-${day}`;
}
