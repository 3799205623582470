import { Document, Pair, YAMLMap } from 'yaml';
import { columnKey } from '../rows/columns.js';
import type { RowShape } from '../rows/row-shape.js';
import type { ColumnMap } from './column-map.js';
import { dateReader } from '../values/dates/date-pattern.js';
import type { FileColumn, FileColumns } from './file-columns.js';

/** Date formats of which a value can only have one. */
const DATES = ['D MMM YYYY', 'MMM D, YYYY', 'YYYY/MM/DD', 'YYYYMMDD'];
const SHOWN_CHARACTERS = 60;

/**
 * Returns a map to start from: what is read, guesses for what is not, and the first values as comments.
 * @param map the map that the file was read with
 * @param known the maps whose columns serve as guesses, such as the profiles of the source
 */
export function startingMap(
  { source, columns }: FileColumns,
  shape: RowShape,
  map: ColumnMap | undefined,
  known: readonly ColumnMap[],
): string {
  const document = new Document({ source });
  const entries = new YAMLMap();
  const taken = new Set(columns.map(({ readAs }) => readAs));
  for (const column of columns.filter((each) => each.inFile)) {
    const guess = column.readAs === null ? guessOf(column, taken, known) : null;
    if (guess !== null) taken.add(guess);
    const rule = map?.rules.find((each) => each.column === column.column)?.stated;
    const entry = document.createNode(rule ?? ruleOf(column, guess), { flow: true });
    entry.comment = ` ${commentOf(column, guess)}`.replaceAll(/\s+/g, ' ').trimEnd();
    entries.add(new Pair(document.createNode(column.column), entry));
  }
  document.set('columns', entries);
  const fields = Object.keys(shape.columns).filter((field) => !taken.has(field));
  document.commentBefore =
    ' Column of the file: field, or nothing for a column that is left out. See docs/operate/imports.md.';
  document.comment = ` Fields without a column: ${fields.join(', ') || 'none'}`;
  return document.toString({ nullStr: '', lineWidth: 0 });
}

function guessOf(column: FileColumn, taken: ReadonlySet<string | null>, known: readonly ColumnMap[]) {
  const rules = known.flatMap((each) => each.rules);
  const field = rules.find((rule) => columnKey(rule.column) === columnKey(column.column))?.field;
  return [field, column.nearest].find((guess) => guess !== undefined && !taken.has(guess)) ?? null;
}

function ruleOf({ readAs, values, badRows }: FileColumn, guess: string | null): unknown {
  const field = readAs ?? guess;
  const dates = DATES.find(
    (format) => values.length > 0 && values.every((value) => dateReader(format)!(value)),
  );
  return field !== null && dates !== undefined && (badRows > 0 || guess !== null) ? { field, dates } : field;
}

function commentOf({ readAs, values, badValues }: FileColumn, guess: string | null): string {
  const parts = [
    guess === null ? '' : 'a guess',
    readAs === null && guess === null ? 'not read' : '',
    values.length > 0 ? `such as ${shown(values)}` : 'without values',
    badValues.length > 0 ? `not understood: ${shown(badValues.map(({ value }) => value || '(empty)'))}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function shown(texts: readonly string[]): string {
  return texts.map((text) => text.slice(0, SHOWN_CHARACTERS)).join(' | ');
}
