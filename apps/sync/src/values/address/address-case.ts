import { withUsualCapitals } from '../usual-capitals.js';

/** Words that keep their capitals. */
const CAPITALS = new Set('GTA II III IV LL NE NW PH PO RR SE SW YMCA YWCA'.split(' '));
/** Words that have no capital inside a name. */
const SMALL = new Set('a and at de des du for in la le les of on the'.split(' '));
/** Types of French streets, which have no capital: those that are also English only before a small word. */
const FRENCH_TYPE = /^(?:allée|chemin|montée|rang|rue|ruelle)$/i;
const FRENCH_OR_ENGLISH = /^(?:avenue|boulevard|côte|place|promenade|route)$/i;
const FRENCH_SMALL = /^(?:de|des|du|d['’].*)$/i;
const FRENCH_ELISION = /^[dl]['’]/i;

/** Returns a part of an address that is written in one case with the usual capitals. */
export function inUsualCapitals(part: string): string {
  const words = part.split(' ');
  return words.map((word, at) => usualWord(word, words[at - 1], words[at + 1])).join(' ');
}

function usualWord(word: string, before = '', after = ''): string {
  const plain = word.replaceAll('.', '');
  if (plain.length === 1 && before !== '' && plain.toLowerCase() === 'à') return 'à';
  if (CAPITALS.has(plain.toUpperCase()) || /^\p{L}$/u.test(plain)) return word.toUpperCase();
  const isAfterNumber = /\d/.test(before);
  const isFrench = FRENCH_TYPE.test(word) || (FRENCH_OR_ENGLISH.test(word) && FRENCH_SMALL.test(after));
  if (isAfterNumber && isFrench) return word.toLowerCase();
  // "Côte-des-Neiges"
  const usual = withUsualCapitals(word).replaceAll(/(?<=-)\p{L}+(?=-)/gu, (inside) =>
    SMALL.has(inside.toLowerCase()) ? inside.toLowerCase() : inside,
  );
  const isInside = before !== '' && !isAfterNumber;
  if (isInside && SMALL.has(word.toLowerCase())) return word.toLowerCase();
  const isElided = FRENCH_ELISION.test(word) && (SMALL.has(before.toLowerCase()) || FRENCH_TYPE.test(before));
  return isInside && isElided ? usual.charAt(0).toLowerCase() + usual.slice(1) : usual;
}
