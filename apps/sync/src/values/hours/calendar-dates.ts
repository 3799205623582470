import { NAMED_DAYS, type NamedDay, type SpecialDates } from '@care-atlas/domain/records';
import { daysAfter } from '@care-atlas/domain/rules';
import { isDay } from '../dates/date-pattern.js';
import { SHORT_MONTHS } from '../dates/months.js';

const DATE = /^(?:(\d{4})\b ?)?(?:([A-Z][a-z]{2})\b ?)?(\d{2})?$/;
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

const LEAP_YEAR = '2028';

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

/** Returns the days from Easter Sunday to that of a text such as `easter -2 days`; undefined for other texts. */
export function distanceFromEaster(text: string): number | undefined {
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
  const [from, ...more] = text.split(/[-,]/).map(dateOf);
  const to = more.at(-1) ?? from;
  return from && to && rangeOf({ ...from, year: undefined }, { month: from.month, ...to, year: undefined });
}

/** @param from YYYY-MM-DD, as `to` */
function yearly(from: string, to: string): SpecialDates {
  return { on: 'every-year', from: from.slice(5), to: to.slice(5) };
}

/** A date as a text writes it. */
export interface WrittenDate {
  readonly year?: string | undefined;
  /** From 1. */
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

/** Returns the parts of a text such as `Dec 24`, `2026 Dec 20-2027 Jan 03` or `Dec 24,31`; undefined for others. */
export function writtenDays(
  text: string,
):
  | { readonly from: WrittenDate; readonly to: WrittenDate | undefined; readonly others: readonly number[] }
  | undefined {
  const [range = '', ...others] = text.split(',');
  const [from, to, ...rest] = range.split('-').map(dateOf);
  if (from?.month === undefined || rest.length > 0 || (range.includes('-') && !to)) return undefined;
  return others.length === 0 || (!to && from.day !== undefined)
    ? { from, to, others: others.map(Number) }
    : undefined;
}

function dateOf(text: string): WrittenDate | undefined {
  const [, year, name, day] = DATE.exec(text.trim()) ?? [];
  const month = name && SHORT_MONTHS.indexOf(name) + 1;
  return month || day ? { year, month: month || undefined, day: day ? Number(day) : undefined } : undefined;
}

function writtenDates(text: string): readonly SpecialDates[] | undefined {
  const { from, to, others = [] } = writtenDays(text) ?? {};
  if (!from) return undefined;
  const all = [rangeOf(from, to), ...others.map((day) => rangeOf({ ...from, day }, undefined))];
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

function rangeOf(from: WrittenDate, to: WrittenDate = from): readonly SpecialDates[] | undefined {
  const isEndOpen = from.day === undefined && to.month === undefined;
  // "Dec 24-26" ends in the month in which it begins.
  const last = { month: from.month, ...(to.month !== undefined && { month: to.month }), day: to.day };
  if (isEndOpen || (from.year === undefined && to.year !== undefined)) return undefined;
  const begins = dayOf({ ...from, day: from.day ?? 1 });
  const ends = dayOf({ ...last, year: from.year && (to.year ?? from.year) });
  if (!begins || !ends) return undefined;
  if (from.year === undefined) return [{ on: 'every-year', from: begins.slice(5), to: ends.slice(5) }];
  return begins <= ends ? [{ on: 'dates', from: begins, to: ends }] : undefined;
}

/** Returns YYYY-MM-DD, in a leap year without a year, and the last day of a month without a day; undefined for a day that no year has. */
function dayOf({ year = LEAP_YEAR, month = 0, day }: WrittenDate): string | undefined {
  const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const date = [year, month, day ?? last].map((part) => String(part).padStart(2, '0')).join('-');
  return isDay(date) ? date : undefined;
}
