import { fold } from './text.js';

const POSTAL_CODE = /\b([a-z]\d[a-z]) ?(\d[a-z]\d)\b/;
const UNIT =
  /\b(?:unit|suite|ste|apartment|apt|room|rm|office)\.?\s*(?:#|no\.?)?\s*([a-z]?\d+[a-z]?|[a-z])\b|#\s*([a-z]?\d+[a-z]?)\b/;
const FLOOR = /\b(?:(\d+)(?:st|nd|rd|th)? (?:floor|flr|fl)|(?:floor|flr|fl) (\d+))\b/;
/** A unit before the civic number with a dash, the civic number, and the street. */
const STREET = /^(?:([a-z]?\d+[a-z]?)\s*-\s*)?(\d+[a-z]?)\s+(\S.*)$/;

/** The types of streets, each followed by its common abbreviations. */
const STREET_TYPES = synonyms(`
  avenue ave av, boulevard blvd boul, circle cir circ, court crt ct, crescent cres cr, drive dr, expressway expy,
  gardens gdns, gate, grove grv, heights hts, highway hwy, hill, lane ln, line, mews, parkway pkwy pky, path, place pl,
  plaza plz, road rd, row, sideroad sdrd, square sq, street st str, terrace terr ter, trail trl, walk, way
`);
const DIRECTIONS = synonyms(`
  north n, south s, east e, west w, northeast ne, northwest nw, southeast se, southwest sw
`);
const PROVINCE = /^(on|ont|ontario|canada)$/;

/**
 * Normalizes an address: two spellings of one address have the same key. The key consists of the postal code, the civic
 * number, the unit and the words of the street, with common abbreviations expanded. It contains the municipality only
 * if there is no postal code, which would imply it.
 * @param address one line, such as "Unit 5, 12 Birchmount Rd., Toronto, ON M1N 3H5" or "5-12 Birchmount Road"
 * @param postalCode if empty, the postal code is read from the address
 */
export function addressKey(address: string, postalCode = ''): string {
  const folded = fold(address).replaceAll('.', '');
  const code = (POSTAL_CODE.exec(fold(postalCode)) ?? POSTAL_CODE.exec(folded))?.slice(1).join('') ?? '';
  let rest = folded.replace(POSTAL_CODE, '');
  const unit = UNIT.exec(rest);
  if (unit) rest = rest.replace(unit[0], '');
  const floor = FLOOR.exec(rest);
  if (floor) rest = rest.replace(floor[0], '');

  const parts = rest
    .split(',')
    .map((part) => part.trim().replace(/^[-\s]+|[-\s]+$/g, ''))
    .filter((part) => part !== '' && !PROVINCE.test(part));
  const at = parts.findIndex((part) => STREET.test(part));
  if (at === -1) return [code, '', unitOf(unit, floor), parts.join(' ')].join('|');
  const [, dashed, civic, street] = STREET.exec(parts[at]!)!;
  const place = code ? '' : parts.slice(at + 1).join(' ');
  return [code, civic, unitOf(unit, floor, dashed), streetWords(street!, code !== ''), place].join('|');
}

/** Returns the part of an address before the municipality. */
export function streetAddress(address: string): string {
  const parts = address.split(',').map((part) => part.trim());
  const at = parts.findIndex((part) => STREET.test(fold(part)));
  return parts.slice(0, Math.max(at, 0) + 1).join(', ');
}

function unitOf(unit: RegExpExecArray | null, floor: RegExpExecArray | null, dashed = ''): string {
  const number = unit?.[1] ?? unit?.[2] ?? dashed;
  return floor && !number ? `floor ${floor[1] ?? floor[2]}` : number;
}

/**
 * @param dropMunicipality whether words after the type and direction of the street are a municipality without a comma
 */
function streetWords(street: string, dropMunicipality: boolean): string {
  const given = street.split(/[\s-]+/);
  // The first word is part of the name: "St Clair" means "Saint Clair".
  const written = given.map((word, i) =>
    i === 0 ? saint(word) : (STREET_TYPES.get(word) ?? DIRECTIONS.get(word) ?? word),
  );
  let type = written.findIndex((word, i) => i > 0 && isType(word));
  // "Forest Hill Road": of consecutive types, the last one counts.
  while (type !== -1 && isType(written[type + 1])) type++;
  if (!dropMunicipality || type === -1) return written.filter((word) => !PROVINCE.test(word)).join(' ');
  const direction = DIRECTIONS.get(written[type + 1] ?? '') === undefined ? 0 : 1;
  return written.slice(0, type + 1 + direction).join(' ');
}

function isType(word: string | undefined): boolean {
  return word !== undefined && STREET_TYPES.get(word) === word;
}

function saint(word: string): string {
  return word === 'saint' ? 'st' : word;
}

/** Maps each word of a comma-separated table, and its abbreviations, to the word. */
function synonyms(table: string): ReadonlyMap<string, string> {
  const rows = table.split(',').map((row) => row.trim().split(' '));
  return new Map(rows.flatMap((row) => row.map((spelling): [string, string] => [spelling, row[0]!])));
}
