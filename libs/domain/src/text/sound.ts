import { doubleMetaphone } from 'double-metaphone';

const LATIN_WORD = /^[a-z]{3,}$/;
/** A single consonant sounds like too many names. */
const LEAST_CODE = 2;

/**
 * Returns how a folded word may sound (Double Metaphone): words that share a code sound alike. Short words and other
 * scripts than Latin have none.
 */
export function soundsOf(word: string): readonly string[] {
  if (!LATIN_WORD.test(word)) return [];
  return [...new Set(doubleMetaphone(word))].filter((code) => code.length >= LEAST_CODE);
}

/** Returns whether two folded words may sound alike. */
export function soundsLike(a: string, b: string): boolean {
  const sounds = soundsOf(b);
  return soundsOf(a).some((code) => sounds.includes(code));
}
