import { csvLine, withoutFormula } from '../text/csv.js';
import { type Column, type Item, valueOf } from './column.js';
import type { ListFormat, ListShape, Position, PositionOf } from './list-shape.js';
import type { Selection } from './selection.js';

/**
 * Returns a list in another form than JSON.
 * @param answer the parsed JSON, with every member of its items
 * @param selection the members of the items that are written; all without it
 */
export function listText(
  format: ListFormat,
  shape: ListShape,
  answer: Item,
  positionOf: PositionOf,
  selection?: Selection,
): string {
  const rows = answer[shape.items] as readonly Item[];
  const written = (selection?.of(rows) ?? rows) as readonly Item[];
  switch (format) {
    case 'csv': {
      const { columns } = shape;
      return csvText(selection ? columns.filter(({ path }) => selection.has(path)) : columns, written);
    }
    case 'geojson': {
      const { [shape.items]: _, ...envelope } = answer;
      // A place may follow from a member that is not selected.
      const features = written.map((item, i) => featureOf(item, shape.place?.(rows[i]!, positionOf)));
      return JSON.stringify({ type: 'FeatureCollection', ...envelope, features });
    }
  }
}

function csvText(columns: readonly Column[], rows: readonly Item[]): string {
  const present = columns.filter(
    (column) => !column.optional || rows.some((item) => valueOf(column, item) !== undefined),
  );
  return csvHeader(present) + rows.map((item) => csvRow(present, item)).join('');
}

/** Returns the header row of a CSV file. */
export function csvHeader(columns: readonly Column[]): string {
  return csvLine(columns.map(({ name }) => name));
}

/** Returns an item as a row of a CSV file. */
export function csvRow(columns: readonly Column[], item: Item): string {
  return csvLine(columns.map((column) => cellOf(valueOf(column, item))));
}

/** Returns the text of a cell: items of a list are separated by semicolons, members of a record in it by spaces. */
function cellOf(value: unknown): string {
  // A negative number is no formula.
  return typeof value === 'number' ? String(value) : withoutFormula(textOf(value, '; '));
}

function textOf(value: unknown, separator: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value as string | number | boolean);
  return Object.values(value)
    .map((part) => textOf(part, ' '))
    .join(separator);
}

/** Returns an item as a GeoJSON feature. */
export function featureOf(item: Item, position: Position | undefined): object {
  return {
    type: 'Feature',
    id: item['id'],
    geometry: position ? { type: 'Point', coordinates: [position.lng, position.lat] } : null,
    properties: item,
  };
}
