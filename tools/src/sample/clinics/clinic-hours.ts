import type { ClinicType, OpeningInterval, SpecialDays, Weekday } from '@care-atlas/domain/records';
import { CLINIC_TYPES } from './clinic-layout.js';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

const KNOWN_SHARE = 0.85;
/** Few sources say anything of holidays. */
const SPECIAL_SHARE = 0.12;
/** Times are minutes after midnight. */
const EVENING_CLOSES = 20 * 60;
/** The latest opening and the shortest day of a clinic with a lunch break. */
const LUNCH_AFTER_MORNING = 10 * 60;
const FULL_DAY = 7 * 60;
const LUNCH_STARTS = 12 * 60;
const LUNCH_ENDS = 13 * 60;
const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5];

type Range = readonly [opens: number, closes: number];

const OFFICE = Weighted.named<Range>('officeHours');
const WALK_IN = Weighted.named<Range>('walkInHours');
/** Hours of the day. */
const WEEKEND: readonly Range[] = [
  [10, 14],
  [9, 13],
  [10, 16],
  [11, 15],
];

const CLOSED_ON_HOLIDAYS: SpecialDays = { on: 'public-holidays', hours: [] };
const SPECIAL_DAYS: readonly (readonly SpecialDays[])[] = [
  [CLOSED_ON_HOLIDAYS],
  [CLOSED_ON_HOLIDAYS, { on: 'holiday', name: 'Civic Holiday', hours: [] }],
  [{ on: 'public-holidays', hours: [{ opens: 10 * 60, closes: 14 * 60 }] }],
  [
    CLOSED_ON_HOLIDAYS,
    { on: 'every-year', from: '12-24', to: '12-24', hours: [{ opens: 9 * 60, closes: 12 * 60 }] },
  ],
  [CLOSED_ON_HOLIDAYS, { on: 'every-year', from: '12-24', to: '01-02', hours: [] }],
];

/** Returns the special days of a clinic; undefined for most. */
export function clinicSpecialDays(random: Random): readonly SpecialDays[] | undefined {
  return random.chance(SPECIAL_SHARE) ? random.pick(SPECIAL_DAYS) : undefined;
}

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
  const weekend = { opens: from * 60, closes: to * 60 };
  hours.push({ weekday: 6, ...weekend });
  if (random.chance(habit.sunday)) hours.push({ weekday: 7, ...weekend });
  return hours;
}
