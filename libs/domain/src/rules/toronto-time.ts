import { type DayName, DAY_NAMES } from '../records/clinic.js';

/** A moment on the clocks of Toronto. */
export interface TorontoMoment {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly day: DayName;
  /** HH:MM. */
  readonly time: string;
}

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
const CLOCK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function torontoMoment(now: Date): TorontoMoment {
  const parts = new Map(CLOCK.formatToParts(now).map(({ type, value }) => [type, value]));
  const date = ['year', 'month', 'day'].map((name) => parts.get(name as 'year')).join('-');
  return { date, day: dayOf(date), time: `${parts.get('hour')}:${parts.get('minute')}` };
}

/** Returns the date a number of days after another. A day of the calendar may have 23 or 25 hours. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week of a date. */
export function dayOf(date: string): DayName {
  return DAY_NAMES[(new Date(date).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK]!;
}
