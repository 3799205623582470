import type { OpeningInterval, Weekday } from '@care-atlas/domain/records';
import OpeningHours from 'opening_hours';

/** The opening hours of a usual week. */
export interface WeeklyHours {
  readonly hours: readonly OpeningInterval[];
  /** Whether the value also describes exceptions that one week cannot show. */
  readonly reduced: boolean;
}

const DAY_MINUTES = 1440;
const WEEKS = 52;
/** Hours after midnight belong to the evening before when they end by this minute. */
const NIGHT_END = 6 * 60;

/** The place for sunrise, sunset and public holidays. */
const TORONTO = { lat: 43.65, lon: -79.38, address: { country_code: 'ca', state: 'Ontario' } };
/**
 * The library has no school holidays of Ontario. With those of another place it can parse the value; school holidays
 * are never part of a usual week, so the result is the same.
 */
const WITH_SCHOOL_HOLIDAYS = { lat: 43.65, lon: -79.38, address: { country_code: 'de', state: 'Berlin' } };
// The library's types require all options; `tag_key` selects the mode.
const OPTIONS = { tag_key: 'opening_hours', locale: 'en' } as ConstructorParameters<typeof OpeningHours>[2];
const SCHOOL_HOLIDAYS = /\bSH\b/;

/** Reads opening hours in the format of OpenStreetMap, and caches each text. */
export class OpeningHoursReader {
  readonly #cache = new Map<string, WeeklyHours | undefined>();
  /** A Monday. */
  readonly #from: Date;

  /** @param now the usual week is that of the year from this time on */
  constructor(now: Date) {
    // The library uses the machine's local time; only the distance to midnight matters.
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
    this.#from = daysAfter(day, (8 - weekdayOf(day)) % 7);
  }

  /** Returns the usual week; undefined when the text is not in that format. */
  weekOf(text: string): WeeklyHours | undefined {
    if (!this.#cache.has(text)) this.#cache.set(text, this.#weekOf(text));
    return this.#cache.get(text);
  }

  #weekOf(text: string): WeeklyHours | undefined {
    try {
      const place = SCHOOL_HOLIDAYS.test(text) ? WITH_SCHOOL_HOLIDAYS : TORONTO;
      const value = new OpeningHours(text, place, OPTIONS);
      const days = daysOf(value.getOpenIntervals(this.#from, daysAfter(this.#from, WEEKS * 7)), this.#from);
      return usualWeek(days, value.isWeekStable());
    } catch {
      // The library throws strings, and its own errors for what it does not support.
      return undefined;
    }
  }
}

interface Day {
  readonly spans: readonly (readonly [opens: number, closes: number])[];
  /** Whether some hours are conditional, e.g. by appointment. */
  readonly conditional: boolean;
}

type Interval = [from: Date, to: Date, unknown: boolean, comment: string | undefined];

/** Splits intervals at midnight, into one entry for each day from the first on. */
function daysOf(intervals: readonly Interval[], first: Date): readonly Day[] {
  const days = Array.from({ length: WEEKS * 7 }, () => ({
    spans: [] as [number, number][],
    conditional: false,
  }));
  for (const [from, to, unknown, comment] of intervals) {
    const start = startOfDay(from);
    for (let day = start; day < to; day = daysAfter(day, 1)) {
      const index = Math.round((day.getTime() - first.getTime()) / (DAY_MINUTES * 60_000));
      const entry = days[index];
      if (!entry) continue;
      const opens = day === start ? minutesOf(from) : 0;
      const closes = to < daysAfter(day, 1) ? minutesOf(to) : DAY_MINUTES;
      entry.conditional ||= unknown || comment !== undefined;
      const continuesYesterday = day !== start && closes <= NIGHT_END;
      // "By appointment" alone gives no hours.
      const anyTime = unknown && opens === 0 && closes === DAY_MINUTES;
      if (closes > opens && !continuesYesterday && !anyTime) entry.spans.push([opens, closes]);
    }
  }
  return days;
}

/** Returns the most common hours of each weekday in the year; of equally common ones, the first. */
function usualWeek(days: readonly Day[], stable: boolean): WeeklyHours {
  const hours: OpeningInterval[] = [];
  let reduced = !stable;
  for (let weekday = 1; weekday <= 7; weekday++) {
    const same = days.filter((_, index) => index % 7 === weekday - 1);
    reduced ||= same.some(({ conditional }) => conditional);
    for (const [opens, closes] of mostCommon(same.map(({ spans }) => spans)))
      hours.push({ weekday: weekday as Weekday, opens, closes });
  }
  return { hours, reduced };
}

function mostCommon<T>(values: readonly (readonly T[])[]): readonly T[] {
  const counts = new Map<string, number>();
  let best: readonly T[] = [];
  let most = 0;
  for (const value of values) counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1);
  for (const value of values) {
    const count = counts.get(JSON.stringify(value))!;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}

function startOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate());
}

function daysAfter(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);
}

function minutesOf(time: Date): number {
  return time.getHours() * 60 + time.getMinutes();
}

function weekdayOf(day: Date): number {
  return day.getDay() === 0 ? 7 : day.getDay();
}
