import type { DaySpan, SpecialDates, SpecialDays, Weekday } from '@care-atlas/domain/records';
import { daysAfter, isWithin } from '@care-atlas/domain/rules';
import { calendarDays, datesOf } from './calendar-dates.js';
import { type HoursRule, rulesOf } from './rules.js';
import { tokensOf } from './tokens.js';
import { dayNumbers } from './day-words.js';
import { isBySun, mayGoOn } from './spans.js';
import { isDated, isOpening, isPlaced, isWholeDay, withoutPlaces } from './week-rules.js';

/** A year without a leap day. */
const SOME_YEAR = '2027';
const DAY_MS = 86_400_000;
/** What lasts longer is a season. */
const LONGEST_DAYS = 31;
const LAST_DATE = '9999-12-31';

/**
 * Returns the special days of a rule. Where the calendar cannot name its days, such as school holidays or the tenth week of a
 * year, those on which they may be, and their hours are not known.
 * @returns undefined where a rule is about the week: it has no such days, they recur in all seasons, or it is of a season with hours
 */
export function specialDaysOf(rule: HoursRule): readonly SpecialDays[] | undefined {
  const { dates, holidays, days } = rule;
  const read = [...holidays, ...dates].map(calendarDays);
  if (read.length === 0 || !areKnown(read)) return undefined;
  const all = read.flatMap((each) => each.days);
  // The week of a season is the week in force: see `OpeningHoursReader`.
  const hours = hoursOf(rule);
  if (all.some(isLong) && isExact(rule) && hours !== null && hours.length > 0) return undefined;
  // "Su,PH" are both; of dates, and of "PH Mo-Fr", the days of the week say which.
  const weekdays = dates.length > 0 && days.length > 0 && { weekdays: weekdaysOf(days) };
  return read.flatMap((each) =>
    each.days.map((dated): SpecialDays => {
      return { ...dated, ...weekdays, hours: isUnambiguous(rule) && each.isExact ? hours : null };
    }),
  );
}

function areKnown<T>(values: readonly (T | undefined)[]): values is T[] {
  return !values.includes(undefined);
}

/** Whether the calendar names just the days of a rule. */
function isExact(rule: HoursRule): boolean {
  return isUnambiguous(rule) && [...rule.holidays, ...rule.dates].every((text) => datesOf(text));
}

/** Whether a rule leaves open which of its days it means: "Jul-Aug PH" may be both, or what is in both. */
function isUnambiguous({ dates, holidays, days }: HoursRule): boolean {
  if (isPlaced(days)) return false;
  const isHoliday = (text: string) => text === 'SH' || datesOf(text)?.every(({ on }) => isOfHolidays(on));
  const ranges = dates.filter((text) => !isHoliday(text)).flatMap((text) => datesOf(text) ?? []);
  const named = holidays.length + dates.filter(isHoliday).length;
  if (named > 0 && ranges.some((each) => 'from' in each && each.from !== each.to)) return false;
  return !(dates.length > 0 && days.length > 0 && holidays.length > 0);
}

function isOfHolidays(on: SpecialDates['on']): boolean {
  return on === 'public-holidays' || on === 'holiday';
}

/** Returns whether a rule is about days that recur in all seasons, such as every second week or the first Monday of a month. */
export function isRecurring(rule: HoursRule): boolean {
  if (rule.dates.length > 0) return rule.dates.some((text) => !calendarDays(text));
  return isPlaced(rule.days);
}

/** Returns a rule as one of every week. */
export function ofEveryWeek(rule: HoursRule): HoursRule {
  const days = withoutPlaces(rule.days);
  return { ...rule, dates: [], days: days.length === 0 ? ['Mo-Su'] : days };
}

/** Returns whether a text is about special days, and nothing else. */
export function isSpecialDaysText(text: string): boolean {
  const tokens = tokensOf(text);
  const read = tokens && rulesOf(tokens);
  if (!read || 'doubt' in read || read.fallback !== undefined) return false;
  return read.rules.every((rule) => (isDated(rule) ? isExact(rule) : isUnknownDay(rule)));
}

/** Returns whether a rule says of days of the week that their hours are not known, and nothing else. */
function isUnknownDay(rule: HoursRule): boolean {
  const { state, comments, days } = rule;
  const isPlain = comments.length === 0 && days.length > 0;
  return state === 'unknown' && isPlain && !isDated(rule) && rule.holidays.length === 0;
}

/** Returns whether special days say all that a rule says of them. */
export function isKeptWhole(rule: HoursRule): boolean {
  if (isUnknownDay(rule)) return !rule.spans.some(isBySun);
  if (!isDated(rule) || specialDaysOf(rule) === undefined || !isExact(rule)) return false;
  if (rule.state === 'unknown') return rule.spans.length === 0;
  return hoursOf(rule) !== null && !rule.spans.some(mayGoOn);
}

/** Whether days are a season or a vacation, and no single days. */
function isLong(dates: SpecialDates): boolean {
  if (dates.on !== 'every-year' && dates.on !== 'dates') return false;
  const [from, to] = [dates.from, dates.to].map((day) => Date.parse(day.padStart(10, `${SOME_YEAR}-`)));
  const days = (to! - from!) / DAY_MS;
  return (days < 0 ? days + 365 : days) >= LONGEST_DAYS;
}

/**
 * Returns the rules that make the week: without special days, so that a vacation is none, and without days that recur. A closure
 * of a season is also the week in force.
 */
export function weekRules(rules: readonly HoursRule[]): readonly HoursRule[] {
  const weekly = rules.filter((rule) => !isRecurring(rule));
  const isSeason = (rule: HoursRule) => rule.dates.some((text) => datesOf(text)?.some(isLong));
  const usual = weekly.filter((rule) => !isDated(rule) || isSeason(rule));
  return usual.some((rule) => isOpening(rule) && !isDated(rule)) ? usual : weekly;
}

/**
 * Returns the days on which the week in force says nothing: those of other seasons with hours.
 * @param today YYYY-MM-DD
 */
export function otherSeasons(rules: readonly HoursRule[], today: string): readonly SpecialDays[] {
  const hasUsual = rules.some((rule) => isOpening(rule) && !isDated(rule));
  const days = rules.filter(isOpening).flatMap((rule) => {
    const isKept = specialDaysOf(rule) !== undefined;
    // Beside a usual week, days that are kept say all.
    if (isKept && hasUsual) return [];
    const seasons = rule.dates.flatMap((date) => calendarDays(date)?.days ?? []);
    return seasons.flatMap((season) =>
      daysOutOfForce(season, today).filter((each) => !isKept || each !== season),
    );
  });
  return days.map((each) => ({ ...each, hours: null }));
}

function daysOutOfForce(season: SpecialDates, today: string): readonly SpecialDates[] {
  if (season.on === 'every-year') {
    if (!isWithin(season, today)) return [season];
    const [from, to] = [dayBeside(season.to, 1), dayBeside(season.from, -1)];
    return from === season.from ? [] : [{ on: 'every-year', from, to }];
  }
  if (season.on !== 'dates' || season.to < today) return [];
  return [season.from <= today ? { on: 'dates', from: daysAfter(season.to, 1), to: LAST_DATE } : season];
}

/** @param day MM-DD; the day before March 1 may be February 29 */
function dayBeside(day: string, by: number): string {
  return daysAfter(`2028-${day}`, by).slice(5);
}

function weekdaysOf(days: readonly string[]): readonly Weekday[] {
  return dayNumbers(withoutPlaces(days))
    .map((day) => (day + 1) as Weekday)
    .toSorted((a, b) => a - b);
}

/** Returns the hours of a rule; null if they are not known, or not those of every such day. */
function hoursOf({ state, spans }: HoursRule): readonly DaySpan[] | null {
  if (state === 'unknown') return null;
  if (state === 'off') return spans.every(isWholeDay) ? [] : null;
  return spans.length > 0 && !spans.some(isBySun)
    ? spans.map(({ opens, closes }) => ({ opens, closes }))
    : null;
}
