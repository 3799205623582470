import { DAY, type PartOfDay, PARTS_OF_DAY } from '../phrases.js';
import { BEFORE_HOUR, PART_WORDS } from './time-phrases.js';
import { isDashed, phrase, type PhraseMatch, type Words } from '../words.js';

/** A clock time, or two between which somebody asks, HH:MM. */
export interface ClockMatch {
  readonly to: number;
  readonly times: readonly [string] | readonly [from: string, until: string];
}

/** The hours in words, from one to twelve. */
const NAMES = [
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ['une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
] as const;
const MINUTES: Readonly<Record<string, number>> = {
  'et quart': 15,
  fifteen: 15,
  quinze: 15,
  'et demie': 30,
  thirty: 30,
  trente: 30,
  'forty five': 45,
  'quarante cinq': 45,
  'moins cinq': -5,
  'moins dix': -10,
  'moins le quart': -15,
  'moins quart': -15,
  'moins vingt': -20,
};
/** Minutes that are said before the hour. "Ten to six" is a span, unless a word before says that it is one time. */
const MINUTES_BEFORE: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  quarter: 15,
  twenty: 20,
  half: 30,
};
const BEFORE = `(?:(?:a )?(quarter|half|twenty|(?:five|ten)(?= (?:minutes?|past) )|(?<=(?:^| )(?:at|by|until|before|after|around) )(?:five|ten)) (?:minutes? )?(past|to) )?`;
const NOON = /^(?:noon|midi)$/;
const MIDNIGHT = /^(?:midnight|minuit)$/;
const UNIT = 'am|pm|h|heures?|oclock|o clock';
/** Groups: the minutes before the hour, on which side of it they are, the hour, "heures", the minutes after it, and the half of the day. */
const TIME = `${BEFORE}(noon|midi|midnight|minuit|\\d{1,2}|${[...new Set(NAMES.flat())].join('|')})(?: ?(h|heures?))?(?: ?([0-5]\\d|${Object.keys(MINUTES).join('|')}))?(?: ?(${UNIT}))?`;
const TIME_GROUPS = 6;
const AT = phrase(`(?:open |ouverte?s? )?(?:(${BEFORE_HOUR}) )?${TIME}`);
/** Groups: the word before, a time, the word between, and a time. */
const SPAN = phrase(
  `(?:open |ouverte?s? )?(?:(from|between|de|des|entre|le(?= \\d{1,2} a \\d{1,2}(?! ?h))) )?${TIME} (?:(to|and|until|till|til|through|thru|a|et|jusqua|jusqu a) )?${TIME}`,
);
/** A time with a colon, as it is typed: 8:30, 20h30. */
const TYPED = /^\d{1,2}[:hH][0-5]\d(?:am|pm)?[.;]?$/i;

const LAST_MINUTE = 24 * 60 - 1;
const HALF_DAY = 12 * 60;
/** The clinic has to be open just before the time that follows. */
const UNTIL = new Set(['before', 'until', 'till', 'til', 'avant', 'jusqua', 'jusqu a']);
/** An hour in words needs no unit after these. */
const CERTAIN = new Set([
  'at',
  'after',
  'past',
  'before',
  'until',
  'till',
  'til',
  'from',
  'between',
  'by',
  'around',
]);
/** Without "am" or "pm", the time that follows is one of the morning from these hours on. */
const MORNING_FROM: Readonly<Record<string, number>> = {
  after: 12,
  past: 12,
  apres: 12,
  until: 12,
  till: 12,
  til: 12,
};
/** Until this hour, a time of an evening is after midnight. */
const EVENING_FROM = 4;
/** And where the question names a part of the day. */
const MORNING_FROM_IN: Readonly<Record<PartOfDay, number>> = { morning: 0, afternoon: 12, evening: 12 };
const USUAL_OPENING = 7;
/** A number of these is no hour: "past two years". */
const COUNTED =
  /^(?:years?|yrs?|months?|weeks?|days|hours?|minutes?|mins?|km|kms|kilometers?|kilometres?|met(?:er|re)s?|miles?|blocks?|kids?|child(?:ren)?|visits?|locations?|clinics?|doctors?|places?|of|or|ou|ans|annees?|mois|semaines?|jours?|enfants?|visites?|cliniques?|medecins?|lieux)$/;

interface Hour {
  readonly hours: string;
  /** Before the hour if they are negative. */
  readonly minutes: number;
  readonly unit: string;
  /** Whether its words say that it is a time: "half past five", "cinq heures et demie". */
  readonly isSpoken: boolean;
}

/** Reads a time of day, or a span of two, that begins with a word; undefined if there is none. */
export function readClock(words: Words, from: number): ClockMatch | undefined {
  const span = words.match(from, SPAN);
  return span && isJoined(words, from, span) ? spanOf(words, span) : timeAt(words, from);
}

function timeAt(words: Words, from: number): ClockMatch | undefined {
  const match = words.match(from, AT);
  if (!match) return undefined;
  const { to, found } = match;
  const [, before = '', ...parts] = found;
  const hour = hourIn(parts);
  const isTimed = saysTime(hour) || isTypedTime(words, from, to);
  if (!isTimed && (before === '' || isCount(words, to, hour, CERTAIN.has(before)))) return undefined;
  // "A 15 minute walk" is no French "à 15".
  if (before === 'a' && !saysTime(hour) && !isTypedWith(words, from, to, 'à')) return undefined;
  const minutes = minutesOf(hour, before, partOfDayIn(words.line));
  if (minutes === undefined) return undefined;
  return { to, times: [text(UNTIL.has(before) ? lastBefore(minutes) : minutes)] };
}

/** Returns whether two times are a span: "between 5 and 8", but not "at 5 and 8"; without a word, a dash is between them. */
function isJoined(words: Words, from: number, { to, found }: PhraseMatch): boolean {
  const { before, joint } = spanParts(found);
  if (joint === 'and') return before === 'between';
  if (joint === 'et') return before === 'entre';
  if (joint !== '') return before !== 'between' && before !== 'entre';
  return isDashed(words, from, to);
}

/** Reads "from 9 to 5" and "9h-17h"; undefined for counts, such as "2 to 3 clinics". */
function spanOf(words: Words, { to, found }: PhraseMatch): ClockMatch | undefined {
  const { before, first, joint, last } = spanParts(found);
  if (!isOfTimes(words, to, found, [first, last])) return undefined;
  if (!saysTime(last) && isCount(words, to, last, CERTAIN.has(before) || joint === 'to')) return undefined;
  const part = partOfDayIn(words.line);
  const end = minutesOf(last, '', part);
  const start = minutesOf({ ...first, unit: first.unit || unitBefore(first, last) }, '', part);
  if (start === undefined || end === undefined) return undefined;
  const isAmbiguous = last.unit === '' && !isNamed(last);
  const later = end <= start && isAmbiguous && end + HALF_DAY <= LAST_MINUTE ? end + HALF_DAY : end;
  // A list is about one day: a span beyond it ends with the day.
  return { to, times: [text(start), text(later <= start ? LAST_MINUTE : lastBefore(later))] };
}

/** Returns whether two numbers are said to be times: "ages 5 to 9" are none. */
function isOfTimes(words: Words, to: number, found: RegExpExecArray, hours: readonly Hour[]): boolean {
  const { before, joint } = spanParts(found);
  const [matched] = found;
  const from = to - matched.split(' ').length;
  return (
    before !== '' ||
    (from > 0 && words.match(from - 1, DAY)?.to === from) ||
    /^(?:open|ouverte?s?) /.test(matched) ||
    /^(?:until|till?|jusqu ?a)$/.test(joint) ||
    hours.some(saysTime) ||
    isTypedTime(words, from, to)
  );
}

/** "Between 5 and 8 pm" begins at 5 pm, and "9 to 5 pm" at 9 am. */
function unitBefore(first: Hour, last: Hour): string {
  if (last.unit === 'pm') return hourNumber(first) < hourNumber(last) ? 'pm' : '';
  return last.unit;
}

/** Returns the parts of a span: the word before, a time, the word between, and a time. */
function spanParts([, before = '', ...parts]: RegExpExecArray) {
  const joint = parts[TIME_GROUPS] ?? '';
  return { before, first: hourIn(parts), joint, last: hourIn(parts.slice(TIME_GROUPS + 1)) };
}

/** Reads the groups of a time. An hour in words is one of twelve. */
function hourIn(groups: readonly (string | undefined)[]): Hour {
  const [part, side = '', hours = '', french = '', minutes = '', unit = ''] = groups;
  const isInWords = !/^\d/.test(hours);
  const isSpoken = part !== undefined || (isInWords && french !== '');
  const before = part === undefined ? undefined : MINUTES_BEFORE[part]! * (side === 'to' ? -1 : 1);
  const after = MINUTES[minutes] ?? Number(minutes);
  return { hours, minutes: before ?? after, unit: unit || (isSpoken ? '' : french), isSpoken };
}

/** Returns whether an hour is a time, whatever the words around it say. */
function saysTime(hour: Hour): boolean {
  return hour.unit !== '' || hour.isSpoken || isNamed(hour);
}

/** Returns whether a number without a unit counts something, or may: a word such as "two", unless an hour is certain. */
function isCount(words: Words, to: number, hour: Hour, isCertain: boolean): boolean {
  const isWord = !/^\d/.test(hour.hours) && !isNamed(hour);
  return (isWord && !isCertain) || (to < words.length && COUNTED.test(words.plain(to)));
}

function isNamed({ hours }: Hour): boolean {
  return NOON.test(hours) || MIDNIGHT.test(hours);
}

function isTypedTime(words: Words, from: number, to: number): boolean {
  const isStart = words.list[from - 1]?.part !== words.list[from]!.part;
  return isStart && words.list.slice(from, to).some(({ typed }) => TYPED.test(typed));
}

function isTypedWith(words: Words, from: number, to: number, typed: string): boolean {
  return words.list.slice(from, to).some((word) => word.typed.toLowerCase().normalize() === typed);
}

/** Returns the only part of the day that a question names; undefined if there is none, or two. */
function partOfDayIn(line: string): PartOfDay | undefined {
  const [part, ...others] = PARTS_OF_DAY.filter((each) => PART_WORDS[each].test(line));
  return others.length === 0 ? part : undefined;
}

function hourNumber({ hours }: Hour): number {
  if (NOON.test(hours)) return 12;
  if (MIDNIGHT.test(hours)) return 0;
  const named = NAMES.map((names) => (names as readonly string[]).indexOf(hours)).find((at) => at >= 0);
  return named === undefined ? Number(hours) : named + 1;
}

/** Returns the hour before one of twelve, or before midnight. */
function hourBefore(hour: Hour): number {
  return MIDNIGHT.test(hour.hours) ? 23 : hourNumber(hour) - 1 || 12;
}

/**
 * Returns the minutes of a time since midnight: without a unit, those of the part of the day, or that clinics are open at.
 * Undefined for an hour that no clock has.
 */
function minutesOf(hour: Hour, before: string, part: PartOfDay | undefined): number | undefined {
  const { unit } = hour;
  const [hours, minutes] =
    hour.minutes < 0 ? [hourBefore(hour), 60 + hour.minutes] : [hourNumber(hour), hour.minutes];
  const isHalfDay = unit === 'am' || unit === 'pm';
  if (hours > (isHalfDay ? 12 : 23)) return undefined;
  const morningFrom = part === undefined ? (MORNING_FROM[before] ?? USUAL_OPENING) : MORNING_FROM_IN[part];
  const isAfternoon =
    unit === 'pm' ||
    (!isHalfDay &&
      (part !== undefined || !unit.startsWith('h')) &&
      hours < morningFrom &&
      hours >= (part === 'evening' ? EVENING_FROM : 1) &&
      hours < 12);
  return ((hours % 12) + (isAfternoon || (hours >= 12 && !isHalfDay) ? 12 : 0)) * 60 + minutes;
}

function lastBefore(minutes: number): number {
  return minutes === 0 ? LAST_MINUTE : minutes - 1;
}

function text(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
