import { pipeline, Readable } from 'node:stream';
import { chain } from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { Columns } from './columns.js';
import type { InputForm, RejectedRow, RejectsForm } from './input-form.js';
import { InputRow } from './input-row.js';
import { isObject, JsonCells } from './json-row.js';
import { RowFault } from './row-fault.js';
import type { SourceShape } from '../sources/source.js';
import { UnusableInput } from './unusable-input.js';

const BATCH_ROWS = 100;
/** About ten centimetres: more digits than the middle of a building deserves. */
const POSITION_DIGITS = 6;

/**
 * The features of a GeoJSON FeatureCollection: their properties are the columns, their geometry is `lat` and `lng`
 * (the middle of what is not a point), their id is `id`.
 */
export class GeojsonForm implements InputForm {
  readonly format = 'GeoJSON';
  readonly counts = 'feature';
  readonly #columns: Columns;
  readonly #cells: JsonCells;

  constructor(
    private readonly path: string,
    { columns }: SourceShape,
  ) {
    const known = Object.keys(columns);
    this.#columns = Columns.inOrder(known);
    this.#cells = new JsonCells(this.#columns, known);
  }

  /** @throws UnusableInput when it is not one whole JSON text, when it has no features */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    let read = 0;
    let batch: InputRow[] = [];
    for await (const feature of this.#features(bytes)) {
      batch.push(this.#rowOf(feature, ++read));
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (read === 0) throw new UnusableInput(`${this.path} is a GeoJSON without features.`);
    if (batch.length > 0) yield batch;
  }

  async *#features(bytes: AsyncIterable<Buffer>): AsyncGenerator {
    const features = chain([parser(), pick({ filter: /^features$/ }), streamArray()]);
    let whole = false;
    const source = Readable.from(
      ending(bytes, () => (whole = true)),
      { objectMode: false },
    );
    // Destroys each when the other ends early; what went wrong comes out of the last.
    pipeline(source, features, () => undefined);
    let read = 0;
    try {
      for await (const { value } of features as AsyncIterable<{ value: unknown }>) {
        read++;
        yield value;
      }
    } catch (cause) {
      if (!(cause instanceof Error) || !cause.message.startsWith('Parser')) throw cause;
      const from = read === 0 ? 'at its first feature' : `after feature ${read}`;
      const says = whole ? 'is cut off or not JSON' : 'is not JSON';
      throw new UnusableInput(`${this.path} ${says}: it cannot be read ${from}.`, { cause });
    }
  }

  #rowOf(feature: unknown, line: number): InputRow {
    if (!isObject(feature) || feature['type'] !== 'Feature') {
      const fault = new RowFault('', '', 'This is not a GeoJSON feature.');
      return new InputRow(line, this.#columns, [], isObject(feature) ? feature : {}, fault);
    }
    const cells = this.#cells.of(isObject(feature['properties']) ? feature['properties'] : {});
    this.#cells.add(cells, { id: feature['id'], ...middleOf(feature['geometry']) });
    return new InputRow(line, this.#columns, cells, feature);
  }

  get rejects(): RejectsForm {
    return {
      extension: 'geojson',
      head: () => '{"type":"FeatureCollection","features":[\n',
      row: (original, { line, column, value, reason }: RejectedRow) =>
        JSON.stringify({ ...(original as object), _reject: { feature: line, column, value, reason } }),
      between: ',\n',
      foot: () => '\n]}\n',
    };
  }
}

async function* ending(bytes: AsyncIterable<Buffer>, onEnd: () => void): AsyncGenerator<Buffer> {
  yield* bytes;
  onEnd();
}

/** The middle of what a geometry covers; nothing where it has no positions. */
function middleOf(geometry: unknown): { lat?: string; lng?: string } {
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
  // A point stays as its source has it.
  return from === to ? String(from) : ((from + to) / 2).toFixed(POSITION_DIGITS);
}
