import { ADDRESS, HOUSE } from './readers/addresses.js';
import { FILLERS, NO_FILTER } from './fillers.js';
import { mayBeginStreet, SURROUNDINGS } from '../places/crossings.js';
import { isNamedCrossing } from '../places/resolve-place.js';
import { readClinic } from './readers/clinics.js';
import { readCrossingOf } from './readers/crossings.js';
import { readName, readPlace, streetAlone } from './readers/names.js';
import {
  CROSSING,
  FRENCH_WHOSE,
  IN,
  JOINED_NEGATION,
  NAMED,
  NEAR,
  NEGATION,
  STREET,
  TITLE,
  YEARS,
} from './phrases.js';
import { ORDINARY_WORDS } from './ordinary-words.js';
import type { QuestionContext } from './question.js';
import {
  datedPart,
  dayRangePart,
  distancePart,
  fixedPart,
  knownPart,
  meant,
  type Part,
  timePart,
  unfilteredPart,
} from './readers/phrase-parts.js';
import type { Words } from './words.js';
import { SPECIALTIES } from '../vocabulary/index.js';

const MOST_NAME_WORDS = 3;
const REGISTRATION_NUMBER = /^\d{5,6}$/;
/** An initial, but not the word "I". */
const INITIAL = /^(?:\p{Lu}\.|[A-HJ-Z])$/u;
/** Letters of a name: shorter words are mostly others. */
const LEAST_NAME = 3;
const LEAST_SHORT = 2;
/** Of stations that are no places of the gazetteer. */
const GO_TRANSIT = 'GO';
const MOST_LOOKED_UP = 8;
const MOST_STREET_WORDS = 2;

/** Splits a question: at each word the longest part that means something. */
export function partsOf(words: Words, context: QuestionContext): readonly Part[] {
  const parts: Part[] = [];
  let lookedUp = 0;
  for (let from = 0; from < words.length;) {
    const clinic = readClinic(words, from, context);
    if (clinic) {
      parts.push({ from, ...clinic });
      from = clinic.to;
      continue;
    }
    const known = longestPart(words, from, context);
    const isUnknown = !known && isNoFiller(words, from);
    const part = (known ? undefined : housePart(words, from, context)) ??
      knownCrossing(words, from, known) ??
      crossingPart(words, from, known, context) ??
      ((isUnknown || isInitials(words, from, from + 1)) && lookedUp++ < MOST_LOOKED_UP
        ? listedName(words, from, context)
        : undefined) ??
      (isListedSurname(words, from, known, context) ? listedName(words, from, context) : undefined) ??
      known ??
      (isUnknown ? bareStreet(words, from, parts.at(-1), context) : undefined) ?? {
        from,
        to: negationAt(words, from) ?? from + 1,
      };
    parts.push(part);
    from = part.to;
  }
  return parts;
}

/** Returns whether a word is none of those that join the others. */
export function isNoFiller(words: Words, from: number): boolean {
  return (
    words.list[from]!.typed === GO_TRANSIT ||
    (!FILLERS.has(words.plain(from)) && negationAt(words, from) === undefined)
  );
}

/** Returns where a negation ends that begins with a word; undefined if none does. */
export function negationAt(words: Words, from: number): number | undefined {
  const { plain, typed } = words.list[from]!;
  // "Non: …" answers, and "non-…" negates.
  if (plain === JOINED_NEGATION && /^non-?\p{L}*$/iu.test(typed) && words.length > from + 1) return from + 1;
  // "Whose" in French.
  if (plain === 'dont' && !/['’]/.test(typed) && words.match(from, FRENCH_WHOSE)) return undefined;
  return words.match(from, NEGATION)?.to;
}

export function longestPart(words: Words, from: number, context: QuestionContext): Part | undefined {
  const candidates = [
    datedPart(words, fixedPart(words, from), context),
    ...YEARS.map(([name, phrase]) => {
      const match = words.match(from, phrase);
      return meant(from, match?.to, { values: { [name]: match?.found[1] ?? '' } });
    }),
    dayRangePart(words, from),
    distancePart(words, from),
    unfilteredPart(words, from),
    timePart(words, from, context),
    namePart(words, from, context),
    knownPart(from, readPlace(words, from)),
    knownPart(from, readName(words, from, context)),
  ].filter((part) => part !== undefined);
  // The first one of equal length.
  const longest = candidates.reduce<Part | undefined>(
    (best, part) => (best && best.to >= part.to ? best : part),
    undefined,
  );
  if (!longest?.meaning || !words.isRespelled(from, longest.to)) return longest;
  return { ...longest, misspelled: true };
}

/** Reads a registration number, or the name of a doctor after "named" or a title. */
function namePart(words: Words, from: number, context: QuestionContext): Part | undefined {
  if (REGISTRATION_NUMBER.test(words.plain(from)))
    return meant(from, from + 1, { values: { q: words.plain(from) } });
  const named = words.match(from, NAMED);
  const start = (named ?? words.match(from, TITLE))?.to;
  if (start === undefined) return undefined;
  const isAbbreviated = /^dre?$/.test(words.plain(from));
  let to = start;
  for (; to < words.length && to - start < MOST_NAME_WORDS; to++) {
    const { plain, typed } = words.list[to]!;
    if (INITIAL.test(typed)) continue;
    const isCapital = /^\p{Lu}/u.test(typed);
    // "Dr. May" is a person.
    const isFiller = FILLERS.has(plain) || (!named && NO_FILTER.has(plain));
    const mayBeName = ORDINARY_WORDS.has(plain) || context.listed?.hasName(plain) === true;
    if (isFiller && !(isAbbreviated && isCapital && mayBeName)) break;
    const isInner = to > start && isWithinName(words, to, context);
    const known =
      (named ?? (isAbbreviated && isCapital)) || isInner ? undefined : longestPart(words, to, context);
    // "Dr king" is nobody from King.
    const isSurname = isAbbreviated && to === start && ORDINARY_WORDS.has(plain) && known?.place;
    if (known && !isSurname) break;
    if (named && to > start && !isInner && isOtherThan(words, to, context)) break;
    const isName = context.listed?.hasName(plain) === true && !ORDINARY_WORDS.has(plain);
    if (!named && !isAbbreviated && !isCapital && !isName) break;
  }
  const q = words.typed(start, to).replace(/['’]s$/u, '');
  return isInitials(words, start, to) || q.length < 2
    ? undefined
    : meant(from, to, { values: { q, match: 'forgiving' } });
}

/** Returns whether a word after a name is something else, such as the city. */
function isOtherThan(words: Words, from: number, context: QuestionContext): boolean {
  if (context.listed?.hasName(words.plain(from)) === true) return false;
  return (fixedPart(words, from) ?? readPlace(words, from) ?? readName(words, from, context)) !== undefined;
}

/** Returns whether a question is one word, with or without initials. */
function isAloneIn({ list }: Words): boolean {
  return list.filter(({ typed }) => !INITIAL.test(typed)).length === 1;
}

/** Returns whether words are none but initials. */
function isInitials(words: Words, from: number, to: number): boolean {
  return words.list.slice(from, to).every(({ typed }) => INITIAL.test(typed));
}

/** Reads words that are names of listed doctors. */
function listedName(words: Words, from: number, context: QuestionContext): Part | undefined {
  let to = from;
  for (; to < words.length && to - from < MOST_NAME_WORDS; to++) {
    const { plain, typed } = words.list[to]!;
    if (INITIAL.test(typed)) continue;
    // After another part of a name, and where nothing else is asked, a short word is one, too.
    const isShortName = !isInitials(words, from, to) || isAloneIn(words);
    const least = isShortName ? LEAST_SHORT : LEAST_NAME;
    if (plain.length < least || !isNoFiller(words, to) || !context.listed?.hasName(plain)) break;
    if (ORDINARY_WORDS.has(plain) && !isMeantAsName(words, to, context)) break;
    if (to > from && !isWithinName(words, to, context) && longestPart(words, to, context)) break;
  }
  return isInitials(words, from, to)
    ? undefined
    : meant(from, to, { values: { q: words.typed(from, to), match: 'forgiving' } });
}

/** Returns whether an ordinary word that is a listed name is written as one: alone, or with a capital inside a sentence. */
function isMeantAsName(words: Words, at: number, context: QuestionContext): boolean {
  if (isWithinName(words, at, context)) return true;
  if (words.list.every(({ plain }) => context.listed?.hasName(plain))) return true;
  const isSentence = words.list.some(({ typed }) => /^\p{Ll}/u.test(typed));
  return at > 0 && isSentence && /^\p{Lu}/u.test(words.list[at]!.typed);
}

/** Returns whether an ordinary word stands between two names of listed doctors: "Lúcia dos Santos". */
function isWithinName(words: Words, at: number, { listed }: QuestionContext): boolean {
  const [before, word, after] = [words.list[at - 1], words.list[at]!, words.list[at + 1]];
  const isName = (plain: string | undefined) => plain !== undefined && listed?.hasName(plain) === true;
  return ORDINARY_WORDS.has(word.plain) && [before, word, after].every((each) => isName(each?.plain));
}

/** Returns whether a word without "in" or "near" is a city outside, and the name of a listed doctor as well. */
function isListedSurname(
  words: Words,
  from: number,
  known: Part | undefined,
  context: QuestionContext,
): boolean {
  if (!known?.meaning || !('unused' in known.meaning) || known.meaning.unused.why !== 'outside') return false;
  // "Hamilton" alone is who is so named. With a specialty, or with "Ontario" after it, it is the city.
  const isAlone = words.list.every(
    ({ plain }, at) =>
      (FILLERS.has(plain) || NO_FILTER.has(plain) || context.listed?.hasName(plain) === true) &&
      (at === from || !readName(words, at, context)),
  );
  const isAddress = known.to < words.length && SURROUNDINGS.has(words.plain(known.to));
  return (
    known.to === from + 1 && isAlone && !isAddress && context.listed?.hasName(words.plain(from)) === true
  );
}

/** Reads a house number that is no hour, and the street after it, whose type is not written: "at 100 Queen". */
function housePart(words: Words, from: number, context: QuestionContext): Part | undefined {
  const street = words.match(from, HOUSE)?.to;
  if (street === undefined || street >= words.length || words.match(from, ADDRESS)) return undefined;
  const next = longestPart(words, street, context);
  const isStreet = next ? isStreetLike(words, next) : isStreetName(words, street, context);
  return isStreet ? { from, to: next?.to ?? street + 1, meaning: { unused: { why: 'street' } } } : undefined;
}

/** Returns whether no other unknown word stands beside one: "John Smith" is nobody from John Street. */
function isApart(words: Words, before: Part | undefined, to: number, context: QuestionContext): boolean {
  if (before && !before.meaning && isNoFiller(words, before.from)) return false;
  return to >= words.length || !isNoFiller(words, to) || longestPart(words, to, context) !== undefined;
}

/** Reads a street that is nothing else: "Yonge", "highway 7". */
function bareStreet(
  words: Words,
  from: number,
  before: Part | undefined,
  context: QuestionContext,
): Part | undefined {
  if (!mayBeginStreet(words.plain(from))) return undefined;
  for (let to = Math.min(from + MOST_STREET_WORDS, words.length); to > from; to--) {
    const unused = streetAlone(words.plain(from, to));
    if (unused.places)
      return isApart(words, before, to, context) ? { from, to, meaning: { unused } } : undefined;
  }
  return undefined;
}

/** Reads two streets that are known to cross, unless they are the name of a place: "Jane and Finch". */
function knownCrossing(words: Words, from: number, known: Part | undefined): Part | undefined {
  if (!isNoFiller(words, from) && known === undefined && words.match(from, NEAR) === undefined)
    return undefined;
  const crossing = readCrossingOf(words, from);
  const isPlace = known?.place && known.to >= (crossing?.to ?? 0) && isNamedCrossing(known.place);
  return !crossing || isPlace ? undefined : { from, ...crossing };
}

/** Reads two streets that cross, and are not known: of one that is a station, too, the station is not meant. */
function crossingPart(
  words: Words,
  from: number,
  known: Part | undefined,
  context: QuestionContext,
): Part | undefined {
  const isFirstStreet = known
    ? isStreetLike(words, known)
    : isNoFiller(words, from) && !words.match(from, STREET);
  if (!isFirstStreet) return undefined;
  const first = known?.to ?? from + 1;
  const to = (first < words.length && words.match(first, STREET)?.to) || first;
  const second = (to < words.length && words.match(to, CROSSING)?.to) || to;
  // Without "and" only two stations are a crossing, and after "near" the second is another place.
  if (second >= words.length || (second === to && (!known || words.match(to, NEAR)))) return undefined;
  // "Singh at 100 Queen Street": a house number follows, and no other street.
  if (/^\d/.test(words.plain(second))) return undefined;
  const next = longestPart(words, second, context);
  const isSecondStreet = next
    ? isStreetLike(words, next) && (second > to || isStation(known) || isStation(next))
    : known && second > to && isStreetName(words, second, context);
  if (!isSecondStreet) return undefined;
  const end = next?.to ?? second + 1;
  const street = (end < words.length && words.match(end, STREET)?.to) || end;
  return { from, to: street, meaning: { unused: { why: 'street' } } };
}

/** Returns whether an unknown word after "Bathurst and" may be that of a street. */
function isStreetName(words: Words, from: number, { listed }: QuestionContext): boolean {
  const plain = words.plain(from);
  if (!isNoFiller(words, from) || listed?.hasName(plain) === true) return false;
  return SPECIALTIES.misspelled(plain, false) === undefined;
}

/** Returns whether a part may be a street: a station or neighbourhood that is not "in" something. */
function isStreetLike(words: Words, { from, meaning, place }: Part): boolean {
  if (meaning && 'unused' in meaning) return meaning.unused.why === 'street';
  return (place?.kind === 'neighbourhood' && words.match(from, IN) === undefined) || isStation({ place });
}

function isStation(part: Pick<Part, 'place'> | undefined): boolean {
  return part?.place?.kind === 'subway-station';
}
