import { withDaySpans } from './day-spans.js';
import { FILLERS } from './fillers.js';
import { takeJoinedLanguages } from './joined-languages.js';
import { innermostAreas, type Meaning, rootOf } from './readers/names.js';
import { isNoFiller, negationAt } from './parts.js';
import { type Part, valuesOf } from './readers/phrase-parts.js';
import { IN, WITHOUT_FAMILY_DOCTOR } from './phrases.js';
import type {
  QuestionParameter,
  QuestionReading,
  QuestionValues,
  ReadPart,
  UnusedWords,
} from './question.js';
import { daysAfter } from '../rules/time/toronto-time.js';
import { withDates, withTimes } from './readers/asked-time.js';
import { withJoinedPlaces } from './readers/joined-places.js';
import type { Words } from './words.js';

const LISTS: ReadonlySet<string> = new Set(['specialties', 'languages', 'days', 'area', 'clinicType']);
const POINT = /^[-+]?\d+(?:\.\d+)?,[-+]?\d+(?:\.\d+)?$/;
const POSTAL_CODE = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/;

/** Joins the parts to the filters of a list. Where two contradict each other the first one counts. */
export function usedParts(words: Words, parts: readonly Part[], now: Date): QuestionReading {
  const values: Partial<Record<QuestionParameter, string>> = {};
  const read: ReadPart[] = [];
  const unused: (UnusedWords & { from: number; to: number })[] = [];
  let negation: number | undefined;
  let isSecond = false;
  const { parts: timed, today } = withTimes(
    words,
    withDaySpans(words, withDates(withJoinedPlaces(words, parts))),
    now,
  );
  const isPlaced = timed.some(namesPlace);
  const namesField = timed.some((part) => valuesOf(part).specialties && !saysWithoutDoctor(part));
  for (const part of withPostalCode(timed)) {
    if (namesField && saysWithoutDoctor(part)) continue;
    const { from, to, meaning, misspelled, uncounted, isNearest } = part;
    const text = words.typed(from, to);
    if (!meaning) {
      if (negationAt(words, from) !== undefined) negation ??= from;
      else if (isNoFiller(words, from) || (negation === undefined && isExclusive(words, part, timed))) {
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
      isAlternative(words, part, read.at(-1), values) ||
      (isSecond ||= isOfSecondQuestion(words, part, read))
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
  const isPast = today !== undefined && values.date === today.date && (values.openAt ?? '24:00') < today.time;
  return {
    values,
    ...(isPast && { nextDay: daysAfter(today.date, 1) }),
    read: read.map(({ from: _from, to: _to, ...rest }) => rest),
    unused: unused.map(({ from: _from, to: _to, ...rest }) => rest),
    ...(parts.some(({ asksForAll }) => asksForAll) && { asksForAll: true }),
    ...(clinics.length > 0 && { clinics }),
  };
}

const ONLY = /^(?:only|seulement|uniquement)$/;
/** A doctor who meets one of these filters may have others beside: "speaks only English", "virtual only". */
const INCLUSIVE: ReadonlySet<string> = new Set([
  'languages',
  'days',
  'date',
  'weekend',
  'evening',
  'openAt',
  'virtualVisits',
]);

/** Returns whether a word leaves out more than the filter beside it does. */
function isExclusive(words: Words, { from, to }: Part, parts: readonly Part[]): boolean {
  if (!ONLY.test(words.plain(from))) return false;
  const isBeside = (start: number, end: number) =>
    words.list.slice(start, end).every(({ plain }) => FILLERS.has(plain));
  const before = parts.findLast((part) => part.meaning && part.to <= from);
  const after = parts.find((part) => part.meaning && part.from >= to);
  return [before && isBeside(before.to, from) && before, after && isBeside(to, after.from) && after].some(
    (part) => part && Object.keys(valuesOf(part)).some((name) => INCLUSIVE.has(name)),
  );
}

/** Returns whether somebody says that they have no family doctor. */
function saysWithoutDoctor(part: Part): boolean {
  return valuesOf(part) === WITHOUT_FAMILY_DOCTOR;
}

/** Returns whether words name the directory's area or more: after a place, they say where that is. */
function isWholeArea(meaning: Meaning): boolean {
  return 'unused' in meaning && meaning.unused.why === 'whole-area';
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

/** "The phone of Dr. Singh and where is the nearest walk-in" asks two things. */
const SECOND_QUESTION =
  /(?:^| )(?:and|et) (?:where|what|which(?! of)|how(?! many of)|find|show|list|ou|quel\w*|comment|trouve\w*)(?: |$)/;

const THEN = /^(?:then|puis|ensuite)$/;

/** The reasons of words that stand for a place. */
const PLACES: ReadonlySet<string> = new Set(['here', 'outside', 'street', 'ambiguous']);

/** Returns whether a part says near what somebody is looking for. */
function namesPlace(part: Part): boolean {
  const { near, area, clinic, q, nearTTC } = valuesOf(part);
  if (part.meaning && 'unused' in part.meaning) return !part.isNearest && PLACES.has(part.meaning.unused.why);
  return part.place !== undefined || (near ?? area ?? clinic ?? q ?? nearTTC) !== undefined;
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

/**
 * Returns whether a part begins a second question: "a cardiologist in Ajax and a pediatrician in Milton" asks for no cardiologist in
 * Milton.
 */
function isOfSecondQuestion(words: Words, part: Part, read: readonly ReadPart[]): boolean {
  const last = read.at(-1);
  const between = last ? words.list.slice(last.to, part.from).map(({ plain }) => plain) : [];
  // "A cardiologist, then a dermatologist" asks for one after the other.
  const isSecondField = valuesOf(part).specialties && read.some((each) => each.values.specialties);
  if (isSecondField && between.some((plain) => THEN.test(plain))) return true;
  if (!between.some((plain) => /^(?:and|or|et|ou|also|aussi)$/.test(plain))) return false;
  if (SECOND_QUESTION.test(between.join(' '))) return true;
  const names = Object.keys(valuesOf(part)).filter((name) => LISTS.has(name));
  const isKnown = (name: string, each: ReadPart) => each.values[name as QuestionParameter] !== undefined;
  return names.some((name) => !isKnown(name, last!) && read.some((each) => isKnown(name, each)));
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
