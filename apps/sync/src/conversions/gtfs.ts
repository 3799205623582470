import { csvLine } from '@care-atlas/domain/text';
import { CsvFormat } from '../formats/csv-format.js';
import { Utf8Check } from '../formats/utf8-check.js';
import type { InputRow } from '../rows/input-row.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { chunksOfText, type ConvertibleFile } from './conversion.js';
import { zipEntry, zipNames } from './zip-archive.js';

/** The `route_type` of subways: that of GTFS, and the extended ones for metros. */
const SUBWAY = /^(?:1|40[0-4])$/;
const STATION = '1';
const OTHER = '0';
const PLACE = ['stop_name', 'stop_lat', 'stop_lon'];
const COLUMNS = [...PLACE, 'location_type', 'lines', 'agency'];

/** A place where subways stop. */
interface Station {
  readonly lines: Set<string>;
  readonly agency: string;
}

interface Route {
  readonly line: string;
  readonly agency: string;
}

/**
 * Yields the stops of a GTFS feed as CSV, each at its line of stops.txt. The stations at which the trips of subway routes
 * stop have their lines and their agency, and the `location_type` of a station; all other stops have that of a platform.
 */
export function gtfsRows(file: ConvertibleFile): AsyncIterable<Buffer> {
  return chunksOfText(linesOf(file));
}

async function* linesOf(file: ConvertibleFile): AsyncGenerator<string> {
  const tables = await zipNames(file);
  const table = (name: string, needed: readonly string[], others: readonly string[] = []) => {
    const path = tables.find((entry) => entry === name || entry.endsWith(`/${name}`));
    if (path === undefined) throw new UnusableInput(`${file.displayName} lacks the file ${name} of GTFS.`);
    return rowsOf(file, path, needed, others);
  };
  const stations = await stationsOf(file, table);
  let lines = 1;
  yield csvLine(COLUMNS, '\n');
  const found = new Set<Station>();
  for await (const row of table('stops.txt', ['stop_id', ...PLACE])) {
    const station = stations.get(row.text('stop_id'));
    // Platforms of one name, without a parent, are one station.
    const isFirst = station !== undefined && !found.has(station);
    if (isFirst) found.add(station);
    const cells = PLACE.map((column) => row.text(column));
    const names = isFirst
      ? [STATION, [...station.lines].toSorted().join(';'), station.agency]
      : [OTHER, '', ''];
    yield '\n'.repeat(Math.max(0, row.line - lines - 1)) + csvLine([...cells, ...names], '\n');
    lines = Math.max(row.line, lines + 1);
  }
}

type Table = (name: string, needed: readonly string[], others?: readonly string[]) => AsyncIterable<InputRow>;

/** Returns the subway stations by the id of the stop that is each. */
async function stationsOf(file: ConvertibleFile, table: Table): Promise<ReadonlyMap<string, Station>> {
  const routes = await subwayRoutesOf(table);
  if (routes.size === 0)
    throw new UnusableInput(
      `${file.displayName} has no subway: none of its routes has the route_type 1, or 400 to 404.`,
    );
  const trips = new Map<string, Route>();
  for await (const row of table('trips.txt', ['route_id', 'trip_id'])) {
    const route = routes.get(row.text('route_id'));
    if (route) trips.set(row.text('trip_id'), route);
  }
  const served = new Map<string, Set<Route>>();
  for await (const row of table('stop_times.txt', ['trip_id', 'stop_id'])) {
    const route = trips.get(row.text('trip_id'));
    if (route) addTo(served, row.text('stop_id'), route);
  }
  const byName = new Map<string, Station>();
  const byStop = new Map<string, Station>();
  const parents = new Map<string, Set<Route>>();
  for await (const row of table('stops.txt', ['stop_id'], ['parent_station']))
    for (const route of served.get(row.text('stop_id')) ?? [])
      addTo(parents, row.text('parent_station') || row.text('stop_id'), route);
  for await (const row of table('stops.txt', ['stop_id', 'stop_name'])) {
    const stopped = parents.get(row.text('stop_id'));
    if (!stopped) continue;
    const { agency } = [...stopped][0]!;
    const key = JSON.stringify([agency, row.text('stop_name')]);
    const station = byName.get(key) ?? { lines: new Set(), agency };
    for (const { line } of stopped) station.lines.add(line);
    byName.set(key, station);
    byStop.set(row.text('stop_id'), station);
  }
  return byStop;
}

async function subwayRoutesOf(table: Table): Promise<ReadonlyMap<string, Route>> {
  const agencies = new Map<string, string>();
  for await (const row of table('agency.txt', ['agency_name'], ['agency_id']))
    agencies.set(row.text('agency_id'), row.text('agency_name'));
  const [only = ''] = agencies.values();
  const routes = new Map<string, Route>();
  const names = ['agency_id', 'route_short_name', 'route_long_name'];
  for await (const row of table('routes.txt', ['route_id', 'route_type'], names)) {
    if (!SUBWAY.test(row.text('route_type'))) continue;
    const line = row.text(row.filled('route_short_name', 'route_long_name')).replaceAll(/[|;]/g, ' ');
    routes.set(row.text('route_id'), { line, agency: agencies.get(row.text('agency_id')) ?? only });
  }
  return routes;
}

function addTo(routes: Map<string, Set<Route>>, stop: string, route: Route): void {
  const known = routes.get(stop);
  if (known) known.add(route);
  else routes.set(stop, new Set([route]));
}

async function* rowsOf(
  file: ConvertibleFile,
  path: string,
  needed: readonly string[],
  others: readonly string[],
): AsyncGenerator<InputRow> {
  const displayName = `${file.displayName}/${path}`;
  const shape = {
    columns: Object.fromEntries([...needed, ...others].map((column) => [column, ''])),
    needs: needed.map((column) => [column]),
  };
  for await (const batch of new CsvFormat(displayName, shape).rows(
    checked(displayName, zipEntry(file, path)),
  ))
    for (const row of batch) {
      if (row.fault) throw new UnusableInput(`${displayName}, line ${row.line}: ${row.fault.reason}`);
      yield row;
    }
}

async function* checked(displayName: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const check = new Utf8Check(displayName);
  for await (const chunk of chunks) {
    check.push(chunk);
    yield chunk;
  }
  check.end();
}
