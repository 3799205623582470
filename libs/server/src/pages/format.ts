/** How numbers and lists are written in a language. */
export interface Format {
  /** BCP 47. */
  readonly locale: string;
  readonly number: (value: number) => string;
  /** A whole percentage, from 0 to 100. */
  readonly percent: (value: number) => string;
  /** In meters, or in kilometers from one on. */
  readonly distance: (meters: number) => string;
  /** A choice, such as "a, b or c". */
  readonly either: (texts: readonly string[]) => string;
  /** How long ago a moment was, ISO 8601: in whole days, and from two months on in months or years. */
  readonly age: (moment: string, now: Date) => string;
  /** The day in Toronto of a moment, ISO 8601. */
  readonly day: (moment: string) => string;
}

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30.44;
const YEAR_DAYS = 365.25;

export function formatOf(locale: string): Format {
  const number = numbers(locale);
  const percent = numbers(locale, { style: 'percent', maximumFractionDigits: 0 });
  const list = onFirstUse(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  const age = onFirstUse(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const day = onFirstUse(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/Toronto' }),
  );
  const unit = (name: string, digits: number) =>
    numbers(locale, { style: 'unit', unit: name, maximumFractionDigits: digits });
  const meter = unit('meter', 0);
  const [exact, rounded] = [unit('kilometer', 1), unit('kilometer', 0)];
  return {
    locale,
    number,
    percent: (value) => percent(value / 100),
    distance(meters) {
      if (meters < 1_000) return meter(meters);
      return (meters < 10_000 ? exact : rounded)(meters / 1_000);
    },
    either: (texts) => list().format(texts),
    age(moment, now) {
      const days = Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / DAY_MS));
      if (days < 60) return age().format(-days, 'day');
      return days < 730
        ? age().format(-Math.floor(days / MONTH_DAYS), 'month')
        : age().format(-Math.floor(days / YEAR_DAYS), 'year');
    },
    day: (moment) => day().format(new Date(moment)),
  };
}

function numbers(locale: string, options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = onFirstUse(() => new Intl.NumberFormat(locale, options));
  return (value) => format().format(value);
}

/** A phone takes milliseconds for each formatter, and most pages need few of them. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
