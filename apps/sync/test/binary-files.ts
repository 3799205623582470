import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import type { OsmElement } from '../src/conversions/osm-elements.js';

/** A ZIP archive of texts by name. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, { mtime: '2026-11-01' });
}

/** An Excel workbook of one sheet. */
export async function workbookOf(rows: CellValue[][]): Promise<Uint8Array> {
  return writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });
}

/** Files of a GTFS feed in which each agency has one subway line, and each line its stations. */
export function feedOf(
  agencies: Readonly<Record<string, readonly (readonly [station: string, lat: number, lng: number])[]>>,
): Record<string, string> {
  const names = Object.keys(agencies);
  const stations = names.flatMap((name, route) =>
    agencies[name]!.map(([station, lat, lng]) => ({ station, lat, lng, route, id: `${route}-${station}` })),
  );
  const csv = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\r\n')}\r\n`;
  return {
    'agency.txt': csv(
      'agency_id,agency_name,agency_url,agency_timezone',
      names.map((name, route) => `${route},${name},https://transit.example,America/Toronto`),
    ),
    'routes.txt': csv('route_id,agency_id,route_short_name,route_long_name,route_type', [
      ...names.map(
        (_, route) => `r${route},${route},${route + 1},Line ${route + 1},${route === 0 ? 1 : 401}`,
      ),
      'bus,0,7,Pretend Street,3',
    ]),
    'trips.txt': csv('route_id,service_id,trip_id', [
      ...names.map((_, route) => `r${route},weekday,t${route}`),
      'bus,weekday,tb',
    ]),
    'stop_times.txt': csv('trip_id,arrival_time,departure_time,stop_id,stop_sequence', [
      ...stations.map(({ route, id }, index) => `t${route},08:00:00,08:00:00,${id}-platform,${index + 1}`),
      'tb,08:00:00,08:00:00,bus-stop,1',
    ]),
    'stops.txt': csv('stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station', [
      ...stations.map(({ id, station, lat, lng }) => `${id},${station},${lat},${lng},1,`),
      ...stations.map(
        ({ id, station, lat, lng }) => `${id}-platform,${station} platform,${lat},${lng},0,${id}`,
      ),
      'bus-stop,Pretend Street at Example Street,43.7,-79.4,0,',
      'terminal,Example Bus Terminal,43.7,-79.4,1,',
    ]),
  };
}

/** OpenStreetMap data in PBF: nodes, ways and relations, one block for each kind. */
export function extractOf(elements: readonly OsmElement[]): Buffer {
  const blocks = (['node', 'way', 'relation'] as const).map((type) =>
    elements.filter((element) => element.type === type),
  );
  const header = bytesField(4, Buffer.from('OsmSchema-V0.6'));
  const data = blocks.filter(({ length }) => length > 0).map((block) => blobOf('OSMData', blockOf(block)));
  return Buffer.concat([blobOf('OSMHeader', header), ...data]);
}

function blobOf(type: string, content: Buffer): Buffer {
  const blob = Buffer.concat([varintField(2, content.length), bytesField(3, deflateSync(content))]);
  const header = Buffer.concat([bytesField(1, Buffer.from(type)), varintField(3, blob.length)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(header.length);
  return Buffer.concat([size, header, blob]);
}

function blockOf(elements: readonly OsmElement[]): Buffer {
  const texts = ['', ...new Set(elements.flatMap(({ tags = {} }) => Object.entries(tags).flat()))];
  const table = texts.map((text) => bytesField(1, Buffer.from(text)));
  const groups = elements.map((element) => groupOf(element, texts));
  return Buffer.concat([bytesField(1, Buffer.concat(table)), ...groups.map((group) => bytesField(2, group))]);
}

const MEMBER_TYPES = ['node', 'way', 'relation'];

function groupOf({ type, id, tags = {}, lat, lon, nodes = [], members = [] }: OsmElement, texts: string[]) {
  const keys = Object.keys(tags).map((key) => texts.indexOf(key));
  const values = Object.values(tags).map((value) => texts.indexOf(value));
  const tagged = [packed(2, keys), packed(3, values)];
  if (type === 'way')
    return bytesField(3, Buffer.concat([varintField(1, id), ...tagged, packed(8, zigzag(deltas(nodes)))]));
  if (type === 'relation') {
    const refs = members.map(({ ref }) => ref);
    const types = members.map((member) => MEMBER_TYPES.indexOf(member.type));
    const roles = members.map(() => 0);
    return bytesField(
      4,
      Buffer.concat([
        varintField(1, id),
        ...tagged,
        packed(8, roles),
        packed(9, zigzag(deltas(refs))),
        packed(10, types),
      ]),
    );
  }
  // One dense node.
  const [latitude, longitude] = [lat!, lon!].map((degrees) => Math.round(degrees * 1e7));
  return bytesField(
    2,
    Buffer.concat([
      packed(1, zigzag([id])),
      packed(8, zigzag([latitude!])),
      packed(9, zigzag([longitude!])),
      packed(10, [...keys.flatMap((key, index) => [key, values[index]!]), 0]),
    ]),
  );
}

function deltas(numbers: readonly number[]): number[] {
  return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

function zigzag(numbers: readonly number[]): number[] {
  return numbers.map((number) => (number < 0 ? -2 * number - 1 : 2 * number));
}

function packed(field: number, numbers: readonly number[]): Buffer {
  return bytesField(field, Buffer.concat(numbers.map(varint)));
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Buffer.from([...bytes, rest]);
}
