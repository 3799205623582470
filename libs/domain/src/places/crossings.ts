import { distanceMetres } from '../rules/geo.js';
import { DIRECTIONS, STREET_TYPES } from '../text/address-key.js';
import { editDistance } from '../text/edit-distance.js';
import { plainWords } from '../text/text.js';
import { type Place, placeKey, PLACES, PLACES_BY_KEY } from './gazetteer.js';
import { CROSSINGS, STREETS } from './generated/intersections.js';

/** A street as people write it: its name, and perhaps its type and direction. */
interface Street {
  readonly name: string;
  readonly type: string | undefined;
  readonly direction: string | undefined;
}

/** A crossing of the table: the numbers of its streets, of its municipality, and its point. */
type Crossing = readonly [a: number, b: number, town: number, lat: number, lng: number];

/** What two streets name. */
export interface CrossingReading {
  /** The crossings: none if the streets do not cross, several if streets of these names cross in several places. */
  readonly places: readonly Place[];
  /** Whether a name was misspelled. */
  readonly misspelled?: boolean;
}

/** The stops of one crossing are near each other: on a border it has a row in each municipality. */
const SAME_CROSSING_METRES = 600;
const LEAST_MISSPELLED = 6;
const MOST_SUGGESTED = 3;
/** A street with fewer crossings is only recognized alone with its type. */
const MANY_CROSSINGS = 15;
const ORIGIN = { lat: 43, lng: -81 };
const RADIX = 36;
/** In characters. A longer text names no streets: to look at each pair of its parts would take the square of its length. */
const LONGEST_STREETS = 100;

const JOINTS = new Set(['and', 'at', 'et']);
const BEFORE =
  /^(?:(?:the|at|au|le|la|l|a|near) )*(?:corner|intersection|crossing|coin|angle)(?: (?:of|d[eu]s?|la|le|l))* /;
const FRENCH_TYPE =
  /^(?:(?:la|l|le) )?(?:rue|avenue|boulevard|chemin|promenade|route)(?: (?:de la|de l|d[eu]s?))? (?=.)/;
/** The first words of streets whose type comes first, and of "Lake Shore" and "the Danforth". */
const FRENCH_WORDS = new Set([
  'rue',
  'avenue',
  'boulevard',
  'chemin',
  'promenade',
  'route',
  'la',
  'le',
  'l',
  'lake',
  'the',
]);
const FRENCH_DIRECTIONS = new Map([
  ['est', 'east'],
  ['ouest', 'west'],
  ['nord', 'north'],
  ['sud', 'south'],
]);
/** Other spellings of the words of names. */
const WORDS = new Map([
  ['highway', 'hwy'],
  ['vic', 'victoria'],
  ['fourteenth', '14th'],
  ['sixteenth', '16th'],
  ['nineteenth', '19th'],
  ['saint', 'st'],
  ['mt', 'mount'],
  ['center', 'centre'],
  ['ft', 'fort'],
]);

interface Table {
  readonly names: readonly string[];
  readonly streets: readonly Street[];
  /** The crossings of each street, by its name. */
  readonly byStreet: ReadonlyMap<string, readonly Crossing[]>;
  /** The first word of each name. */
  readonly firstWords: ReadonlySet<string>;
}
let table: Table | undefined;

/** Reads the table at its first use: most processes never need it. */
function crossings(): Table {
  return (table ??= readTable());
}

function readTable(): Table {
  const names = STREETS.split('|');
  const streets = names.map((name) => streetOfWords(name.toLowerCase().replace(/['.]/g, '').split(/[ -]/)));
  const byStreet = new Map<string, Crossing[]>();
  for (const [town, [, rows]] of CROSSINGS.entries())
    for (const row of rows.split(' ')) {
      const [a = 0, b = 0, lat = 0, lng = 0] = row.split(',').map((each) => Number.parseInt(each, RADIX));
      const crossing: Crossing = [a, b, town, lat, lng];
      for (const street of new Set([streets[a]!.name, streets[b]!.name])) {
        const all = byStreet.get(street);
        if (all) all.push(crossing);
        else byStreet.set(street, [crossing]);
      }
    }
  const firstWords = new Set(streets.map(({ name }) => name.split(' ', 1)[0]!));
  return { names, streets, byStreet, firstWords };
}

function placeOf([a, b, town, lat, lng]: Crossing): Place {
  const { names } = crossings();
  const [municipality] = CROSSINGS[town]!;
  const name = `${names[a]} and ${names[b]}`;
  return {
    id: plainWords(`${name} ${municipality}`).replaceAll(' ', '-'),
    name,
    kind: 'intersection',
    within: PLACES.find((place) => place.kind === 'municipality' && place.name === municipality),
    lat: degrees(ORIGIN.lat, lat),
    lng: degrees(ORIGIN.lng, lng),
    postalAreas: [],
    otherNames: [],
  };
}

function degrees(origin: number, part: number): number {
  return Number((origin + part / 1e5).toFixed(5));
}

/** Returns the parts of a street's name, given as plain words; the name is never empty. */
function streetOf(plain: string): Street {
  const french = plain.replace(FRENCH_TYPE, '');
  // "Avenue Road" is a name.
  return streetOfWords((STREET_TYPES.has(french) ? plain : french).split(' '));
}

function streetOfWords(given: readonly string[]): Street {
  const words = given.map((word) => WORDS.get(word) ?? word);
  const taken = (known: ReadonlyMap<string, string>) => {
    const value = words.length > 1 ? known.get(words.at(-1)!) : undefined;
    if (value !== undefined) words.pop();
    return value;
  };
  const direction = taken(DIRECTIONS) ?? taken(FRENCH_DIRECTIONS);
  const type = taken(STREET_TYPES);
  if (words[0] === 'the' && words.length > 1) words.shift();
  return { name: words.join(' ').replace('lake shore', 'lakeshore'), type, direction };
}

/** Returns the two streets of a crossing. */
function streetsOf([a, b]: Crossing): readonly [Street, Street] {
  const { streets } = crossings();
  return [streets[a]!, streets[b]!];
}

/**
 * Reads the names of two streets, in either order, joined with "and", "at", "&" or "/" or side by side, perhaps with the
 * place that they lie in; undefined for a text that does not name two known streets, or is too long.
 */
export function readCrossing(text: string): CrossingReading | undefined {
  if (text.length > LONGEST_STREETS) return undefined;
  const [streets = '', ...outer] = text.replaceAll(/[/@]/g, ' and ').split(',');
  const words = plainWords(streets).replace(BEFORE, '').split(' ');
  const towns = outer.map(placeKey);
  let known: CrossingReading | undefined;
  for (const [at, word] of words.entries()) {
    if (!JOINTS.has(word) || at === 0) continue;
    const reading = crossingOf(words.slice(0, at), words.slice(at + 1), towns);
    if (reading && reading.places.length > 0) return reading;
    known ??= reading;
  }
  if (known || words.some((word) => JOINTS.has(word))) return known;
  for (let at = 1; at < words.length; at++) {
    if (!isLong(words.slice(0, at)) || !isLong(words.slice(at))) continue;
    const reading = crossingOf(words.slice(0, at), words.slice(at), towns, false);
    if (reading && reading.places.length > 0) return reading;
  }
  return undefined;
}

/**
 * Returns whether words name a street that many others cross: without "and" between them, others are no streets. "Eglinton Avenue"
 * is no crossing with Avenue Road.
 */
function isLong(words: readonly string[]): boolean {
  if (words.length === 1 && STREET_TYPES.has(words[0]!)) return false;
  const { name } = streetOf(words.join(' '));
  return !DIRECTIONS.has(name) && (crossings().byStreet.get(name)?.length ?? 0) >= MANY_CROSSINGS;
}

/** Returns the crossings of two streets; undefined if one of them is not known. */
function crossingOf(
  first: readonly string[],
  second: readonly string[],
  towns: readonly string[],
  forgives = true,
): CrossingReading | undefined {
  if (first.length === 0 || second.length === 0) return undefined;
  for (const [words, more] of withTowns(second)) {
    const asked = [streetOf(first.join(' ')), streetOf(words.join(' '))] as const;
    const reading = crossingOfStreets(asked, [...towns, ...more], forgives);
    if (reading) return reading;
  }
  return undefined;
}

/** Returns words, and where they end with the name of a municipality, also the words before it. */
function withTowns(words: readonly string[]): readonly (readonly [readonly string[], readonly string[]])[] {
  const whole = [words, []] as const;
  for (let at = Math.max(1, words.length - 3); at < words.length; at++) {
    const town = placeKey(words.slice(at).join(' '));
    if (PLACES_BY_KEY.get(town)?.some(({ kind }) => kind === 'municipality'))
      return [whole, [words.slice(0, at), [town]]];
  }
  return [whole];
}

function crossingOfStreets(
  [first, second]: readonly [Street, Street],
  towns: readonly string[],
  forgives: boolean,
): CrossingReading | undefined {
  const { byStreet } = crossings();
  const [ofFirst, ofSecond] = [byStreet.get(first.name), byStreet.get(second.name)];
  if (!ofFirst || !ofSecond) {
    const [known, street, other] = ofFirst ? [ofFirst, first, second] : [ofSecond, second, first];
    const meant = forgives && known ? misspelledStreet(street, other, known) : undefined;
    if (meant === undefined) return undefined;
    const reading = crossingOfStreets([street, { ...other, name: meant }], towns, false);
    return reading && { ...reading, misspelled: true };
  }
  const both = ofFirst.filter((crossing) => hasBoth(streetsOf(crossing), first.name, second.name));
  const fitting = both.filter((crossing) => fits(streetsOf(crossing), first, second));
  const named = fitting.length > 0 ? fitting : both;
  const inTowns = named.map(placeOf).filter((place) => towns.every((town) => isWithin(place, town)));
  return { places: onePerCrossing(inTowns) };
}

function hasBoth([a, b]: readonly [Street, Street], first: string, second: string): boolean {
  return (a.name === first && b.name === second) || (a.name === second && b.name === first);
}

function fits([a, b]: readonly [Street, Street], first: Street, second: Street): boolean {
  return (isStreet(a, first) && isStreet(b, second)) || (isStreet(a, second) && isStreet(b, first));
}

function isStreet(street: Street, asked: Street): boolean {
  const agree = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined || a === b;
  return (
    street.name === asked.name && agree(street.type, asked.type) && agree(street.direction, asked.direction)
  );
}

/** Returns the only street that crosses another one and has a letter more, less or other; undefined without one. */
function misspelledStreet(street: Street, { name }: Street, known: readonly Crossing[]): string | undefined {
  if (name.length < LEAST_MISSPELLED) return undefined;
  const others = known.map(streetsOf).map(([a, b]) => (a.name === street.name ? b.name : a.name));
  const near = new Set(others.filter((other) => other[0] === name[0] && editDistance(name, other, 1) === 1));
  return near.size === 1 ? [...near][0] : undefined;
}

/** Returns whether a crossing lies in a place of a name, or in the same municipality. */
function isWithin({ within }: Place, key: string): boolean {
  if (SURROUNDINGS.has(key)) return true;
  return (PLACES_BY_KEY.get(key) ?? []).some((place) => {
    for (let at: Place | undefined = place; at; at = at.within) if (at === within) return true;
    return place === within?.within;
  });
}

/** What an address adds to the name of a place. */
export const SURROUNDINGS: ReadonlySet<string> = new Set([
  'on',
  'ontario',
  'canada',
  'gta',
  'greater toronto area',
  'on canada',
  'ontario canada',
  'ont',
]);

/** Returns one place for stops that are near each other, Toronto's first. */
function onePerCrossing(places: readonly Place[]): readonly Place[] {
  const sorted = places.toSorted(
    (a, b) => Number(a.within?.id !== 'toronto') - Number(b.within?.id !== 'toronto'),
  );
  const kept: Place[] = [];
  for (const place of sorted)
    if (!kept.some((other) => distanceMetres(place, other) <= SAME_CROSSING_METRES)) kept.push(place);
  return kept;
}

/**
 * Returns the crossings of a street, those with the longest streets first, if a text names a street and nothing else; none
 * for other texts. With a municipality, those in it.
 */
export function crossingsOfStreet(text: string, town?: Place): readonly Place[] {
  if (text.length > LONGEST_STREETS) return [];
  const plain = plainWords(text);
  const street = streetOf(plain);
  const all = (crossings().byStreet.get(street.name) ?? []).filter(
    ([, , at]) => town === undefined || CROSSINGS[at]![0] === town.name,
  );
  const isTyped = street.type !== undefined || FRENCH_TYPE.test(plain) || town !== undefined;
  if (!isTyped && all.length < MANY_CROSSINGS) return [];
  const others = (crossing: Crossing) => streetsOf(crossing).filter(({ name }) => name !== street.name);
  const sizeOf = (crossing: Crossing) =>
    Math.max(0, ...others(crossing).map(({ name }) => crossings().byStreet.get(name)!.length));
  const largest = all.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 2 * MOST_SUGGESTED);
  return onePerCrossing(largest.map(placeOf)).slice(0, MOST_SUGGESTED);
}

/** Returns whether the name of a street may begin with a plain word: most words of sentences begin none. */
export function mayBeginStreet(word: string): boolean {
  return crossings().firstWords.has(WORDS.get(word) ?? word) || FRENCH_WORDS.has(word);
}

/** Returns whether plain words are the name of a street with its type before it: "rue King". */
export function isFrenchStreet(plain: string): boolean {
  return FRENCH_TYPE.test(plain) && isStreetName(plain);
}

/** Returns whether plain words are the name of a street. */
export function isStreetName(plain: string): boolean {
  return crossings().byStreet.has(streetOf(plain).name);
}

/** Returns up to some crossings whose first street a text names, and whose second begins as it ends, for completion. */
export function completeCrossing(text: string, most: number): readonly Place[] {
  if (text.length > LONGEST_STREETS) return [];
  const words = plainWords(text.replaceAll(/[/@]/g, ' and ')).replace(BEFORE, '').split(' ');
  const joint = words.findIndex((word, at) => at > 0 && JOINTS.has(word));
  if (joint === -1) return [];
  const exact = readCrossing(text)?.places ?? [];
  const first = streetOf(words.slice(0, joint).join(' '));
  const beginning = placeKey(words.slice(joint + 1).join(' '));
  const longer = (crossings().byStreet.get(first.name) ?? []).filter((crossing) =>
    streetsOf(crossing).some(({ name }) => name !== first.name && name.startsWith(beginning)),
  );
  const found = [...exact, ...onePerCrossing(longer.slice(0, 2 * most).map(placeOf))];
  return [...new Map(found.map((place) => [place.id, place])).values()].slice(0, most);
}
