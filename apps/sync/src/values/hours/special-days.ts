import {
  type DaySpan,
  NAMED_DAYS,
  type NamedDay,
  type OpeningInterval,
  type SpecialDates,
  type SpecialDays,
  type Weekday,
} from '@care-atlas/domain/records';
import { DAY } from './clock.js';
import { type HoursRule, type HoursRules, rulesOf } from './rules.js';
import { MONTH_NAMES, tokensOf } from './tokens.js';
import { daysAfter, isWithin } from '@care-atlas/domain/rules';
import { dayNumbers, isDated, isOpening, isRemark } from './week-rules.js';

const SPAN = /^(\d{2}):(\d{2})-(\d{2}):(\d{2})\+?$/;
const OPEN_END = /^(\d{2}):(\d{2})\+$/;
const DATE = /^(?:(?<year>\d{4}) ?)?(?:(?<month>[A-Z][a-z]{2}) ?)?(?<day>\d{2})?$/;
const EASTER = /^easter(?:\s*([+-])\s*(\d+)\s*days?)?$/;
/** The days by their distance from Easter Sunday that have a name; others are rare in Ontario. */
const OF_EASTER: Readonly<Record<number, NamedDay>> = {
  [-2]: 'Good Friday',
  0: 'Easter Sunday',
  1: 'Easter Monday',
};
/** A year without a leap day. */
const SOME_YEAR = '2027';
const DAY_MS = 86_400_000;
/** What lasts longer is a season. */
const LONGEST_DAYS = 31;
const LAST_DATE = '9999-12-31';
const HOURS_PER_DAY = 24;
const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const LAST_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Returns the special days of a rule; undefined where it is about others than the calendar can name, such as school holidays,
 * every second week or the first Monday of a month, or where its text leaves open which days it means.
 */
export function specialDaysOf(rule: HoursRule): readonly SpecialDays[] | undefined {
  const { dates, holidays, days } = rule;
  if (dates.length + holidays.length === 0) return undefined;
  const named = [...holidays, ...dates.filter(isHoliday)].map(holidayDates);
  const others = dates
    .filter((date) => !isHoliday(date))
    .flatMap((date): readonly (SpecialDates | undefined)[] => datesOf(date) ?? [undefined]);
  const all = [...named, ...others];
  if (!isKnown(all)) return undefined;
  // "Jul-Aug PH" may mean both, or what is in both.
  if (named.length > 0 && others.some((each) => each && 'from' in each && each.from !== each.to))
    return undefined;
  // "Su,PH" are both; of dates, and of "PH Mo-Fr", the days of the week say which.
  const isOfWeek = dates.length > 0 && days.length > 0;
  const weekdays = isOfWeek ? weekdaysOf(days) : undefined;
  if (isOfWeek && (!weekdays || (holidays.length > 0 && dates.length > 0))) return undefined;
  const common = { ...(weekdays && { weekdays }), hours: hoursOf(rule) };
  // The week of a season is the week in force: see `OpeningHoursReader`.
  if (all.some(isLong) && common.hours !== null && common.hours.length > 0) return undefined;
  return all.map((each) => ({ ...each, ...common }) as SpecialDays);
}

/**
 * Returns the days of the week on which a text leaves open whether the clinic opens, such as "Sa by appointment", or the first
 * Saturday of a month.
 * @param hours those of the week; without any, no day is known
 */
export function unknownDays(
  { rules, fallback }: HoursRules,
  hours: readonly OpeningInterval[],
): readonly SpecialDays[] {
  if (hours.length === 0) return [];
  const weekdays = WEEKDAYS.filter((day) => !hours.some(({ weekday }) => weekday === day) && isOpenLeft(day));
  return weekdays.length === 0 ? [] : [{ on: 'every-week', weekdays, hours: null }];

  function isOpenLeft(day: Weekday): boolean {
    const rule = rules.findLast((each) => isAboutDay(each, day));
    if (!rule) return fallback !== undefined && fallback !== 'closed';
    return rule.state !== 'off';
  }
}

function isAboutDay(rule: HoursRule, day: Weekday): boolean {
  const { dates, holidays, days } = rule;
  if (isRemark(rule) || dates.length > 0) return false;
  if (days.length === 0) return holidays.length === 0;
  return dayNumbers(days.map((each) => each.replaceAll(/\[.*?\]/g, ''))).includes(day - 1);
}

/** Returns whether a text is about special days, and nothing else. */
export function isSpecialDaysText(text: string): boolean {
  const tokens = tokensOf(text);
  const read = tokens && rulesOf(tokens);
  if (!read || 'doubt' in read || read.fallback !== undefined) return false;
  return read.rules.every((rule) => (isDated(rule) ? specialDaysOf(rule) !== undefined : isUnknownDay(rule)));
}

/** Returns whether a rule says of days of the week that their hours are not known, and nothing else. */
function isUnknownDay(rule: HoursRule): boolean {
  const { state, spans, comments, days } = rule;
  const isPlain = spans.length + comments.length === 0 && days.length > 0;
  return state === 'unknown' && isPlain && !isDated(rule) && rule.holidays.length === 0;
}

/** Returns whether special days say all that a rule says of them: of a night they lack the morning, as the week does. */
export function isKeptWhole(rule: HoursRule): boolean {
  if (isUnknownDay(rule)) return true;
  if (specialDaysOf(rule) === undefined) return false;
  if (rule.state === 'unknown') return rule.spans.length === 0;
  return hoursOf(rule) !== null && rule.spans.every((span) => span.endsWith('-24:00') || !isLate(span));
}

/** Whether a span may go on after its end, or ends after midnight. */
function isLate(span: string): boolean {
  return (span.endsWith('+') && SPAN.test(span)) || Number(SPAN.exec(span)?.[3]) >= HOURS_PER_DAY;
}

function isKnown(dates: readonly (SpecialDates | undefined)[]): dates is SpecialDates[] {
  return !dates.includes(undefined);
}

/** Whether days are a season or a vacation, and no single days. */
function isLong(dates: SpecialDates): boolean {
  if (dates.on !== 'every-year' && dates.on !== 'dates') return false;
  const [from, to] = [dates.from, dates.to].map((day) => Date.parse(day.padStart(10, `${SOME_YEAR}-`)));
  const days = (to! - from!) / DAY_MS;
  return (days < 0 ? days + 365 : days) >= LONGEST_DAYS;
}

/**
 * Returns the rules that make the week: without special days, so that a vacation is none. A closure of a season is also the week
 * in force.
 */
export function weekRules(rules: readonly HoursRule[]): readonly HoursRule[] {
  const usual = rules.filter(
    (rule) => !isDated(rule) || !isKeptWhole(rule) || specialDaysOf(rule)!.some(isLong),
  );
  return usual.some((rule) => isOpening(rule) && !isDated(rule)) ? usual : rules;
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
    const seasons = rule.dates.flatMap((date) => (isHoliday(date) ? [] : (datesOf(date) ?? [])));
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

function isHoliday(text: string): boolean {
  return text === 'PH' || text === 'SH' || (NAMED_DAYS as readonly string[]).includes(text);
}

function holidayDates(text: string): SpecialDates | undefined {
  // Nobody publishes the school holidays of all boards.
  if (text === 'SH') return undefined;
  return text === 'PH' ? { on: 'public-holidays' } : { on: 'holiday', name: text as NamedDay };
}

function weekdaysOf(days: readonly string[]): readonly Weekday[] | undefined {
  if (days.some((day) => day.includes('['))) return undefined;
  return dayNumbers(days)
    .map((day) => (day + 1) as Weekday)
    .toSorted((a, b) => a - b);
}

/** Returns the days of a text such as `2026 Dec 20-2027 Jan 03` or `Dec 24,31`. */
function datesOf(text: string): readonly SpecialDates[] | undefined {
  const easter = EASTER.exec(text);
  if (easter) {
    const name = OF_EASTER[Number(easter[2] ?? 0) * (easter[1] === '-' ? -1 : 1)];
    return name && [{ on: 'holiday', name }];
  }
  const [range = '', ...others] = text.split(',');
  const [from, to, ...rest] = range.split('-').map((each) => DATE.exec(each.trim())?.groups);
  if (!from?.['month'] || rest.length > 0 || (range.includes('-') && !to)) return undefined;
  const first = rangeOf(from, to);
  const more = others.map((day) => rangeOf({ ...from, day: day.padStart(2, '0') }, undefined));
  const all = [first, ...more];
  const isPlain = others.length === 0 || (!to && from['day'] !== undefined);
  return isPlain && isKnown(all) ? all : undefined;
}

type Written = Readonly<Record<string, string | undefined>>;

function rangeOf(from: Written, to: Written | undefined): SpecialDates | undefined {
  const { year, month } = from;
  const last = to ?? from;
  // "Dec 24-26" ends in the month in which it begins.
  const lastMonth = last['month'] ?? month;
  const begins = dayOf(month, from['day'], 'first');
  const ends = dayOf(lastMonth, last['day'], 'last');
  if (!begins || !ends || (to && from['day'] === undefined && last['month'] === undefined)) return undefined;
  if (year === undefined)
    return last['year'] === undefined ? { on: 'every-year', from: begins, to: ends } : undefined;
  const lastYear = last['year'] ?? year;
  const dates = { from: `${year}-${begins}`, to: dateIn(lastYear, ends, last['day'] === undefined) };
  return dates.from <= dates.to ? { on: 'dates', ...dates } : undefined;
}

/** Returns MM-DD; undefined for a day that no year has. */
function dayOf(month: string | undefined, day: string | undefined, of: 'first' | 'last'): string | undefined {
  const number = MONTH_NAMES.indexOf(month ?? '') + 1;
  const lastDay = LAST_DAYS[number - 1];
  if (lastDay === undefined) return undefined;
  const of1 = day === undefined ? (of === 'first' ? 1 : lastDay) : Number(day);
  return of1 >= 1 && of1 <= lastDay
    ? [number, of1].map((part) => String(part).padStart(2, '0')).join('-')
    : undefined;
}

/** February ends in most years a day before it may. */
function dateIn(year: string, day: string, isEndOfMonth: boolean): string {
  const isLeap = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1;
  return isEndOfMonth && day === '02-29' && !isLeap ? `${year}-02-28` : `${year}-${day}`;
}

/** Returns the hours of a rule; null if they are not known, or not those of every such day. */
function hoursOf({ state, spans }: HoursRule): readonly DaySpan[] | null {
  if (state === 'unknown') return null;
  if (state === 'off') return spans.every((span) => span === '00:00-24:00') ? [] : null;
  const read = spans.map(spanOf);
  return read.length > 0 && read.every((span) => span !== undefined) ? read : null;
}

/** Returns a span of the day; undefined for one by the sun. What is past midnight is not kept, as in the hours of the week. */
function spanOf(text: string): DaySpan | undefined {
  const [, openHour, openMinute] = OPEN_END.exec(text) ?? [];
  if (openHour !== undefined) return { opens: Number(openHour) * 60 + Number(openMinute), closes: null };
  const [, hour, minute, endHour, endMinute] = SPAN.exec(text)?.map(Number) ?? [];
  if (hour === undefined) return undefined;
  return { opens: hour * 60 + minute!, closes: Math.min(endHour! * 60 + endMinute!, DAY) };
}
