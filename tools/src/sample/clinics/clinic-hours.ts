import type { ClinicType, OpeningInterval, Weekday } from '@care-atlas/domain/records';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

const KNOWN_SHARE = 0.85;
const EVENING_CLOSES = clock(20);
/** The latest opening and the shortest day of a clinic with a lunch break. */
const LUNCH_AFTER_MORNING = clock(10);
const FULL_DAY = clock(7);
const LUNCH_STARTS = clock(12);
const LUNCH_ENDS = clock(13);
const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5];

type Range = readonly [opens: number, closes: number];

const OFFICE = new Weighted<Range>([
  [[clock(9), clock(17)], 40],
  [[clock(8, 30), clock(16, 30)], 20],
  [[clock(8), clock(16)], 12],
  [[clock(9), clock(18)], 12],
  [[clock(10), clock(18)], 8],
  [[clock(9, 30), clock(17, 30)], 5],
  [[clock(8), clock(12)], 3],
]);
const WALK_IN = new Weighted<Range>([
  [[clock(9), clock(20)], 40],
  [[clock(10), clock(19)], 20],
  [[clock(8), clock(20)], 25],
  [[clock(12), clock(21)], 15],
]);
const WEEKEND: readonly Range[] = [
  [clock(10), clock(14)],
  [clock(9), clock(13)],
  [clock(10), clock(16)],
  [clock(11), clock(15)],
];

interface Habit {
  readonly evenings: number;
  readonly saturday: number;
  /** Share of the clinics open on Saturday. */
  readonly sunday: number;
  readonly lunchBreak: number;
}
const HABITS: Readonly<Record<ClinicType, Habit>> = {
  'family-practice': { evenings: 0.35, saturday: 0.2, sunday: 0.1, lunchBreak: 0.1 },
  'walk-in': { evenings: 0, saturday: 0.85, sunday: 0.65, lunchBreak: 0.02 },
  specialist: { evenings: 0.1, saturday: 0.07, sunday: 0, lunchBreak: 0.08 },
  'community-health-centre': { evenings: 0.6, saturday: 0.2, sunday: 0.1, lunchBreak: 0.05 },
  'hospital-outpatient': { evenings: 0.06, saturday: 0.05, sunday: 0.2, lunchBreak: 0 },
};

/** Returns opening hours for a type of clinic; empty, which means unknown, for some. */
export function clinicHours(random: Random, type: ClinicType): OpeningInterval[] {
  if (!random.chance(KNOWN_SHARE)) return [];
  const habit = HABITS[type];
  const [opens, closes] = (type === 'walk-in' ? WALK_IN : OFFICE).pick(random);
  const evenings = random.chance(habit.evenings) ? [random.between(1, 3), random.between(3, 4)] : [];
  const lunch = opens <= LUNCH_AFTER_MORNING && closes - opens >= FULL_DAY && random.chance(habit.lunchBreak);
  const closedOn = random.chance(0.06) ? random.between(1, 5) : 0;
  const hours: OpeningInterval[] = [];
  for (const weekday of WEEKDAYS) {
    if (weekday === closedOn) continue;
    const until = evenings.includes(weekday) ? Math.max(closes, EVENING_CLOSES) : closes;
    if (lunch) {
      hours.push({ weekday, opens, closes: LUNCH_STARTS }, { weekday, opens: LUNCH_ENDS, closes: until });
    } else {
      hours.push({ weekday, opens, closes: until });
    }
  }
  if (!random.chance(habit.saturday)) return hours;
  const [from, to] = random.pick(WEEKEND);
  hours.push({ weekday: 6, opens: from, closes: to });
  if (random.chance(habit.sunday)) hours.push({ weekday: 7, opens: from, closes: to });
  return hours;
}

/** Returns minutes after midnight. */
function clock(hour: number, minute = 0): number {
  return hour * 60 + minute;
}
