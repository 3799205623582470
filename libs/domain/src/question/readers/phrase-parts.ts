import type { Place } from '../../places/gazetteer.js';
import { DAY_NAMES } from '../../records/clinic.js';
import { NO_FILTER } from '../fillers.js';
import {
  DAY_RANGE,
  dayNamed,
  DISTANCE,
  EVERYBODY,
  FIXED,
  HERE,
  NEAREST,
  NO_FILTER_PHRASE,
  type PartOfDay,
  WHOLE_AREA,
} from '../phrases.js';
import type { QuestionContext, QuestionValues, UnusedReason } from '../question.js';
import { isDashed, type Words } from '../words.js';
import { ADDRESS, isAddress } from './addresses.js';
import { datesOfDay, holidayOfWeekend } from './dates.js';
import type { Meaning } from './names.js';
import { ADVICE, NOT_IN_DIRECTORY } from './not-in-directory.js';
import { readTime } from './times.js';

const KILOMETERS_OF_MILE = 1.609;

/** Words from one to another, and what they mean; without a meaning they are not understood. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly meaning?: Meaning;
  readonly misspelled?: boolean;
  /** A part of the day, which a time refines. */
  readonly partOfDay?: PartOfDay;
  /** A clock time. */
  readonly isClock?: boolean;
  /** Why the weekly hours do not count. */
  readonly uncounted?: UnusedReason;
  readonly place?: Place;
  readonly asksForAll?: boolean;
  /** Asks for what is near, and is understood with a place. */
  readonly isNearest?: boolean;
  /** The clinics that are named. */
  readonly clinics?: readonly string[];
}

/** Returns the values that a part means; none for words that are no filter. */
export function valuesOf(part: Part | undefined): QuestionValues {
  return part?.meaning && 'values' in part.meaning ? part.meaning.values : {};
}

export function meant(from: number, to: number | undefined, meaning: Meaning): Part | undefined {
  return to === undefined ? undefined : { from, to, meaning };
}

export function knownPart(
  from: number,
  found: { to: number; meaning: Meaning; place?: Place } | undefined,
): Part | undefined {
  return found && { from, ...found };
}

/** A phrase that always means the same, and what it means. */
type Phrase = readonly [phrase: RegExp, part: Omit<Part, 'from' | 'to'>];

const FILTERS = FIXED.map(([values, phrase, partOfDay]): Phrase => [
  phrase,
  { meaning: { values }, ...(partOfDay && { partOfDay }) },
]);

/** Returns the longest phrase that always means the same filter. */
export function fixedPart(words: Words, from: number): Part | undefined {
  return longestOf(FILTERS, words, from);
}

/** Returns the longest of phrases, the first one of equal length. */
function longestOf(phrases: readonly Phrase[], words: Words, from: number): Part | undefined {
  let longest: Part | undefined;
  for (const [phrase, part] of phrases) {
    const to = words.match(from, phrase)?.to;
    if (to !== undefined && !(longest && longest.to >= to)) longest = { from, to, ...part };
  }
  return longest;
}

/** Reads a weekday as a date where one is meant, and says that a weekend has a holiday. */
export function datedPart(words: Words, part: Part | undefined, { now }: QuestionContext): Part | undefined {
  if (!part?.meaning || !('values' in part.meaning)) return part;
  const { values } = part.meaning;
  if (values.weekend !== undefined) {
    const uncounted = holidayOfWeekend(words, part.from, now);
    return uncounted ? { ...part, uncounted } : part;
  }
  if (values.days === undefined || values.days.includes(',')) return part;
  const [date, ...others] = datesOfDay(words, part.from, part.to, values, now);
  if (date === undefined) return part;
  if (others.length === 0) return { ...part, meaning: { values: { date } } };
  const instead = [date, ...others].map((each) => ({ date: each }));
  return { ...part, meaning: { values: {} }, uncounted: { why: 'ambiguous', instead } };
}

/** Reads "Tuesday to Thursday" and "Mon-Fri" as all of the days. */
export function dayRangePart(words: Words, from: number): Part | undefined {
  const match = words.match(from, DAY_RANGE);
  if (!match) return undefined;
  const [, first = '', joint, last = ''] = match.found;
  if (joint === undefined && !isDashed(words, from, match.to)) return undefined;
  const [start, end] = [first, last].map((day) => DAY_NAMES.indexOf(dayNamed(day))) as [number, number];
  const count = ((end - start + DAY_NAMES.length) % DAY_NAMES.length) + 1;
  const days = Array.from({ length: count }, (_, at) => DAY_NAMES[(start + at) % DAY_NAMES.length]);
  return meant(from, match.to, { values: { days: days.join(',') } });
}

export function distancePart(words: Words, from: number): Part | undefined {
  const match = words.match(from, DISTANCE);
  if (!match) return undefined;
  const [, whole, decimals = '0', unit = ''] = match.found;
  // "1/2 km" is no 2 km.
  if (/\d\/\d/.test(words.list[from]!.typed)) return undefined;
  const isDecimal = words.list.slice(from, match.to).some(({ typed }) => /\d[.,]\d/.test(typed));
  // "5-10 km" is no 5.1 km.
  if (match.found[2] !== undefined && !isDecimal) return undefined;
  const kilometersOfUnit = unit.startsWith('mi') ? KILOMETERS_OF_MILE : unit.startsWith('m') ? 0.001 : 1;
  const kilometers = Number(`${whole}.${decimals}`) * kilometersOfUnit;
  return meant(from, match.to, { values: { within: String(Number(kilometers.toFixed(2))) } });
}

export function timePart(words: Words, from: number, context: QuestionContext): Part | undefined {
  const time = readTime(words, from, context);
  if (!time || (time.isClock && isAddress(words, from, time.to))) return undefined;
  const { to, values, part, isClock, uncounted, span } = time;
  return {
    from,
    to,
    meaning: span ? { unused: { why: 'span', instead: span } } : { values },
    ...(part && { partOfDay: part }),
    ...(isClock && { isClock }),
    ...(uncounted && { uncounted }),
  };
}

const NO_FILTERS: readonly Phrase[] = [
  ...NOT_IN_DIRECTORY.map(([phrase, instead]): Phrase => [
    phrase,
    { meaning: { unused: { why: 'not-listed', ...(instead && { instead }) } } },
  ]),
  [ADVICE, { meaning: { unused: { why: 'advice' } } }],
  [HERE, { meaning: { unused: { why: 'here' } } }],
  [NEAREST, { meaning: { unused: { why: 'here' } }, isNearest: true }],
  [EVERYBODY, { meaning: { values: {} }, asksForAll: true }],
  // It leaves nobody out.
  [WHOLE_AREA, { meaning: { unused: { why: 'whole-area' } }, asksForAll: true }],
  [NO_FILTER_PHRASE, { meaning: { unused: { why: 'no-filter' } } }],
  [ADDRESS, { meaning: { unused: { why: 'street' } } }],
];

/** Returns the longest phrase that is no filter, or a word of praise or price. */
export function unfilteredPart(words: Words, from: number): Part | undefined {
  const isPraise = NO_FILTER.has(words.plain(from));
  return (
    longestOf(NO_FILTERS, words, from) ??
    meant(from, isPraise ? from + 1 : undefined, { unused: { why: 'no-filter' } })
  );
}
