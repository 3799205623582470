import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type FrenchName, NAME_KINDS, type NameKind, type NameRow } from '@care-atlas/domain/vocabulary';
import { PLACE_KINDS, type PlaceKind, type PlaceRow } from '@care-atlas/domain/places';
import { PROJECT } from '../../tools/src/project.js';
import { geographyConstants } from './geography.js';

const DATA = join(PROJECT, 'libs/domain/data');
const SOURCE = join(PROJECT, 'libs/domain/src');

/** Returns the generated files, by path, from the CSV files of libs/domain/data and the names of CLDR. */
export function wordFiles(): ReadonlyMap<string, string> {
  const written = nameRows('languages.csv');
  const cldr = cldrLanguages(written);
  const names = {
    SPECIALTY_ROWS: ['readonly NameRow[]', nameRows('specialties.csv')],
    LANGUAGE_ROWS: ['readonly NameRow[]', [...written, ...cldr]],
    REASON_ROWS: ['readonly (readonly [reason: string, specialties: readonly string[]])[]', reasonRows()],
    PROFESSION_ROWS: [
      'readonly (readonly [register: string, specialty: string, names: readonly string[]])[]',
      professionRows(),
    ],
  } as const;
  const french = {
    FRENCH_SPECIALTIES: ['readonly FrenchName[]', frenchNames('specialty')],
    FRENCH_LANGUAGES: ['readonly FrenchName[]', [...cldrFrenchNames(written), ...frenchNames('language')]],
  } as const;
  const places = {
    PLACE_ROWS: ['readonly PlaceRow[]', placeRows()],
    PLACE_NAME_ROWS: ['readonly (readonly [place: string, otherName: string])[]', readCsv('place_names.csv')],
    PLACES_OUTSIDE: ['readonly (readonly [name: string, lat?: number, lng?: number])[]', placesOutside()],
    AREAS_OUTSIDE: ['readonly (readonly [area: string, lat: number, lng: number])[]', areasOutside()],
  } as const;
  return new Map([
    [join(DATA, 'languages_cldr.csv'), csv(['name', 'other_name', 'kind'], cldr)],
    [
      join(SOURCE, 'vocabulary/generated/names.ts'),
      module("import type { NameRow } from '../name-row.js';", names),
    ],
    [
      join(SOURCE, 'vocabulary/generated/french-names.ts'),
      module("import type { FrenchName } from '../name-row.js';", french),
    ],
    [
      join(SOURCE, 'places/generated/places.ts'),
      module("import type { PlaceRow } from '../place-row.js';", places),
    ],
    [join(SOURCE, 'places/generated/intersections.ts'), intersectionsModule()],
    [join(SOURCE, 'question/generated/other-words.ts'), otherWordsModule()],
    [join(SOURCE, 'map/generated/geography.ts'), geographyModule()],
  ]);
}

function module(
  heading: string,
  constants: Readonly<Record<string, readonly [string, readonly unknown[]]>>,
): string {
  const parts = Object.entries(constants).map(([name, [type, rows]]) => {
    const lines = rows.map((row) => `  ${JSON.stringify(row)},\n`).join('');
    return `export const ${name}: ${type} = [\n${lines}];\n`;
  });
  return `// Made of libs/domain/data by "npm run words".\n${heading}\n\n${parts.join('\n')}`;
}

function otherWordsModule(): string {
  const words = readCsv('other_words.csv').flat().join(' ');
  const constant = `/** Words of other things, which a letter or two would turn into a name. */\nexport const OTHER_WORDS = ${JSON.stringify(words)};`;
  return module(constant, {});
}

function geographyModule(): string {
  const areas = placeRows().filter(([, kind]) => kind === 'postal-area');
  const { LAKES, STATIONS, SUBWAY, CELLS } = geographyConstants(
    areas.map(([, , name, , lat, lng]) => [name, lat, lng]),
    areasOutside(),
  );
  const paths = `/** Paths in the plane. */
export const LAKES = ${JSON.stringify(LAKES)};
export const STATIONS = ${JSON.stringify(STATIONS)};`;
  return module(paths, {
    SUBWAY: ['readonly (readonly [line: string, path: string])[]', SUBWAY],
    CELLS: ['readonly (readonly [postalArea: string, path: string])[]', CELLS],
  });
}

function nameRows(file: string): NameRow[] {
  return readCsv(file).map(([name = '', otherName = '', kind]) => [
    name,
    otherName,
    oneOf(NAME_KINDS, kind, file),
  ]);
}

function reasonRows() {
  return readCsv('reasons.csv').map(([reason, specialties]) => [reason, specialties?.split('; ')]);
}

function professionRows() {
  return readCsv('professions.csv').map(([register, specialty, names]) => [
    register,
    specialty,
    names?.split('; '),
  ]);
}

/** Returns the places outside; those far away have no point. */
function placesOutside(): (readonly [name: string, lat?: number, lng?: number])[] {
  return readCsv('places_outside.csv').map(([name = '', lat, lng]) =>
    lat === '' ? [name] : [name, Number(lat), Number(lng)],
  );
}

/** Returns the written French names of a kind: those of specialties, and of languages that CLDR does not name. */
function frenchNames(kind: 'specialty' | 'language'): FrenchName[] {
  const rows = readCsv('french_names.csv').filter(([each]) => each === kind);
  return rows.map(([, name = '', french = '']) => [name, french]);
}

/** Returns the names that CLDR gives languages in the French of Canada. */
function cldrFrenchNames(written: readonly NameRow[]): FrenchName[] {
  const names = { ...cldrNames('fr'), ...cldrNames('fr-CA') };
  return [...new Set(written.map(([name]) => name))].flatMap((name): FrenchName[] => {
    const [, code = ''] = written.find(([each, , kind]) => each === name && kind === 'iso-code') ?? [];
    return names[code] === undefined ? [] : [[name, names[code]]];
  });
}

function placeRows(): PlaceRow[] {
  return readCsv('places.csv').map(([id = '', kind, name = '', within = '', lat, lng, areas = '']) => [
    id,
    oneOf(PLACE_KINDS, kind, 'places.csv') satisfies PlaceKind,
    name,
    within,
    Number(lat),
    Number(lng),
    areas,
  ]);
}

/** Returns the crossings of streets in a short form, because there are many: names once, and numbers to the base 36. */
function intersectionsModule(): string {
  const rows = readCsv('intersections.csv');
  const streets = [...new Set(rows.flatMap(([a = '', b = '']) => [a, b]))];
  const at = new Map(streets.map((name, index) => [name, index]));
  const byTown = Map.groupBy(rows, ([, , municipality = '']) => municipality);
  const number = (degrees: string | undefined, origin: number) =>
    Math.round((Number(degrees) - origin) * 1e5).toString(36);
  const lines = [...byTown].map(([municipality, crossings]) => [
    municipality,
    crossings
      .map(([a = '', b = '', , lat, lng]) =>
        [at.get(a)!.toString(36), at.get(b)!.toString(36), number(lat, 43), number(lng, -81)].join(),
      )
      .join(' '),
  ]);
  const heading = `/** The names of streets. */\nexport const STREETS = ${JSON.stringify(streets.join('|'))};`;
  return module(heading, {
    CROSSINGS: ['readonly (readonly [municipality: string, crossings: string])[]', lines],
  });
}

function areasOutside(): [string, number, number][] {
  return readCsv('postal_areas_outside.csv').map(([area = '', , lat, lng]) => [
    area,
    Number(lat),
    Number(lng),
  ]);
}

function oneOf<T extends string>(accepted: readonly T[], value: string | undefined, file: string): T {
  const found = accepted.find((each) => each === value);
  if (found === undefined) throw new Error(`${file}: "${value}" is none of ${accepted.join(', ')}.`);
  return found;
}

type CldrNames = Readonly<Record<string, string | undefined>>;
const CLDR = dirname(createRequire(import.meta.url).resolve('cldr-localenames-full/package.json'));
/** Also not what CLDR calls no, several or unknown languages. */
const OTHER_LANGUAGE = /^(?!mul|und|zxx)[a-z]+$/;

/**
 * Returns the names that CLDR adds to the written rows: in English, French and the language itself; and the names of
 * the languages that are not in the list.
 */
function cldrLanguages(written: readonly NameRow[]): NameRow[] {
  const [english, french] = [cldrNames('en'), cldrNames('fr')];
  const known = new Set(
    written.flatMap(([name, otherName]) => [name.toLowerCase(), otherName.toLowerCase()]),
  );
  const rows: NameRow[] = [];
  const add = (name: string, otherName: string | undefined, kind: NameKind) => {
    if (otherName === undefined || known.has(otherName.toLowerCase())) return;
    known.add(otherName.toLowerCase());
    rows.push([name, otherName, kind]);
  };
  const codes = written.filter(([, , kind]) => kind === 'iso-code');
  for (const [name, code] of codes) {
    if (code in english || code in french) {
      add(name, english[code], 'variant');
      add(name, english[`${code}-alt-variant`], 'variant');
      add(name, french[code], 'french');
      if (existsSync(namesPath(code))) add(name, cldrNames(code)[code], 'own-name');
    }
  }
  for (const names of [english, french])
    for (const [code, name] of Object.entries(names))
      if (OTHER_LANGUAGE.test(code)) add('', name, 'not-listed');
  return rows;
}

function namesPath(locale: string): string {
  return join(CLDR, 'main', locale, 'languages.json');
}

function cldrNames(locale: string): CldrNames {
  const { main } = JSON.parse(readFileSync(namesPath(locale), 'utf8')) as {
    main: Record<string, { localeDisplayNames: { languages: CldrNames } }>;
  };
  return main[locale]?.localeDisplayNames.languages ?? {};
}

/** Returns the rows below the heading. */
function readCsv(file: string): string[][] {
  return parse(readFileSync(join(DATA, file)), { from_line: 2 });
}

function csv(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heading, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function csvCell(value: string): string {
  return /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
