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
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const list = new Intl.ListFormat(locale, { type: 'disjunction' });
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits });
  const meter = unit('meter', 0);
  const [exact, rounded] = [unit('kilometer', 1), unit('kilometer', 0)];
  return {
    locale,
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    distance(meters) {
      if (meters < 1_000) return meter.format(meters);
      return (meters < 10_000 ? exact : rounded).format(meters / 1_000);
    },
    either: (texts) => list.format(texts),
  };
}
