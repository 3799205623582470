import type { DaySpan, OpeningInterval, Weekday } from '@care-atlas/domain/records';
import { daysAfter, isWithin } from '@care-atlas/domain/rules';
import { calendarDays } from './calendar-dates.js';
import { DAY, NIGHT_END } from './clock.js';
import { CODES, dayNumbers } from './day-words.js';
import { hasSelector, type HoursRule } from './rules.js';
import { weekRules } from './special-days.js';
import { type Interval, intervalOf, joined, without } from './unknown-times.js';
import { isAdded, isOpening, isRemark } from './week-rules.js';

const WEEK = CODES.length * DAY;

/**
 * Returns the hours of the week in force: that of the season, if the rules have seasons. Hours after midnight are of the day on which
 * they begin, if they end with the night. What is not known to be opening is closed.
 * @param today YYYY-MM-DD
 */
export function weekInForce(all: readonly HoursRule[], today: string): readonly OpeningInterval[] {
  const rules = weekRules(all);
  const days = CODES.map((_, day) => spansOn(day, rules, today));
  const times = days.flatMap((spans, day) =>
    spans.filter(({ closes }) => closes !== null).map((span) => shifted(intervalOf(span), day * DAY)),
  );
  // The night of Sunday ends on Monday.
  const around = joined([-WEEK, 0, WEEK].flatMap((by) => times.map((time) => shifted(time, by))));
  return days.flatMap((spans, day) => {
    const known = around.flatMap((time) => partOfDay(shifted(time, -day * DAY)));
    // "09:00-17:00, 17:00+" is open until 17:00 at least.
    const openEnded = spans.filter(
      ({ opens, closes }) =>
        closes === null && !known.some((span) => span.opens <= opens && opens <= span.closes!),
    );
    const sorted = [...known, ...openEnded].toSorted((a, b) => a.opens - b.opens);
    return sorted.map(({ opens, closes }) => ({ weekday: (day + 1) as Weekday, opens, closes }));
  });
}

/**
 * Returns the spans that begin on a day of the week, from 0 for Monday. A later rule replaces an earlier one, unless it adds to it, as
 * times without days do.
 */
function spansOn(day: number, rules: readonly HoursRule[], today: string): readonly DaySpan[] {
  let open: readonly DaySpan[] = [];
  let isAbout = true;
  for (const rule of rules) {
    const { days, spans } = rule;
    const adds = isAdded(rule, rules);
    // "Tu 09:00-12:00, 13:00-17:00"
    if (!adds || hasSelector(rule)) isAbout = days.length === 0 || dayNumbers(days).includes(day);
    if (!isAbout || isRemark(rule) || !isInForce(rule, today)) continue;
    if (isOpening(rule)) open = adds || !hasSelector(rule) ? [...open, ...spans] : spans;
    else if (spans.length === 0) open = [];
    else open = open.flatMap((span) => spans.reduce(cut, [span]));
  }
  return open;
}

function cut(open: readonly DaySpan[], closed: DaySpan): readonly DaySpan[] {
  return open.flatMap((span) =>
    span.closes === null
      ? [span]
      : without([intervalOf(span)], intervalOf(closed)).map(([opens, closes]) => ({ opens, closes })),
  );
}

/** Returns whether a rule is about all weeks, or about a date and the same day a week before or after. Holidays make no week. */
function isInForce({ dates, holidays, days }: HoursRule, today: string): boolean {
  if (dates.length === 0) return holidays.length === 0 || days.length > 0;
  if (holidays.length > 0) return false;
  const ranges = dates
    .filter((text) => text !== 'SH')
    .flatMap((text) => calendarDays(text)?.days ?? [])
    .filter((each) => 'from' in each);
  const isIn = (date: string) => ranges.some((range) => isWithin(range, date));
  return isIn(today) && [-CODES.length, CODES.length].some((by) => isIn(daysAfter(today, by)));
}

/** Returns the part of a time that belongs to the day that begins at 0. */
function partOfDay([from, to]: Interval): readonly DaySpan[] {
  if (from >= DAY || to <= 0 || (from < 0 && to <= NIGHT_END)) return [];
  return [{ opens: Math.max(from, 0), closes: to <= DAY + NIGHT_END ? to : DAY }];
}

function shifted([from, to]: Interval, by: number): Interval {
  return [from + by, to + by];
}
