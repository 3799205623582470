import type { OpeningInterval, SpecialDays, Weekday } from '@care-atlas/domain/records';
import OpeningHours from 'opening_hours';
import { DAY as DAY_MINUTES } from './hours/clock.js';
import { quoted } from './hours/quotation.js';
import { otherReadings } from './hours/other-readings.js';
import { openingText, remarksOf } from './hours/remarks.js';
import { appointmentRules, type HoursRules, rulesOf } from './hours/rules.js';
import {
  isKeptWhole,
  isRecurring,
  ofEveryWeek,
  otherSeasons,
  specialDaysOf,
  weekRules,
} from './hours/special-days.js';
import { silently } from './hours/silently.js';
import { tokensOf } from './hours/tokens.js';
import { partlyKnownWeek } from './hours/unknown-times.js';
import { isAlwaysClosed, isBySun, osmText, withWholeNights } from './hours/week-rules.js';

/** The opening hours of the week in force, and what the text says besides. */
export interface WeeklyHours {
  /** Empty if they are not known, and where the place is closed. */
  readonly hours: readonly OpeningInterval[];
  /** The days on which other hours count, in the order of the text. */
  readonly specialDays: readonly SpecialDays[];
  /** Sentences for people: what one week cannot show, and what was read as something else. */
  readonly remarks: readonly string[];
  /** Whether the text also describes exceptions and conditions that neither a week nor special days can show. */
  readonly reduced: boolean;
  /** What the text was read as, where it leaves that open; empty otherwise. */
  readonly readAs: string;
  /** Whether it leaves open only on which days. */
  readonly isEveryDay: boolean;
  /** Why the text is not plausible; empty where it is. */
  readonly doubt: string;
  /** Whether the text says that the place is closed, not only when. */
  readonly isClosed: boolean;
}

export const NO_HOURS: WeeklyHours = {
  hours: [],
  specialDays: [],
  remarks: [],
  reduced: false,
  readAs: '',
  isEveryDay: false,
  doubt: '',
  isClosed: false,
};

/** More than any honest value: OpenStreetMap has at most 255. The cost of reading grows faster than the length. */
const MAX_CHARACTERS = 500;
const MOST_SUGGESTIONS = 3;
/** How many weeks before and after the current one are read: more than holidays in a row. */
const WEEKS_AROUND = 10;
const WEEKS = 2 * WEEKS_AROUND + 1;
/** Hours after midnight belong to the day before, on which they began, when they end by this minute. */
const NIGHT_END = 6 * 60;

/** The place for public holidays. The library has no school holidays of Ontario. */
const TORONTO = { address: { country_code: 'ca', state: 'Ontario' } };
// The library's types require all options; `tag_key` selects the mode.
const OPTIONS = { tag_key: 'opening_hours', locale: 'en' } as ConstructorParameters<typeof OpeningHours>[2];
const HOLIDAYS = /\bPH\b/i;
/** What the library calls the time after a start without an end. */
const OPEN_END = 'Specified as open end. Closing time was guessed.';
const TORONTO_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Toronto',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns whether a text is not read because of its length. */
export function isTooLong(text: string): boolean {
  return text.length > MAX_CHARACTERS;
}

/** Reads opening hours in the format of OpenStreetMap, and caches each text. */
export class OpeningHoursReader {
  readonly #cache = new Map<string, WeeklyHours | undefined>();
  readonly #suggestions = new Map<string, readonly string[]>();
  /** The day in Toronto, as the library reads days: in the machine's time zone. */
  readonly #today: Date;

  /** @param now the week is the one in force at this time */
  constructor(now: Date) {
    this.#today = startOfDay(new Date(TORONTO_TIME.format(now).replace(' ', 'T')));
  }

  /**
   * Returns the week in force; undefined when the text is not about hours. Hours that are not plausible are not known, with
   * the doubt.
   * @param isWalkIn whether hours for patients with an appointment do not count beside those for walk-in patients
   */
  weekOf(text: string, isWalkIn = false): WeeklyHours | undefined {
    if (isTooLong(text)) return doubtful(text, `it is longer than ${MAX_CHARACTERS} characters`);
    const key = isWalkIn ? `walk-in ${text}` : text;
    if (!this.#cache.has(key)) this.#cache.set(key, this.#weekOf(text, isWalkIn));
    return this.#cache.get(key);
  }

  /** Returns what doubtful hours may have been meant to say, the likeliest first. Each is read without a doubt. */
  suggestionsFor(text: string): readonly string[] {
    if (isTooLong(text)) return [];
    let found = this.#suggestions.get(text);
    if (!found) {
      const isRead = (reading: string) => {
        const week = this.#weekOf(reading, false);
        return week !== undefined && week.doubt === '' && week.readAs === '' && week.hours.length > 0;
      };
      const tokens = tokensOf(text);
      found = tokens ? otherReadings(tokens).filter(isRead).slice(0, MOST_SUGGESTIONS) : [];
      this.#suggestions.set(text, found);
    }
    return found;
  }

  #weekOf(text: string, isWalkIn: boolean): WeeklyHours | undefined {
    const tokens = tokensOf(text);
    const rules = tokens && rulesOf(tokens);
    // The library understands more than is safe to read: what only it understands is not known.
    if (!rules) return this.#evaluated(text) && doubtful(text, 'its form is not known');
    if ('doubt' in rules) return doubtful(text, rules.doubt);
    return this.#read(text, rules, isWalkIn);
  }

  #read(text: string, said: HoursRules, isWalkIn: boolean): WeeklyHours | undefined {
    const appointments = isWalkIn ? appointmentRules(said) : [];
    const read = said.rules.filter((rule) => !appointments.includes(rule));
    // The sun rises at another time on every day: hours by it are not known.
    const rules = {
      ...said,
      rules: read.map((rule) => (isBySun(rule) ? { ...rule, state: 'unknown' as const } : rule)),
    };
    const recurring = rules.rules.filter(isRecurring);
    const everyWeek = rules.rules.map((rule) => (recurring.includes(rule) ? ofEveryWeek(rule) : rule));
    // On the days that recur, or on all others: which is not known of a date.
    const described = [
      rules.rules,
      ...recurring.map((one) => rules.rules.map((rule, index) => (rule === one ? everyWeek[index]! : rule))),
    ];
    const weeks = described.map((each) => {
      const hours = this.#evaluated(osmText(weekRules(each)));
      return hours && withWholeNights(hours, each);
    });
    if (!areRead(weeks)) return undefined;
    const { hours, unknown } = partlyKnownWeek({ ...rules, rules: everyWeek }, weeks);
    const isClosed = isAlwaysClosed(rules.rules) && rules.fallback === undefined;
    const onlyThen = appointments.map((rule) => `By appointment only: ${openingText([rule])}.`);
    const details = [...onlyThen, ...remarksOf(rules)];
    const { isInferred, isEveryDay } = rules;
    const readAs = isInferred || isEveryDay ? openingText(rules.rules) : '';
    const remarks = readAs ? [`The source says ${quoted(text)}, read as ${readAs}.`, ...details] : details;
    const specialDays = withoutRepetitions([
      ...unknown,
      ...otherSeasons(rules.rules, dateText(this.#today)),
      ...rules.rules.flatMap((rule) => specialDaysOf(rule) ?? []),
    ]);
    const others = remarksOf({ ...rules, rules: rules.rules.filter((rule) => !isKeptWhole(rule)) });
    const reduced = onlyThen.length + others.length > 0;
    return {
      hours,
      specialDays,
      remarks,
      reduced,
      readAs,
      isEveryDay: isEveryDay && !isInferred,
      doubt: '',
      isClosed,
    };
  }

  /** Returns the hours of a text in the format of OpenStreetMap; undefined when it is not in it. */
  #evaluated(text: string): readonly OpeningInterval[] | undefined {
    if (text === '') return [];
    try {
      return silently(() => this.#evaluate(text));
    } catch {
      // The library throws strings, and its own errors for what it does not support. Its words are for its developers.
      return undefined;
    }
  }

  #evaluate(text: string): readonly OpeningInterval[] {
    const weeks = this.#weeks(text);
    const holidays = HOLIDAYS.test(text) ? this.#weeks('PH') : [];
    const usual = weeks.map((_, index) => index).filter((index) => !holidays[index]?.some(isOpen));
    return hoursOf(weeks[inForce(weeks, usual, weekdayOf(this.#today) - 1)]!);
  }

  /** Returns the days of the weeks around the current one. */
  #weeks(text: string): readonly (readonly Day[])[] {
    const value = new OpeningHours(text, TORONTO as never, OPTIONS);
    const first = daysAfter(this.#today, 1 - weekdayOf(this.#today) - 7 * WEEKS_AROUND);
    // A day more on either side has the nights of the others.
    const intervals = value.getOpenIntervals(daysAfter(first, -1), daysAfter(first, WEEKS * 7 + 1));
    const days = daysOf(intervals, first);
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

function areRead<T>(weeks: readonly (T | undefined)[]): weeks is readonly T[] {
  return !weeks.includes(undefined);
}

type Span = readonly [opens: number, closes: number | null];

interface Day {
  readonly spans: readonly Span[];
}

type Interval = [from: Date, to: Date, unknown: boolean, comment: string | undefined];

/** Splits intervals at midnight, but for the end of a night, into one entry for each day from the first on. */
function daysOf(intervals: readonly Interval[], first: Date): readonly Day[] {
  const days = Array.from({ length: WEEKS * 7 }, () => ({ spans: [] as Span[] }));
  for (const [from, to, , comment] of intervals) {
    const start = startOfDay(from);
    for (let day = start; day < to; day = daysAfter(day, 1)) {
      const index = Math.round((day.getTime() - first.getTime()) / (DAY_MINUTES * 60_000));
      const opens = day === start ? minutesOf(from) : 0;
      const closes = to < daysAfter(day, 1) ? minutesOf(to) : DAY_MINUTES;
      const isOpenEnd = comment === OPEN_END;
      if (day !== start && (isOpenEnd || closes <= NIGHT_END)) {
        const evening = isOpenEnd ? undefined : days[index - 1]?.spans.pop();
        if (evening) days[index - 1]!.spans.push([evening[0], DAY_MINUTES + closes]);
        continue;
      }
      const spans = days[index]?.spans;
      // "09:00-17:00+" is open until 17:00 at least.
      const followsHours = isOpenEnd && spans?.at(-1)?.[1] === opens;
      if (closes > opens && !followsHours) spans?.push([opens, isOpenEnd ? null : closes]);
    }
  }
  return days;
}

function withoutRepetitions(days: readonly SpecialDays[]): readonly SpecialDays[] {
  const texts = days.map((each) => JSON.stringify(each));
  return days.filter((_, index) => texts.lastIndexOf(texts[index]!) === index);
}

function doubtful(text: string, doubt: string): WeeklyHours {
  return {
    ...NO_HOURS,
    doubt,
    remarks: [`The hours of the source are not plausible: ${quoted(text)} (${doubt}).`],
  };
}

function isOpen({ spans }: Day): boolean {
  return spans.length > 0;
}

function hoursOf(week: readonly Day[]): readonly OpeningInterval[] {
  return week.flatMap(({ spans }, index) =>
    spans.map(([opens, closes]) => ({ weekday: (index + 1) as Weekday, opens, closes })),
  );
}

function dateText(day: Date): string {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
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
