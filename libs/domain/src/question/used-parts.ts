import { withDaySpans } from './day-spans.js';
import { FILLERS } from './fillers.js';
import { takeJoinedLanguages } from './joined-languages.js';
import { innermostAreas, type Meaning, rootOf } from './readers/names.js';
import { isNoFiller, negationAt } from './parts.js';
import type { Part } from './readers/phrase-parts.js';
import { IN, type PartOfDay } from './phrases.js';
import type {
  QuestionParameter,
  QuestionReading,
  QuestionValues,
  ReadPart,
  UnusedWords,
} from './question.js';
import { type DayName, DAY_NAMES } from '../records/clinic.js';
import { dayOf, daysAfter, torontoMoment } from '../rules/time/toronto-time.js';
import { isWithin } from './readers/times.js';
import type { Words } from './words.js';

const LISTS: ReadonlySet<string> = new Set(['specialties', 'languages', 'days', 'area', 'clinicType']);
const POINT = /^[-+]?\d+(?:\.\d+)?,[-+]?\d+(?:\.\d+)?$/;
const POSTAL_CODE = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/;
/** What an evening means on given days. */
const EVENING = '18:00';
/** An evening goes on until then. */
const NIGHT_END = '06:00';

/** Joins the parts to the filters of a list. Where two contradict each other the first one counts. */
export function usedParts(words: Words, parts: readonly Part[], now: Date): QuestionReading {
  const values: Partial<Record<QuestionParameter, string>> = {};
  const read: ReadPart[] = [];
  const unused: (UnusedWords & { from: number; to: number })[] = [];
  let negation: number | undefined;
  const timed = refinedTimes(withDaySpans(words, withDates(parts)));
  const isPlaced = timed.some(namesPlace);
  const today = isTodayMeant(timed) ? torontoMoment(now) : undefined;
  for (const part of withPostalCode(today ? datedTimes(timed, today.date) : timed)) {
    const { from, to, meaning, misspelled, uncounted, isNearest } = part;
    const text = words.typed(from, to);
    if (!meaning) {
      if (negationAt(words, from) !== undefined) negation ??= from;
      else if (isNoFiller(words, from)) {
        addUnknown(words, unused, negation ?? from, to);
        negation = undefined;
      }
      continue;
    }
    if (negation !== undefined) {
      const not = 'values' in meaning && { not: meaning.values };
      unused.push({ from: negation, to, text: words.typed(negation, to), why: 'negated', ...not });
      negation = undefined;
      continue;
    }
    if (uncounted) unused.push({ from, to, text, ...uncounted });
    if ((isNearest || isWholeArea(meaning)) && isPlaced) continue;
    if ('unused' in meaning) unused.push({ from, to, text, ...meaning.unused });
    else if (isPointOf(part, values)) addPoint(words, values, read, part);
    else if (
      contradicts(values, meaning.values) ||
      isOtherPlace(words, part, values, parts[parts.findIndex(({ to: end }) => end === from)]) ||
      isAlternative(words, part, read.at(-1), values)
    )
      unused.push({ from, to, text, why: 'contradicted' });
    else if (Object.keys(meaning.values).length > 0) {
      addValues(values, meaning.values);
      read.push({ from, to, text, values: meaning.values, ...(misspelled && { misspelled }) });
    }
  }
  if (negation !== undefined) {
    // "Male excluded": what stands before it is not wanted.
    const before = read.pop();
    for (const name of Object.keys(values)) delete values[name as QuestionParameter];
    for (const part of read) addValues(values, part.values);
    const from = before?.from ?? negation;
    const not = before && { not: before.values };
    unused.push({ from, to: words.length, text: words.typed(from, words.length), why: 'negated', ...not });
  }
  takeJoinedLanguages(words, values, read, unused);
  if (values.area !== undefined) values.area = innermostAreas(values.area.split(',')).join(',');
  const clinics = [...new Set(parts.flatMap((part) => part.clinics ?? []))];
  if (values.within !== undefined && values.near === undefined) takeBackDistance(values, read, unused);
  const isPast = today !== undefined && values.openAt !== undefined && values.openAt < today.time;
  return {
    values,
    ...(isPast && { nextDay: daysAfter(today.date, 1) }),
    read: read.map(({ from: _from, to: _to, ...rest }) => rest),
    unused: unused.map(({ from: _from, to: _to, ...rest }) => rest),
    ...(parts.some(({ asksForAll }) => asksForAll) && { asksForAll: true }),
    ...(clinics.length > 0 && { clinics }),
  };
}

/** Returns whether words name the directory's area or more: after a place, they say where that is. */
function isWholeArea(meaning: Meaning): boolean {
  return 'unused' in meaning && meaning.unused.why === 'whole-area';
}

/** Joins a weekday and the date after it: "Tuesday, December 8". Another date contradicts it. */
function withDates(parts: readonly Part[]): readonly Part[] {
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
 * Lets a time refine the part of the day: "tonight at 8" is 20:00, and "tonight at 1 am" is on the next day. Without a time, an evening
 * of given days has an hour.
 */
function refinedTimes(parts: readonly Part[]): readonly Part[] {
  const isTime = (part: Part) => part.partOfDay === undefined && valuesOf(part).openAt !== undefined;
  const time = valuesOf(parts.find(isTime)).openAt;
  const hasDays = parts.some(
    (part) => (valuesOf(part).days ?? valuesOf(part).date ?? part.uncounted) !== undefined,
  );
  const isNight =
    time !== undefined && time < NIGHT_END && parts.some(({ partOfDay }) => partOfDay === 'evening');
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

/** A postal code says where an address is, and more exactly than the municipality before it. */
function withPostalCode(parts: readonly Part[]): readonly Part[] {
  const at = parts.findIndex((part) => POSTAL_CODE.test(valuesOf(part).near ?? ''));
  let first = at;
  for (let before = at - 1; before >= 0 && before >= first - 3; before--)
    if (isAddressPart(parts[before]!)) first = before;
  if (first === at) return parts;
  return [...parts.slice(0, first), { ...parts[at]!, from: parts[first]!.from }, ...parts.slice(at + 1)];
}

function isAddressPart({ meaning, place }: Part): boolean {
  if (meaning && 'unused' in meaning) return meaning.unused.why === 'street';
  return place !== undefined && place.postalAreas.length > 0 && place.kind !== 'postal-area';
}

/** The reasons of words that stand for a place. */
const PLACES: ReadonlySet<string> = new Set(['here', 'outside', 'street', 'ambiguous']);

/** Returns whether a part says near what somebody is looking for. */
function namesPlace(part: Part): boolean {
  const { near, area, clinic, q, nearTTC } = valuesOf(part);
  if (part.meaning && 'unused' in part.meaning) return !part.isNearest && PLACES.has(part.meaning.unused.why);
  return part.place !== undefined || (near ?? area ?? clinic ?? q ?? nearTTC) !== undefined;
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

function valuesOf(part: Part | undefined): QuestionValues {
  return part?.meaning && 'values' in part.meaning ? part.meaning.values : {};
}

/** Returns whether a part is the point of the place before it: "Union Station (43.6453, -79.3806)". */
function isPointOf(part: Part, { near }: QuestionValues): boolean {
  return (
    near !== undefined &&
    part.place === undefined &&
    POINT.test(valuesOf(part).near ?? '') &&
    !POINT.test(near)
  );
}

/** The point says more exactly where results are near to. */
function addPoint(
  words: Words,
  values: Partial<Record<QuestionParameter, string>>,
  read: ReadPart[],
  part: Part,
): void {
  const at = read.findIndex((each) => each.values.near !== undefined);
  read[at] = {
    ...read[at]!,
    text: `${read[at]!.text} ${words.typed(part.from, part.to)}`,
    values: valuesOf(part),
  };
  values.near = valuesOf(part).near!;
}

/**
 * Returns whether a place is joined to another one that results are near to, as in "near Markham or Vaughan", or follows one that does
 * not lie in it: "near Humber College Mississauga".
 */
function isOtherPlace(words: Words, part: Part, { near }: QuestionValues, before: Part | undefined): boolean {
  const { from, place } = part;
  if (place === undefined || near === undefined || from === 0) return false;
  const isNext = before?.place !== undefined && before.to === from && words.match(from, IN) === undefined;
  const isApart = isNext && place.kind !== 'region' && rootOf(before.place) !== rootOf(place);
  return isApart || /^(?:and|or|to|et|ou)$/.test(words.plain(from - 1));
}

/** Returns whether a part is another way to meet the question than the part before it: "evenings or weekends" asks for either. */
function isAlternative(
  words: Words,
  part: Part,
  before: ReadPart | undefined,
  values: QuestionValues,
): boolean {
  const between = before ? words.list.slice(before.to, part.from).map(({ plain }) => plain) : [];
  // "For my son or daughter in Ajax" joins no parts.
  if (between[0] === undefined || !/^(?:or|ou)$/.test(between[0])) return false;
  const isJoined = between.every((plain) => FILLERS.has(plain));
  const more = Object.entries(valuesOf(part));
  // "Une cardiologue ou une pédiatre" says the same of both.
  const isKnown = more.every(([name, value]) => values[name as QuestionParameter] === value);
  return isJoined && more.length > 0 && !isKnown && !more.some(([name]) => name in before!.values);
}

/** Adds a word that is not understood to those right before it. */
function addUnknown(
  words: Words,
  unused: (UnusedWords & { from: number; to: number })[],
  from: number,
  to: number,
): void {
  const last = unused.at(-1);
  const isNext = last?.why === 'unknown' && last.to === from;
  const start = isNext ? last.from : from;
  if (isNext) unused.pop();
  unused.push({ from: start, to, text: words.typed(start, to), why: 'unknown' });
}

function contradicts(values: QuestionValues, more: QuestionValues): boolean {
  if (
    (values.date !== undefined && more.days !== undefined) ||
    (values.days !== undefined && more.date !== undefined)
  )
    return true;
  return Object.entries(more).some(([name, value]) => {
    const known = values[name as QuestionParameter];
    return known !== undefined && known !== value && !LISTS.has(name);
  });
}

function addValues(values: Partial<Record<QuestionParameter, string>>, more: QuestionValues): void {
  for (const [name, value] of Object.entries(more) as [QuestionParameter, string][]) {
    const all = LISTS.has(name)
      ? new Set([...(values[name]?.split(',') ?? []), ...value.split(',')])
      : [value];
    values[name] = [...all].join(',');
  }
}

/** A distance needs a place: the area, or none. */
function takeBackDistance(
  values: Partial<Record<QuestionParameter, string>>,
  read: ReadPart[],
  unused: (UnusedWords & { from: number; to: number })[],
): void {
  if (values.area !== undefined && !values.area.includes(',')) {
    const at = read.findIndex((part) => part.values.area !== undefined);
    read[at] = { ...read[at]!, values: { near: values.area } };
    values.near = values.area;
    delete values.area;
    return;
  }
  const [distance] = read.splice(
    read.findIndex((part) => part.values.within !== undefined),
    1,
  );
  delete values.within;
  unused.push({ from: distance!.from, to: distance!.from, text: distance!.text, why: 'place-needed' });
}
