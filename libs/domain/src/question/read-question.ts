import {
  DISTANCE,
  DISTANCE_UNITS,
  FILLERS,
  FIXED,
  HERE,
  IN,
  NAMED,
  NEAR,
  NEGATION,
  TITLE,
  YEARS,
} from './phrases.js';
import { MisspelledNames } from './misspelled.js';
import { innermostAreas, type Meaning, readName, readPlace } from './names.js';
import type {
  QuestionContext,
  QuestionParameter,
  QuestionReading,
  QuestionValues,
  ReadWords,
  UnusedWords,
} from './question.js';
import { readTime } from './times.js';
import { Words } from './words.js';

/** Words from one to another, and what they mean; without a meaning they are not understood. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly meaning?: Meaning;
  readonly misspelled?: boolean;
}

const LISTS: ReadonlySet<string> = new Set(['specialties', 'languages', 'days', 'area', 'clinicType']);
const MOST_NAME_WORDS = 3;
const REGISTRATION_NUMBER = /^\d{5,6}$/;

/**
 * Reads a question in plain words, English or French, as the filters of a list of doctors: by the vocabulary, the gazetteer
 * and a table of phrases, without a model. Says which words were read, and which were not used and why.
 */
export function readQuestion(question: string, context: QuestionContext): QuestionReading {
  const words = new Words(question);
  return usedParts(words, spelledParts(words, partsOf(words, context)));
}

/** Splits a question: at each word the longest part that means something. */
function partsOf(words: Words, context: QuestionContext): readonly Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < words.length;) {
    const part = longestPart(words, from, context) ?? { from, to: from + 1 };
    parts.push(part);
    from = part.to;
  }
  return parts;
}

function longestPart(words: Words, from: number, context: QuestionContext): Part | undefined {
  const candidates = [
    ...FIXED.map(([values, phrase]) => meant(from, words.match(from, phrase)?.to, values)),
    ...YEARS.map(([name, phrase]) => {
      const match = words.match(from, phrase);
      return meant(from, match?.to, { [name]: match?.found[1] ?? '' });
    }),
    distancePart(words, from),
    timePart(words, from, context),
    herePart(words, from),
    namePart(words, from, context),
    knownPart(from, readPlace(words, from)),
    knownPart(from, readName(words, from)),
  ].filter((part) => part !== undefined);
  // The first one of equal length.
  return candidates.reduce<Part | undefined>(
    (best, part) => (best && best.to >= part.to ? best : part),
    undefined,
  );
}

function meant(from: number, to: number | undefined, values: QuestionValues): Part | undefined {
  return to === undefined ? undefined : { from, to, meaning: { values } };
}

function knownPart(from: number, found: { to: number; meaning: Meaning } | undefined): Part | undefined {
  return found && { from, ...found };
}

function distancePart(words: Words, from: number): Part | undefined {
  const match = words.match(from, DISTANCE);
  if (!match) return undefined;
  const [, whole, decimals = '0', unit = ''] = match.found;
  const kilometers = Number(`${whole}.${decimals}`) * (DISTANCE_UNITS[unit] ?? 1);
  return meant(from, match.to, { within: String(Number(kilometers.toFixed(2))) });
}

function timePart(words: Words, from: number, context: QuestionContext): Part | undefined {
  const time = readTime(words, from, context);
  return time && meant(from, time.to, time.values);
}

function herePart(words: Words, from: number): Part | undefined {
  const match = words.match(from, HERE);
  return match && { from, to: match.to, meaning: { unused: { why: 'here' } } };
}

/** Reads a registration number, or the name of a doctor after "named" or a title. */
function namePart(words: Words, from: number, context: QuestionContext): Part | undefined {
  if (REGISTRATION_NUMBER.test(words.plain(from))) return meant(from, from + 1, { q: words.plain(from) });
  const named = words.match(from, NAMED);
  const start = (named ?? words.match(from, TITLE))?.to;
  if (start === undefined) return undefined;
  const isAbbreviated = /^dre?$/.test(words.plain(from));
  let to = start;
  for (; to < words.length && to - start < MOST_NAME_WORDS; to++) {
    const { plain, typed } = words.list[to]!;
    if (FILLERS.has(plain)) break;
    const isCapital = /^\p{Lu}/u.test(typed);
    if (!(named ?? (isAbbreviated && isCapital)) && longestPart(words, to, context)) break;
    if (!named && !isAbbreviated && !isCapital) break;
  }
  const q = words.typed(start, to);
  return to === start || q.length < 2 ? undefined : meant(from, to, { q, match: 'forgiving' });
}

/** Reads the words that mean nothing as misspelled names. */
function spelledParts(words: Words, parts: readonly Part[]): readonly Part[] {
  const names = new MisspelledNames(words);
  const spelled: Part[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const found = isUnknown(words, part)
      ? spelledPart(words, names, part, spelled.at(-1), parts.slice(at))
      : part;
    if (found.from < part.from) spelled.pop();
    spelled.push(found);
    while (parts[at + 1] && parts[at + 1]!.from < found.to) at++;
  }
  return spelled;
}

function isUnknown(words: Words, { from, meaning }: Part): boolean {
  return !meaning && !FILLERS.has(words.plain(from)) && !words.match(from, NEGATION);
}

/** @param following the part, and those after it */
function spelledPart(
  words: Words,
  names: MisspelledNames,
  part: Part,
  before: Part | undefined,
  following: readonly Part[],
): Part {
  // Both words of "orthopedic surgen" are one name.
  const isFieldBefore = before?.meaning && 'values' in before.meaning && before.meaning.values.specialties;
  const starts = isFieldBefore ? [before.from, part.from] : [part.from];
  const end = following.find(({ meaning }) => meaning)?.from ?? words.length;
  for (const from of starts) {
    const found = names.read(from, part.from, end, prepositionBefore(words, from));
    if (found) return { from, to: found.to, meaning: { values: found.values }, misspelled: true };
  }
  return part;
}

function prepositionBefore(words: Words, to: number): 'near' | 'in' | undefined {
  for (let from = Math.max(0, to - 4); from < to; from++) {
    if (words.match(from, NEAR)?.to === to) return 'near';
    if (words.match(from, IN)?.to === to) return 'in';
  }
  return undefined;
}

/** Joins the parts to the filters of a list. Where two contradict each other the first one counts. */
function usedParts(words: Words, parts: readonly Part[]): QuestionReading {
  const values: Partial<Record<QuestionParameter, string>> = {};
  const read: (ReadWords & { readonly from: number })[] = [];
  const unused: (UnusedWords & { from: number; to: number })[] = [];
  let negation: number | undefined;
  for (const { from, to, meaning, misspelled } of parts) {
    const text = words.typed(from, to);
    if (!meaning) {
      if (words.match(from, NEGATION)) negation = from;
      else if (!FILLERS.has(words.plain(from))) addUnknown(words, unused, from, to);
      continue;
    }
    if (negation !== undefined) {
      unused.push({ from: negation, to, text: words.typed(negation, to), why: 'negated' });
      negation = undefined;
    } else if ('unused' in meaning) unused.push({ from, to, text, ...meaning.unused });
    else if (contradicts(values, meaning.values)) unused.push({ from, to, text, why: 'contradicted' });
    else if (Object.keys(meaning.values).length > 0) {
      addValues(values, meaning.values);
      read.push({ from, text, values: meaning.values, ...(misspelled && { misspelled }) });
    }
  }
  if (values.area !== undefined) values.area = innermostAreas(values.area.split(',')).join(',');
  if (values.within !== undefined && values.near === undefined) takeBackDistance(values, read, unused);
  return {
    values,
    read: read.map(({ from: _from, ...rest }) => rest),
    unused: unused.map(({ from: _from, to: _to, ...rest }) => rest),
  };
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
  read: (ReadWords & { readonly from: number })[],
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
