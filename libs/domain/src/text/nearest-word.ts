/**
 * Returns the most likely correction of a misspelled word: the nearest by Levenshtein distance, if the distance is at
 * most a third of the length; otherwise undefined.
 */
export function nearestWord(misspelled: string, words: Iterable<string>): string | undefined {
  const typed = misspelled.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) >= least) continue;
    const distance = levenshtein(typed, word.toLowerCase());
    if (distance < least) [nearest, least] = [word, distance];
  }
  return nearest;
}

function levenshtein(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, previous[j]! + 1, current[j - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}
