import { PLACES } from '@care-atlas/domain/places';
import { fold, isStreetType } from '@care-atlas/domain/text';

/** A place as a line of text names it. */
export interface AddressLine {
  /** Of a hospital or building before the street; empty without one. */
  readonly name: string;
  /** "12 Birchmount Road, Toronto, ON". Text that has another form stays as it is. */
  readonly address: string;
  /** "A1A 1A1"; empty without one. */
  readonly postalCode: string;
}

const POSTAL_CODE =
  /[\s,]*\b([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[\s-]*(\d[ABCEGHJ-NPRSTV-Z]\d)\b[\s,.]*/i;
const COUNTRY = /[\s,]+canada\.?$/i;
const PROVINCE = /[\s,]+(?:ON|ont\.?|ontario)$/i;
/** A number that may begin a street, with a unit before it. */
const CIVIC = /(?<![\w#-])(?:[a-z]?\d+[a-z]?\s?-\s?)?\d+[a-z]?\s+(?=\p{L}|\d+(?:st|nd|rd|th)\b)/giu;
/** A unit or floor, also after its street. */
const UNIT =
  /(?:[\s,]|^)*(?:(?:unit|suite|ste|apartment|apt|room|rm|office|floor|level)\.?\s*#?\s*\w+|#\s*\w+|\w+\s+(?:floor|fl|level))$/i;
const DEPARTMENT = /[\s,-]*\b(?:dep(?:artmen)?t|division|service|section|program)\b\.?(?:\s+of)?\b.*$/i;
/** The type of a street is at most this many words after its number. */
const MOST_STREET_WORDS = 6;

/** Municipalities, former ones and towns of the region by their folded names, longest first: "East York" before "York". */
const TOWNS = PLACES.filter(({ kind }) => ['municipality', 'town', 'district'].includes(kind))
  .map(({ name }) => name)
  .toSorted((one, other) => other.length - one.length);

/** Words that keep their capitals, and words that have none, where a line has only one case. */
const CAPITALS = new Set('ON QC NW NE SW SE N S E W ER GTA YMCA II III IV'.split(' '));
const SMALL = new Set('of the and at for in de du des la le et'.split(' '));

/**
 * Reads a place from one line: department, municipality and postal code need no commas, and a line in capitals or in
 * small letters gets usual ones. What it cannot tell apart, it leaves together.
 */
export function addressLineOf(text: string): AddressLine {
  const code = POSTAL_CODE.exec(text);
  const postalCode = code ? `${code[1]} ${code[2]}`.toUpperCase() : '';
  const line = text
    .replace(POSTAL_CODE, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,]+$/, '');
  const place = line.replace(COUNTRY, '').replace(PROVINCE, '');
  const hasProvince = place !== line.replace(COUNTRY, '');
  const town = TOWNS.find((name) => endsWith(place, name));
  const start = town === undefined ? -1 : streetStart(place.slice(0, place.length - town.length));
  const usual = (words: string) => (hasOneCase(line) ? inUsualCase(words) : words);
  if (town === undefined || start === -1) return { name: '', address: usual(line), postalCode };
  const before = place.slice(0, start).replace(/[\s,-]+$/, '');
  const street = place.slice(start, place.length - town.length).replace(/[\s,]+$/, '');
  const [unit = ''] = UNIT.exec(before) ?? [];
  const name = before
    .slice(0, before.length - unit.length)
    .replace(DEPARTMENT, '')
    .replace(/[\s,-]+$/, '');
  const inside = [unit.replace(/^[\s,]+/, ''), street].filter(Boolean).join(', ');
  const address = [usual(inside), town, ...(hasProvince || postalCode ? ['ON'] : [])].join(', ');
  return { name: usual(name), address, postalCode };
}

/** Returns whether a text ends with a name, as words of its own. */
function endsWith(text: string, name: string): boolean {
  const end = fold(text);
  return end.endsWith(fold(name)) && /(?:^|[\s,])$/.test(text.slice(0, text.length - name.length));
}

/** Returns where the first street begins: a number, and soon after it the type of a street; -1 without one. */
function streetStart(text: string): number {
  for (const { index } of text.matchAll(CIVIC)) {
    const [line = ''] = text.slice(index).split(',');
    const words = line.split(/\s+/).slice(1, MOST_STREET_WORDS + 1);
    if (index === 0 || words.some((word, i) => i > 0 && isStreetType(word))) return index;
  }
  return -1;
}

function hasOneCase(text: string): boolean {
  return text === text.toUpperCase() || text === text.toLowerCase();
}

function inUsualCase(text: string): string {
  const words = text.split(/(?<=[\s,(/-])/);
  return words.map((word, i) => (i === 0 ? usualWord(word, true) : usualWord(word, false))).join('');
}

function usualWord(word: string, isFirst: boolean): string {
  const [plain = ''] = /[\p{L}\p{N}'’.]+/u.exec(word) ?? [];
  if (CAPITALS.has(plain.toUpperCase())) return word.toUpperCase();
  const small = word.toLowerCase();
  // "2nd", "12b" and "of" have no capital.
  if (/^\d+(?:st|nd|rd|th)\b/.test(small) || (!isFirst && SMALL.has(plain.toLowerCase()))) return small;
  return small
    .replace(/\p{L}/u, (letter) => letter.toUpperCase())
    .replace(/^(Mc|O['’])(\p{L})/u, (_, start, letter: string) => start + letter.toUpperCase());
}
