import { type Holiday, nextHoliday } from '../../rules/time/holidays.js';
import { daysAfter, torontoMoment } from '../../rules/time/toronto-time.js';
import {
  BARE_TIME,
  FRENCH_TIME,
  HOLIDAY_WORDS,
  PART_WORDS,
  type PartOfDay,
  PARTS_OF_DAY,
  RELATIVE,
  TIME,
  TYPED_TIME,
} from '../phrases.js';
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
const NOW = RELATIVE.filter(([, at]) => at === 'now');
const LAST_MINUTE = 24 * 60 - 1;
/** The clinic has to be open just before the time that follows. */
const BEFORE = new Set(['before', 'until', 'till', 'til', 'avant', 'jusqua', 'jusqu a']);
/** Without "am" or "pm", the time that follows is one of the morning from these hours on. */
const MORNING_FROM: Readonly<Record<string, number>> = {
  after: 12,
  past: 12,
  apres: 12,
  until: 12,
  till: 12,
  til: 12,
};
/** And where the question names a part of the day. */
const MORNING_FROM_IN: Readonly<Record<PartOfDay, number>> = { morning: 0, afternoon: 12, evening: 12 };
const USUAL_OPENING = 7;
/** A number of these is no hour: "past two years". */
const COUNTED =
  /^(?:years?|months?|weeks?|days|hours?|minutes?|mins?|km|kms|kilometers?|kilometres?|met(?:er|re)s?|blocks?|kids?|child(?:ren)?|visits?|locations?|clinics|doctors|places|ans|annees?|mois|semaines?|jours?|enfants?|visites?|cliniques|medecins)$/;

interface TimeMatch {
  readonly to: number;
  readonly values: QuestionValues;
  /** A part of the day, which a time refines. */
  readonly part?: PartOfDay;
  /** A clock time, which is one of today without a day. */
  readonly isClock?: boolean;
  /** Why the weekly hours do not count. */
  readonly uncounted?: UnusedReason;
}

/** Reads a day, a part of one or a time of day that begins with a word; undefined if there is none. */
export function readTime(words: Words, from: number, { now }: QuestionContext): TimeMatch | undefined {
  return longest([
    ...HOLIDAY_WORDS.map(([holiday, phrase]) => holidayMatch(words.match(from, phrase)?.to, holiday, now)),
    ...RELATIVE.map(([ahead, at, phrase]) => {
      const to = words.match(from, phrase)?.to;
      return to === undefined ? undefined : { to, ...relativeTime(ahead, at, now) };
    }),
    readDate(words, from, now),
    clockMatch(words, from),
  ]);
}

/** Returns whether words ask for the present time: no other words change their meaning within a day. */
export function mentionsNow(words: Words): boolean {
  return words.list.some((_, from) => NOW.some(([, , phrase]) => words.match(from, phrase)));
}

/** Returns the only part of the day that a question names; undefined if there is none, or two. */
function partOfDayIn(line: string): PartOfDay | undefined {
  const [part, ...others] = PARTS_OF_DAY.filter((each) => PART_WORDS[each].test(line));
  return others.length === 0 ? part : undefined;
}

/** Returns whether a time may be meant by a part of the day. */
export function isWithin(time: string, part: PartOfDay): boolean {
  const [from, before] = RANGES[part];
  return from <= time && time < before;
}

function longest(matches: readonly (TimeMatch | undefined)[]): TimeMatch | undefined {
  return matches.reduce((best, match) => (match && (!best || match.to > best.to) ? match : best), undefined);
}

function holidayMatch(
  to: number | undefined,
  holiday: Holiday | undefined,
  now: Date,
): TimeMatch | undefined {
  if (to === undefined) return undefined;
  if (holiday === undefined) return { to, values: {}, uncounted: { why: 'holiday' } };
  return { to, values: { date: nextHoliday(holiday, torontoMoment(now).date) } };
}

function relativeTime(ahead: number, at: 'now' | PartOfDay | undefined, now: Date): Omit<TimeMatch, 'to'> {
  const moment = torontoMoment(now);
  const date = daysAfter(moment.date, ahead);
  const openAt = at === 'now' ? moment.time : at && HOURS[at];
  return {
    values: { date, ...(openAt !== undefined && { openAt }) },
    ...(at !== 'now' && at !== undefined && { part: at }),
  };
}

function clockMatch(words: Words, from: number): TimeMatch | undefined {
  const part = partOfDayIn(words.line);
  const [, typedHours, typedMinutes, typedUnit = ''] = typedTime(words, from) ?? [];
  if (typedHours !== undefined && !words.match(from, BARE_TIME)) {
    const openAt = clockTime(Number(typedHours), Number(typedMinutes), typedUnit.toLowerCase(), '', part);
    const { part: written } = words.list[from]!;
    const next = words.list.findIndex((word, at) => at > from && word.part !== written);
    return openAt === undefined
      ? undefined
      : { to: next === -1 ? words.length : next, values: { openAt }, isClock: true };
  }
  const match = words.match(from, TIME) ?? words.match(from, BARE_TIME) ?? words.match(from, FRENCH_TIME);
  if (!match) return undefined;
  const [, before = '', hours = '', french, minutes = '0', unit = french ?? ''] = match.found;
  // "A 15 minute walk" is no French "à 15".
  if (before === 'a' && unit === '' && !isTypedWith(words, from, match.to, 'à')) return undefined;
  if (unit === '' && COUNTED.test(words.plain(match.to))) return undefined;
  const openAt = clockTime(Number(hours), Number(minutes), unit || (french ?? ''), before, part);
  return openAt === undefined ? undefined : { to: match.to, values: { openAt }, isClock: true };
}

function isTypedWith(words: Words, from: number, to: number, typed: string): boolean {
  return words.list.slice(from, to).some((word) => word.typed.toLowerCase().normalize() === typed);
}

function typedTime(words: Words, from: number): RegExpExecArray | null {
  const { typed, part } = words.list[from]!;
  return words.list[from - 1]?.part === part ? null : TYPED_TIME.exec(typed.replace(/[.;]$/, ''));
}

/** Returns a time as `openAt` takes it: without a unit, the one of the part of the day, or that clinics are open at. */
function clockTime(
  hours: number,
  minutes: number,
  unit: string,
  before: string,
  part: PartOfDay | undefined,
): string | undefined {
  const isHalfDay = unit === 'am' || unit === 'pm';
  if (hours > (isHalfDay ? 12 : 23)) return undefined;
  const morningFrom = part === undefined ? (MORNING_FROM[before] ?? USUAL_OPENING) : MORNING_FROM_IN[part];
  const isAfternoon =
    unit === 'pm' ||
    (!isHalfDay &&
      (part !== undefined || !unit.startsWith('h')) &&
      hours < morningFrom &&
      hours > 0 &&
      hours < 12);
  const total = ((hours % 12) + (isAfternoon || (hours >= 12 && !isHalfDay) ? 12 : 0)) * 60 + minutes;
  return text(BEFORE.has(before) ? (total === 0 ? LAST_MINUTE : total - 1) : total);
}

function text(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
