import type { NameCulture } from './person-name.js';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

const ENGLISH_SHARE = 0.965;
/** A language learned at school, at work or at home, whatever the doctor's origin. */
const ACQUIRED_SHARE = 0.1;
const SECOND_ACQUIRED_SHARE = 0.015;
const MOST_LANGUAGES = 5;

/** Which languages doctors speak: those of their origin, and others by the number of speakers in the area. */
export class SpokenLanguages {
  private readonly acquired: Weighted<string>;

  /** @param speakers every language of the directory; null where nobody counted its speakers. */
  constructor(speakers: ReadonlyMap<string, number | null>) {
    const counts = [...speakers.values()].filter((count) => count !== null);
    // Only the largest were counted, so an uncounted language has fewer speakers than any counted one.
    const uncounted = Math.min(...counts) / 4;
    this.acquired = new Weighted(
      [...speakers]
        .filter(([language]) => language !== 'English')
        .map(([language, count]) => [language, count ?? uncounted]),
    );
  }

  /** One to five languages, English first where spoken. */
  of(random: Random, culture: NameCulture): string[] {
    const spoken = new Set<string>();
    if (random.chance(ENGLISH_SHARE)) spoken.add('English');
    for (const [language, probability] of Object.entries(culture.languages)) {
      if (random.chance(probability)) spoken.add(language);
    }
    if (random.chance(ACQUIRED_SHARE)) spoken.add(this.acquired.pick(random));
    if (random.chance(SECOND_ACQUIRED_SHARE)) spoken.add(this.acquired.pick(random));
    if (spoken.size === 0) spoken.add('English');
    return [...spoken].slice(0, MOST_LANGUAGES);
  }
}
