import { readJson } from '../data-file.js';
import type { NameCulture } from './person-name.js';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

/** Languages that few doctors speak. */
export const RARE_LANGUAGES = readJson('sample/rare-languages.json') as readonly string[];
/** Smaller samples have no rare languages, so that what was recorded of them stays. */
const FIRST_WITH_RARE = 5_000;
/** Of so many doctors one speaks a rare language, each in turn: of 25,000, four of each. */
const RARE_EVERY = 101;

const ENGLISH_SHARE = 0.965;
/** Share of doctors with a language that is independent of their origin. */
const ACQUIRED_SHARE = 0.1;
const SECOND_ACQUIRED_SHARE = 0.015;
const MOST_LANGUAGES = 5;

/** Picks the languages of doctors: those of their origin, and others by their number of speakers in the area. */
export class SpokenLanguages {
  private readonly acquired: Weighted<string>;

  /** @param speakers every language with its number of speakers; null if unknown */
  constructor(speakers: ReadonlyMap<string, number | null>) {
    const counts = [...speakers.values()].filter((count) => count !== null);
    // Only the largest languages were counted, so the others have fewer speakers than any of them.
    const uncounted = Math.min(...counts) / 4;
    this.acquired = new Weighted(
      [...speakers]
        .filter(([language]) => language !== 'English')
        .map(([language, count]) => [language, count ?? uncounted]),
    );
  }

  /** Picks one to five languages, English first. */
  of(random: Random, culture: NameCulture, doctor: number): string[] {
    const spoken = new Set<string>();
    if (random.chance(ENGLISH_SHARE)) spoken.add('English');
    for (const [language, probability] of Object.entries(culture.languages)) {
      if (random.chance(probability)) spoken.add(language);
    }
    if (random.chance(ACQUIRED_SHARE)) spoken.add(this.acquired.pick(random));
    if (random.chance(SECOND_ACQUIRED_SHARE)) spoken.add(this.acquired.pick(random));
    if (spoken.size === 0) spoken.add('English');
    const rare = rareLanguageOf(doctor);
    if (rare !== undefined) spoken.add(rare);
    return [...spoken].slice(0, MOST_LANGUAGES);
  }
}

/** Returns the rare language of a doctor by index, without a random number, so that all else stays as it is. */
function rareLanguageOf(doctor: number): string | undefined {
  const turn = (doctor - FIRST_WITH_RARE) / RARE_EVERY;
  return Number.isInteger(turn) && turn >= 0 ? RARE_LANGUAGES[turn % RARE_LANGUAGES.length] : undefined;
}
