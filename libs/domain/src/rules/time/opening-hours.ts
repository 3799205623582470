import type { OpeningHours } from '../../contract/answers/availability.js';
import type { ClinicHours } from '../../contract/answers/clinic-answer.js';
import type { DayHours } from '../../contract/answers/special-hours.js';
import {
  type ClinicRecord,
  type DayName,
  DAY_NAMES,
  type OpeningInterval,
  type Weekday,
} from '../../records/clinic.js';
import { clock, DAY_MINUTES, type DaySpan } from '../../records/special-days.js';

/** What is known of the hours of a clinic. */
export type KnownHours = Pick<ClinicRecord, 'openingHours' | 'specialDays'>;

/** Minutes after midnight. */
const EVENING_STARTS = 17 * 60;
const FRIDAY = 5;
const WHOLE_DAY: DaySpan = { opens: 0, closes: DAY_MINUTES };
const WEEKDAYS = DAY_NAMES.map((day) => weekdayOf(day));

/**
 * Returns whether a clinic is known to open on any of the days, or to be open at a time on any of them, in minutes after
 * midnight: also of a night that began on the day before. Where the end is not known, only the minute of opening is.
 */
export function isOpen(hours: readonly OpeningInterval[], days: readonly Weekday[], at?: number): boolean {
  return hours.some(({ weekday, ...span }) =>
    at === undefined
      ? days.includes(weekday)
      : (days.includes(weekday) && isOpenAt(span, at)) ||
        (days.includes(dayAfter(weekday)) && isOpenAt(span, at + DAY_MINUTES)),
  );
}

/**
 * Returns whether that is not known: no hours are, or not those of one of the days, or it opened before on one of them, and
 * nobody says until when.
 */
export function mayBeOpen(hours: KnownHours, days: readonly Weekday[], at?: number): boolean {
  const { openingHours: week } = hours;
  if (isOpen(week, days, at)) return false;
  const opensBefore = (interval: OpeningInterval) =>
    days.includes(interval.weekday) && mayBeOpenAt(interval, at!);
  return isOpen(unknownTimes(hours), days, at) || (at !== undefined && week.some(opensBefore));
}

/** Returns the times of the week at which it is not known whether a clinic is open. */
export function unknownTimes({
  openingHours: week,
  specialDays = [],
}: KnownHours): readonly OpeningInterval[] {
  if (week.length === 0) return WEEKDAYS.map((weekday) => ({ weekday, ...WHOLE_DAY }));
  return specialDays.flatMap(({ on, weekdays = [], times = [WHOLE_DAY] }) =>
    on === 'every-week' ? weekdays.flatMap((weekday) => times.map((time) => ({ weekday, ...time }))) : [],
  );
}

/** Returns whether a minute after the midnight at which its day begins is in a span. */
export function isOpenAt({ opens, closes }: DaySpan, at: number): boolean {
  return opens <= at && at < (closes ?? opens + 1);
}

/** Returns whether a minute of its day may be in a span, because its end is not known. Sources say when a night ends. */
export function mayBeOpenAt({ opens, closes }: DaySpan, at: number): boolean {
  return closes === null && opens <= at;
}

/** Returns the day after a day of the week. */
export function dayAfter(weekday: Weekday): Weekday {
  return ((weekday % WEEKDAYS.length) + 1) as Weekday;
}

/** Returns the number of a day, from 1 for Monday. */
export function weekdayOf(day: DayName): Weekday {
  return (DAY_NAMES.indexOf(day) + 1) as Weekday;
}

/** Returns the minutes after midnight of a time such as "18:30". */
export function minutesOf(time: string): number {
  return 60 * Number(time.slice(0, 2)) + Number(time.slice(3));
}

/** Returns the intervals as answers show them, in the order of the week; null if none are known. */
export function openingHours(hours: readonly OpeningInterval[]): readonly OpeningHours[] | null {
  if (hours.length === 0) return null;
  return hours
    .toSorted((a, b) => a.weekday - b.weekday || a.opens - b.opens)
    .map(({ weekday, ...span }) => ({ day: DAY_NAMES[weekday - 1]!, ...shownSpan(span) }));
}

/** Returns a span as answers show it: one that ends after midnight also with its end on the next day. */
export function shownSpan({ opens, closes }: DaySpan): Omit<OpeningHours, 'day'> {
  if (closes === null || closes <= DAY_MINUTES)
    return { opens: clock(opens), closes: closes === null ? null : clock(closes) };
  return { opens: clock(opens), closes: clock(DAY_MINUTES), closesNextDay: clock(closes) };
}

/** Returns a span from what answers show. */
export function spanOf({ opens, closes, closesNextDay }: DayHours): DaySpan {
  const end = closes === null ? null : minutesOf(closes);
  return {
    opens: minutesOf(opens),
    closes: closesNextDay === undefined ? end : minutesOf(closesNextDay) + DAY_MINUTES,
  };
}

/** Returns a span for people, such as `18:00-02:00`. Without a known end it ends with the hyphen. */
export function spanText(span: DaySpan): string {
  return `${clock(span.opens)}-${span.closes === null ? '' : clock(span.closes)}`;
}

/** Returns whether a clinic is known to be open after 17:00 on a weekday. */
export function isOpenEvenings(hours: readonly OpeningInterval[]): boolean {
  return hours.some((h) => h.weekday <= FRIDAY && (h.closes ?? h.opens + 1) > EVENING_STARTS);
}

/** Returns whether it is not known if a clinic is open after 17:00 on a weekday. */
export function mayBeOpenEvenings(hours: KnownHours): boolean {
  const { openingHours: week } = hours;
  if (isOpenEvenings(week)) return false;
  return (
    isOpenEvenings(unknownTimes(hours)) ||
    week.some(({ weekday, closes }) => weekday <= FRIDAY && closes === null)
  );
}

/** Returns whether a clinic is open on Saturday or Sunday. */
export function isOpenWeekends(hours: readonly OpeningInterval[]): boolean {
  return hours.some((h) => h.weekday > FRIDAY);
}

/** Returns whether it is not known if a clinic is open on Saturday or Sunday. */
export function mayBeOpenWeekends(hours: KnownHours): boolean {
  return !isOpenWeekends(hours.openingHours) && isOpenWeekends(unknownTimes(hours));
}

/**
 * Returns the range that most weekdays share, from the first opening to the last closing of a day, e.g. "09:00-17:00".
 * Of equally common ranges, returns the earliest in the week. A day without a known end has no range.
 */
export function usualWeekdayRange(hours: readonly OpeningInterval[]): string {
  const days = new Map<number, { opens: number; closes: number }>();
  for (const { weekday, opens, closes } of hours) {
    if (weekday > FRIDAY) continue;
    const day = days.get(weekday);
    days.set(weekday, {
      opens: Math.min(day?.opens ?? opens, opens),
      closes: Math.max(day?.closes ?? 0, closes ?? Infinity),
    });
  }
  const counts = new Map<string, number>();
  for (const [, day] of [...days].toSorted(([a], [b]) => a - b)) {
    if (day.closes === Infinity) continue;
    const range = spanText(day);
    counts.set(range, (counts.get(range) ?? 0) + 1);
  }
  let usual = '';
  for (const [range, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = range;
  return usual;
}

/** Derives the opening hours in an answer from the intervals. */
export function summarizeHours(hours: readonly OpeningInterval[]): ClinicHours {
  return {
    weekday: usualWeekdayRange(hours),
    evening: isOpenEvenings(hours),
    weekend: isOpenWeekends(hours),
  };
}

/** Returns the times at which a clinic opens without a known end, e.g. "09:00". */
export function openEnds(hours: readonly OpeningInterval[]): readonly string[] {
  return [...new Set(hours.filter(({ closes }) => closes === null).map(({ opens }) => clock(opens)))];
}
