import { clock, type DaySpan, type SpecialDays } from '../../records/special-days.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/**
 * Returns special days in the format of OpenStreetMap, such as `PH off; Dec 24-Jan 02 10:00-14:00`, but with the names of
 * holidays, as imports read them; empty without any.
 */
export function specialDaysText(days: readonly SpecialDays[] = []): string {
  return days.map(ruleText).join('; ');
}

function ruleText(days: SpecialDays): string {
  const weekdays = days.weekdays?.map((weekday) => DAYS[weekday - 1]).join(',');
  return [datesText(days), weekdays, hoursText(days)].filter(Boolean).join(' ');
}

function datesText(days: SpecialDays): string {
  if (days.on === 'every-week') return '';
  if (days.on === 'public-holidays') return 'PH';
  if (days.on === 'holiday') return days.name;
  const [from, to] = [dateText(days.from), dateText(days.to)];
  return from === to ? from : `${from}-${to}`;
}

/** @param date MM-DD or YYYY-MM-DD */
function dateText(date: string): string {
  const [day, month, year] = date.split('-').toReversed();
  return [year, MONTHS[Number(month) - 1], day].filter(Boolean).join(' ');
}

function hoursText({ hours, times = [] }: SpecialDays): string {
  if (hours === null) return `${spansText(times)} unknown`.trimStart();
  return hours.length === 0 ? 'off' : spansText(hours);
}

/** Returns spans in that format. */
export function spansText(spans: readonly DaySpan[]): string {
  return spans
    .map(({ opens, closes }) => clock(opens) + (closes === null ? '+' : `-${clock(closes)}`))
    .join(',');
}
