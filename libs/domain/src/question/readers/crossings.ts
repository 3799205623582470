import { isStreetName, mayBeginStreet, readCrossing } from '../../places/crossings.js';
import { type Place, placeKey } from '../../places/gazetteer.js';
import { STREET_TYPES } from '../../text/address-key.js';
import { crossingName, isMeant } from '../../places/resolve-place.js';
import { CORNER, IN, NEAR, ON_STREET } from '../phrases.js';
import type { QuestionValues, UnusedReason } from '../question.js';
import type { Words } from '../words.js';

interface CrossingMatch {
  readonly to: number;
  readonly meaning: { readonly values: QuestionValues } | { readonly unused: UnusedReason };
  readonly place?: Place;
  readonly misspelled?: boolean;
}

const JOINTS = new Set(['and', 'at', 'et']);
/** Says that two places are meant. */
const BOTH = 'both';
/** Of the name of a street, with its type and direction. */
const MOST_WORDS = 4;
/** Of a second street with the municipality after it. */
const MOST_LAST_WORDS = 7;

/** Reads two streets that are known to cross, with "near" or "at" before them; undefined if there are none. */
export function readCrossingOf(words: Words, from: number): CrossingMatch | undefined {
  const before =
    (words.match(from, NEAR) ?? words.match(from, IN) ?? words.match(from, ON_STREET))?.to ?? from;
  const start = (before < words.length ? words.match(before, CORNER)?.to : undefined) ?? before;
  const isNear = before > from;
  if ([words.list[from - 1], words.list[start]].some((word) => word?.plain === BOTH)) return undefined;
  if (start >= words.length || !(isNear || mayBeginStreet(words.plain(start)))) return undefined;
  for (let at = start + 1; at <= Math.min(start + MOST_WORDS, words.length - 1); at++) {
    const second = secondStreetAt(words, at);
    if (second === undefined || !(isNear || isStreetName(words.plain(start, at)))) continue;
    for (let to = Math.min(second + MOST_LAST_WORDS, words.length); to > second; to--) {
      const joint = second === at ? '' : 'and ';
      const crossing = readCrossing(`${words.plain(start, at)} ${joint}${words.plain(second, to)}`);
      const [place] = crossing?.places ?? [];
      if (!crossing || !place || isInside(words, to)) continue;
      const { misspelled } = crossing;
      const inTown = isMeant(crossing.places) ? undefined : townAfter(words, to, crossing.places);
      const places = inTown?.places ?? crossing.places;
      const end = inTown?.to ?? to;
      if (!isMeant(places))
        return { to: end, meaning: { unused: { why: 'ambiguous', places: places.map(crossingName) } } };
      const meaning = { values: { near: crossingName(places[0]!) } };
      return { to: end, meaning, place: places[0]!, ...(misspelled && { misspelled }) };
    }
  }
  return undefined;
}

/** Returns those of several crossings that lie in the municipality after them, and where its name ends. */
function townAfter(words: Words, from: number, places: readonly Place[]) {
  const start = (from < words.length ? words.match(from, IN)?.to : undefined) ?? from;
  for (let to = Math.min(start + MOST_WORDS, words.length); to > start; to--) {
    const town = placeKey(words.plain(start, to));
    const inTown = places.filter(({ within }) => within && placeKey(within.name) === town);
    if (inTown.length > 0) return { to, places: inTown };
  }
  return undefined;
}

/** Returns where the second street begins, if the first one ends at a word; undefined for a word that is no street. */
function secondStreetAt(words: Words, at: number): number | undefined {
  if (JOINTS.has(words.plain(at))) return at + 1 < words.length ? at + 1 : undefined;
  // "Eglinton Avenue" is no crossing with Avenue Road.
  const isType = (each: number) => each < words.length && STREET_TYPES.has(words.plain(each));
  if (isType(at) && !isType(at + 1)) return undefined;
  // "Danforth/Pape".
  return mayBeginStreet(words.plain(at)) && isStreetName(words.plain(at)) ? at : undefined;
}

/** Returns whether a word belongs to the typed one before it. */
function isInside(words: Words, to: number): boolean {
  return to < words.length && words.list[to]!.part === words.list[to - 1]!.part;
}
