import { editDistance } from './edit-distance.js';

/**
 * Returns the most likely correction of a misspelled word: the nearest by edit distance, if the distance is at most a
 * third of the length; otherwise undefined.
 */
export function nearestWord(misspelled: string, words: Iterable<string>): string | undefined {
  const typed = misspelled.toLowerCase();
  let nearest: string | undefined;
  let most = mostEdits(typed);
  for (const word of words) {
    const distance = editDistance(typed, word.toLowerCase(), most);
    if (distance > most) continue;
    [nearest, most] = [word, distance - 1];
    if (most < 0) break;
  }
  return nearest;
}

/** Returns the number of edits up to which a word counts as a misspelling: a third of its length, at least one. */
export function mostEdits({ length }: string): number {
  return Math.max(1, Math.floor(length / 3));
}
