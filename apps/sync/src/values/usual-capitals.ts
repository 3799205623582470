const ORDINAL = /^\d+(?:st|nd|rd|th|er|re|e|ème|ième)\b/i;
/** A letter that begins a word, or follows a hyphen, a dot, a slash or a parenthesis. */
const FIRST_LETTER = /(?<![\p{L}\p{M}'’])\p{L}/gu;
const AFTER_APOSTROPHE = /(?<!\p{L})(\p{L}['’])(\p{L})(?=\p{L})/gu;
const AFTER_MC = /(?<!\p{L})Mc(\p{L})(?=\p{L})/gu;
/** Single letters are capitals in most texts, and words with digits are numbers. */
const LONG_WORD = /(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu;

/** Returns whether all words of a text are capitals. Scripts without capitals have none. */
export function isCapitals(text: string): boolean {
  const words = text.match(LONG_WORD)?.join(' ') ?? '';
  return words === words.toUpperCase() && words !== words.toLowerCase();
}

/** Returns whether all words of a text are small letters. */
export function isSmallLetters(text: string): boolean {
  const words = text.match(LONG_WORD)?.join(' ') ?? '';
  return words === words.toLowerCase() && words !== words.toUpperCase();
}

/** Returns one word as people write it: `McCaul` for `MCCAUL`, `O'Neil-Tremblay`, `3rd`, `B12`. */
export function withUsualCapitals(word: string): string {
  if (ORDINAL.test(word)) return word.toLowerCase();
  if (/\p{N}/u.test(word)) return word.toUpperCase();
  return word
    .toLowerCase()
    .replace(FIRST_LETTER, (letter) => letter.toUpperCase())
    .replace(AFTER_APOSTROPHE, (_, start: string, letter: string) => start + letter.toUpperCase())
    .replace(AFTER_MC, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}
