import { type DayName, DAY_NAMES } from '../../records/clinic.js';
import { dayOf, daysAfter, torontoMoment } from '../../rules/time/toronto-time.js';
import type { PartOfDay } from '../phrases.js';
import type { QuestionValues } from '../question.js';
import type { Words } from '../words.js';
import type { Meaning } from './names.js';
import { type Part, valuesOf } from './phrase-parts.js';
import { isWithin } from './times.js';

/** What an evening means on given days. */
const EVENING = '18:00';
/** An evening goes on until then. */
const NIGHT_END = '06:00';

/**
 * Joins days, parts of the day and clock times to the time that a question asks about.
 * @returns with today, if a clock time without a day means it
 */
export function withTimes(words: Words, parts: readonly Part[], now: Date) {
  const timed = refinedTimes(words, parts);
  if (!isTodayMeant(timed)) return { parts: timed };
  const today = torontoMoment(now);
  const isNextDay = timed.some((part) => isMidnight(words, part));
  return { parts: datedTimes(timed, isNextDay ? daysAfter(today.date, 1) : today.date), today };
}

/** Joins a weekday and the date after it: "Tuesday, December 8". Another date contradicts it. */
export function withDates(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap((part, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    if (before && isDayOf(before, part) && !before.partOfDay) return { ...part, from: before.from };
    return after && isDayOf(part, after) && !part.partOfDay ? [] : part;
  });
}

function isDayOf(part: Part, after: Part): boolean {
  const { date } = valuesOf(after);
  return date !== undefined && part.to === after.from && valuesOf(part).days === dayOf(date);
}

/**
 * Lets a time refine the part of the day: "tonight at 8" is 20:00, and "tonight at 1 am" is on the next day, as is midnight. Without
 * a time, an evening of given days has an hour.
 */
function refinedTimes(words: Words, parts: readonly Part[]): readonly Part[] {
  const isTime = (part: Part) => part.partOfDay === undefined && valuesOf(part).openAt !== undefined;
  const time = valuesOf(parts.find(isTime)).openAt;
  const hasDays = parts.some(
    (part) => (valuesOf(part).days ?? valuesOf(part).date ?? part.uncounted) !== undefined,
  );
  const isNight =
    time !== undefined &&
    time < NIGHT_END &&
    parts.some((part) => part.partOfDay === 'evening' || isMidnight(words, part));
  return parts.map((part): Part => {
    const { partOfDay } = part;
    if (isNight && !isTime(part)) return onNextDay(part, time);
    if (partOfDay === undefined) return part;
    const { openAt: _openAt, evening, ...others } = valuesOf(part);
    if (time !== undefined) return { ...part, meaning: refinedBy(time, partOfDay, others) };
    if (evening === undefined || !hasDays) return part;
    return { ...part, meaning: { values: { ...others, openAt: EVENING } } };
  });
}

/** Returns whether a clock time is the midnight that ends a day. */
function isMidnight(words: Words, part: Part): boolean {
  return valuesOf(part).openAt === '00:00' && /\b(?:midnight|minuit)\b/.test(words.plain(part.from, part.to));
}

/** Returns a part with the days after its own, because the time of an evening is after midnight. */
function onNextDay(part: Part, time: string): Part {
  const { openAt: _openAt, evening: _evening, date, days, ...others } = valuesOf(part);
  if (part.partOfDay === undefined && date === undefined && days === undefined) return part;
  const next = days?.split(',').map((day) => DAY_NAMES.at(DAY_NAMES.indexOf(day as DayName) - 6)!);
  const values = {
    ...others,
    ...(date !== undefined && { date: daysAfter(date, 1) }),
    ...(next && { days: next.join(',') }),
  };
  return {
    ...part,
    meaning: { values: part.partOfDay === undefined ? values : { ...values, openAt: time } },
  };
}

/** Returns whether a question has a clock time and no day: today is meant. */
function isTodayMeant(parts: readonly Part[]): boolean {
  const hasDay = parts.some((part) => {
    const { days, date, weekend, evening } = valuesOf(part);
    return (days ?? date ?? weekend ?? evening) !== undefined || part.uncounted !== undefined;
  });
  return !hasDay && parts.some(({ isClock }) => isClock);
}

function datedTimes(parts: readonly Part[], date: string): readonly Part[] {
  return parts.map((part) => (part.isClock ? { ...part, meaning: onDate(part.meaning!, date) } : part));
}

function onDate(meaning: Meaning, date: string): Meaning {
  if ('values' in meaning) return { values: { ...meaning.values, date } };
  const { unused } = meaning;
  return unused.why === 'span'
    ? { unused: { ...unused, instead: unused.instead.map((values) => ({ ...values, date })) } }
    : meaning;
}

function refinedBy(time: string, part: PartOfDay, others: QuestionValues): Meaning {
  return isWithin(time, part) ? { values: { ...others, openAt: time } } : { unused: { why: 'contradicted' } };
}
