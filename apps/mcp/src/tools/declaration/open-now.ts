import { invalidParameters } from '@care-atlas/domain/contract';
import { type Holiday, holidayOn, torontoMoment } from '@care-atlas/domain/rules';
import type { JsonSchema } from '@care-atlas/domain/schema';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A moment in Toronto: the day as `Mon`, the time as `09:00`. */
export interface Moment {
  readonly day: string;
  readonly time: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The weekly hours do not count on a public holiday. */
  readonly holiday?: Holiday;
}

/** The argument of searches that asks for clinics that are open at the moment of the call. */
export const OPEN: JsonSchema = {
  type: 'string',
  enum: ['now'],
  description: 'Open now in Toronto; instead of days and openAt.',
};

/**
 * Replaces `open: "now"` by the date and the time in Toronto. A model does not know them, and special days count on dates.
 * @throws DirectoryError `missing_param` when `open` has another value, or `days`, `date` or `openAt` is sent too
 */
export function readOpenNow(args: ToolArguments, now: Date): { args: ToolArguments; moment?: Moment } {
  const { open: sent, ...others } = args;
  const open = typeof sent === 'string' ? sent.trim().toLowerCase() : sent;
  if (open === undefined || open === null || open === '') return { args: others };
  if (open !== 'now') throw invalidParameters([{ param: 'open', message: "open must be 'now'." }]);
  if ([others['days'], others['date'], others['openAt']].some((given) => (given ?? '') !== ''))
    throw invalidParameters([{ param: 'open', message: 'Send open, or days and openAt, not both.' }]);
  const { date, day, time } = torontoMoment(now);
  const holiday = holidayOn(date);
  return {
    args: { ...others, date, openAt: time },
    moment: { day: day[0]!.toUpperCase() + day.slice(1), time, date, ...(holiday && { holiday }) },
  };
}
