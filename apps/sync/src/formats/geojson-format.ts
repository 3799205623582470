import { masked } from '../rows/identity-number.js';
import { InputRow } from '../rows/input-row.js';
import { RowFault } from '../rows/row-fault.js';
import type { RowShape } from '../rows/row-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { InputFormat, RejectsFormat } from './input-format.js';
import { isObject, JsonCells } from './json-cells.js';
import { jsonItems } from './json-items.js';

const BATCH_ROWS = 100;
/** About ten centimeters: the center of a building needs no more digits. */
const POSITION_DIGITS = 6;
/** The type of a collection, its features, and the mark by which ArcGIS says that further pages follow. */
const ITEMS = {
  items: /^(?:type|features\.\d+|(?:properties\.)?exceededTransferLimit)$/,
  member: 'features',
  noun: 'feature',
};

/**
 * The features of a GeoJSON FeatureCollection. Their properties are the columns, their geometry is `lat` and `lng`
 * (the center of anything but a point), and their id is `id`. Several collections may follow one another, as the pages of
 * ArcGIS do.
 */
export class GeojsonFormat implements InputFormat {
  readonly #cells: JsonCells;
  #endsEarly = false;

  readonly rejects: RejectsFormat = {
    extension: 'geojson',
    head: () => '{"type":"FeatureCollection","features":[\n',
    row: (original, { kind, line, column, value, reason }) =>
      JSON.stringify({
        ...(masked(original) as object),
        _reject: { kind, feature: line, column, value, reason },
      }),
    separator: ',\n',
    foot: () => '\n]}\n',
  };

  /** @param path names the file in messages */
  constructor(
    private readonly path: string,
    { columns }: RowShape,
  ) {
    this.#cells = new JsonCells(Object.keys(columns));
  }

  get endsEarly(): boolean {
    return this.#endsEarly;
  }

  /** @throws UnusableInput when the text is not complete JSON, or has no features */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    let read = 0;
    let batch: InputRow[] = [];
    for await (const item of jsonItems(bytes, ITEMS, this.path)) {
      // A page has its type before its mark.
      if (typeof item === 'string') this.#endsEarly = false;
      else if (typeof item === 'boolean') this.#endsEarly = item;
      else batch.push(this.#rowOf(item, ++read));
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (read === 0) throw new UnusableInput(`${this.path} is GeoJSON without features.`);
    if (batch.length > 0) yield batch;
  }

  #rowOf(feature: unknown, line: number): InputRow {
    const { columns } = this.#cells;
    if (!isObject(feature) || feature['type'] !== 'Feature') {
      const fault = new RowFault('', '', 'This is not a GeoJSON feature: its type must be "Feature".');
      return new InputRow(line, columns, [], isObject(feature) ? feature : {}, fault);
    }
    const cells = this.#cells.of(isObject(feature['properties']) ? feature['properties'] : {});
    this.#cells.add(cells, { id: feature['id'], ...centerOf(feature['geometry']) });
    return new InputRow(line, columns, cells, feature);
  }
}

/** Returns the center of a geometry's bounds; nothing where it has no positions. */
function centerOf(geometry: unknown): { lat?: string; lng?: string } {
  if (!isObject(geometry)) return {};
  const bounds = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  const visit = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    const [lng, lat] = coordinates as readonly unknown[];
    if (typeof lng !== 'number' || typeof lat !== 'number') return coordinates.forEach(visit);
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  };
  visit(geometry['coordinates']);
  if (bounds.west > bounds.east) return {};
  return { lat: middle(bounds.south, bounds.north), lng: middle(bounds.west, bounds.east) };
}

function middle(from: number, to: number): string {
  // The coordinates of a point stay as they are.
  return from === to ? String(from) : ((from + to) / 2).toFixed(POSITION_DIGITS);
}
