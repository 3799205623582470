import { fold } from './text.js';

const POSTAL_CODE = /\b([a-z]\d[a-z]) ?(\d[a-z]\d)\b/;
/** A number of a unit, such as 5, b12, ll1 or 200-a, and several, such as 5 & 6: these only at the end of their part. */
const UNIT_NUMBER = String.raw`(?:[a-z]{1,3}-?)?\d+[a-z]?(?:(?:\s*[&/-]\s*|\s+and\s+)(?:[a-z]{0,2}\d+[a-z]?|[a-z]))*(?=\s*(?:,|$))|[a-z]{0,2}\d+[a-z]?\b|[a-z]\b`;
const UNIT = new RegExp(
  String.raw`\b(?:unit|suite|ste|apartment|apt|room|rm|office|bureau|local)s?(?![a-z])[.:-]?\s*(?:#|no\.?(?![a-z])|number)?\s*(${UNIT_NUMBER})|#\s*(${UNIT_NUMBER})`,
);
/** The spellings of what joins the numbers of several units. */
const UNIT_JOINTS = /\s*[&/-]\s*|\s+and\s+/g;
const FLOOR =
  /\b(?:(\d+)(?:st|nd|rd|th|e)? (?:floor|flr|fl|level|etage)|(?:floor|flr|fl|level|etage) (\d+|[a-z]\d+|[a-z]\b)|(\d+)\/f|(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|main|ground|lower|upper|concourse|mezzanine|penthouse) (?:floor|flr|fl|level)|(basement))\b|(?<=^|,\s*)(concourse|mezzanine|penthouse)(?=\s*(?:,|$))/;
/** Floors by their words. */
const FLOORS = synonyms(`
  1 first main ground, 2 second, 3 third, 4 fourth, 5 fifth, 6 sixth, 7 seventh, 8 eighth, 9 ninth, 10 tenth, basement lower
`);
/** One of several buildings or penthouses at a civic number, as a part of its own: its units are others than those of the next. */
const BUILDING =
  /^(?:(building|bldg|tower|block|penthouse|ph) ?(?:#|no )? ?([a-z]?\d+[a-z]?|[a-z])|(north|south|east|west) tower)$/;
const BUILDING_WORDS = synonyms('building bldg, penthouse ph');
/** Their numbers are no units. */
const NUMBERED_HIGHWAY = /\b(?:highway|hwy) ?(?:#|no )? ?(\d+)\b/;
const NUMBERED_DELIVERY = /\b(rr|r r|box) ?(?:#|no )? ?(\d+)\b/;
/** Between a unit and a civic number. */
const LONG_DASH = /(?<=\d\s*)[–—](?=\s*\d)/;
const MAY_HAVE_BUILDING = /\b(?:building|bldg|tower|block|penthouse|ph)(?![a-z])/;
/** A unit before the civic number with a dash, the civic number, and the street. */
const STREET = /^(?:([a-z]{0,2}\d+[a-z]?|[a-z])\s*-\s*)?(\d+[a-z]?)\s+(\S.*)$/;

/** The types of streets, each followed by its common abbreviations. */
export const STREET_TYPES = synonyms(`
  avenue ave av, boulevard blvd boul, circle cir circ, court crt ct, crescent cres cr, drive dr, expressway expy,
  gardens gdns, gate, grove grv, heights hts, highway hwy, hill, lane ln, line, mews, parkway pkwy pky, path, place pl,
  plaza plz, road rd, row, sideroad sdrd, square sq, street st str, terrace terr ter, trail trl, walk, way
`);
export const DIRECTIONS = synonyms(`
  north n, south s, east e, west w, northeast ne, northwest nw, southeast se, southwest sw
`);
/** The first word of a street. */
const FIRST_WORDS = synonyms('st saint, mount mt, highway hwy, fort ft');
/** Streets of one type that people leave out, by name. */
const ONLY_TYPES = new Map(
  Object.entries({
    avenue:
      'eglinton, finch, islington, kipling, lawrence, sheppard, st clair, steeles, victoria park, warden, wilson',
    boulevard: 'lake shore',
    road: 'kingston, mccowan',
    street: 'bathurst, bloor, carlton, college, dufferin, dundas, jane, keele, king, queen, yonge',
  }).flatMap(([type, names]) => names.split(', ').map((name): [string, string] => [name, type])),
);
/** Words that show a street as types do, but that keys contain as they are. */
const OTHER_STREET_WORDS = new Set(
  'concession crossing donway esplanade kingsway mall quay queensway townline'.split(' '),
);
/** Streets that have a number after their type: "Highway 7", and "Regional Road 57" of an authority. */
const NUMBERED_ROAD = /^(?:highway|hwy|road|rd|route|concession|line|sideroad|sdrd)$/;
const AUTHORITY = /^(?:regional|county|township|concession)$/;
/** Types before the name. */
const FRENCH_TYPE = /^(?:allee|avenue|boulevard|chemin|cote|montee|place|promenade|rang|route|rue|ruelle)$/;
const FORMER_CITIES = /^(?:(?:city of )?toronto|scarborough|north york|etobicoke|east york|york)$/;
const PROVINCE = new Set(['on', 'ont', 'ontario', 'canada']);

/**
 * Normalizes an address: two spellings of one address have the same key. The key consists of the postal code, the civic
 * number, the unit and the words of the street, with common abbreviations expanded. It contains the municipality only
 * if there is no postal code, which would imply it.
 * @param address one line, such as "Unit 5, 12 Birchmount Rd., Toronto, ON M1N 3H5" or "5-12 Birchmount Road"
 * @param postalCode if empty, the postal code is read from the address
 */
export function addressKey(address: string, postalCode = ''): string {
  return addressKeys(address, postalCode).address;
}

/**
 * Returns the key that an address has without its postal code; empty if that does not identify it, because it names no
 * civic number or no municipality.
 */
export function placeKey(address: string): string {
  return addressKeys(address, '').place;
}

/** Returns whether an `addressKey` tells one place from another: "Toronto, ON" has neither a civic number nor a postal code. */
export function tellsPlace(key: string): boolean {
  return key !== '' && !key.startsWith('||');
}

/** Returns `addressKey` and `placeKey` of an address, which takes half the time of one after the other. */
export function addressKeys(address: string, postalCode: string): { address: string; place: string } {
  const { code, civic, unit, street, place } = partsOf(address, postalCode);
  return {
    address: (civic ? [code, civic, unit, street, code ? '' : place] : [code, '', unit, place]).join('|'),
    place: civic && place ? ['', civic, unit, street, place].join('|') : '',
  };
}

interface AddressParts {
  readonly code: string;
  readonly civic: string;
  readonly unit: string;
  readonly street: string;
  readonly place: string;
}

function partsOf(address: string, postalCode: string): AddressParts {
  const folded = withoutDots(fold(address))
    .replace(NUMBERED_HIGHWAY, 'highway $1')
    .replace(NUMBERED_DELIVERY, '$1 $2')
    .replace(LONG_DASH, '-');
  const code = (POSTAL_CODE.exec(fold(postalCode)) ?? POSTAL_CODE.exec(folded))?.slice(1).join('') ?? '';
  const buildings: string[] = [];
  let rest = withoutBuildings(folded.replace(POSTAL_CODE, ''), buildings);
  const unit = UNIT.exec(rest);
  if (unit) rest = rest.replace(unit[0], '');
  const floor = FLOOR.exec(rest);
  if (floor) rest = rest.replace(floor[0], '');
  const inside = (dashed?: string) => [...buildings, unitOf(unit, floor, dashed)].filter(Boolean).join(' ');

  let match: RegExpExecArray | null = null;
  const before: string[] = [];
  const after: string[] = [];
  for (const part of rest.split(',')) {
    const trimmed = withoutDashes(part.trim());
    if (trimmed === '' || PROVINCE.has(trimmed)) continue;
    if (match) after.push(...trimmed.split(' '));
    else if (!(match = STREET.exec(trimmed))) before.push(trimmed);
  }
  if (!match) return { code, civic: '', unit: inside(), street: '', place: before.join(' ') };
  const [, dashed, civic, words] = match;
  const { street, others } = streetOf(words!.split(/[\s-]+/));
  const place = placeOf([...others, ...after]);
  return { code, civic: civic!, unit: inside(dashed), street, place };
}

/** Returns an address without its buildings, such as "building 4" and "north tower", which are put into `found`. */
function withoutBuildings(address: string, found: string[]): string {
  if (!MAY_HAVE_BUILDING.test(address)) return address;
  const others = address.split(',').filter((part) => {
    const [, kind, number, side] = BUILDING.exec(part.trim()) ?? [];
    if (kind) found.push(`${BUILDING_WORDS.get(kind) ?? kind} ${number}`);
    if (side) found.push(`tower ${side}`);
    return !kind && !side;
  });
  return others.join(',');
}

// Most addresses have no dots, and few parts begin or end with a dash.
function withoutDots(text: string): string {
  return text.includes('.') ? text.replace(/\.(?=[a-z])/g, ' ').replaceAll('.', '') : text;
}

function withoutDashes(part: string): string {
  return part.startsWith('-') || part.endsWith('-') ? part.replace(/^[-\s]+|[-\s]+$/g, '') : part;
}

/** Returns the part of an address before the municipality. */
export function streetAddress(address: string): string {
  const parts = address.split(',').map((part) => part.trim());
  const at = parts.findIndex((part) => STREET.test(fold(part)));
  return parts.slice(0, Math.max(at, 0) + 1).join(', ');
}

function unitOf(unit: RegExpExecArray | null, floor: RegExpExecArray | null, dashed = ''): string {
  const number = (unit?.[1] ?? unit?.[2] ?? dashed).replaceAll(UNIT_JOINTS, '-');
  if (!floor || number) return number;
  const name = floor.slice(1).find(Boolean)!;
  return `floor ${FLOORS.get(name) ?? name}`;
}

/** Separates the words of a street, as far as its type and direction, from others, which are a municipality. */
function streetOf(given: readonly string[]): { street: string; others: readonly string[] } {
  // The first word is part of the name: "St Clair" means "Saint Clair".
  const written = given.map((word, i) =>
    i === 0 ? (FIRST_WORDS.get(word) ?? word) : (STREET_TYPES.get(word) ?? DIRECTIONS.get(word) ?? word),
  );
  let end = written.findIndex((word, i) => i > 0 && isType(word)) + 1;
  // "Forest Hill Road": of consecutive types, the last one counts.
  while (end > 0 && isType(written[end])) end++;
  // "St Clair West": the streets of this name, of one or two words, have one type.
  for (const length of [1, 2]) {
    const onlyType = ONLY_TYPES.get(written.slice(0, length).join(' '));
    const followed = written[length];
    if (!onlyType || (followed !== undefined && !DIRECTIONS.has(followed))) continue;
    written.splice(length, 0, onlyType);
    end = length + 1;
  }
  if (written[0] === 'highway' && /^\d/.test(written[1] ?? '')) end = 2;
  if (end === 0) end = written.length;
  if (DIRECTIONS.has(written[end] ?? '')) end++;
  return { street: written.slice(0, end).join(' '), others: written.slice(end) };
}

/** Returns the words of a municipality. Those that became Toronto are Toronto. */
function placeOf(words: readonly string[]): string {
  const place = words.filter((word) => !PROVINCE.has(word)).join(' ');
  return FORMER_CITIES.test(place) ? 'toronto' : place;
}

/**
 * Returns how many of some words, which follow a civic number, are a street as far as its type and direction; 0 where no
 * word shows that they are a street.
 */
export function streetLength(given: readonly string[]): number {
  const words = given.map((word) => withoutDots(fold(word)).trim());
  if (NUMBERED_ROAD.test(words[0] ?? '') && isNumber(words[1])) return withDirection(words, 2);
  let end = words.findIndex((word, i) => i > 0 && isStreetWord(word)) + 1;
  while (end > 0 && isStreetWord(words[end])) end++;
  const isNumbered = end > 1 && NUMBERED_ROAD.test(words[end - 1]!) && AUTHORITY.test(words[end - 2]!);
  if (isNumbered && isNumber(words[end])) end++;
  if (end === 0) end = [2, 1].find((length) => ONLY_TYPES.has(nameOf(words.slice(0, length)))) ?? 0;
  if (end === 0) return FRENCH_TYPE.test(words[0] ?? '') && words.length > 1 ? words.length : 0;
  return withDirection(words, end);
}

function withDirection(words: readonly string[], end: number): number {
  return DIRECTIONS.has(words[end] ?? '') ? end + 1 : end;
}

function isStreetWord(word = ''): boolean {
  const [type = '', ...others] = word.split(' ');
  const isKnown = STREET_TYPES.has(type) || OTHER_STREET_WORDS.has(type);
  return isKnown && others.every((other) => DIRECTIONS.has(other));
}

function isNumber(word = ''): boolean {
  return /^\d+[a-z]?$/.test(word);
}

function nameOf(words: readonly string[]): string {
  return words.map((word, i) => (i === 0 ? (FIRST_WORDS.get(word) ?? word) : word)).join(' ');
}

function isType(word: string | undefined): boolean {
  return word !== undefined && STREET_TYPES.get(word) === word;
}

/** Maps each word of a comma-separated table, and its abbreviations, to the word. */
function synonyms(table: string): ReadonlyMap<string, string> {
  const rows = table.split(',').map((row) => row.trim().split(' '));
  return new Map(rows.flatMap((row) => row.map((spelling): [string, string] => [spelling, row[0]!])));
}
