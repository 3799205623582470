/** Nearly all values: nothing to clean. */
const PLAIN = /^[\x20-\x7E]*$/;
/** Controls that are no blanks, and characters that are not shown. Text loses nothing without them. */
const INVISIBLE = /(?![\s\x80-\x9F])\p{Cc}|[\uFFF9-\uFFFB]|(?![\p{Variation_Selector}\u200C\u200D])\p{DI}/gu;
/** Joiners mean something between Arabic or Indic letters and inside emoji, but not beside these characters. */
const USELESS_JOINER =
  /[\u200C\u200D](?=$|[\s\x21-\x7E\p{Script=Latin}])|(?<=^|[\s\x21-\x7E\p{Script=Latin}])[\u200C\u200D]/gu;
/** Blanks of other kinds and line ends, with the blanks around them. */
const OTHER_BLANKS = /\s*[^\S ]\s*/gu;

/**
 * Characters that cleaning leaves, because the text would lose something: lone surrogates, and the controls that letters
 * become in a wrong encoding.
 */
export const BROKEN_TEXT = /[\x80-\x9F\p{Cs}]/u;

/**
 * Returns a text as people see it: in normal form C, without invisible, control and bidirectional characters, and with
 * one plain blank for blanks of other kinds.
 * @param multiline whether it keeps its lines and blanks
 */
export function cleanText(text: string, multiline = false): string {
  if (PLAIN.test(text)) return text;
  const visible = text.replace(INVISIBLE, '').replace(USELESS_JOINER, '').normalize('NFC');
  const line = multiline ? visible.trim() : visible.replace(OTHER_BLANKS, ' ').trim();
  // The blanks on both sides of a removed character are one; others stay as they are.
  return visible.length < text.length ? line.replace(/ {2,}/g, ' ') : line;
}

/** Returns a text of at most this length, and the mark of a cut. */
export function shortened(text: string, length: number): string {
  // A cut must not leave half of a character.
  return text.length > length ? `${text.slice(0, length).replace(/\p{Cs}$/u, '')}…` : text;
}
