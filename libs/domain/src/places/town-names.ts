import { placeKey, PLACES } from './gazetteer.js';
import { PLACES_OUTSIDE } from './generated/places.js';

/** Parts of Toronto that nobody writes into an address: after a street, their first word is its direction. */
const PARTS_OF_TORONTO = /^(?:central|downtown|east|west) toronto$/;
/** Words that end a street instead: `Islington Avenue`, `Danforth East`. */
const STREET_END = / (?:avenue|road|street|east|north|south|west|\p{L}+east|\p{L}+west)$/u;

const NAMES: ReadonlySet<string> = new Set([
  ...PLACES.filter(({ kind }) => ['municipality', 'town', 'district'].includes(kind))
    .map(({ name }) => placeKey(name))
    .filter((key) => !PARTS_OF_TORONTO.test(key)),
  ...PLACES.filter(({ kind }) => kind === 'neighbourhood')
    .map(({ name }) => placeKey(name))
    .filter((key) => !STREET_END.test(key)),
  ...PLACES_OUTSIDE.map(([name]) => placeKey(name)),
]);
/** Their last words: most words are none. */
const LAST_WORDS = new Set([...NAMES].map((name) => name.split(' ').at(-1)!));
/** The most words that a name of a town has. */
const MOST_WORDS = 4;

/** Returns how many of some words at their end are a town or a part of one, as addresses name it; 0 where they are not. */
export function townLength(words: readonly string[]): number {
  const last = placeKey(words.at(-1) ?? '');
  if (!LAST_WORDS.has(last.split(' ').at(-1)!)) return 0;
  const most = Math.min(MOST_WORDS, words.length);
  for (let length = most; length > 0; length--)
    if (/\p{L}/u.test(words.at(-length)!) && NAMES.has(placeKey(words.slice(-length).join(' '))))
      return length;
  return 0;
}
