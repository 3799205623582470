import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fold } from '@care-atlas/domain/text';
import { parse } from 'csv-parse/sync';
import { coordinateSystem } from '../formats/features/coordinate-systems.js';
import { columnKey } from '../rows/columns.js';
import type { RowShape } from '../rows/row-shape.js';
import { isUnknownWord } from '../rows/unknown-words.js';
import { kindIn } from '../values/clinic/kind-words.js';
import { wordTable } from '../values/word-table.js';
import { onlyDateFormat } from '../values/dates/date-pattern.js';
import type { ColumnMap } from '../mapping/column-map.js';

// The same path from src and from dist: both are one level below the project.
const FILE = resolve(import.meta.dirname, '../../data/column-names.csv');
/** The fields of a clinic that a doctor's primary place of practice has too. */
const PLACE_FIELDS = ['address', 'postal_code', 'phone', 'lat', 'lng'];
const PLACE = 'location_1_';
/** Words in names of columns that name a place, and not a person. */
const PLACES =
  /facility|clini|location|site|place|building|business|organi[sz]ation|agency|centre|hospital|landmark|asset|établissement|lieu/;
/** Names of columns in files, those that are clearer first. */
const NAMES = parse<{ field: string; name: string }>(readFileSync(FILE), { columns: true }).flatMap(
  (name) => {
    const isOfPlace = PLACE_FIELDS.includes(name.field) || (name.field === 'name' && PLACES.test(name.name));
    return isOfPlace ? [{ ...name, field: `${PLACE}${name.field}` }, name] : [name];
  },
);

/** Columns of ArcGIS and CKAN that number the rows of a table, which may be others in its next file. */
const ROW_NUMBERS = /^(?:_id|objectid|fid|oid|esri_?oid|row_?id)$/i;
const WEB_MERCATOR = 'EPSG:3857';
/** The corners of Ontario and around, in degrees. */
const NEAR = { lat: [41, 57], lng: [-96, -74] } as const;
/** A point in a cell: of GeoJSON, or as well-known text. */
const POINTS = [
  { pattern: /"coordinates"\s*:\s*\[+\s*-?\d/, strip: '^.*\\[|\\].*$', split: ',', lng: 1, lat: 2 },
  {
    pattern: /^(?:SRID=\d+;)?(?:MULTI)?POINT\s*Z?\s*\(+\s*-?\d/i,
    strip: '^.*\\(|\\).*$',
    split: ' ',
    lng: 1,
    lat: 2,
  },
  { pattern: /^\(?\s*4\d\.\d+\s*,\s*-7\d\.\d+\s*\)?$/, strip: '[()]', split: ',', lng: 2, lat: 1 },
];

const inDegrees = (axis: keyof typeof NEAR, value: number) =>
  value >= NEAR[axis][0] && value <= NEAR[axis][1];
const isIn = (axis: keyof typeof NEAR) => (text: string) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && inDegrees(axis, Number(text));
const isMercator = (axis: keyof typeof NEAR) => (text: string) =>
  Math.abs(Number(text)) > 180 && inDegrees(axis, coordinateSystem(WEB_MERCATOR)![axis](Number(text)));

const WEEKDAY =
  /\b(?:mon?|tu(?:es?)?|wed?|th(?:urs?)?|fri?|sat?|sun?|lun|mar|mer|jeu|ven|sam|dim|daily|weekdays)(?:day|nesday|urday|di|credi|dredi|edi|anche)?s?\b/i;

/** What the values of some fields look like. */
const LOOKS: Readonly<Record<string, (text: string) => boolean>> = {
  postal_code: (text) => /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i.test(text),
  phone: (text) => /^\+?1?[ .-]?\(?[2-9]\d{2}\)?[ .-]?\d{3}[ .-]?\d{4}(?!\d)/.test(text),
  website: (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text),
  opening_hours: (text) => WEEKDAY.test(text) && /\d/.test(text),
  lat: isIn('lat'),
  lng: isIn('lng'),
  address: (text) => /^(?:unit \S+,? )?\d+[a-z]?[ -].*\p{L}{3}/iu.test(text) && !/@/.test(text),
};
/** Returns what the values of a field look like; undefined where they have no form. */
function looksOf(field: string): ((text: string) => boolean) | undefined {
  return LOOKS[field.startsWith(PLACE) ? field.slice(PLACE.length) : field];
}

const MUNICIPALITIES = [...wordTable('municipality', ['inside']).keys()];
const YES_NO = new Map(
  Object.entries({ y: 'yes', n: 'no', oui: 'yes', non: 'no', o: 'yes', t: 'yes', f: 'no' }),
);
const UUID_IN_BRACES = /^\{[\da-f-]{36}\}$/i;
const YES_NO_FIELDS = ['wheelchair', 'accepting', 'virtual_visits'];

/** A column of a file with some of its values. */
export interface SampledColumn {
  /** Its name in the file. */
  readonly name: string;
  /** Its name as an import shows it. */
  readonly column: string;
  readonly values: readonly string[];
}

/** How a map states a rule. */
export interface GuessedRule {
  readonly field: string;
  readonly [option: string]: unknown;
}

/** Returns the names by which columns of files are guessed. */
export function guessableNames(): readonly string[] {
  return NAMES.map(({ name }) => fold(name));
}

/**
 * Returns what columns likely are, by their names in English and French, by maps that are known, and by their values. A field
 * is guessed once, for the column with the clearest name.
 * @param open the fields that no column gives yet
 */
export function guessRules(
  columns: readonly SampledColumn[],
  open: ReadonlySet<string>,
  known: readonly ColumnMap[],
): ReadonlyMap<string, readonly GuessedRule[]> {
  const guesses = new Map<string, readonly GuessedRule[]>();
  const left = new Set(open);
  const guess = (column: string, rules: readonly GuessedRule[]) => {
    guesses.set(column, rules);
    for (const { field } of rules) left.delete(field);
  };
  const names = [...namesIn(known), ...NAMES];
  for (const isNamed of [hasName, hasCutName])
    for (const { name, field } of names) {
      const named = columns.filter((each) => !guesses.has(each.column) && isNamed(each, name));
      for (const { column, values } of named) {
        const rule = left.has(field) ? ruleFor(field, values) : undefined;
        if (rule) guess(column, [rule]);
      }
    }
  for (const { column, values } of columns) {
    if (guesses.has(column)) continue;
    const point = POINTS.find(({ pattern }) => agree(values, (text) => pattern.test(text)));
    if (point && left.has('lat') && left.has('lng')) {
      const { strip, split, lng, lat } = point;
      guess(column, [
        { field: 'lat', strip, split, part: lat },
        { field: 'lng', strip, split, part: lng },
      ]);
      continue;
    }
    const field = Object.keys(LOOKS)
      .flatMap((each) => [each, PLACE + each])
      .find((each) => left.has(each) && agree(values, looksOf(each)!));
    if (field !== undefined) guess(column, [ruleFor(field, values)!]);
  }
  return guesses;
}

function namesIn(known: readonly ColumnMap[]): readonly { readonly name: string; readonly field: string }[] {
  return known.flatMap(({ rules }) => rules.map(({ column, field }) => ({ name: column, field })));
}

/** Returns the rule for a field whose column has a likely name; undefined where its values say otherwise. */
function ruleFor(field: string, given: readonly string[]): GuessedRule | undefined {
  const values = given.filter((text) => !isUnknownWord(text));
  if (field === 'lat' || field === 'lng') {
    if (values.length === 0 || agree(values, isIn(field))) return { field };
    return agree(values, isMercator(field)) ? { field, crs: WEB_MERCATOR } : undefined;
  }
  if (field === 'address' && POINTS.some(({ pattern }) => values.some((text) => pattern.test(text))))
    return undefined;
  const looks = field === 'address' || field === 'opening_hours' ? undefined : looksOf(field);
  if (looks && values.length > 0 && !values.some(looks)) return undefined;
  if (field === 'healthcare') return withWords(field, kindsOf(values));
  if (field === 'id' && agree(values, (text) => UUID_IN_BRACES.test(text))) return { field, strip: '[{}]' };
  if (YES_NO_FIELDS.includes(field)) return withWords(field, yesNoOf(values));
  const dates = onlyDateFormat(values);
  return dates === undefined ? { field } : { field, dates };
}

function withWords(field: string, words: Readonly<Record<string, string>>): GuessedRule {
  return Object.keys(words).length === 0 ? { field } : { field, values: words };
}

/** Returns what words for yes and no mean; nothing where an import reads them as they are. */
function yesNoOf(values: readonly string[]): Readonly<Record<string, string>> {
  const words = values.map((value) => [value, YES_NO.get(fold(value)) ?? fold(value)] as const);
  return words.every(([value, word]) => fold(value) === word) ? {} : Object.fromEntries(words);
}

function kindsOf(values: readonly string[]): Readonly<Record<string, string>> {
  const kindOf = (value: string) => kindIn(value) ?? (/clini/.test(fold(value)) ? 'clinic' : undefined);
  // A map refuses what it does not list: an unknown kind stays as it is, to be edited.
  return Object.fromEntries(values.map((value) => [value, kindOf(value) ?? value]));
}

/** Returns whether most values look alike. */
function agree(values: readonly string[], looks: (text: string) => boolean): boolean {
  return values.length > 0 && values.filter(looks).length >= values.length * 0.8;
}

function hasName({ column }: SampledColumn, name: string): boolean {
  return keyOf(column) === keyOf(name);
}

/** Tables of shapefiles cut names off after ten characters, such as `ADDRESS_OR`; features of maps have no underscores. */
function hasCutName(column: SampledColumn, name: string): boolean {
  const key = keyOf(column.column);
  return (column.name.length === 10 || key.length === 9) && keyOf(name).startsWith(key);
}

function keyOf(name: string): string {
  return columnKey(fold(name));
}

export function isRowNumber(name: string): boolean {
  return ROW_NUMBERS.test(name);
}

/** Returns the municipality that a text names, such as the name of a file; undefined without any. */
export function municipalityIn(text: string): string | undefined {
  const words = ` ${fold(text).replaceAll(/[^a-z]+/g, ' ')} `;
  const found = MUNICIPALITIES.find((name) => words.includes(` ${name} `));
  return found?.replace(/(?:^| )\p{L}/gu, (letter) => letter.toUpperCase());
}

/** Returns the fields of which a file must have one, and has none. */
export function missingNeeds({ needs }: RowShape, taken: ReadonlySet<string>): RowShape['needs'] {
  return needs.filter((group) => !group.some((field) => taken.has(field)));
}
