export const HOUR_MS = 3_600_000;
const MONTHS_PER_YEAR = 12;

/** Returns the start of the current hour, UTC. */
export function startOfHour(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
}

/** Converts a calendar date (YYYY-MM-DD) to the number yyyymmdd, which has the same order. */
export function dateNumber(date: string): number {
  return Number(date.slice(0, 4)) * 10_000 + Number(date.slice(5, 7)) * 100 + Number(date.slice(8, 10));
}

/** Returns the UTC calendar date of an instant as yyyymmdd. */
export function dateNumberOf(instant: Date): number {
  return instant.getUTCFullYear() * 10_000 + (instant.getUTCMonth() + 1) * 100 + instant.getUTCDate();
}

/** Returns the whole years between two dates as yyyymmdd; 0 if the first is in the future. */
export function wholeYears(since: number, today: number): number {
  return Math.max(0, Math.floor((today - since) / 10_000));
}

/** Returns the date a number of months before another, as yyyymmdd. Limits the day to the length of the month. */
export function monthsBefore(today: number, months: number): number {
  const total = Math.floor(today / 10_000) * MONTHS_PER_YEAR + (Math.floor(today / 100) % 100) - 1 - months;
  const year = Math.floor(total / MONTHS_PER_YEAR);
  const month = (total % MONTHS_PER_YEAR) + 1;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return year * 10_000 + month * 100 + Math.min(today % 100, lastDay);
}

/** Converts yyyymmdd to a calendar date, YYYY-MM-DD. */
export function dateText(date: number): string {
  const text = String(date).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
}
