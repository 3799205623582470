/** Letters of a word that its keys are made of: more would take more memory, fewer would share keys among many words. */
const LETTERS = 6;

/**
 * Returns a number for each text that the beginning of a word becomes when up to `most` (1 or 2) of its letters are
 * deleted. Two words with at most that many misspellings between them share a key: each misspelling takes at most one
 * deletion from either.
 */
export function deletionKeys(word: string, most: number): number[] {
  const size = Math.min(word.length, LETTERS);
  const keys = [keyOf(word, size, size, size)];
  for (let i = 0; i < size; i++) {
    keys.push(keyOf(word, size, i, i));
    if (most > 1) for (let j = i + 1; j < size; j++) keys.push(keyOf(word, size, i, j));
  }
  return keys;
}

/** Returns the hash (FNV-1a) of the first letters of a word without two of them. Its upper half is mixed into the lower. */
function keyOf(word: string, size: number, without: number, andWithout: number): number {
  let key = 0x811c9dc5;
  for (let i = 0; i < size; i++)
    if (i !== without && i !== andWithout) key = Math.imul(key ^ word.charCodeAt(i), 0x01000193);
  return key ^ (key >>> 15);
}
