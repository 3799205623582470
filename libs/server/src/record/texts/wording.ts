const ZONE = 'America/Toronto';

/** How numbers, dates and lists are written in a language. */
export function wording(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: ZONE });
  // A date of the calendar has no time: it is that of UTC.
  const utc = (options: Intl.DateTimeFormatOptions) => {
    const date = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (value: string) => date.format(new Date(value));
  };
  return {
    decimal: (value: number) => decimal.format(value),
    listed: (texts: readonly string[]) => list.format(texts),
    plural: (count: number, one: string, other: string) => (rules.select(count) === 'one' ? one : other),
    moment: (instant: Date) => moment.format(instant),
    /** Of dates, YYYY-MM-DD. */
    date: utc({ dateStyle: 'long' }),
    weekdayAndDate: utc({ weekday: 'long', month: 'long', day: 'numeric' }),
    weekday: utc({ weekday: 'long' }),
    dayOfYear: utc({ month: 'long', day: 'numeric' }),
  };
}
