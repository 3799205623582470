/** Returns a day, MM-DD or YYYY-MM-DD, as people write it: `December 24`, `3 janvier 2027`. */
export function dayText(date: string, locale: string): string {
  // A day of every year may be February 29.
  const isOfYear = date.length > 'MM-DD'.length;
  const day = new Date(isOfYear ? date : `2028-${date}`);
  const year = isOfYear ? ({ year: 'numeric' } as const) : {};
  return new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', ...year, timeZone: 'UTC' }).format(
    day,
  );
}
