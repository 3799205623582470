import { chain } from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { masked } from '../rows/identity-number.js';
import { InputRow } from '../rows/input-row.js';
import { RowFault } from '../rows/row-fault.js';
import type { RowShape } from '../rows/row-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { tapped, throughStream } from './byte-stream.js';
import type { InputFormat, RejectsFormat } from './input-format.js';
import { isObject, JsonCells } from './json-cells.js';

const BATCH_ROWS = 100;
/** About ten centimeters: the center of a building needs no more digits. */
const POSITION_DIGITS = 6;

/**
 * The features of a GeoJSON FeatureCollection. Their properties are the columns, their geometry is `lat` and `lng`
 * (the center of anything but a point), and their id is `id`.
 */
export class GeojsonFormat implements InputFormat {
  readonly #cells: JsonCells;

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

  /** @throws UnusableInput when the text is not one complete JSON value, or has no features */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    let read = 0;
    let batch: InputRow[] = [];
    for await (const feature of this.#features(bytes)) {
      batch.push(this.#rowOf(feature, ++read));
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (read === 0) throw new UnusableInput(`${this.path} is GeoJSON without features.`);
    if (batch.length > 0) yield batch;
  }

  async *#features(bytes: AsyncIterable<Buffer>): AsyncGenerator {
    let complete = false;
    const source = tapped(
      bytes,
      () => undefined,
      () => (complete = true),
    );
    const features = chain([parser(), pick({ filter: /^features$/ }), streamArray()]);
    let read = 0;
    try {
      for await (const { value } of throughStream<{ value: unknown }>(source, features)) {
        read++;
        yield value;
      }
    } catch (cause) {
      if (!(cause instanceof Error) || !cause.message.startsWith('Parser')) throw cause;
      const place = read === 0 ? 'at its first feature' : `after feature ${read}`;
      const fault = complete ? 'is cut off or not JSON' : 'is not JSON';
      throw new UnusableInput(`${this.path} ${fault}: it cannot be read ${place}.`, { cause });
    }
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
