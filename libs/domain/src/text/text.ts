// Letters that Unicode does not decompose into a base letter and a mark, but that people type without one.
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
  // A sigma at the end of a word: lower case makes it of Σ there, and nowhere else.
  ς: 'σ',
  '’': "'",
  '‐': '-',
  '‑': '-',
};
// Most text needs nothing but lower case: printable ASCII with single blanks inside.
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/**
 * The form in which names and filter values are compared and ordered: lower case, without accents, blanks
 * folded to one. `fold('Éloïse  Brandåvøld')` is `'eloise brandavold'`.
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

/** Orders by UTF-16 code unit: total, and the same on every machine, unlike a locale's collation. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
