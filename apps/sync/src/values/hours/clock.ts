/** A time of day as a text writes it. */
export interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** The half of the day, where the text says it. */
  readonly half?: 'am' | 'pm';
  readonly hasMinutes: boolean;
  /** Whether the text has it in 24-hour form: `09:00`, `10:00`, `17` and `9h`, but not `9:00` or `10`. */
  readonly isOfDay: boolean;
  /** Whether it is in everyday French: `9h`, `9 h 30`. */
  readonly hasLetterH?: boolean;
}

/** A reading of a span, in minutes after midnight. A closing after midnight is more than 1440. */
export interface ReadSpan {
  readonly opens: number;
  readonly closes: number;
  /** Whether the text leaves open which half of the day it means, so that the reading is an inference. */
  readonly isInferred: boolean;
}

/** Why a span is not plausible, to follow "because". */
export interface DoubtfulSpan {
  readonly doubt: string;
}

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
export const DAY = 24 * HOUR;
const LAST_MINUTE = DAY - 1;
/** No clinic opens earlier. */
const EARLIEST_OPENING = 5 * HOUR;
/** A night ends by then. */
export const NIGHT_END = 6 * HOUR;
/** Bare hours from one until before this one are in the afternoon. */
const MORNING_STARTS = 7;
/** A bare hour with minutes is in the afternoon only before this one: `5:30-8:30` may be both. */
const MAY_BE_EARLY = 5;
const LONGEST_INFERRED = 16 * HOUR;

const HALF_UNKNOWN = 'it does not say which half of the day is meant';
const ENDS_FIRST = 'it closes before it opens';

/** Whether an hour may be in either half of the day. */
function isBare({ hour, half, isOfDay }: Clock): boolean {
  return !half && !isOfDay && hour >= 1 && hour <= 12;
}

/** Returns the minutes after midnight of a time as it is written. */
export function minutesOf({ hour, minute, half }: Clock): number {
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
  return hours * HOUR + minute;
}

/** Returns HH:MM. */
export function timeText(minutes: number): string {
  return [Math.floor(minutes / HOUR), minutes % HOUR].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns the time of an opening without an end. */
export function readOpening(from: Clock): number | DoubtfulSpan {
  const opens = minutesOf(from);
  if (isBare(from) && from.hour < MORNING_STARTS) return { doubt: HALF_UNKNOWN };
  return opens < EARLIEST_OPENING ? { doubt: 'it opens before 05:00' } : opens;
}

/**
 * Reads a span as people mean it: `9-5` and `09:00-05:00` are 09:00 to 17:00, `1-5` is 13:00 to 17:00, `20:00-02:00` ends
 * after midnight.
 * @param isTwelveHour whether other spans show that a closing such as 05:00 is in the afternoon
 */
export function readSpan(from: Clock, to: Clock, isTwelveHour: boolean): ReadSpan | DoubtfulSpan {
  const read = spanOf(from, to, isTwelveHour);
  if ('doubt' in read) return read;
  const { opens, closes, isInferred } = read;
  if (opens === 0 && (closes === DAY || closes === LAST_MINUTE)) return { opens, closes: DAY, isInferred };
  if (opens < EARLIEST_OPENING) return { doubt: 'it opens before 05:00' };
  if (isInferred && closes - opens > LONGEST_INFERRED)
    return { doubt: 'it would be open for more than 16 hours' };
  return read;
}

function spanOf(from: Clock, to: Clock, isTwelveHour: boolean): ReadSpan | DoubtfulSpan {
  const opens = minutesOf(from);
  const closes = minutesOf(to);
  const saysHalf = Boolean(from.half ?? to.half);
  const isSame = from.hour === to.hour && from.minute === to.minute && (!saysHalf || from.half === to.half);
  if (isSame || opens === closes) return { doubt: 'it opens and closes at the same time' };
  if (isBare(from) && to.half) return withHalfOfEnd(from, opens, closes);
  // Midnight, however it is written, ends the day.
  if (closes === 0) return { opens, closes: DAY, isInferred: false };
  if (isBare(from) && isBare(to) && from.hour < MORNING_STARTS && closes > opens) {
    if (from.hasMinutes && from.hour >= MAY_BE_EARLY) return { doubt: HALF_UNKNOWN };
    return { opens: opens + HALF_DAY, closes: closes + HALF_DAY, isInferred: true };
  }
  if (closes > DAY) return opens >= HALF_DAY ? { opens, closes, isInferred: false } : { doubt: ENDS_FIRST };
  if (closes > opens) return { opens, closes, isInferred: isBare(from) && isBare(to) && !from.hasMinutes };
  return afterwards(from, to, isTwelveHour);
}

/** Reads `1-5pm`: the half of the end is that of the beginning too, unless that would be after it. */
function withHalfOfEnd(from: Clock, morning: number, end: number): ReadSpan | DoubtfulSpan {
  const closes = end || DAY;
  if (from.hour === 12)
    return closes > HALF_DAY ? { opens: morning, closes, isInferred: true } : { doubt: ENDS_FIRST };
  const fitsMorning = morning < closes;
  const fitsAfternoon = morning + HALF_DAY < closes;
  if (fitsMorning && !fitsAfternoon) return { opens: morning, closes, isInferred: true };
  // `7-9pm` may be 2 or 14 hours.
  return fitsAfternoon && from.hour < MORNING_STARTS
    ? { opens: morning + HALF_DAY, closes, isInferred: true }
    : { doubt: HALF_UNKNOWN };
}

/** Reads a span whose end is before its beginning. */
function afterwards(from: Clock, to: Clock, isTwelveHour: boolean): ReadSpan | DoubtfulSpan {
  const opens = minutesOf(from);
  const closes = minutesOf(to);
  const mayBeAfternoon = !to.half && to.hour >= 1 && to.hour <= 12 && closes + HALF_DAY > opens;
  const isMorning = opens >= EARLIEST_OPENING && opens < HALF_DAY;
  if (mayBeAfternoon && (isMorning || (opens >= HALF_DAY && (isTwelveHour || isBare(to)))))
    return { opens, closes: closes + HALF_DAY, isInferred: true };
  if (opens >= HALF_DAY && closes <= NIGHT_END)
    return { opens, closes: closes + DAY, isInferred: isBare(from) || isBare(to) };
  return { doubt: ENDS_FIRST };
}

/** Of times that may have changed places, more may be a night. */
const LONGEST_TURNED = 12 * HOUR;

/** A way to read a span, which may not be what its text says; undefined where it gives no plausible hours. */
export type SpanReading = (from: Clock, to: Clock) => ReadSpan | undefined;

/** The ways in which spans are meant that are not plausible as they are written. */
export const SPAN_READINGS: readonly SpanReading[] = [
  (from, to) => meantAs(afternoonOpening(from), inAfternoon(to)),
  (from, to) => meantAs(minutesOf(from), inAfternoon(to)),
  (from, to) => meantAs(afternoonOpening(from), minutesOf(to)),
  (from, to) => meantAs(minutesOf(from), minutesOf(to)),
  (from, to) =>
    (from.half ?? to.half) ? undefined : meantAs(minutesOf(to), minutesOf(from), LONGEST_TURNED),
  (from, to) =>
    minutesOf(from) === 0 && minutesOf(to) === 0 ? { opens: 0, closes: DAY, isInferred: true } : undefined,
];

/** Returns the minutes after midnight of a time that may be in the afternoon; undefined if its text says that it is not. */
function inAfternoon(clock: Clock): number | undefined {
  return !clock.half && clock.hour >= 1 && clock.hour < 12 ? minutesOf(clock) + HALF_DAY : undefined;
}

/** Returns the same of an opening. At 12 a.m. it is at noon: nobody opens at midnight. */
function afternoonOpening(clock: Clock): number | undefined {
  return clock.half === 'am' && clock.hour === 12 ? minutesOf(clock) + HALF_DAY : inAfternoon(clock);
}

function meantAs(
  opens: number | undefined,
  end: number | undefined,
  longest = LONGEST_INFERRED,
): ReadSpan | undefined {
  // Midnight ends the day.
  const closes = end === 0 ? DAY : end;
  if (opens === undefined || closes === undefined || opens < EARLIEST_OPENING || closes > DAY)
    return undefined;
  return closes > opens && closes - opens <= longest ? { opens, closes, isInferred: true } : undefined;
}

/** Returns whether a span shows that its text counts hours from one to twelve: `09:00-05:00`, `9am-5pm`. */
export function showsTwelveHours(from: Clock, to: Clock): boolean {
  if (from.half ?? to.half) return true;
  const [opens, closes] = [minutesOf(from), minutesOf(to)];
  return opens >= EARLIEST_OPENING && opens < HALF_DAY && closes >= HOUR && closes < opens;
}
