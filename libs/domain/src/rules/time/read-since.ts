import { invalidParameters } from '../../contract/error.js';
import { instantOfText } from './toronto-time.js';

/** Returns the time of `since`. @throws DirectoryError `missing_param` if it is none, or in the future */
export function readSince(since: string, now: Date): Date {
  const time = instantOfText(since);
  if (time && time <= now) return time;
  const message = time
    ? 'since must not be in the future.'
    : 'since must be a day, as YYYY-MM-DD, or a time in the form of RFC 3339.';
  throw invalidParameters([{ param: 'since', message }]);
}
