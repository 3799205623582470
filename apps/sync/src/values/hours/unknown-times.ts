import type { DaySpan, OpeningInterval, SpecialDays, Weekday } from '@care-atlas/domain/records';
import { DAY } from './clock.js';
import type { HoursRule, HoursRules } from './rules.js';
import { dayNumbers } from './day-words.js';
import { isOpening, isRemark, withoutPlaces } from './week-rules.js';

/** Minutes, from the first to before the last. */
export type Interval = readonly [from: number, to: number];

const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const WHOLE_DAY: Interval = [0, DAY];

/** A week of which some times are known, and others not. */
export interface PartlyKnownWeek {
  readonly hours: readonly OpeningInterval[];
  /** The times of which it is not known whether the place is open. */
  readonly unknown: readonly SpecialDays[];
}

/**
 * Returns what is known of a week, and the times at which a text leaves open whether the place opens: "Sa by appointment",
 * `Fr 13:00-17:00 unknown`, or every second Saturday.
 * @param weeks the hours of the weeks that the text describes; only what they share is known
 */
export function partlyKnownWeek(
  { rules, fallback }: HoursRules,
  weeks: readonly (readonly OpeningInterval[])[],
): PartlyKnownWeek {
  const days = WEEKDAYS.map((weekday) => {
    const all = weeks.map((week) => week.filter((span) => span.weekday === weekday));
    const isShared = all.every((spans) => JSON.stringify(spans) === JSON.stringify(all[0]));
    const possible = all.flat().map(intervalOf);
    const known = isShared ? all[0]! : sharedSpans(all).map((span) => ({ weekday, ...span }));
    const left = [...(isShared ? [] : possible), ...timesLeftOpen(rules, fallback, weekday)];
    const unknown = known.reduce((times, span) => without(times, intervalOf(span)), joined(left));
    return { weekday, known, unknown };
  });
  const hours = days.flatMap(({ known }) => known);
  // Without any hours, no day is known.
  if (hours.length === 0) return { hours, unknown: [] };
  const bySpans = Map.groupBy(
    days.filter(({ unknown }) => unknown.length > 0),
    ({ unknown }) => JSON.stringify(unknown),
  );
  return { hours, unknown: Array.from(bySpans.values(), unknownDays) };
}

function unknownDays(days: readonly { weekday: Weekday; unknown: readonly Interval[] }[]): SpecialDays {
  const { unknown } = days[0]!;
  const isWhole = unknown[0]![1] - unknown[0]![0] === DAY;
  return {
    on: 'every-week',
    weekdays: days.map(({ weekday }) => weekday),
    hours: null,
    ...(!isWhole && { times: unknown.map(([opens, closes]) => ({ opens, closes })) }),
  };
}

/** Returns the times of a day of which the rules say that they are not known. */
function timesLeftOpen(
  rules: readonly HoursRule[],
  fallback: string | undefined,
  weekday: Weekday,
): readonly Interval[] {
  const otherwise = fallback === undefined || fallback === 'closed' ? [] : [WHOLE_DAY];
  let left: readonly Interval[] = otherwise;
  for (const rule of rules.filter((each) => isAboutDay(each, weekday))) {
    const { state, spans, isAdditional } = rule;
    if (state === 'off') left = spans.length === 0 ? [] : left;
    else if (!isOpening(rule))
      left = [...left, ...(spans.length === 0 ? [WHOLE_DAY] : spans.map(intervalOf))];
    else if (!isAdditional) left = otherwise;
  }
  return left;
}

function isAboutDay(rule: HoursRule, day: Weekday): boolean {
  const { dates, holidays, days } = rule;
  if (isRemark(rule) || dates.length > 0) return false;
  if (days.length === 0) return holidays.length === 0;
  return dayNumbers(withoutPlaces(days)).includes(day - 1);
}

/** Returns the times that are in every one of several days. Of a span without a known end, none is certain. */
function sharedSpans(days: readonly (readonly OpeningInterval[])[]): readonly DaySpan[] {
  const known = days.map((spans) =>
    spans.flatMap(({ opens, closes }): Interval[] => (closes === null ? [] : [[opens, closes]])),
  );
  return known
    .reduce((shared, spans) => shared.flatMap((a) => spans.flatMap((b) => intersection(a, b))))
    .map(([opens, closes]) => ({ opens, closes }));
}

/** Returns a span, which ends with the day where its end is not known. */
export function intervalOf({ opens, closes }: DaySpan): Interval {
  return [opens, closes ?? DAY];
}

function intersection([from, to]: Interval, [otherFrom, otherTo]: Interval): readonly Interval[] {
  const [first, last] = [Math.max(from, otherFrom), Math.min(to, otherTo)];
  return first < last ? [[first, last]] : [];
}

/** Returns times without some of them. */
export function without(times: readonly Interval[], [from, to]: Interval): readonly Interval[] {
  return times.flatMap((time) => [...intersection(time, [0, from]), ...intersection(time, [to, Infinity])]);
}

/** Returns times of which those that touch are one, in their order. */
export function joined(times: readonly Interval[]): readonly Interval[] {
  const all: Interval[] = [];
  for (const [from, to] of times.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)];
    else all.push([from, to]);
  }
  return all;
}
