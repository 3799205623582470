import type { OpeningInterval, Weekday } from '@care-atlas/domain/records';
import OpeningHours from 'opening_hours';

/** A week of opening hours, as a timetable can hold it. */
export interface WeeklyHours {
  readonly hours: readonly OpeningInterval[];
  /** Whether the value said more than a timetable of one week can. */
  readonly reduced: boolean;
}

const DAY_MINUTES = 1440;
const WEEKS = 52;
/** What a night adds to the next day up to here still belongs to the evening before. */
const NIGHT_ENDS = 6 * 60;

/** Sunrise, sunset and public holidays are those of Toronto. */
const TORONTO = { lat: 43.65, lon: -79.38, address: { country_code: 'ca', state: 'Ontario' } };
/**
 * The library has no school holidays of Ontario. With those of another place the value can be read; what they change
 * is never usual, and so not part of the result.
 */
const WITH_SCHOOL_HOLIDAYS = { lat: 43.65, lon: -79.38, address: { country_code: 'de', state: 'Berlin' } };
// The types of the library want all options; the key of the tag decides on the mode.
const OPTIONS = { tag_key: 'opening_hours', locale: 'en' } as ConstructorParameters<typeof OpeningHours>[2];
const SCHOOL_HOLIDAYS = /\bSH\b/;

/** Reads opening hours in the form of OpenStreetMap: the same text is read once. */
export class OpeningHoursReader {
  readonly #read = new Map<string, WeeklyHours | undefined>();
  /** A Monday. */
  readonly #from: Date;

  /** @param now the usual week is that of the year which begins here */
  constructor(now: Date) {
    // The library thinks in the local time of the machine; only the distance to midnight matters.
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
    this.#from = daysAfter(day, (8 - weekdayOf(day)) % 7);
  }

  /** The usual week; undefined when the text is not in that form. */
  weekOf(text: string): WeeklyHours | undefined {
    if (!this.#read.has(text)) this.#read.set(text, this.#weekOf(text));
    return this.#read.get(text);
  }

  #weekOf(text: string): WeeklyHours | undefined {
    try {
      const place = SCHOOL_HOLIDAYS.test(text) ? WITH_SCHOOL_HOLIDAYS : TORONTO;
      const value = new OpeningHours(text, place, OPTIONS);
      const days = daysOf(value.getOpenIntervals(this.#from, daysAfter(this.#from, WEEKS * 7)), this.#from);
      return usualWeek(days, value.isWeekStable());
    } catch {
      // The library throws texts, and errors of its own for what it does not support.
      return undefined;
    }
  }
}

interface Day {
  readonly spans: readonly (readonly [opens: number, closes: number])[];
  /** Whether some of it depends on what a timetable cannot hold, such as an appointment. */
  readonly unsure: boolean;
}

type Interval = [from: Date, to: Date, unknown: boolean, comment: string | undefined];

/** Cuts intervals at every midnight: one entry for each day from the first on. */
function daysOf(intervals: readonly Interval[], first: Date): readonly Day[] {
  const days = Array.from({ length: WEEKS * 7 }, () => ({ spans: [] as [number, number][], unsure: false }));
  for (const [from, to, unknown, comment] of intervals) {
    const start = startOfDay(from);
    for (let day = start; day < to; day = daysAfter(day, 1)) {
      const index = Math.round((day.getTime() - first.getTime()) / (DAY_MINUTES * 60_000));
      const entry = days[index];
      if (!entry) continue;
      const opens = day === start ? minutesOf(from) : 0;
      const closes = to < daysAfter(day, 1) ? minutesOf(to) : DAY_MINUTES;
      entry.unsure ||= unknown || comment !== undefined;
      const goesOnFromYesterday = day !== start && closes <= NIGHT_ENDS;
      // "By appointment" alone says of no hour that the clinic is open.
      const anyTime = unknown && opens === 0 && closes === DAY_MINUTES;
      if (closes > opens && !goesOnFromYesterday && !anyTime) entry.spans.push([opens, closes]);
    }
  }
  return days;
}

/** What each weekday of the year is most often; of equally common ones, the one that comes first. */
function usualWeek(days: readonly Day[], stable: boolean): WeeklyHours {
  const hours: OpeningInterval[] = [];
  let reduced = !stable;
  for (let weekday = 1; weekday <= 7; weekday++) {
    const same = days.filter((_, index) => index % 7 === weekday - 1);
    reduced ||= same.some(({ unsure }) => unsure);
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

function startOfDay(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

function daysAfter(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);
}

function minutesOf(moment: Date): number {
  return moment.getHours() * 60 + moment.getMinutes();
}

function weekdayOf(day: Date): number {
  return day.getDay() === 0 ? 7 : day.getDay();
}
