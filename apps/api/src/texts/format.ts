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
}

export function formatOf(locale: string): Format {
  const number = numbers(locale);
  const percent = numbers(locale, { style: 'percent', maximumFractionDigits: 0 });
  const list = onFirstUse(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
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
  };
}

/** Returns the name of a value that a client sent; the value itself if it has none. */
export function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(names, value) ? names[value]! : value;
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
