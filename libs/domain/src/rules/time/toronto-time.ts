import { type DayName, DAY_NAMES } from '../../records/clinic.js';
import { HOUR_MS } from './calendar.js';

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
/** PostgreSQL and JavaScript write later years in different ways. */
const LATEST = new Date('9999-12-31T23:59:59.999Z');
const DATE = /^\d{4}-\d{2}-\d{2}$/;
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

/** Returns the day (YYYY-MM-DD) of an instant, or of one in ISO 8601, in Toronto: the day that texts for people show. */
export function torontoDate(instant: Date | string): string {
  return torontoMoment(new Date(instant)).date;
}

/** Returns the instant at which a date (YYYY-MM-DD) begins in Toronto. */
export function startOfDay(date: string): Date {
  return instantOf(date, '00:00:00.000');
}

/** Returns the last millisecond of the day in Toronto of a date (YYYY-MM-DD) or an instant (ISO 8601). */
export function endOfDay(time: string): Date {
  const date = DATE.test(time) ? time : torontoDate(time);
  const end = instantOf(date, '23:59:59.999');
  return end < LATEST ? end : LATEST;
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:\d{2})?)?$/;

/**
 * Returns the instant of a day or a time in the form of RFC 3339: of a day its start in Toronto, of a time without an offset the
 * one on the clocks of Toronto.
 * @returns undefined if it is none
 */
export function instantOfText(text: string): Date | undefined {
  const [, date, time = '00:00', seconds = '00', fraction = '0', offset] = TIME.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return undefined;
  const clock = `${time}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  const instant =
    offset === undefined ? instantOf(date, clock) : new Date(`${date}T${clock}${offset.toUpperCase()}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

function isDate(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** Returns the instant of a time of day in Toronto. Of a time that the clocks show twice, the later one. */
function instantOf(date: string, time: string): Date {
  const standard = new Date(`${date}T${time}-05:00`);
  if (Number.isNaN(standard.getTime())) return standard;
  const isSummer = torontoMoment(standard).time.slice(0, 2) !== time.slice(0, 2);
  return isSummer ? new Date(standard.getTime() - HOUR_MS) : standard;
}

/** Returns the date a number of days after another. A day of the calendar may have 23 or 25 hours. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week of a date. */
export function dayOf(date: string): DayName {
  return DAY_NAMES[(new Date(date).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK]!;
}
