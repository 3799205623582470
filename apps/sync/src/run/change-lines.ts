import type { SyncChange } from '@care-atlas/data/sync';
import { DAY_NAMES } from '@care-atlas/domain/records';

const SHOWN_CHARACTERS = 80;
const HOURS = 'openingHours';
const MINUTES = 60;
/** A correction ends and begins no registration: it lists a record, or not. */
const CORRECTION_WORDS: Readonly<Record<string, string>> = {
  expired: 'no longer listed:',
  closed: 'no longer listed:',
  unexpired: 'listed again:',
  reopened: 'listed again:',
};

/**
 * Returns a change as text: a line for the record, and one for every field that differs.
 * @param isDecision whether a correction made the change
 */
export function changeLines(
  { record, key, change, fields, name }: SyncChange & { readonly name?: string | null },
  isDecision = false,
): string[] {
  const differences = Object.entries(fields ?? {}).map(
    ([field, [before, after]]) =>
      `    ${fieldWords(field)}: ${valueText(field, before)} -> ${valueText(field, after)}`,
  );
  const verb = (isDecision && CORRECTION_WORDS[change]) || change;
  return [`  ${verb} ${record} ${key}${name ? ` (${name})` : ''}`, ...differences];
}

/** Returns the name of a field in words: "opening hours". */
export function fieldWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '(nothing)';
  const text =
    field === HOURS && Array.isArray(value) ? weekText(value as readonly Interval[]) : plainText(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Weekday, opening and closing in minutes of the day; a closing that is not known is null. */
type Interval = readonly [weekday: number, opens: number, closes: number | null];

/** Returns opening hours such as "Mon-Fri 09:00-17:00; Sat 10:00-14:00". */
function weekText(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return '(nothing)';
  const days = DAY_NAMES.map((_, index) =>
    intervals
      .filter(([weekday]) => weekday === index + 1)
      .map(([, opens, closes]) => `${timeText(opens)}${closes === null ? '+' : `-${timeText(closes)}`}`)
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

function timeText(minutes: number): string {
  const parts = [Math.floor(minutes / MINUTES), minutes % MINUTES];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
