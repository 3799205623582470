import type { OpeningHours } from '../../contract/answers/availability.js';
import type { ClinicHours } from '../../contract/answers/clinic-answer.js';
import {
  type ClinicRecord,
  type DayName,
  DAY_NAMES,
  type OpeningInterval,
  type Weekday,
} from '../../records/clinic.js';
import type { DaySpan } from '../../records/special-days.js';

/** What is known of the hours of a clinic. */
export type KnownHours = Pick<ClinicRecord, 'openingHours' | 'specialDays'>;

/** Minutes after midnight. */
const EVENING_STARTS = 17 * 60;
const FRIDAY = 5;
const WHOLE_DAY: DaySpan = { opens: 0, closes: 24 * 60 };
const WEEKDAYS = DAY_NAMES.map((day) => weekdayOf(day));

/**
 * Returns whether a clinic is known to be open on any of the days, or at a time on any of them, in minutes after
 * midnight. Where the end is not known, only the minute of opening is.
 */
export function isOpen(hours: readonly OpeningInterval[], days: readonly Weekday[], at?: number): boolean {
  return hours.some(
    (interval) => days.includes(interval.weekday) && (at === undefined || isOpenAt(interval, at)),
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
  const isUnknown = (interval: OpeningInterval) =>
    days.includes(interval.weekday) && (at === undefined || isOpenAt(interval, at));
  return unknownTimes(hours).some(isUnknown) || (at !== undefined && week.some(opensBefore));
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

/** Returns whether a minute after midnight is in a span. */
export function isOpenAt({ opens, closes }: DaySpan, at: number): boolean {
  return opens <= at && at < (closes ?? opens + 1);
}

/** Returns whether a minute after midnight may be in a span, because its end is not known. */
export function mayBeOpenAt({ opens, closes }: DaySpan, at: number): boolean {
  return closes === null && opens <= at;
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
    .map(({ weekday, opens, closes }) => ({
      day: DAY_NAMES[weekday - 1]!,
      opens: clock(opens),
      closes: closes === null ? null : clock(closes),
    }));
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
    const range = `${clock(day.opens)}-${clock(day.closes)}`;
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

/** Returns minutes after midnight as HH:MM. */
export function clock(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}
