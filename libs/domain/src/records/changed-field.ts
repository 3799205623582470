import { clock, type SpecialDays, specialDaysText } from './special-days.js';
import { DAY_NAMES } from './clinic.js';

const HOURS = 'openingHours';
const SPECIAL_DAYS = 'specialDays';

/** The source of runs that make or withdraw corrections. */
export const CORRECTIONS = 'corrections';

/** A correction ends and begins no registration: it lists a record, or not. */
const CORRECTION_WORDS: Readonly<Record<string, string>> = {
  expired: 'unlisted',
  closed: 'unlisted',
  unexpired: 'relisted',
  reopened: 'relisted',
};

/** Returns the word for what a run did to a record: `unlisted` or `relisted` where a correction did it. */
export function changeWord(change: string, source: string): string {
  return (source === CORRECTIONS && CORRECTION_WORDS[change]) || change;
}

/** Returns the name of a stored field in words: "opening hours". */
export function fieldWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns a stored value as people read it; empty where there is none. */
export function changedValueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field === HOURS && Array.isArray(value)) return weekText(value as readonly Interval[]);
  if (field === SPECIAL_DAYS && Array.isArray(value)) return specialDaysText(value as readonly SpecialDays[]);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As `OpeningInterval`. */
type Interval = readonly [weekday: number, opens: number, closes: number | null];

/** Returns opening hours such as "Mon-Fri 09:00-17:00; Sat 10:00-14:00". */
function weekText(intervals: readonly Interval[]): string {
  const days = DAY_NAMES.map((_, index) =>
    intervals
      .filter(([weekday]) => weekday === index + 1)
      .map(([, opens, closes]) => `${clock(opens)}${closes === null ? '+' : `-${clock(closes)}`}`)
      .join(', '),
  );
  const parts: string[] = [];
  for (let from = 0; from < days.length;) {
    let to = from;
    while (to + 1 < days.length && days[to + 1] === days[from]) to++;
    const names = to === from ? dayText(from) : `${dayText(from)}-${dayText(to)}`;
    if (days[from] !== '') parts.push(`${names} ${days[from]}`);
    from = to + 1;
  }
  return parts.join('; ');
}

function dayText(index: number): string {
  return DAY_NAMES[index]!.replace(/^./, (letter) => letter.toUpperCase());
}
