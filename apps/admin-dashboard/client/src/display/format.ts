import { LANGUAGE, LOCALE } from '../language/language.js';

/** The numbers, as they are written, that go with the singular. */
const SINGULAR = LANGUAGE === 'fr' ? ['0', '1'] : ['1'];

/** Replaces each `{name}` in a text by its value, and each `{name:row|rows}` by the word that goes with the number of the name. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(
    /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (_match, name: string, one: string | undefined, several: string) => {
      const value = String(values[name]);
      if (one === undefined) return value;
      return SINGULAR.includes(value) ? one : several;
    },
  );
}

/** Returns the word for a value of the server; the value itself if there is none. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? words[value]! : value;
}

/** French names of specialties and languages begin with a small letter. */
export function capitalized(name: string): string {
  return name.charAt(0).toLocaleUpperCase(LOCALE) + name.slice(1);
}

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const COMPACT = new Intl.NumberFormat(LOCALE, { notation: 'compact' });
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
/** Names the time zone where it is not that of the directory, whose times a reader could take it for. */
const TIME = new Intl.DateTimeFormat(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  ...(timeZone !== 'America/Toronto' && { timeZoneName: 'short' }),
});
const EXACT_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });
const HOUR = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', hour: 'numeric' });
const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
/** Days of the calendar, which are the same in every time zone. */
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** Units with their length in seconds, longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const LIST = new Intl.ListFormat(LOCALE);

export const formatList = (items: readonly string[]): string => LIST.format(items);
export const formatNumber = (value: number): string => NUMBER.format(value);
export const formatCompact = (value: number): string => COMPACT.format(value);
/** @param value 0 to 100 */
export const formatPercent = (value: number): string => PERCENT.format(value / 100);
/** French writes "18 h 02", which stays on one line. */
export const formatTime = (time: string | number): string =>
  TIME.format(new Date(time)).replaceAll(/ h (?=\d)/g, '\u00a0h\u00a0');
/** Includes seconds and the time zone. */
export const formatExactTime = (time: string): string => EXACT_TIME.format(new Date(time));
export const formatHour = (time: string): string => HOUR.format(new Date(time));
export const formatDay = (time: string | number): string => DAY.format(new Date(time));
/** @param date YYYY-MM-DD */
export const formatDate = (date: string): string => DATE.format(new Date(date));

/** For example "in 3 days". @param seconds negative for the past */
export function formatRelative(seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
  return RELATIVE.format(Math.round(seconds / length), unit);
}

/** Shows the two largest units, e.g. "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${NUMBER.format(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
