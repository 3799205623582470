import { dateNumberOf, HOUR_MS, startOfHour } from './calendar.js';
import { EVIDENCE_DAYS } from './evidence.js';

/** Default number of days for which a confirmation by the register counts as fresh. */
export const FRESH_DAYS = 30;
const DAY_MS = 86_400_000;

/** The hour as of which answers are evaluated, in the forms that rules need. */
export class AsOf {
  /** Start of the hour, milliseconds since 1970, UTC. */
  readonly time: number;
  /** UTC calendar date, yyyymmdd. */
  readonly today: number;
  /** The earliest confirmation that still counts as fresh, milliseconds since 1970. */
  readonly freshSince: number;

  constructor(
    now: Date,
    freshDays = FRESH_DAYS,
    /** The days for which evidence holds, by method. */
    readonly evidenceDays = EVIDENCE_DAYS,
  ) {
    const hour = startOfHour(now);
    this.time = hour.getTime();
    this.today = dateNumberOf(hour);
    this.freshSince = this.time - freshDays * DAY_MS;
  }

  isSameHour(now: Date): boolean {
    const elapsed = now.getTime() - this.time;
    return elapsed >= 0 && elapsed < HOUR_MS;
  }
}
