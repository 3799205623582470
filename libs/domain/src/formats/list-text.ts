import { csvLine, withoutFormula } from '../text/csv.js';
import { type Item, valueOf } from './column.js';
import type { ListFormat, ListShape, PositionOf } from './list-shape.js';

/** Returns a list in another form than JSON. @param answer the parsed JSON */
export function listText(format: ListFormat, shape: ListShape, answer: Item, positionOf: PositionOf): string {
  switch (format) {
    case 'csv':
      return csvText(shape, answer);
    case 'geojson':
      return JSON.stringify(featureCollection(shape, answer, positionOf));
  }
}

function csvText({ items, columns }: ListShape, answer: Item): string {
  const rows = answer[items] as readonly Item[];
  const present = columns.filter(
    (column) => !column.optional || rows.some((item) => valueOf(column, item) !== undefined),
  );
  const lines = [
    present.map(({ name }) => name),
    ...rows.map((item) => present.map((column) => cellOf(valueOf(column, item)))),
  ];
  return lines.map((cells) => csvLine(cells)).join('');
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

function featureCollection({ items, place }: ListShape, answer: Item, positionOf: PositionOf): object {
  const { [items]: rows, ...envelope } = answer;
  const features = (rows as readonly Item[]).map((item) => {
    const position = place?.(item, positionOf);
    return {
      type: 'Feature',
      id: item['id'],
      geometry: position ? { type: 'Point', coordinates: [position.lng, position.lat] } : null,
      properties: item,
    };
  });
  return { type: 'FeatureCollection', ...envelope, features };
}
