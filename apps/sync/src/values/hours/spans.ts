import type { DaySpan } from '@care-atlas/domain/records';
import {
  type Clock,
  DAY,
  type DoubtfulSpan,
  minutesOf,
  readOpening,
  readSpan,
  type SpanReading,
  timeText,
} from './clock.js';
import type { Token } from './tokens.js';

/** A span of a day. One by the sun may be at any time of it. */
export interface HoursSpan extends DaySpan {
  /** In the format of OpenStreetMap, such as `09:00-17:00`, `09:00+` or `sunrise-sunset`. */
  readonly text: string;
}

/** A span as a text writes it. Without an end, its end is not known. */
export type WrittenSpan =
  | { readonly from: Clock; readonly to?: Clock; readonly isOpenEnded: boolean }
  /** One that needs no reading. */
  | HoursSpan;

export const WHOLE_DAY: HoursSpan = { opens: 0, closes: DAY, text: '00:00-24:00' };
const LUNCH_STARTS = 12 * 60;
const LUNCH_ENDS = 17 * 60;
/** A break at noon has most of an hour from 12:00, and none begins earlier or ends later. */
const NOON_HOUR = [12 * 60, 13 * 60] as const;
const LONGEST_LUNCH = [11 * 60 + 30, 14 * 60] as const;

/** Returns the span of a token and its end; undefined where they make none. */
export function spanAt(
  token: Token,
  end: Token | undefined,
  isOpenEnded: boolean,
  isBeginning: boolean,
): WrittenSpan | undefined {
  if (token.kind === 'time' && token.clock.hour >= 24) return undefined;
  if (token.kind === 'time' && !end) {
    return isOpenEnded || isBeginning ? { from: token.clock, isOpenEnded: true } : undefined;
  }
  if (token.kind === 'time' && end?.kind === 'time') return { from: token.clock, to: end.clock, isOpenEnded };
  const texts = [token, end].map((each) => {
    if (each?.kind === 'sun') return each.text;
    return each?.kind === 'time' ? timeText(minutesOf(each.clock)) : undefined;
  });
  return texts.every((text) => text !== undefined) ? { ...WHOLE_DAY, text: texts.join('-') } : undefined;
}

/** Returns whether a span is by the sun, such as `sunrise-sunset`. */
export function isBySun({ text }: HoursSpan): boolean {
  return /[a-z]/.test(text);
}

/** Returns whether a span may go on after its end. */
export function mayGoOn({ closes, text }: HoursSpan): boolean {
  return closes !== null && text.endsWith('+');
}

function spanOf(opens: number, closes: number | null, end: string): HoursSpan {
  const text = [opens, ...(closes === null ? [] : [closes])].map(timeText).join('-') + end;
  return { opens, closes, text };
}

/** Returns the times of a span in which a break at noon may be; none where the span itself leaves time for it. */
export function lunchIn(span: HoursSpan): readonly HoursSpan[] {
  const { opens, closes } = span;
  if (isBySun(span) || closes === null || opens > NOON_HOUR[0] || closes < NOON_HOUR[1]) return [];
  return [spanOf(Math.max(opens, LONGEST_LUNCH[0]), Math.min(closes, LONGEST_LUNCH[1]), '')];
}

/** Returns the span that begins at a token, if any. */
export function breakAt(tokens: readonly Token[], at: number): readonly WrittenSpan[] {
  const [from, to, end] = tokens.slice(at, at + 3);
  const span = to?.kind === 'to' && from && end ? spanAt(from, end, false, false) : undefined;
  return span ? [span] : [];
}

/** Returns whether a span is in 24-hour form, `08:00-20:00`, which means every day where it names none. Everyday words are not. */
export function isPlain(span: WrittenSpan): boolean {
  if ('text' in span) return true;
  const { from, to = from } = span;
  if (from.half ?? to.half ?? from.hasLetterH ?? to.hasLetterH) return false;
  return from.hasMinutes && to.hasMinutes;
}

/**
 * Reads the spans of one rule.
 * @param isTwelveHour whether the text counts hours from one to twelve
 * @param otherwise reads what is not plausible as it is written
 */
export function spansOf(
  written: readonly WrittenSpan[],
  isTwelveHour: boolean,
  otherwise: SpanReading = () => undefined,
): { readonly read: readonly HoursSpan[]; readonly isInferred: boolean } | DoubtfulSpan {
  const all: HoursSpan[] = [];
  let isInferred = false;
  let previous = DAY;
  for (const span of written) {
    if ('text' in span) {
      all.push(span);
      continue;
    }
    const { from, to, isOpenEnded } = span;
    if (!to) {
      const opens = readOpening(from);
      if (typeof opens !== 'number') return opens;
      all.push(spanOf(opens, null, '+'));
      continue;
    }
    // After a break at noon, 05:00 is in the afternoon.
    const opening = minutesOf(from);
    const followsMorning = previous <= opening && opening >= LUNCH_STARTS && opening < LUNCH_ENDS;
    const plain = readSpan(from, to, isTwelveHour || followsMorning);
    const read = 'doubt' in plain ? (otherwise(from, to) ?? plain) : plain;
    if ('doubt' in read) return read;
    isInferred ||= read.isInferred;
    previous = read.closes;
    all.push(spanOf(read.opens, read.closes, isOpenEnded ? '+' : ''));
  }
  return { read: all, isInferred };
}
