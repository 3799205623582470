/** The last times: the records of a source have few different ones, and each is written many times. */
const known = new Map<number, string>();
const MAX_KNOWN = 1000;

/** Returns a time as ISO 8601. @param time in milliseconds since 1970 */
export function isoTime(time: number): string {
  const text = known.get(time) ?? new Date(time).toISOString();
  if (known.size === MAX_KNOWN) known.clear();
  known.set(time, text);
  return text;
}
