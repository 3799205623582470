import type { DoctorRecord } from '@care-atlas/domain/records';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

const DAY_MS = 86_400_000;
/** The complete register is read every night at 04:10 UTC. */
const RUN_MS = (4 * 60 + 10) * 60_000;

const STATES = Weighted.named<'fresh' | 'stale' | 'unknown' | 'expired'>('registration');
/** Nights before the last run, up to 28: a record stays fresh for thirty. */
const RECENT = Weighted.named<number>('nightsSinceImport');
const LONG_AGO = [31, 36, 43, 52, 64, 79, 98, 121, 150, 199];
const NOTICED = [3, 9, 20, 41, 75, 118];

/** The facts about a doctor that register imports set. */
export type RegisterFacts = Pick<DoctorRecord, 'confirmedAt' | 'syncedAt' | 'expiredAt'>;

/** The nightly imports before a given time. Records share few import times, as after real imports. */
export class RegisterRuns {
  private readonly last: number;

  constructor(now: Date) {
    this.last = Math.floor((now.getTime() - RUN_MS) / DAY_MS) * DAY_MS + RUN_MS;
  }

  /** Picks whether and when the register confirmed a doctor. */
  factsOf(random: Random): RegisterFacts {
    const state = STATES.pick(random);
    if (state === 'unknown') return { confirmedAt: null, syncedAt: this.recent(random), expiredAt: null };
    if (state === 'expired') {
      const nights = random.pick(NOTICED);
      const expiredAt = this.nightsBefore(nights);
      const confirmedAt = this.nightsBefore(nights + random.pick(LONG_AGO));
      return { confirmedAt, syncedAt: expiredAt, expiredAt };
    }
    const confirmedAt = state === 'fresh' ? this.recent(random) : this.nightsBefore(random.pick(LONG_AGO));
    return { confirmedAt, syncedAt: confirmedAt, expiredAt: null };
  }

  /** Picks the time of one of the last imports. */
  recent(random: Random): Date {
    return this.nightsBefore(RECENT.pick(random));
  }

  private nightsBefore(nights: number): Date {
    return new Date(this.last - nights * DAY_MS);
  }
}
