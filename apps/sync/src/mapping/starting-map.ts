import { basename } from 'node:path';
import { Document, Pair, YAMLMap } from 'yaml';
import type { RowShape } from '../rows/row-shape.js';
import {
  datesOf,
  type GuessedRule,
  guessRules,
  isRowNumber,
  missingNeeds,
  municipalityIn,
  type SampledColumn,
} from './column-guesses.js';
import { type ColumnMap, ID_FIELD } from './column-map.js';
import type { FileColumn, FileColumns } from './file-columns.js';

const SHOWN_CHARACTERS = 60;
/** Columns that tell one place from another, the first that a file has count. */
const ID_FIELDS = [['name'], ['address', 'addr:street', 'lat'], ['addr:housenumber', 'lng']];
/** What the places of a file are that does not say it. */
const TYPE = 'family-practice';

/**
 * Returns a map to start from: what is read, guesses for what is not, and the first values as comments.
 * @param samples values of the columns, by which guesses are made
 * @param map the map that the file was read with
 * @param known the maps whose columns serve as guesses, such as the profiles of the source
 */
export function startingMap(
  found: FileColumns,
  samples: readonly SampledColumn[],
  shape: RowShape,
  map: ColumnMap | undefined,
  known: readonly ColumnMap[],
): string {
  const columns = found.columns.filter(({ inFile }) => inFile);
  const rules = new Map(columns.map((column) => [column, ruleOf(column, map)]));
  const taken = new Set([...rules.values()].flatMap(fieldsOf));
  const guesses = guessesFor(columns, samples, shape, known, taken);
  if (!map) takeAsStreet(guesses, columns, samples, shape, taken);
  for (const rule of [...guesses.values()].flat()) taken.add(rule.field);
  const stated = (column: FileColumn) => guesses.get(column.column) ?? rules.get(column) ?? null;
  const fileColumn = (fields: readonly string[]) =>
    columns.find((column) => fieldsOf(stated(column)).some((field) => fields.includes(field)))?.column;

  const document = new Document({ source: found.source });
  if (map?.id) document.set(ID_FIELD, { columns: map.id.columns, prefix: map.id.prefix });
  else if (ID_FIELD in shape.columns && !taken.has(ID_FIELD)) {
    const made = ID_FIELDS.flatMap((fields) => fileColumn(fields) ?? []);
    const id = document.createNode({ columns: made, prefix: `${slugOf(found.file)}/` }, { flow: true });
    id.comment = ' a guess: columns that tell one row from the others';
    if (made.length > 0) document.set(ID_FIELD, id);
  }
  const constants = { ...constantsFor(found, shape, taken), ...Object.fromEntries(map?.constants ?? []) };
  if (Object.keys(constants).length > 0) {
    const node = document.createNode(constants, { flow: true });
    node.comment = ' guesses, where the file has no column for it';
    document.set('constants', node);
  }
  const entries = new YAMLMap();
  for (const column of columns) {
    const rule = stated(column);
    const entry = document.createNode(plain(rule), { flow: true });
    entry.comment = ` ${commentOf(column, rule, guesses.has(column.column))}`
      .replaceAll(/\s+/g, ' ')
      .trimEnd();
    entries.add(new Pair(document.createNode(column.column), entry));
  }
  document.set('columns', entries);
  const fields = Object.keys(shape.columns).filter((field) => !taken.has(field) && !(field in constants));
  document.commentBefore =
    ' Column of the file: field, or nothing for a column that is left out. See docs/operate/imports.md.';
  document.comment = ` Fields without a column: ${fields.join(', ') || 'none'}`;
  return document.toString({ nullStr: '', lineWidth: 0 });
}

/** Returns the rule by which a column is read; null when it is not read. */
function ruleOf({ column, readAs, values, badRows }: FileColumn, map: ColumnMap | undefined): unknown {
  const stated = map?.stated.get(column);
  if (stated !== undefined) return stated || null;
  if (readAs === null || isRowNumber(column)) return null;
  const dates = badRows > 0 ? datesOf(values) : undefined;
  return dates === undefined ? readAs : { field: readAs, dates };
}

function guessesFor(
  columns: readonly FileColumn[],
  samples: readonly SampledColumn[],
  shape: RowShape,
  known: readonly ColumnMap[],
  taken: ReadonlySet<string>,
): Map<string, readonly GuessedRule[]> {
  const open = new Set(Object.keys(shape.columns).filter((field) => !taken.has(field)));
  const unread = columns.filter(({ column, readAs }) => readAs === null && !isRowNumber(column));
  const isUnread = ({ column }: SampledColumn) => unread.some((each) => each.column === column);
  const guesses = new Map(guessRules(samples.filter(isUnread), open, known));
  for (const rule of [...guesses.values()].flat()) open.delete(rule.field);
  for (const { column, nearest, values } of unread) {
    if (nearest === null || guesses.has(column) || !open.delete(nearest)) continue;
    const dates = datesOf(values);
    guesses.set(column, [dates === undefined ? { field: nearest } : { field: nearest, dates }]);
  }
  return guesses;
}

/** Takes an address that lacks its municipality as a street, where another column has the municipality. */
function takeAsStreet(
  guesses: Map<string, readonly GuessedRule[]>,
  columns: readonly FileColumn[],
  samples: readonly SampledColumn[],
  shape: RowShape,
  taken: ReadonlySet<string>,
): void {
  const fields = new Set([...taken, ...[...guesses.values()].flat().map(({ field }) => field)]);
  if (!fields.has('addr:city') || fields.has('addr:street') || !('addr:street' in shape.columns)) return;
  const isAddress = ({ column, readAs }: FileColumn) =>
    (guesses.get(column)?.[0]?.field ?? readAs) === 'address';
  const column = columns.find(isAddress)?.column;
  const values = samples.find((each) => each.column === column)?.values ?? [];
  if (column === undefined || values.some((value) => municipalityIn(value) !== undefined)) return;
  guesses.set(column, [{ field: 'addr:street' }]);
}

/** Returns the values of fields that every file needs, where this one has no column for them. */
function constantsFor(
  { file }: FileColumns,
  shape: RowShape,
  taken: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const missing = missingNeeds(shape, taken).flat();
  const city = municipalityIn(file);
  return {
    ...(missing.includes('type') && { type: TYPE }),
    ...(city !== undefined &&
      'addr:city' in shape.columns &&
      !taken.has('addr:city') && { 'addr:city': city }),
  };
}

function fieldsOf(rule: unknown): readonly string[] {
  if (Array.isArray(rule)) return rule.flatMap(fieldsOf);
  if (typeof rule === 'string') return rule === '' ? [] : [rule];
  return rule === null ? [] : [(rule as GuessedRule).field];
}

/** Returns a rule in its shortest form. */
function plain(rule: unknown): unknown {
  if (!Array.isArray(rule)) return rule;
  const [first, ...others] = rule as readonly GuessedRule[];
  if (others.length > 0) return rule;
  return first && Object.keys(first).length === 1 ? first.field : first;
}

function slugOf(file: string): string {
  return basename(file)
    .replace(/\..*$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase();
}

function commentOf({ values, badValues }: FileColumn, rule: unknown, isGuess: boolean): string {
  const parts = [
    isGuess ? 'a guess' : '',
    fieldsOf(rule).length === 0 ? 'not read' : '',
    values.length > 0 ? `such as ${shown(values)}` : 'without values',
    badValues.length > 0 ? `not understood: ${shown(badValues.map(({ value }) => value || '(empty)'))}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function shown(texts: readonly string[]): string {
  return texts.map((text) => text.slice(0, SHOWN_CHARACTERS)).join(' | ');
}
