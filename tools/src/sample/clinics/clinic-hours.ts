import type { ClinicType, OpeningInterval, Weekday } from '@care-atlas/domain/records';
import { CLINIC_TYPES } from './clinic-layout.js';
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

const OFFICE = Weighted.named<Range>('officeHours');
const WALK_IN = Weighted.named<Range>('walkInHours');
const WEEKEND: readonly Range[] = [
  [clock(10), clock(14)],
  [clock(9), clock(13)],
  [clock(10), clock(16)],
  [clock(11), clock(15)],
];

/** Returns opening hours for a type of clinic; empty, which means unknown, for some. */
export function clinicHours(random: Random, type: ClinicType): OpeningInterval[] {
  if (!random.chance(KNOWN_SHARE)) return [];
  const habit = CLINIC_TYPES[type];
  const [opens, closes] = (type === 'walk-in' ? WALK_IN : OFFICE).pick(random);
  const evenings = random.chance(habit.evenings) ? [random.between(1, 3), random.between(3, 4)] : [];
  const lunch = opens <= LUNCH_AFTER_MORNING && closes - opens >= FULL_DAY && random.chance(habit.lunchBreak);
  const closedOn = random.chance(0.06) ? random.between(1, 5) : 0;
  const hours: OpeningInterval[] = [];
  for (const weekday of WEEKDAYS) {
    if (weekday === closedOn) continue;
    const until = evenings.includes(weekday) ? Math.max(closes, EVENING_CLOSES) : closes;
    if (lunch) hours.push({ weekday, opens, closes: LUNCH_STARTS });
    hours.push({ weekday, opens: lunch ? LUNCH_ENDS : opens, closes: until });
  }
  if (!random.chance(habit.saturday)) return hours;
  const [from, to] = random.pick(WEEKEND);
  hours.push({ weekday: 6, opens: from, closes: to });
  if (random.chance(habit.sunday)) hours.push({ weekday: 7, opens: from, closes: to });
  return hours;
}

/** Returns minutes after midnight. */
function clock(hour: number): number {
  return hour * 60;
}
