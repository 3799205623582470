import { isRawNumber, parseJson, type RawNumber } from '@care-atlas/domain/text';
import {
  allMarks,
  faultsOf,
  type MendedCells,
  marksOf,
  type RejectedRow,
  type RejectedRows,
} from './rejected-rows.js';

type Json =
  | null
  | boolean
  | number
  | RawNumber
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };
/** The members and positions that lead to a value. */
type Path = readonly (string | number)[];

/** The column of a line that is no JSON object: it is written as it is. */
const TEXT = '_text';
const REJECT = '_reject';
/** The members of a GeoJSON feature that hold no values to mend. */
const FEATURE_MEMBERS = ['type', 'geometry', 'properties'];

/** Reads rejected rows in JSON: each value that is no object is a column, named by its path as imports name it. */
export function readJsonRows(format: 'ndjson' | 'geojson', content: string): RejectedRows {
  const objects = objectsIn(format, content);
  const paths = new Map<string, Path>();
  const found = objects.map((object) => {
    const leaves = leavesOf(format, object);
    for (const { name, path } of leaves) if (!paths.has(name)) paths.set(name, path);
    return new Map(leaves.map(({ name, value, path }) => [name, { path, value }]));
  });
  const columns = [...paths.keys()];
  const rows = objects.map((object, at): RejectedRow => {
    const {
      line = null,
      feature = line,
      kind,
      column,
      reason,
      details,
    } = object[REJECT] as Record<string, Json>;
    const faults = faultsOf(columns, details);
    return {
      cells: columns.map((name) => textOf(found[at]!.get(name)?.value ?? null)),
      line: feature as number | null,
      kind: kind === 'row' ? 'row' : 'field',
      marks: allMarks(marksOf(columns, textOf(column ?? null)), faults),
      reason: textOf(reason ?? null),
      faults,
    };
  });
  const mended = (position: number, cells: readonly string[]): string => {
    // A copy by its text: a clone would lose the digits of its numbers.
    const copy = parseJson(JSON.stringify(objects[position]!)) as Record<string, Json>;
    const { [REJECT]: _, ...object } = copy;
    for (const [at, name] of columns.entries()) {
      const known = found[position]!.get(name);
      const before = known?.value ?? null;
      if (cells[at] === textOf(before)) continue;
      setAt(object, known?.path ?? paths.get(name)!, valueOf(cells[at]!, before));
    }
    return TEXT in object ? textOf(object[TEXT] ?? null).replaceAll(/\s+/g, ' ') : JSON.stringify(object);
  };
  return { columns, rows, write: (written) => fileOf(format, written, mended) };
}

function fileOf(
  format: 'ndjson' | 'geojson',
  rows: MendedCells,
  mended: (position: number, cells: readonly string[]) => string,
): { text: string; lines: number[] } {
  const texts = rows.map(([position, cells]) => mended(position, cells));
  const lines = texts.map((_, at) => at + 1);
  if (format === 'ndjson') return { text: texts.map((text) => `${text}\n`).join(''), lines };
  return { text: `{"type":"FeatureCollection","features":[\n${texts.join(',\n')}\n]}\n`, lines };
}

function objectsIn(format: 'ndjson' | 'geojson', content: string): readonly JsonObject[] {
  if (format === 'geojson')
    return (parseJson(content) as { readonly features: readonly JsonObject[] }).features;
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => parseJson(line) as JsonObject);
}

interface Leaf {
  readonly name: string;
  readonly path: Path;
  readonly value: Json;
}

function leavesOf(format: 'ndjson' | 'geojson', object: JsonObject): readonly Leaf[] {
  if (format === 'ndjson') return membersOf(object, [], '').filter(({ path }) => path[0] !== REJECT);
  const { properties, geometry } = object as {
    readonly properties?: JsonObject;
    readonly geometry?: JsonObject;
  };
  const others = membersOf(object, [], '').filter(
    ({ path: [first] }) => first !== REJECT && !FEATURE_MEMBERS.includes(String(first)),
  );
  const [lng, lat] = geometry?.['type'] === 'Point' ? (geometry['coordinates'] as readonly Json[]) : [];
  return [
    ...(properties ? membersOf(properties, ['properties'], '') : []),
    ...others,
    ...(lat === undefined ? [] : [{ name: 'lat', path: ['geometry', 'coordinates', 1], value: lat }]),
    ...(lng === undefined ? [] : [{ name: 'lng', path: ['geometry', 'coordinates', 0], value: lng }]),
  ];
}

/** Lists the values within an object. A list of plain values is one value. */
function membersOf(value: Json, path: Path, name: string): readonly Leaf[] {
  if (value === null || isPlain(value)) return [{ name, path, value }];
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list.every(isPlain)) return [{ name, path, value }];
    return list.flatMap((item, at) => membersOf(item, [...path, at], joined(name, String(at + 1))));
  }
  return Object.entries(value as JsonObject).flatMap(([member, inner]) =>
    membersOf(inner, [...path, member], joined(name, member)),
  );
}

/** Names a member as imports do: by its path, in the singular. */
function joined(owner: string, member: string): string {
  return owner === '' ? member : `${owner.replace(/(?<!s)s$/, '')}_${member}`;
}

/** Returns whether a value has no members. */
function isPlain(value: Json): boolean {
  return typeof value !== 'object' || isRawNumber(value);
}

function textOf(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return (value as readonly Json[]).map(textOf).join('|');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the value for a text: a number or a yes or no where there was one, and otherwise text. */
function valueOf(text: string, before: Json): Json {
  if (typeof before !== 'number' && typeof before !== 'boolean' && !isRawNumber(before)) return text;
  try {
    const value = parseJson(text) as Json;
    return isPlain(value) ? value : text;
  } catch {
    return text;
  }
}

function setAt(object: Record<string, Json>, path: Path, value: Json): void {
  let owner = object as Record<string | number, Json>;
  for (const [at, step] of path.slice(0, -1).entries()) {
    const next = owner[step];
    if (typeof next !== 'object' || next === null) owner[step] = typeof path[at + 1] === 'number' ? [] : {};
    owner = owner[step] as Record<string | number, Json>;
  }
  owner[path.at(-1)!] = value;
}
