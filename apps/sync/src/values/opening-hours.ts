import type { OpeningInterval, Weekday } from '@care-atlas/domain/records';
import type { Position } from '@care-atlas/domain/rules';
import OpeningHours from 'opening_hours';

/** The opening hours of the week in force. */
export interface WeeklyHours {
  readonly hours: readonly OpeningInterval[];
  /** Whether the value also describes exceptions that one week cannot show. */
  readonly reduced: boolean;
}

const DAY_MINUTES = 1440;
/** How many weeks before and after the current one are read: more than holidays in a row. */
const WEEKS_AROUND = 10;
const WEEKS = 2 * WEEKS_AROUND + 1;
/** Hours after midnight belong to the evening before when they end by this minute. */
const NIGHT_END = 6 * 60;
const DEGREES_PER_MS = 360 / (DAY_MINUTES * 60_000);

/** The place for public holidays. Without coordinates, the sun always rises and sets at the same time. */
const TORONTO = { address: { country_code: 'ca', state: 'Ontario' } };
/** The library has no school holidays of Ontario. With those of another place it can parse the value. */
const WITH_SCHOOL_HOLIDAYS = { address: { country_code: 'de', state: 'Berlin' } };
// The library's types require all options; `tag_key` selects the mode.
const OPTIONS = { tag_key: 'opening_hours', locale: 'en' } as ConstructorParameters<typeof OpeningHours>[2];
const HOLIDAYS = ['PH', 'SH'];
const SUN = /\b(?:dawn|sunrise|sunset|dusk)\b/i;
/** What the library calls the time after a start without an end. */
const OPEN_END = 'Specified as open end. Closing time was guessed.';
const TORONTO_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Toronto',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Reads opening hours in the format of OpenStreetMap, and caches each text. */
export class OpeningHoursReader {
  readonly #cache = new Map<string, WeeklyHours | undefined>();
  /** The day in Toronto, as the library reads days: in the machine's time zone. */
  readonly #today: Date;
  /** How much farther east a place has the same sun by the machine's clock. */
  readonly #eastward: number;

  /** @param now the week is the one in force at this time */
  constructor(now: Date) {
    const clock = new Date(TORONTO_TIME.format(now).replace(' ', 'T'));
    this.#today = startOfDay(clock);
    this.#eastward = (Math.floor(now.getTime() / 1000) * 1000 - clock.getTime()) * DEGREES_PER_MS;
  }

  /**
   * Returns the week in force; undefined when the text is not in that format.
   * @param place where the sun rises and sets
   */
  weekOf(text: string, place: Position): WeeklyHours | undefined {
    const key = SUN.test(text) ? `${place.lat} ${place.lng} ${text}` : text;
    if (!this.#cache.has(key)) this.#cache.set(key, this.#weekOf(text, place));
    return this.#cache.get(key);
  }

  #weekOf(text: string, place: Position): WeeklyHours | undefined {
    try {
      const mentioned = HOLIDAYS.filter((kind) => new RegExp(`\\b${kind}\\b`, 'i').test(text));
      const address = mentioned.includes('SH') ? WITH_SCHOOL_HOLIDAYS : TORONTO;
      const sun = { ...address, lat: String(place.lat), lon: String(place.lng + this.#eastward) };
      const value = new OpeningHours(text, sun as never, OPTIONS);
      // Weeks are compared without the sun, which moves every day.
      const weeks = this.#weeks(new OpeningHours(text, address as never, OPTIONS));
      const holidays =
        mentioned.length > 0
          ? this.#weeks(new OpeningHours(mentioned.join(','), address as never, OPTIONS))
          : [];
      const usual = weeks.map((_, index) => index).filter((index) => !holidays[index]?.some(isOpen));
      const chosen = inForce(weeks, usual, weekdayOf(this.#today) - 1);
      const reduced =
        !value.isWeekStable() || weeks.some((week) => week.some(({ conditional }) => conditional));
      return { hours: hoursOf(this.#weeks(value)[chosen]!), reduced };
    } catch {
      // The library throws strings, and its own errors for what it does not support.
      return undefined;
    }
  }

  /** Returns the days of the weeks around the current one. */
  #weeks(value: OpeningHours): readonly (readonly Day[])[] {
    const first = daysAfter(this.#today, 1 - weekdayOf(this.#today) - 7 * WEEKS_AROUND);
    const days = daysOf(value.getOpenIntervals(first, daysAfter(first, WEEKS * 7)), first);
    return Array.from({ length: WEEKS }, (_, week) => days.slice(7 * week, 7 * week + 7));
  }
}

/**
 * Returns the index of the week in force: the current one if it recurs within two weeks, as in a season or in every other
 * week. Otherwise it has an exception, or a season begins or ends in it: then the week before or after it that agrees with
 * today.
 * @param usual the weeks without holidays that the text mentions
 */
function inForce(weeks: readonly (readonly Day[])[], usual: readonly number[], today: number): number {
  const isSame = (a: number, b: number) => JSON.stringify(weeks[a]) === JSON.stringify(weeks[b]);
  const before = usual.filter((week) => week < WEEKS_AROUND).toReversed();
  const after = usual.filter((week) => week > WEEKS_AROUND);
  const recurs = [...before.slice(0, 2), ...after.slice(0, 2)].some((week) => isSame(week, WEEKS_AROUND));
  if (usual.includes(WEEKS_AROUND) && recurs) return WEEKS_AROUND;
  const neighbors = [after[0], before[0]].filter((week) => week !== undefined);
  const hoursToday = (week: number) => JSON.stringify(weeks[week]![today]);
  const agreeing = neighbors.find((week) => hoursToday(week) === hoursToday(WEEKS_AROUND));
  return agreeing ?? neighbors[0] ?? WEEKS_AROUND;
}

type Span = readonly [opens: number, closes: number | null];

interface Day {
  readonly spans: readonly Span[];
  /** Whether some hours are conditional, e.g. by appointment. */
  readonly conditional: boolean;
}

type Interval = [from: Date, to: Date, unknown: boolean, comment: string | undefined];

/** Splits intervals at midnight, into one entry for each day from the first on. */
function daysOf(intervals: readonly Interval[], first: Date): readonly Day[] {
  const days = Array.from({ length: WEEKS * 7 }, () => ({
    spans: [] as Span[],
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
      const isOpenEnd = comment === OPEN_END;
      // "09:00-17:00+" is open until 17:00 at least.
      const followsHours = isOpenEnd && entry.spans.at(-1)?.[1] === opens;
      entry.conditional ||= (unknown || comment !== undefined) && (!isOpenEnd || followsHours);
      const continuesYesterday = day !== start && (isOpenEnd || closes <= NIGHT_END);
      // "By appointment" alone gives no hours.
      const anyTime = unknown && opens === 0 && closes === DAY_MINUTES;
      if (closes > opens && !continuesYesterday && !anyTime && !followsHours)
        entry.spans.push([opens, isOpenEnd ? null : closes]);
    }
  }
  return days;
}

function isOpen({ spans }: Day): boolean {
  return spans.length > 0;
}

function hoursOf(week: readonly Day[]): readonly OpeningInterval[] {
  return week.flatMap(({ spans }, index) =>
    spans.map(([opens, closes]) => ({ weekday: (index + 1) as Weekday, opens, closes })),
  );
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
