import type { HoursRule } from './rules.js';
import { SOME_WEEKS } from './day-words.js';
import { MONTHS } from '../dates/months.js';
import { distanceFromEaster, type WrittenDate, writtenDays } from './calendar-dates.js';

const HOLIDAYS: Readonly<Record<string, string>> = { PH: 'public holidays', SH: 'school holidays' };
const DAYS: Readonly<Record<string, readonly [short: string, long: string]>> = {
  Mo: ['Mon', 'Monday'],
  Tu: ['Tue', 'Tuesday'],
  We: ['Wed', 'Wednesday'],
  Th: ['Thu', 'Thursday'],
  Fr: ['Fri', 'Friday'],
  Sa: ['Sat', 'Saturday'],
  Su: ['Sun', 'Sunday'],
};
const PLACES = new Map([
  [1, 'first'], [2, 'second'], [3, 'third'], [4, 'fourth'], [5, 'fifth'], [-1, 'last'], [-2, 'second-last'],
]); // prettier-ignore

const PLACED_DAY = /^([A-Z][a-z])\[([^\]]*)\]$/;
const WEEKS = /^week\s*(\d[\d,\s/-]*|\*\/2)$/;
const EVERY_SECOND_WEEK = /^([12])-5[23]\/2$/;
const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Returns a text in which the days of the week are named as people do. */
export function withDays(text: string): string {
  return text.replaceAll(/\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (day) => DAYS[day]![0]);
}

/** Returns the days of a rule for people, to follow "hours on"; undefined when plain words cannot say them. */
export function selectorWords({ dates, holidays, days }: HoursRule): string | undefined {
  const [dateTexts, dayTexts] = [dates.map(dateWords), days.flatMap((text) => daysWords(text))];
  if (!isComplete(dateTexts) || !isComplete(dayTexts)) return undefined;
  const isPlaced = days.some((day) => day.includes('['));
  const named = [...holidays.map((kind) => HOLIDAYS[kind] ?? kind), ...dayTexts];
  const when = isPlaced ? LIST.format(named) : named.join(', ');
  const dated = LIST.format(dateTexts);
  if (dated === '' || when === '') return dated || when;
  if (dates.every((date) => WEEKS.test(date))) return isPlaced ? undefined : `${when} of ${dated}`;
  if (!isPlaced) return `${dated} ${when}`;
  return dates.every((date) => /^[A-Z][a-z]{2}(?:-[A-Z][a-z]{2})?$/.test(date))
    ? `${when} in ${dated}`
    : undefined;
}

function isComplete(texts: readonly (string | undefined)[]): texts is readonly string[] {
  return !texts.includes(undefined);
}

/** Returns "Mon-Fri", or "the first Saturday of a month" for `Sa[1]`. */
function daysWords(text: string): string | undefined | readonly string[] {
  if (!text.includes('[')) return text.split(',').map(withDays);
  const [, day = '', places = ''] = PLACED_DAY.exec(text) ?? [];
  const words = places.split(',').flatMap((place) => {
    const [, from = place, to = from] = /^(\d)-(\d)$/.exec(place) ?? [];
    const count = Math.max(Number(to) - Number(from) + 1, 1);
    return Array.from({ length: count }, (_, index) => PLACES.get(Number(from) + index));
  });
  const name = DAYS[day]?.[1];
  return name && isComplete(words) ? `the ${LIST.format(words)} ${name} of a month` : undefined;
}

function dateWords(text: string): string | undefined {
  const holidays = HOLIDAYS[text];
  if (holidays) return holidays;
  const weeks = WEEKS.exec(text)?.[1];
  if (weeks) return weekWords(weeks.replaceAll(/\s/g, ''));
  const distance = distanceFromEaster(text);
  if (distance !== undefined) return easterWords(distance);
  const { from, to, others = [] } = writtenDays(text) ?? {};
  if (!from) return undefined;
  if (to) return rangeWords(from, to);
  if (others.length === 0) return wordsOfDate(from);
  const days = LIST.format([from.day!, ...others].map(String));
  return `${MONTHS[from.month! - 1]} ${days}${from.year ? ` of ${from.year}` : ''}`;
}

function wordsOfDate({ year, month, day }: WrittenDate): string {
  const name = [month && MONTHS[month - 1], day].filter(Boolean).join(' ');
  return year ? `${name}${day ? ',' : ''} ${year}` : name;
}

function rangeWords(from: WrittenDate, to: WrittenDate): string | undefined {
  if (!from.year && !to.year) return `${wordsOfDate(from)}-${wordsOfDate(to)}`;
  if (!from.year) return undefined;
  if (to.year) return to.month ? `${wordsOfDate(from)} to ${wordsOfDate(to)}` : undefined;
  // Whether a range that ends in an earlier month ends in the next year is not said.
  if (to.month && to.month < from.month!) return undefined;
  const { year, ...begins } = from;
  return `${wordsOfDate(begins)} to ${wordsOfDate({ ...to, year })}`;
}

function weekWords(weeks: string): string | undefined {
  if (SOME_WEEKS.endsWith(weeks)) return 'every second week';
  const [, first] = EVERY_SECOND_WEEK.exec(weeks) ?? [];
  if (first) return `every second week (${first === '1' ? 'odd' : 'even'} week numbers)`;
  if (!/^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/.test(weeks)) return undefined;
  const numbers = weeks.split(',').map((each) => each.replace('-', ' to '));
  return `${/[,-]/.test(weeks) ? 'weeks' : 'week'} ${LIST.format(numbers)} of the year`;
}

function easterWords(distance: number): string {
  if (distance === 0) return 'Easter Sunday';
  const days = Math.abs(distance);
  return `${days} ${days === 1 ? 'day' : 'days'} ${distance < 0 ? 'before' : 'after'} Easter Sunday`;
}
