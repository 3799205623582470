import type { NamedDay } from '../../records/special-days.js';
import { nextHoliday } from '../../rules/time/holidays.js';
import { daysAfter, torontoMoment } from '../../rules/time/toronto-time.js';
import type { PartOfDay } from '../phrases.js';
import { HOLIDAY_WORDS, LATER, RELATIVE } from './time-phrases.js';
import { readClock } from './clock.js';
import { readDate } from './dates.js';
import type { QuestionContext, QuestionValues, UnusedReason } from '../question.js';
import type { Words } from '../words.js';

/** The hour that a part of the day means, unless the question has a time. */
const HOURS: Readonly<Record<PartOfDay, string>> = {
  morning: '09:00',
  afternoon: '14:00',
  evening: '18:00',
};
/** From when to when a time may be in a part of the day. */
const RANGES: Readonly<Record<PartOfDay, readonly [from: string, before: string]>> = {
  morning: ['00:00', '12:01'],
  afternoon: ['12:00', '19:00'],
  evening: ['16:00', '24:00'],
};
const PRESENT = RELATIVE.filter(([ahead]) => ahead === 0);

interface TimeMatch {
  readonly to: number;
  readonly values: QuestionValues;
  /** A part of the day, which a time refines. */
  readonly part?: PartOfDay;
  /** A clock time, which is one of today without a day. */
  readonly isClock?: boolean;
  /** Why the weekly hours do not count. */
  readonly uncounted?: UnusedReason;
  /** The ends of a span of time, which no list has. */
  readonly span?: readonly QuestionValues[];
}

/** Reads a day, a part of one or a time of day that begins with a word; undefined if there is none. */
export function readTime(words: Words, from: number, { now }: QuestionContext): TimeMatch | undefined {
  return longest([
    ...HOLIDAY_WORDS.map(([holiday, phrase]) => holidayMatch(words.match(from, phrase)?.to, holiday, now)),
    ...RELATIVE.map(([ahead, at, phrase]) => {
      const to = words.match(from, phrase)?.to;
      return to === undefined ? undefined : { to, ...relativeTime(ahead, at, now) };
    }),
    laterMatch(words.match(from, LATER)?.to),
    readDate(words, from, now),
    clockMatch(words, from, now),
  ]);
}

/** Returns whether words ask for the present time, such as "tonight" in an evening: no others change their meaning within a day. */
export function mentionsPresent(words: Words, now: Date): boolean {
  const { time } = torontoMoment(now);
  return PRESENT.some(
    ([, at, phrase]) =>
      at !== undefined &&
      isPresent(time, at) &&
      words.list.some((_, from) => words.match(from, phrase) !== undefined),
  );
}

/** Returns whether a question has a clock time: of one that is past, the next day is offered. */
export function mentionsClock(words: Words): boolean {
  return words.list.some((_, from) => readClock(words, from));
}

/** Returns whether a time may be meant by a part of the day. */
export function isWithin(time: string, part: PartOfDay): boolean {
  const [from, before] = RANGES[part];
  return from <= time && time < before;
}

function longest(matches: readonly (TimeMatch | undefined)[]): TimeMatch | undefined {
  return matches.reduce((best, match) => (match && (!best || match.to > best.to) ? match : best), undefined);
}

function laterMatch(to: number | undefined): TimeMatch | undefined {
  return to === undefined ? undefined : { to, values: {}, uncounted: { why: 'unknown' } };
}

function holidayMatch(to: number | undefined, day: NamedDay | undefined, now: Date): TimeMatch | undefined {
  if (to === undefined) return undefined;
  if (day === undefined) return { to, values: {}, uncounted: { why: 'holiday' } };
  return { to, values: { date: nextHoliday(day, torontoMoment(now).date) } };
}

function relativeTime(ahead: number, at: 'now' | PartOfDay | undefined, now: Date): Omit<TimeMatch, 'to'> {
  const moment = torontoMoment(now);
  const date = daysAfter(moment.date, ahead);
  const isNow = ahead === 0 && at !== undefined && isPresent(moment.time, at);
  const openAt = isNow || at === 'now' ? moment.time : at && HOURS[at];
  return {
    values: { date, ...(openAt !== undefined && { openAt }) },
    ...(at !== 'now' && at !== undefined && { part: at }),
  };
}

/** Returns whether a time is now, or in a part of the day that has begun: who was open before is not meant. */
function isPresent(time: string, at: 'now' | PartOfDay): boolean {
  return at === 'now' || (time > HOURS[at] && isWithin(time, at));
}

function clockMatch(words: Words, from: number, now: Date): TimeMatch | undefined {
  const clock = readClock(words, from);
  if (!clock) return undefined;
  // "Au 2 janvier" is a date, but "at 10 December 5" is none of the tenth.
  const isDate = (readDate(words, clock.to - 1, now)?.to ?? 0) > clock.to;
  if (isDate && !readDate(words, clock.to, now)) return undefined;
  const [openAt, until] = clock.times;
  if (until === undefined) return { to: clock.to, values: { openAt }, isClock: true };
  return { to: clock.to, values: {}, isClock: true, span: [{ openAt }, { openAt: until }] };
}
