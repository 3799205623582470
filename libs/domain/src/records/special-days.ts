/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The public holidays of Ontario, and the civic holiday, which most clinics observe. */
export const HOLIDAYS = [
  "New Year's Day",
  'Family Day',
  'Good Friday',
  'Victoria Day',
  'Canada Day',
  'Civic Holiday',
  'Labour Day',
  'Thanksgiving',
  'Christmas Day',
  'Boxing Day',
] as const;
export type Holiday = (typeof HOLIDAYS)[number];

/** The days that sources name: the holidays, and days that are none in Ontario, but on which many clinics close. */
export const NAMED_DAYS = [...HOLIDAYS, 'Easter Sunday', 'Easter Monday'] as const;
export type NamedDay = (typeof NAMED_DAYS)[number];

/**
 * A span in which a clinic is open, in minutes after the local midnight at which its day begins. It begins on that day, and may
 * end on the next: 1560 is 02:00 then.
 */
export interface DaySpan {
  readonly opens: number;
  /** From `opens` to 2880; null if not known. */
  readonly closes: number | null;
}

/** The minutes of a day on the clock. */
export const DAY_MINUTES = 24 * 60;

/** Returns minutes of a span as HH:MM: 24:00 at the end of the day, and what the clock shows after it, so that 1560 is 02:00. */
export function clock(minutes: number): string {
  const shown = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes;
  return [Math.floor(shown / 60), shown % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Days of the calendar. */
export type SpecialDates =
  /** The days of the week that `weekdays` names, but for holidays. Their hours are not known. */
  | { readonly on: 'every-week' }
  | { readonly on: 'public-holidays' }
  | { readonly on: 'holiday'; readonly name: NamedDay }
  /** MM-DD, both included. A range that ends before it begins continues in the next year. */
  | { readonly on: 'every-year'; readonly from: string; readonly to: string }
  /** YYYY-MM-DD, both included. */
  | { readonly on: 'dates'; readonly from: string; readonly to: string };

/** The hours of days on which those of the week do not count. Of several that are about a day, the last one counts. */
export type SpecialDays = SpecialDates & {
  /** Only where they fall on these days of the week; absent for all. */
  readonly weekdays?: readonly Weekday[];
  /** Empty if the clinic is closed, null if it is not known when it is open. */
  readonly hours: readonly DaySpan[] | null;
  /** Where the hours are not known, the only times of which that is said: at others the hours of the day count. Absent for all. */
  readonly times?: readonly DaySpan[];
};

export const SPECIAL_DATE_KINDS = [
  'every-week',
  'public-holidays',
  'holiday',
  'every-year',
  'dates',
] as const;
SPECIAL_DATE_KINDS satisfies readonly SpecialDates['on'][];

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
