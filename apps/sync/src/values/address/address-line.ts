import { placesOfPostalCode, townLength } from '@care-atlas/domain/places';
import { postalCodeFrom } from '../postal-code.js';
import { isCapitals, isSmallLetters } from '../usual-capitals.js';
import { inUsualCapitals } from './address-case.js';
import { type AddressItem, hasLooseEnds, itemsOf } from './address-items.js';

/** An address as one line of text says it. */
export interface AddressLine {
  /** Of a hospital or clinic before the street; empty without one. */
  readonly name: string;
  /** "Suite 300, 12 Birchmount Road, Toronto, ON M1N 3H5", without the name and the department. */
  readonly address: string;
  /** The same with the name. */
  readonly withName: string;
  /** The same with the name and the department. */
  readonly whole: string;
  /** "A1A 1A1"; empty without one. */
  readonly postalCode: string;
  /** Whether it is read. Otherwise, it is as the text has it. */
  readonly isRead: boolean;
}

type Piece = Pick<AddressItem, 'text'> & { readonly kind: 'name' | 'department' | 'other' };

/** A postal code, also with O for 0 and I for 1. */
const POSTAL_CODE =
  /(?<![\p{L}\p{N}])([ABCEGHJ-NPRSTVXY])([\dOI])([ABCEGHJ-NPRSTV-Z])[\s-]*([\dOI])([ABCEGHJ-NPRSTV-Z])([\dOI])(?![\p{L}\p{N}])/giu;
const LINE_SEPARATOR = /[;|\n]|\s[•·]\s/g;
const PARENTHESES = /\(([^()]+)\)/g;
const EDGES = /^[\s,.–-]+|[\s,–-]+$/g;
const COUNTRY = /(?:^|[\s,]+)canada\.?$/i;
const COUNTRY_AFTER_PROVINCE = /(?<=[\s,](?:on|ont|ontario)\.?)[\s,]+ca$/i;
const PROVINCE = /(?:^|[\s,]+)(?:ON|Ont|Ontario)\.?$/i;
const PROVINCE_PART = 'ON';
/** A French street after its number and a comma. */
const NUMBER_PART = /^\d+\p{L}?$/u;
const FRENCH_STREET =
  /^(?:all[ée]e|avenue|boul(?:evard)?|chemin|c[ôo]te|mont[ée]e|place|promenade|rang|rue|ruelle)\s/i;

const FACILITY = 'hospital|h[ôo]pital|centre|center|clinic|clinique|institute';
/** With more words, the first ones may be a name. */
const SHORT_DEPARTMENT = /^\p{L}+ (?:department|dept\.?)$/iu;
const HAS_DEPARTMENT = /(?<!\p{L})(?:department|dept)(?!\p{L})/iu;
const HAS_FACILITY = new RegExp(String.raw`(?<!\p{L})(?:${FACILITY})(?!\p{L})`, 'iu');
const FACILITY_WITH_DEPARTMENT = new RegExp(
  String.raw`^(.*(?<!\p{L})(?:${FACILITY}))[\s–-]+(\S.*(?:department|dept\.?))$`,
  'iu',
);
/** Where something is, or for whom: no name of a clinic, where others may practice too. */
const NO_NAME =
  /^(?:address|at|attn|attention|behind|beside|between|c\/o|corner|dre?|entrance|inside|located|near|next|opposite|rear|upstairs)(?!\p{L})/iu;
const BUILDING_AT_END =
  /(?<!\p{L})(?:arcade|bldg|building|complex|mall|pavilion|plaza|tower|towers|wing)\.?$/iu;

/**
 * Reads an address from one line: units, buildings, departments, municipality and postal code need no commas, and a line in
 * capitals or small letters gets the usual ones. What is not understood stays as it is.
 */
export function readAddress(text: string): AddressLine {
  const line = readOnce(text);
  const others = new Set([line.address, line.withName, line.whole]);
  others.delete(text);
  // What another reading would change is not certain.
  const isStable = [...others].every((other) => readOnce(other).whole === other);
  return isStable ? line : unread(text, line.postalCode);
}

function readOnce(text: string): AddressLine {
  const codes = new Set(
    Array.from(text.matchAll(POSTAL_CODE), ([, ...letters]) => codeOf(letters)).filter((code) => code !== ''),
  );
  const [postalCode = ''] = codes.size === 1 ? codes : [];
  const parts = partsOf(text);
  const items = parts.flatMap(itemsOf);
  if (codes.size > 1 || !isUnderstood(items)) return unread(text, postalCode);
  const letters = parts.filter((part) => part !== PROVINCE_PART).join(' ');
  const isOneCase = isCapitals(letters) || isSmallLetters(letters);
  const pieces = piecesOf(items).map(({ kind, text: piece }) => ({
    kind,
    text: isOneCase && piece !== PROVINCE_PART ? inUsualCapitals(piece) : piece,
  }));
  const lineOf = (left: readonly Piece['kind'][]) => {
    const shown = pieces.filter(({ kind }) => !left.includes(kind)).map((piece) => piece.text);
    const line = shown.join(', ');
    return postalCode === '' ? line : `${line} ${postalCode}`;
  };
  return {
    name: pieces.flatMap((piece) => (piece.kind === 'name' ? piece.text : [])).join(', '),
    address: lineOf(['name', 'department']),
    withName: lineOf(['department']),
    whole: lineOf([]),
    postalCode,
    isRead: true,
  };
}

/** Returns a line that is as the text has it. */
function unread(text: string, postalCode: string): AddressLine {
  return { name: '', address: text, withName: text, whole: text, postalCode, isRead: false };
}

/** Returns a postal code in its form; empty where it is none. */
function codeOf(characters: readonly string[]): string {
  const code = postalCodeFrom(characters);
  // Three letters may be a word, unless they are an area of the region.
  const hasLetterForDigit = characters.join('').toUpperCase() !== code.replace(' ', '');
  return hasLetterForDigit && !placesOfPostalCode(code) ? '' : code;
}

/** Returns what stands between the commas of a line, without its postal code and country, the province on its own. */
function partsOf(text: string): readonly string[] {
  const parts = text
    .replaceAll(POSTAL_CODE, (code: string, ...groups: string[]) =>
      codeOf(groups.slice(0, 6)) === '' ? code : ',',
    )
    .replaceAll(LINE_SEPARATOR, ',')
    .replaceAll(PARENTHESES, (whole, inside: string) => (isInside(inside) ? `,${inside},` : whole))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(EDGES, '')
    .replace(COUNTRY, '')
    .replace(COUNTRY_AFTER_PROVINCE, '')
    .split(',')
    .map((part) => part.replaceAll(EDGES, ''))
    .filter((part) => part !== '');
  return withFrenchStreets(parts).flatMap(withProvinceApart);
}

function withProvinceApart(part: string): readonly string[] {
  const rest = part.replace(PROVINCE, '').replaceAll(EDGES, '');
  // "120 Ontario" is a street.
  if (rest === part || /(?:^|\s)[#\d]\S*$/.test(rest)) return [part];
  return rest === '' ? [PROVINCE_PART] : [rest, PROVINCE_PART];
}

/** Returns whether words in parentheses are part of the address. */
function isInside(text: string): boolean {
  if (PROVINCE.exec(text)?.[0] === text) return true;
  return itemsOf(text.trim()).every(
    ({ kind }) => kind === 'unit' || kind === 'building' || kind === 'delivery',
  );
}

function withFrenchStreets(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part, at) => {
    if (NUMBER_PART.test(part) && FRENCH_STREET.test(parts[at + 1] ?? '')) return [];
    const number = parts[at - 1] ?? '';
    return FRENCH_STREET.test(part) && NUMBER_PART.test(number) ? `${number} ${part}` : part;
  });
}

/** Returns whether all items of a line are certain: one street, a box of the post or only a town, and nothing loose. */
function isUnderstood(items: readonly AddressItem[]): boolean {
  const streets = items.filter(({ kind }) => kind === 'street');
  const others = items.filter(({ text }) => text !== PROVINCE_PART);
  if (streets.length > 1 || streets.some(({ isLoose }) => isLoose)) return false;
  if (streets.length === 0 && !items.some(({ kind }) => kind === 'delivery'))
    return others.length > 0 && others.every(({ text }) => isTown(text));
  return others.every(({ kind, text, isAlone }) => kind !== 'words' || !hasLooseEnds(text, isAlone));
}

function isTown(text: string): boolean {
  const words = text.split(' ');
  return townLength(words) === words.length;
}

/** Returns the pieces of a line: a name is only one before a street that a word shows to be one. */
function piecesOf(items: readonly AddressItem[]): readonly Piece[] {
  const street = items.findIndex(({ kind, isKnown }) => kind === 'street' && isKnown);
  return items.flatMap(({ kind, text }, at): Piece | readonly Piece[] => {
    // Of "Department of Surgery Example Hospital", it is not certain where the department ends.
    if (kind === 'department')
      return { kind: street === -1 || HAS_FACILITY.test(text) ? 'other' : 'department', text };
    if (kind !== 'words' || at > street) return { kind: 'other', text };
    const [, facility, department] = FACILITY_WITH_DEPARTMENT.exec(text) ?? [];
    if (facility && department)
      return [
        { kind: 'name', text: facility },
        { kind: 'department', text: department },
      ];
    if (SHORT_DEPARTMENT.test(text)) return { kind: 'department', text };
    return { kind: isName(text) ? 'name' : 'other', text };
  });
}

function isName(text: string): boolean {
  if (/\d/.test(text) || !/\p{L}{2}/u.test(text) || text === PROVINCE_PART) return false;
  const isOther = NO_NAME.test(text) || BUILDING_AT_END.test(text) || HAS_DEPARTMENT.test(text);
  return !isOther && !isTown(text);
}
