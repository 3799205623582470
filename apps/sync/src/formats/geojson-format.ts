import { chain } from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { InputRow } from '../rows/input-row.js';
import { RowFault } from '../rows/row-fault.js';
import type { RowShape } from '../rows/row-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { inParts, tapped, throughStream } from './byte-stream.js';
import { type InputFormat, MAX_RECORD_CHARACTERS, type RejectsFormat } from './input-format.js';
import { isObject, JsonCells, MAX_DEPTH, TOO_DEEP } from './json-cells.js';

const BATCH_ROWS = 100;
/** The parser makes an object of every token of a part. */
const PARSED_BYTES = 16_384;
/** The levels around a feature: the collection and its list. */
const OUTER_LEVELS = 2;
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
      JSON.stringify({ ...(original as object), _reject: { kind, feature: line, column, value, reason } }),
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
      inParts(bytes, PARSED_BYTES),
      () => undefined,
      () => (complete = true),
    );
    const features = chain([parser(), this.#limit(), pick({ filter: /^features$/ }), streamArray()]);
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

  /** Returns a function that passes tokens on, and refuses a feature before it is too large or too deep to be read. */
  #limit(): (token: parser.Token) => parser.Token {
    let depth = 0;
    let size = 0;
    let member = '';
    let feature = 1;
    const refuse = (fault: string) => {
      const place = member === 'features' ? `feature ${feature}` : `member "${member.slice(0, 60)}"`;
      throw new UnusableInput(`${this.path}, ${place}: it ${fault}.`);
    };
    return (token) => {
      const { name } = token;
      if (name === 'stringChunk' || name === 'numberChunk') size += token.value.length;
      else if (name.endsWith('Value')) size++;
      else if (name === 'startObject' || name === 'startArray') {
        depth++;
        size++;
      } else if (name === 'endObject' || name === 'endArray') {
        depth--;
        if (depth === OUTER_LEVELS && member === 'features') feature++;
      }
      if (depth === 1 && name === 'keyValue') member = token.value;
      if (size > MAX_RECORD_CHARACTERS) refuse(`has more than ${MAX_RECORD_CHARACTERS} characters`);
      if (depth > MAX_DEPTH) refuse(`is ${TOO_DEEP}`);
      if (depth <= OUTER_LEVELS && !name.endsWith('Chunk')) size = 0;
      return token;
    };
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
