const ZONE = 'America/Toronto';

/** How numbers, dates and lists are written in a language. */
export function wording(locale: string) {
  const format = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const meters = new Intl.NumberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 });
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: ZONE });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: ZONE });
  // A date of the calendar has no time: it is that of UTC.
  const utc = (options: Intl.DateTimeFormatOptions) => {
    const date = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (value: string) => date.format(new Date(value));
  };
  return {
    number: (value: number) => format.format(value),
    decimal: (value: number) => decimal.format(value),
    meters: (value: number) => meters.format(value),
    listed: (texts: readonly string[]) => list.format(texts),
    plural: (count: number, one: string, other: string) => (rules.select(count) === 'one' ? one : other),
    /** The day in Toronto of an instant, ISO 8601. */
    day: (instant: string) => day.format(new Date(instant)),
    moment: (instant: Date) => moment.format(instant),
    /** Of dates, YYYY-MM-DD. */
    date: utc({ dateStyle: 'long' }),
    weekdayAndDate: utc({ weekday: 'long', month: 'long', day: 'numeric' }),
    weekday: utc({ weekday: 'long' }),
    dayOfYear: utc({ month: 'long', day: 'numeric' }),
  };
}
