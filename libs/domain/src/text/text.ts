// Letters that Unicode does not decompose into a base letter and a mark, but that people type without the mark.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  // Final sigma: `toLowerCase` turns Σ into it at the end of a word only.
  ς: 'σ',
  '’': "'",
  '‐': '-',
  '‑': '-',
};
// Fast path: printable ASCII with single spaces inside only needs lower case.
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/**
 * Returns the form in which names and filter values are compared and ordered: lower case, without accents, with single
 * spaces. `fold('Éloïse  Brandåvøld')` returns `'eloise brandavold'`.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Readers of sentences look up words that are plain already. */
const PLAIN_WORDS = /^[a-z\d]+(?: [a-z\d]+)*$/;
const INITIAL_DOTS = /\b(\p{L})\.(?=\p{L}\b)/gu;

/**
 * Returns the folded words of a text without punctuation, by which names of things are looked up: those of
 * `St. Clair & O'Connor` are `st clair and oconnor`.
 */
export function plainWords(text: string): string {
  if (PLAIN_WORDS.test(text)) return text;
  return fold(text)
    .replace(INITIAL_DOTS, '$1')
    .replaceAll("'", '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Compares by UTF-16 code unit: a total order, equal on every machine, unlike the collation of a locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
