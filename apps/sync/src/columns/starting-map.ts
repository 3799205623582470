import { basename } from 'node:path';
import { Document, Pair, YAMLMap } from 'yaml';
import { shortened } from '../rows/clean-text.js';
import { columnKey } from '../rows/columns.js';
import type { RowShape } from '../rows/row-shape.js';
import { kindIn } from '../values/clinic/kind-words.js';
import { type GuessedRule, guessRules, isRowNumber, missingNeeds, municipalityIn } from './column-guesses.js';
import { type ColumnMap, ID_FIELD } from '../mapping/column-map.js';
import { onlyDateFormat } from '../values/dates/date-pattern.js';
import type { FileColumn, FileColumns } from './file-columns.js';

const SHOWN_CHARACTERS = 60;
/** The fields that tell one place from the others: a name, and the first of these that a file has. */
const WHERE = [
  ['address'],
  ['addr:full'],
  ['addr:housenumber', 'addr:street'],
  ['addr:street'],
  ['lat', 'lng'],
];
/** The columns of tables of OpenStreetMap that together are an id, as keys. */
const OSM_ID = ['osmtype', 'osmid'];
const OSM_TYPE = /^(?:node|way|relation)$/i;
const UUID = /^\{?[\da-f]{8}-[\da-f-]{27}\}?$/i;

/** A column of the file in a map. */
interface MapEntry extends FileColumn {
  /** As the map states it; null for a column that is left out. */
  readonly rule: unknown;
  readonly isGuess: boolean;
}

/**
 * Returns a map to start from: what is read, guesses for what is not, and the first values as comments.
 * @param map the map that the file was read with
 * @param known the maps whose columns serve as guesses, such as the profiles of the source
 */
export function startingMap(
  found: FileColumns,
  shape: RowShape,
  map: ColumnMap | undefined,
  known: readonly ColumnMap[],
): string {
  const entries = withStreet(entriesOf(found, shape, map, known), shape);
  const taken = new Set(entries.flatMap(({ rule }) => fieldsOf(rule)));
  const document = new Document({ source: found.source });
  const add = (name: string, value: object, comment: string) => {
    const node = document.createNode(value, { flow: true });
    node.comment = ` ${comment}`;
    document.set(name, node);
  };
  if (map?.id) add(ID_FIELD, { columns: map.id.columns, prefix: map.id.prefix }, 'as before');
  else if (ID_FIELD in shape.columns && !taken.has(ID_FIELD))
    add(ID_FIELD, madeId(found, entries), 'a guess: what tells a row from the others');
  const constants = { ...constantsFor(found, shape, taken), ...Object.fromEntries(map?.constants ?? []) };
  if (Object.keys(constants).length > 0)
    add(
      'constants',
      constants,
      `${Object.values(constants).includes('') ? 'fill in' : 'a guess'}: what the file has no column for`,
    );
  const columns = new YAMLMap();
  for (const entry of entries) {
    const node = document.createNode(entry.rule, { flow: true });
    node.comment = ` ${commentOf(entry)}`.replaceAll(/\s+/g, ' ').trimEnd();
    columns.add(new Pair(document.createNode(entry.name), node));
  }
  document.set('columns', columns);
  const lacking = missingNeeds(shape, taken).filter(
    (group) => !group.some((field) => field in constants || document.has(field)),
  );
  const fields = Object.keys(shape.columns).filter((field) => !taken.has(field) && !(field in constants));
  document.commentBefore =
    ' Column of the file: field, or nothing for a column that is left out. See docs/operate/import-tables.md#column-maps.';
  const refusals = lacking.map(
    (group) => ` The file has no column for ${group.join(' or ')}: an import refuses it.`,
  );
  document.comment = [...refusals, ` Fields without a column: ${fields.join(', ') || 'none'}`].join('\n');
  return document.toString({ nullStr: '', lineWidth: 0 });
}

function entriesOf(
  found: FileColumns,
  shape: RowShape,
  map: ColumnMap | undefined,
  known: readonly ColumnMap[],
): readonly MapEntry[] {
  const columns = found.columns.filter(({ inFile }) => inFile);
  const read = columns.map((column) => ({ ...column, rule: ruleOf(column, map) }));
  const taken = new Set(read.flatMap(({ rule }) => fieldsOf(rule)));
  const open = new Set(Object.keys(shape.columns).filter((field) => !taken.has(field)));
  const unread = read.filter(
    ({ rule, name, readAs }) => rule === null && readAs === null && !isRowNumber(name),
  );
  const guesses = new Map(
    guessRules(
      unread.map(({ name, column, samples: values }) => ({ name, column, values })),
      open,
      known,
    ),
  );
  for (const rule of [...guesses.values()].flat()) open.delete(rule.field);
  for (const { column, nearest, values } of unread) {
    if (nearest === null || guesses.has(column) || !open.delete(nearest)) continue;
    const dates = onlyDateFormat(values);
    guesses.set(column, [dates === undefined ? { field: nearest } : { field: nearest, dates }]);
  }
  return read.map((column): MapEntry => {
    const guess = guesses.get(column.column);
    const rules = guess?.map((rule) => withPrefix(rule, column.samples, found));
    return { ...column, rule: rules ? shortest(rules) : column.rule, isGuess: guess !== undefined };
  });
}

/**
 * Takes an address without its municipality as a street, where another column has the municipality. A few streets have the name of
 * one, such as Markham Road.
 */
function withStreet(entries: readonly MapEntry[], { columns }: RowShape): readonly MapEntry[] {
  const fields = entries.flatMap(({ rule }) => fieldsOf(rule));
  if (!fields.includes('addr:city') || fields.includes('addr:street') || !('addr:street' in columns))
    return entries;
  const isWhole = ({ samples }: MapEntry) =>
    samples.filter((value) => municipalityIn(value) !== undefined).length > samples.length / 2;
  return entries.map((entry) =>
    entry.rule === 'address' && !isWhole(entry) ? { ...entry, rule: 'addr:street', isGuess: true } : entry,
  );
}

/** Returns the rule by which a column is read; null when it is not read, or only numbers the rows. */
function ruleOf({ column, name, readAs, values, badRows }: FileColumn, map: ColumnMap | undefined): unknown {
  const stated = map?.stated.get(column);
  if (stated !== undefined) return stated || null;
  if (readAs === null || isRowNumber(name)) return null;
  const dates = badRows > 0 ? onlyDateFormat(values) : undefined;
  return dates === undefined ? readAs : { field: readAs, dates };
}

/** Returns a rule for ids with the name of the file before them, so that the ids of two files differ. */
function withPrefix(rule: GuessedRule, values: readonly string[], { file }: FileColumns): GuessedRule {
  if (rule.field !== ID_FIELD || values.some((value) => UUID.test(value))) return rule;
  return { ...rule, prefix: `${slugOf(file)}/` };
}

function madeId({ file }: FileColumns, entries: readonly MapEntry[]): object {
  const [type, number] = OSM_ID.map((key) => entries.find(({ name }) => columnKey(name) === key));
  // Such as node/123, as in every other extract of the map.
  if (type && number && type.samples.every((value) => OSM_TYPE.test(value)))
    return { columns: [type.name, number.name], prefix: '' };
  const named = (field: string) => entries.find(({ rule }) => fieldsOf(rule).includes(field))?.name;
  const where = WHERE.map((fields) => fields.map(named)).find((names) => names.every(Boolean)) ?? [];
  const columns = [named('name'), ...where].filter((name) => name !== undefined);
  return { columns: [...new Set(columns)], prefix: `${slugOf(file)}/` };
}

/**
 * Returns the values of fields that every file needs, where this one has no column for them: by the name of the file. An empty
 * one is to be filled in: an import refuses it.
 */
function constantsFor(
  { file }: FileColumns,
  shape: RowShape,
  taken: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const missing = missingNeeds(shape, taken).flat();
  // A place with coordinates needs no street, but a municipality.
  const city = municipalityIn(file) ?? (missing.includes('addr:city') && taken.has('lat') ? '' : undefined);
  const kind = kindIn(slugOf(file).replaceAll('-', ' '));
  const type: Readonly<Record<string, string>> = kind === undefined ? { type: '' } : { healthcare: kind };
  const needsCity = city !== undefined && (missing.includes('addr:city') || taken.has('addr:street'));
  return {
    ...(missing.includes('type') && type),
    ...(needsCity && !taken.has('addr:city') && { 'addr:city': city }),
  };
}

function fieldsOf(rule: unknown): readonly string[] {
  if (Array.isArray(rule)) return rule.flatMap(fieldsOf);
  if (typeof rule === 'string') return [rule];
  return rule === null ? [] : [(rule as GuessedRule).field];
}

/** Returns rules in their shortest form. */
function shortest(rules: readonly GuessedRule[]): unknown {
  const [first, ...others] = rules;
  if (!first || others.length > 0) return rules;
  return Object.keys(first).length === 1 ? first.field : first;
}

function slugOf(file: string): string {
  return basename(file)
    .replace(/\..*$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase();
}

function commentOf({ rule, isGuess, values, badValues }: MapEntry): string {
  const parts = [
    isGuess ? 'a guess' : '',
    rule === null ? 'not read' : '',
    values.length > 0 ? `such as ${shown(values)}` : 'without values',
    badValues.length > 0 ? `not understood: ${shown(badValues.map(({ value }) => value || '(empty)'))}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function shown(texts: readonly string[]): string {
  return texts.map((text) => shortened(text, SHOWN_CHARACTERS)).join(' | ');
}
