import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Random } from '../../tools/src/sample/random.js';
import type { Parameters } from '../../tools/src/queries/random-query.js';

/** Returns the rows of a data file of the vocabulary or the gazetteer. */
function rowsOf<Row extends object>(name: string): readonly Row[] {
  const file = readFileSync(new URL(`../../libs/domain/data/${name}.csv`, import.meta.url), 'utf8');
  return parse<Row>(file, { columns: true });
}

/** A row of the data file of places. */
export interface PlaceRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** The id of the place that it lies in. */
  readonly within: string;
  readonly lat: string;
  readonly lng: string;
  readonly postal_areas: string;
}

export const PLACE_ROWS = rowsOf<PlaceRow>('places');
/** Other names by the id of their place, also those that every station has. */
export const OTHER_NAMES = Map.groupBy(
  [
    ...rowsOf<{ place: string; other_name: string }>('place_names'),
    ...PLACE_ROWS.filter(({ kind }) => kind === 'subway-station').flatMap(({ id, name }) =>
      ['station', 'subway', 'subway station'].map((what) => ({ place: id, other_name: `${name} ${what}` })),
    ),
    ...PLACE_ROWS.filter(({ kind }) => kind === 'go-station').flatMap(({ id, name }) =>
      [`${name} station`, name.replace(/ GO$/, ' station'), name.replace(/ GO$/, ' train station')].map(
        (other_name) => ({ place: id, other_name }),
      ),
    ),
  ],
  ({ place }) => place,
);

/** Texts that name one place only, in lower case: names, other names, ids and postal codes. */
export const NAMED_PLACES: ReadonlyMap<string, PlaceRow> = placesByText();
/** Those that `near` measures from: of the name of two streets it takes the crossing, which is not in the file of places. */
export const NEAR_NAMES: readonly string[] = [...NAMED_PLACES.keys()].filter(
  (text) => !/ (and|&) /.test(text),
);

function placesByText(): ReadonlyMap<string, PlaceRow> {
  const texts = PLACE_ROWS.flatMap((place) => {
    const others = (OTHER_NAMES.get(place.id) ?? []).map(({ other_name }) => other_name);
    const code = place.kind === 'postal-area' ? [`${place.name} 1A1`] : [];
    return [place.name, place.id, ...others, ...code].map((text) => ({ text, place }));
  });
  const byKey = Map.groupBy(texts, ({ text }) => plain(text).replace(/^the /, ''));
  const named = [...byKey.values()].filter((same) => new Set(same.map(({ place }) => place)).size === 1);
  return new Map(
    named.flat().flatMap(({ text, place }) => (text.includes(',') ? [] : [[text.toLowerCase(), place]])),
  );
}

/** Returns the latitude and longitude of a place. */
export function pointOf(near: string): readonly string[] {
  if (near.includes(',')) return near.split(',');
  const { lat, lng } = placeNamed(near);
  return [lat, lng];
}

/** Returns the values of a list of areas; one that the value after it names as where it lies is the same place. */
export function areasIn(list: string): readonly string[] {
  const areas: string[] = [];
  for (const value of list.split(',')) {
    const last = areas.at(-1);
    if (last === undefined || !liesIn(placeNamed(last), value)) areas.push(value);
  }
  return areas;
}

function liesIn({ kind, within }: PlaceRow, outer: string): boolean {
  const place = kind === 'postal-area' ? undefined : PLACE_ROWS.find(({ id }) => id === within);
  return place !== undefined && (placeNamed(outer).id === place.id || liesIn(place, outer));
}

/** Returns the postal areas of a place. */
export function postalAreasOf(name: string): readonly string[] {
  return placeNamed(name).postal_areas.split(' ');
}

function placeNamed(name: string): PlaceRow {
  return NAMED_PLACES.get(name.trim().toLowerCase())!;
}

interface WordRow {
  readonly name: string;
  readonly other_name: string;
}

/** Letters and marks that the vocabulary replaces before it compares. */
const SPECIAL = /[.,'’&ßæœøđðłþıς]/u;
/** Other names of specialties and languages, with the normalized names that each one stands for. */
const OTHER_WORDS = {
  specialties: otherWords(rowsOf<WordRow>('specialties')),
  languages: otherWords([...rowsOf<WordRow>('languages'), ...rowsOf<WordRow>('languages_cldr')]),
};

function otherWords(rows: readonly WordRow[]): ReadonlyMap<string, readonly string[]> {
  const names = new Set(rows.map(({ name }) => plain(name)));
  const byKey = Map.groupBy(rows, ({ other_name }) => plain(other_name));
  return new Map(
    rows
      .filter(({ other_name: other }) => !SPECIAL.test(other) && !names.has(plain(other)))
      .map(({ other_name }) => [other_name, byKey.get(plain(other_name))!.map(({ name }) => name)] as const)
      .filter(([, meant]) => meant.every((name) => name !== '' && !name.includes(','))),
  );
}

/** The parameters of a list that are read as other names, with the kind of each. */
export type OtherWords = Readonly<Record<string, keyof typeof OTHER_WORDS>>;

/** A request with other names, and the same one with normalized names. */
export interface SpokenQuery {
  readonly sent: Parameters;
  readonly meant: Parameters;
  /** The values that are other names, with their parameters. */
  readonly spoken: readonly { readonly param: string; readonly value: string }[];
}

/** Returns a request in which some specialties and languages are other names. */
export function inOtherWords(random: Random, parameters: Parameters, words: OtherWords): SpokenQuery {
  const [sent, meant]: Record<string, string>[] = [{ ...parameters }, { ...parameters }];
  const spoken: { param: string; value: string }[] = [];
  for (const [param, kind] of Object.entries(words)) {
    if (parameters[param] === undefined || random.chance(0.5)) continue;
    const [value, names] = random.pick([...OTHER_WORDS[kind]]);
    const rest = param === 'specialty' ? [] : [parameters[param]];
    sent![param] = [value, ...rest].join(',');
    meant![param] = [...names, ...rest].join(',');
    spoken.push({ param, value });
  }
  return { sent: sent!, meant: meant!, spoken };
}

/** Returns a text without case, accents and punctuation. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return letters
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
