import { type Place, PLACE_KEYS, placeKey, PLACES } from '../places/gazetteer.js';
import { editDistance } from '../text/edit-distance.js';
import { LANGUAGES, SPECIALTIES } from '../vocabulary/index.js';
import { placeValues } from './names.js';
import type { QuestionValues } from './question.js';
import type { Words } from './words.js';

/** Looking for a misspelled name compares it with every known one. */
const MOST_TRIES = 6;
const MOST_WORDS = 3;
const LEAST_LETTERS = 4;
const LONG = 8;

/** Reads words that name nothing as misspelled names of fields, languages and places. One for each question. */
export class MisspelledNames {
  #tries = 0;

  constructor(private readonly words: Words) {}

  /**
   * Returns what words probably mean, and where they end; undefined if there is nothing like it.
   * @param unknown the word that is not known, the first one or a later one
   * @param preposition what stands before the words, if it is one of places
   */
  read(
    from: number,
    unknown: number,
    end: number,
    preposition: 'near' | 'in' | undefined,
  ): { readonly to: number; readonly values: QuestionValues } | undefined {
    for (let to = Math.min(from + MOST_WORDS, end); to > unknown; to--) {
      const text = this.words.plain(from, to);
      if (text.length < LEAST_LETTERS || this.#tries++ >= MOST_TRIES) continue;
      const place = nearestPlace(text);
      const values =
        (preposition === undefined ? named(text) : undefined) ??
        (place && placeValues(uniqueName(place), place, preposition === 'near'));
      if (values) return { to, values };
    }
    return undefined;
  }
}

function named(text: string): QuestionValues | undefined {
  const specialty = SPECIALTIES.suggest(text);
  if (specialty !== undefined) return { specialties: specialty };
  const language = LANGUAGES.suggest(text);
  return language === undefined ? undefined : { languages: language };
}

/** Returns the place with the fewest misspellings, the larger kind of two. */
function nearestPlace(text: string): Place | undefined {
  const key = placeKey(text);
  let most = key.length < LONG ? 1 : 2;
  let nearest: Place | undefined;
  for (const place of PLACES) {
    for (const name of PLACE_KEYS.get(place)!) {
      // Short names are alike, and so are postal areas.
      if (name.length < LEAST_LETTERS || name[0] !== key[0]) continue;
      const edits = editDistance(key, name, most);
      if (edits > most) continue;
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
