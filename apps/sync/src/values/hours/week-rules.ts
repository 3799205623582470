import { NAMED_DAYS, type OpeningInterval } from '@care-atlas/domain/records';
import { DAY } from './clock.js';
import { CODES, dayNumbers } from './day-words.js';
import type { HoursRule } from './rules.js';
import { minutesIn } from './spans.js';

/**
 * Returns rules in the format of OpenStreetMap. What is not known to be opening is closed there. The format has no names of
 * holidays, and nobody publishes those of schools: their hours do not change the week.
 */
export function osmText(all: readonly HoursRule[]): string {
  let text = '';
  const rules = all.flatMap(withoutNamedDays);
  for (const [index, rule] of rules.entries()) {
    if (isRemark(rule)) continue;
    const isAdded =
      rule.isAdditional && isOpening(rule) && !rules.slice(0, index).some((other) => overlaps(other, rule));
    if (text !== '') text += isAdded ? ', ' : '; ';
    text += ruleText(rule);
  }
  return text;
}

function withoutNamedDays(rule: HoursRule): readonly HoursRule[] {
  const isOfFormat = (text: string) => text !== 'SH' && !(NAMED_DAYS as readonly string[]).includes(text);
  const [dates, holidays] = [rule.dates.filter(isOfFormat), rule.holidays.filter(isOfFormat)];
  const named = rule.dates.length + rule.holidays.length - dates.length - holidays.length;
  if (named === 0) return [rule];
  return dates.length + holidays.length + (rule.dates.length > 0 ? 0 : rule.days.length) === 0
    ? []
    : [{ ...rule, dates, holidays }];
}

/** Returns a rule in that format. */
export function ruleText(rule: HoursRule): string {
  const state = isOpening(rule) ? '' : 'off';
  return [selectorText(rule), rule.spans.join(','), state].filter(Boolean).join(' ');
}

/** Returns the days of a rule in that format; empty for every day. */
export function selectorText({ dates, holidays, days }: HoursRule): string {
  return [dates.join(','), [...holidays, ...days].join(',')].filter(Boolean).join(' ');
}

/** Returns whether a rule says when the clinic is open. */
export function isOpening({ state, spans }: HoursRule): boolean {
  return state === 'open' && spans.length > 0;
}

/** Returns whether hours of a rule are by the sun, such as `sunrise-sunset`. */
export function isBySun({ spans }: HoursRule): boolean {
  return spans.some((span) => /[a-z]/.test(span));
}

/** Returns whether a rule is nothing but words about all others. */
export function isRemark({ state, spans, dates, holidays, days }: HoursRule): boolean {
  return state === 'open' && spans.length + dates.length + holidays.length + days.length === 0;
}

/** Returns whether a rule is about some days of the year. */
export function isDated({ dates, holidays, days }: HoursRule): boolean {
  return dates.length > 0 || (holidays.length > 0 && days.length === 0) || isPlaced(days);
}

/** Returns whether days are places in a month, such as `Sa[1]`. */
export function isPlaced(days: readonly string[]): boolean {
  return days.some((day) => day.includes('['));
}

/** Returns days without their places in a month. */
export function withoutPlaces(days: readonly string[]): readonly string[] {
  return days.map((day) => day.replaceAll(/\[.*?\]/g, ''));
}

/** Returns whether rules say that the place is closed: every day, without a condition. */
export function isAlwaysClosed(rules: readonly HoursRule[]): boolean {
  if (!rules.every((rule) => rule.state === 'off' || isRemark(rule))) return false;
  const whole = rules.filter(
    (rule) => rule.state === 'off' && rule.spans.every((span) => span === '00:00-24:00'),
  );
  return CODES.every((_, day) => whole.some((rule) => !isDated(rule) && daysOf(rule).includes(day)));
}

function daysOf({ days }: HoursRule): readonly number[] {
  return days.length === 0 ? [...CODES.keys()] : dayNumbers(days);
}

/** Returns the rule with all days of the week where it names none. */
export function withEveryDay(rule: HoursRule): HoursRule {
  const isUnselected = rule.dates.length + rule.holidays.length + rule.days.length === 0;
  return isUnselected && isOpening(rule) ? { ...rule, days: ['Mo-Su'] } : rule;
}

/**
 * Returns hours with the ends of their nights. The format ends a night at midnight where a later rule is about the next day:
 * "Fr 20:00-02:00; Sa 10:00-14:00".
 */
export function withWholeNights(
  hours: readonly OpeningInterval[],
  rules: readonly HoursRule[],
): readonly OpeningInterval[] {
  return hours.map((interval) => {
    if (interval.opens === 0 || interval.closes !== DAY) return interval;
    const isOfDay = (rule: HoursRule) =>
      isOpening(rule) &&
      (rule.holidays.length === 0 || rule.days.length > 0) &&
      daysOf(rule).includes(interval.weekday - 1);
    const ends = rules.filter(isOfDay).flatMap(({ spans }) => spans.map((span) => minutesIn(span)[1]));
    const [end, ...others] = new Set(ends.filter((closes) => closes >= DAY));
    // In other seasons, the night may be shorter.
    return end === undefined || others.length > 0 ? interval : { ...interval, closes: end };
  });
}

/** Returns whether both give hours of the same day that overlap: then the later one replaces the earlier one. */
function overlaps(earlier: HoursRule, later: HoursRule): boolean {
  if (!isOpening(earlier) || isDated(earlier) || isDated(later)) return false;
  if (!daysOf(earlier).some((day) => daysOf(later).includes(day))) return false;
  return earlier.spans.some((span) => later.spans.some((other) => spansOverlap(span, other)));
}

function spansOverlap(a: string, b: string): boolean {
  const [[opens, closes], [otherOpens, otherCloses]] = [minutesIn(a), minutesIn(b)];
  return opens < otherCloses && otherOpens < closes;
}
