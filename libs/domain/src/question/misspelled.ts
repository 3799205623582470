import { type Place, PLACE_KEYS, placeKey, PLACES } from '../places/gazetteer.js';
import { PLACES_OUTSIDE } from '../places/generated/places.js';
import { editDistance } from '../text/edit-distance.js';
import { plainWords } from '../text/text.js';
import { LANGUAGES, SPECIALTIES } from '../vocabulary/index.js';
import { FILLERS, NO_FILTER, SPELLED } from './fillers.js';
import { OTHER_WORDS } from './generated/other-words.js';
import { NAME_WORDS, placeValues } from './readers/names.js';
import { isOtherField } from './readers/other-fields.js';
import type { QuestionContext, QuestionValues } from './question.js';
import type { Words } from './words.js';

/** Looking for a misspelled name compares it with every known one. */
const MOST_TRIES = 6;
const MOST_WORDS = 3;
const LEAST_LETTERS = 4;
/** Of a place: shorter ones are abbreviations, of which another letter makes another one. */
const LEAST_LETTERS_OF_PLACE = 5;
/** Shorter words are too much like others, unless the words around them say what they are. */
const LEAST_LETTERS_ALONE = 7;
const LEAST_LETTERS_OF_AREA = 8;
/** Of a word that means a field together with "doctor": "hart doctor". */
const LEAST_LETTERS_OF_PART = 6;
const LONG = 8;
/** A name has two misspellings from so many letters, if only it says that it is a place. */
const LONG_ALONE = 10;
const LEAST_SPELLED = 5;

/** What the words around a misspelled name say that it is. */
export type NameContext =
  | 'near'
  | 'in'
  | 'language'
  | 'specialty'
  | 'specialty-or-language'
  | 'specialty-or-any';

/** Every word of names and phrases. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...FILLERS,
  ...NO_FILTER,
  ...SPELLED,
  ...NAME_WORDS,
  ...[...PLACE_KEYS.values()].flat().flatMap((key) => key.split(' ')),
  ...PLACES_OUTSIDE.flatMap(([name]) => placeKey(name).split(' ')),
]);
/** Words of English and French that are like a known one: never a misspelling of it. */
const OTHERS: ReadonlySet<string> = new Set(OTHER_WORDS.split(' '));

/** Returns whether a word has a meaning of its own in questions: it alone makes no name. */
export function isKnownWord(word: string): boolean {
  return KNOWN_WORDS.has(word);
}

/** Returns the usual spelling of a misspelled word of phrases; another word as it is. */
export function usualSpelling(word: string, { listed }: QuestionContext): string {
  if (word.length < LEAST_SPELLED || KNOWN_WORDS.has(word) || OTHERS.has(word) || !/^[a-z]+$/.test(word))
    return word;
  const near = [...SPELLED].filter((known) => known[0] === word[0] && editDistance(word, known, 1) === 1);
  // "Famile" is "famille", not "family".
  const usual = near.find((known) => known.at(-1) === word.at(-1)) ?? near[0];
  return usual === undefined || listed?.hasName(word) ? word : usual;
}

/** Splits the short words that French joins with an apostrophe, unless the whole is known: "d'Union", and "L'Amoreaux". */
export function withoutElisions(question: string): string {
  return question.replaceAll(/(?<!\p{L})(?:[cdjlmnst]|qu)['’](?=\p{L})\p{L}+/giu, (typed) => {
    const isName = /^\p{Lu}['’]\p{Lu}/u.test(typed);
    return isName || KNOWN_WORDS.has(plainWords(typed)) ? typed : typed.replace(/(['’])/u, '$1 ');
  });
}

/** Reads words that mean nothing as misspelled names of fields, languages and places. One for each question. */
export class MisspelledNames {
  #tries = 0;

  constructor(private readonly words: Words) {}

  /**
   * Returns what words probably mean, and where they end; undefined if there is nothing like it. A misspelling is never
   * read as another kind of thing than the words around it say.
   * @param unknown the word that is not known, the first one or a later one
   */
  read(
    from: number,
    unknown: number,
    end: number,
    context: NameContext,
  ): { readonly to: number; readonly values: QuestionValues } | undefined {
    for (let to = Math.min(from + MOST_WORDS, end); to > unknown; to--) {
      const text = this.words.plain(from, to);
      if (text.split(' ').some((word) => OTHERS.has(word) || isOtherField(word))) continue;
      const isPart = to > from + 1 && this.words.plain(unknown).length < LEAST_LETTERS_OF_PART;
      if (isPart && this.words.list.slice(from, to).some(({ plain }) => FILLERS.has(plain))) continue;
      if (text.length < LEAST_LETTERS || this.#tries++ >= MOST_TRIES) continue;
      const values = meant(text, context);
      if (values) return { to, values };
    }
    return undefined;
  }
}

function meant(text: string, context: NameContext): QuestionValues | undefined {
  if (context === 'near' || context === 'in') return placed(text, context === 'near');
  const specialty = context === 'language' ? undefined : SPECIALTIES.misspelled(text, false);
  if (specialty !== undefined) return { specialties: specialty };
  if (context === 'language' || context === 'specialty-or-language') {
    const language = LANGUAGES.misspelled(text, true);
    return language === undefined ? undefined : { languages: language };
  }
  if (context === 'specialty' || text.length < LEAST_LETTERS_ALONE) return undefined;
  const language = LANGUAGES.misspelled(text, false);
  if (language !== undefined && !continues(plainWords(language), text)) return { languages: language };
  const place = text.length < LEAST_LETTERS_OF_AREA ? undefined : nearestPlace(text, LONG_ALONE);
  return place && place.postalAreas.length > 0 ? placeValues(place.name, place, false) : undefined;
}

/** Returns whether one of two words begins with the other: "Somalia" is a country, and no misspelled language. */
function continues(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function placed(text: string, isNear: boolean): QuestionValues | undefined {
  const place = nearestPlace(text);
  return place && placeValues(uniqueName(place), place, isNear);
}

/**
 * Returns the place with the fewest misspellings, the larger kind of two.
 * @param long the number of letters from which a name may have two
 */
function nearestPlace(text: string, long = 0): Place | undefined {
  const key = placeKey(text);
  // Another number is another road: 401 is not 407.
  if (/\d/.test(key)) return undefined;
  let most = 2;
  let nearest: Place | undefined;
  for (const place of PLACES) {
    for (const name of PLACE_KEYS.get(place)!) {
      // Short names are alike, and so are postal areas.
      if (key.length < LEAST_LETTERS_OF_PLACE || name.length < LEAST_LETTERS || name[0] !== key[0]) continue;
      const allowed = Math.min(most, key.length < LONG || name.length < long ? 1 : 2);
      const edits = editDistance(key, name, allowed);
      if (edits > allowed) continue;
      nearest = place;
      most = edits - 1;
      if (most < 0) return nearest;
    }
  }
  return nearest;
}

function uniqueName({ name, kind }: Place): string {
  return kind === 'subway-station' ? `${name} station` : name;
}
