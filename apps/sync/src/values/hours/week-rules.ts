import { NAMED_DAYS } from '@care-atlas/domain/records';
import { CODES, dayNumbers } from './day-words.js';
import type { HoursRule } from './rules.js';
import { DAY } from './clock.js';
import { type HoursSpan, WHOLE_DAY } from './spans.js';

/**
 * Returns rules as one text.
 * @param spanText writes a span (default: in the format of OpenStreetMap, as the days)
 */
export function rulesText(rules: readonly HoursRule[], spanText = ({ text }: HoursSpan) => text): string {
  let text = '';
  for (const rule of rules) {
    const [dates, holidays] = [rule.dates.filter(isOfFormat), rule.holidays.filter(isOfFormat)];
    const { days, spans } = rule;
    const isNamed = rule.dates.length + rule.holidays.length > 0;
    const left = dates.length + holidays.length + (rule.dates.length > 0 ? 0 : days.length);
    if (isRemark(rule) || (isNamed && left === 0)) continue;
    if (text !== '') text += isAdded(rule, rules) ? ', ' : '; ';
    const parts = [dates, [...holidays, ...days], spans.map(spanText), isOpening(rule) ? [] : ['off']];
    text += parts.flatMap((part) => part.join(',') || []).join(' ');
  }
  return text;
}

/** Returns whether the format has a holiday: it names no single ones, and no source publishes the days of school holidays. */
function isOfFormat(text: string): boolean {
  return text !== 'SH' && !(NAMED_DAYS as readonly string[]).includes(text);
}

/** Returns whether a rule adds its hours to the hours of earlier rules. It replaces hours that overlap with its own. */
export function isAdded(rule: HoursRule, rules: readonly HoursRule[]): boolean {
  const before = rules.slice(0, rules.indexOf(rule));
  return rule.isAdditional && isOpening(rule) && !before.some((other) => overlaps(other, rule));
}

/** Returns whether a rule says when the clinic is open. */
export function isOpening({ state, spans }: HoursRule): boolean {
  return state === 'open' && spans.length > 0;
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
  const whole = rules.filter((rule) => rule.state === 'off' && rule.spans.every(isWholeDay));
  return CODES.every((_, day) => whole.some((rule) => !isDated(rule) && daysOf(rule).includes(day)));
}

/** Returns whether a span is a whole day. */
export function isWholeDay({ text }: HoursSpan): boolean {
  return text === WHOLE_DAY.text;
}

function daysOf({ days }: HoursRule): readonly number[] {
  return days.length === 0 ? [...CODES.keys()] : dayNumbers(days);
}

/** Returns the rule with all days of the week where it names none. */
export function withEveryDay(rule: HoursRule): HoursRule {
  const isUnselected = rule.dates.length + rule.holidays.length + rule.days.length === 0;
  return isUnselected && isOpening(rule) ? { ...rule, days: ['Mo-Su'] } : rule;
}

/** Returns whether both give hours of the same day that overlap: then the later one replaces the earlier one. */
function overlaps(earlier: HoursRule, later: HoursRule): boolean {
  if (!isOpening(earlier) || isDated(earlier) || isDated(later)) return false;
  if (!daysOf(earlier).some((day) => daysOf(later).includes(day))) return false;
  return earlier.spans.some((span) => later.spans.some((other) => spansOverlap(span, other)));
}

function spansOverlap(a: HoursSpan, b: HoursSpan): boolean {
  return a.opens < (b.closes ?? DAY) && b.opens < (a.closes ?? DAY);
}
