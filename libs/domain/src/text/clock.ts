const MINUTES = 60;
/** The minutes of a day on the clock. */
export const DAY_MINUTES = 24 * MINUTES;

/** Returns minutes after midnight as HH:MM: 24:00 at the end of the day, and what the clock shows after it, so that 1560 is 02:00. */
export function clock(minutes: number): string {
  const shown = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes;
  return [Math.floor(shown / MINUTES), shown % MINUTES]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
