import { InvalidArgumentError } from 'commander';
import { parseTime } from '../values/calendar.js';

/** Parses a day or a time on the command line. */
export function timeOption(text: string): Date {
  const time = parseTime(text);
  if (time) return time;
  throw new InvalidArgumentError(
    'Give a day such as 2026-10-03, or a time such as 2026-10-03T02:00:00-04:00.',
  );
}
