import { dateNumberOf, dateText } from '@care-atlas/domain/rules';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

const YEAR_MS = 365.25 * 86_400_000;
/** As Date numbers months. */
const JULY = 6;

const YEARS = Weighted.named<readonly [from: number, to: number]>('yearsOfPractice');

/** Picks the date (YYYY-MM-DD) since which a doctor practices: 0 to 52 years before `now`. */
export function practiceStart(random: Random, now: Date): string {
  const [from, to] = YEARS.pick(random);
  const started = new Date(now.getTime() - (from + random.unit() * (to - from)) * YEAR_MS);
  // Training in Ontario ends in June, so most doctors begin on July 1.
  if (random.chance(0.6)) {
    const year = started.getUTCFullYear() - (started.getUTCMonth() < JULY ? 1 : 0);
    return dateText(dateNumberOf(new Date(Date.UTC(year, JULY, 1))));
  }
  return dateText(dateNumberOf(started));
}
