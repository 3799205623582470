const NUMBER = new Intl.NumberFormat();
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const COMPACT = new Intl.NumberFormat(undefined, { notation: 'compact' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const EXACT = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'full',
  timeStyle: 'long',
});
const HOUR = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Units of time with how many seconds they last, the longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export const number = (value: number): string => NUMBER.format(value);
export const compactNumber = (value: number): string => COMPACT.format(value);
/** @param value of 100 */
export const percent = (value: number): string => PERCENT.format(value / 100);
export const moment = (iso: string): string => MOMENT.format(new Date(iso));
/** To the second, with the name of the zone. */
export const exactMoment = (iso: string): string => EXACT.format(new Date(iso));
export const hourOfDay = (iso: string): string => HOUR.format(new Date(iso));
export const dayOfYear = (iso: string): string => DAY.format(new Date(iso));

/** In how long, or how long ago, e.g. "3 days ago". @param seconds negative: ago */
export function relative(seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
  return RELATIVE.format(Math.round(seconds / length), unit);
}

/** How long something took, by its two largest units, e.g. "2 min 5 s". */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${NUMBER.format(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
