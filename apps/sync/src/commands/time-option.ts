import { InvalidArgumentError } from 'commander';
import { momentOf } from '../values/calendar-value.js';

/** A day or a moment on the command line. */
export function momentOption(text: string): Date {
  const found = momentOf(text);
  if (found) return found;
  throw new InvalidArgumentError(
    'It is a day such as 2026-10-03, or a moment such as 2026-10-03T02:00:00-04:00.',
  );
}
