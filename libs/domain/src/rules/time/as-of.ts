import { dateNumber } from './calendar.js';
import { EVIDENCE_DAYS } from '../evidence.js';
import { endOfDay, startOfDay, torontoMoment } from './toronto-time.js';

/** Default number of days for which a confirmation by the register counts as fresh. */
export const FRESH_DAYS = 30;
const DAY_MS = 86_400_000;

/** The day in Toronto as of whose start answers are evaluated, in the forms that rules need. */
export class AsOf {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The same, yyyymmdd. */
  readonly today: number;
  /** Start of the day, milliseconds since 1970. */
  readonly time: number;
  /** Start of the next day. */
  readonly end: number;
  /** The earliest confirmation that still counts as fresh, milliseconds since 1970. */
  readonly freshSince: number;

  constructor(
    now: Date,
    private readonly freshDays = FRESH_DAYS,
    /** The days for which evidence holds, by method. */
    readonly evidenceDays = EVIDENCE_DAYS,
  ) {
    this.date = torontoMoment(now).date;
    this.today = dateNumber(this.date);
    this.time = startOfDay(this.date).getTime();
    this.end = endOfDay(this.date).getTime() + 1;
    this.freshSince = this.time - freshDays * DAY_MS;
  }

  /** Returns another day, YYYY-MM-DD, judged in the same way. */
  on(date: string): AsOf {
    return date === this.date ? this : new AsOf(startOfDay(date), this.freshDays, this.evidenceDays);
  }

  isSameDay(now: Date): boolean {
    return this.time <= now.getTime() && now.getTime() < this.end;
  }
}
