import type { OpeningHours } from '../../contract/answers/availability.js';
import type { SpecialHours } from '../../contract/answers/special-hours.js';
import { DAY_NAMES } from '../../records/clinic.js';
import {
  DAY_MINUTES,
  type DaySpan,
  type SpecialDates,
  type SpecialDays,
} from '../../records/special-days.js';
import { dateOfHoliday, holidayOn, isPublicHoliday } from './holidays.js';
import { isOpenAt, type KnownHours, mayBeOpenAt, shownSpan, spanOf, weekdayOf } from './opening-hours.js';
import { dayOf, daysAfter } from './toronto-time.js';

/**
 * Returns the spans in which a clinic opens on a date, YYYY-MM-DD in Toronto: empty if it is closed, null if they are not known.
 * On a holiday the hours of the week say nothing. A span past midnight belongs to the day on which it begins.
 */
export function hoursOn(
  { openingHours, specialDays = [] }: KnownHours,
  date: string,
): readonly DaySpan[] | null {
  const special = specialDays.findLast((days) => days.times === undefined && isAbout(days, date));
  if (special) return special.hours;
  if (openingHours.length === 0 || holidayOn(date) !== undefined) return null;
  const weekday = weekdayOf(dayOf(date));
  return openingHours.filter((interval) => interval.weekday === weekday);
}

/** Returns the times of a date at which it is not known whether a clinic is open, beside those of `hoursOn`. */
export function unknownTimesOn({ specialDays = [] }: KnownHours, date: string): readonly DaySpan[] {
  const about = specialDays.filter((days) => isAbout(days, date));
  return about
    .slice(about.findLastIndex(({ times }) => times === undefined) + 1)
    .flatMap(({ times = [] }) => times);
}

/**
 * Returns whether a clinic is known to open on a date, or to be open at a minute after midnight: also of a night that began on
 * the day before, whose hours count then.
 */
export function isOpenOn(hours: KnownHours, date: string, at?: number): boolean {
  const spans = hoursOn(hours, date) ?? [];
  if (at === undefined) return spans.length > 0;
  const isOpenAfter = (span: DaySpan) => isOpenAt(span, at + DAY_MINUTES);
  return (
    spans.some((span) => isOpenAt(span, at)) || (hoursOn(hours, daysAfter(date, -1)) ?? []).some(isOpenAfter)
  );
}

/**
 * Returns whether that is not known: the hours of the date or the time are not, a span has begun whose end is not known, or the
 * night before may go on.
 */
export function mayBeOpenOn(hours: KnownHours, date: string, at?: number): boolean {
  if (isOpenOn(hours, date, at)) return false;
  const spans = hoursOn(hours, date);
  if (spans === null) return true;
  if (at === undefined) return unknownTimesOn(hours, date).length > 0;
  return (
    unknownTimesOn(hours, date).some((span) => isOpenAt(span, at)) ||
    spans.some((span) => mayBeOpenAt(span, at)) ||
    possibleNight(hours, daysAfter(date, -1)).some((span) => isOpenAt(span, at + DAY_MINUTES))
  );
}

/** Returns the spans of a date in which a clinic may be open. A day of which nothing is known is as long as that of its week. */
function possibleNight(hours: KnownHours, date: string): readonly DaySpan[] {
  const times = unknownTimesOn(hours, date);
  if (hoursOn(hours, date) !== null) return times;
  const weekday = weekdayOf(dayOf(date));
  return [...times, ...hours.openingHours.filter((interval) => interval.weekday === weekday)];
}

/** Returns whether special days count on a date. */
function isAbout(days: SpecialDays, date: string): boolean {
  if (days.weekdays && !days.weekdays.includes(weekdayOf(dayOf(date)))) return false;
  switch (days.on) {
    case 'every-week':
      return holidayOn(date) === undefined;
    case 'public-holidays':
      return isPublicHoliday(date);
    case 'holiday':
      return dateOfHoliday(days.name, Number(date.slice(0, 4))) === date;
    case 'every-year':
    case 'dates':
      return isWithin(days, date) && (holidayOn(date) === undefined || saysOfHolidays(days));
    default:
      return days satisfies never;
  }
}

type RangeOfDays = Extract<SpecialDates, { readonly from: string }>;

/** Returns whether a date, YYYY-MM-DD, is in a range of days. */
export function isWithin({ on, from, to }: RangeOfDays, date: string): boolean {
  const day = on === 'dates' ? date : date.slice(5);
  return from <= to ? from <= day && day <= to : day >= from || day <= to;
}

/** A season with hours says nothing of the holidays in it. A vacation closes them too, and a single day is meant itself. */
function saysOfHolidays({ from, to, hours }: RangeOfDays & Pick<SpecialDays, 'hours'>): boolean {
  return from === to || hours?.length === 0;
}

/** Returns special days as answers show them; undefined if there are none. */
export function specialHours(days: readonly SpecialDays[] = []): readonly SpecialHours[] | undefined {
  return days.length === 0 ? undefined : days.map(shown);
}

// The database keeps members in an order of its own.
function shown({ hours, times, weekdays, on: days, ...dates }: SpecialDays): SpecialHours {
  return {
    days,
    ...('name' in dates && { name: dates.name }),
    ...('from' in dates && { from: dates.from, to: dates.to }),
    ...(weekdays && { weekdays: weekdays.map((weekday) => DAY_NAMES[weekday - 1]!) }),
    ...(hours === null
      ? { open: 'unknown', ...(times && { hours: times.map(shownSpan) }) }
      : shownHours(hours)),
  };
}

function shownHours(hours: readonly DaySpan[]): Pick<SpecialHours, 'open' | 'hours'> {
  if (hours.length === 0) return { open: 'no' };
  return { open: 'yes', hours: hours.map(shownSpan) };
}

/** Returns the hours of a clinic from those that answers show. */
export function knownHours({
  openingHours,
  specialHours: special = [],
}: {
  readonly openingHours?: readonly OpeningHours[] | null;
  readonly specialHours?: readonly SpecialHours[];
}): KnownHours {
  return {
    openingHours: (openingHours ?? []).map((span) => ({ weekday: weekdayOf(span.day), ...spanOf(span) })),
    specialDays: special.map(({ days: on, open, hours, weekdays, ...dates }) => {
      const spans = hours?.map(spanOf);
      const known =
        open === 'unknown' ? { hours: null, ...(spans && { times: spans }) } : { hours: spans ?? [] };
      return {
        on,
        ...dates,
        ...known,
        ...(weekdays && { weekdays: weekdays.map(weekdayOf) }),
      } as SpecialDays;
    }),
  };
}
