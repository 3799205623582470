import type { StationRecord } from '@care-atlas/domain/records';
import type { InputRow } from '../rows/input-row.js';
import type { SourceRows } from '../rows/source-rows.js';
import type { Source } from './source.js';

/** The `location_type` of stations in GTFS. Others are platforms, entrances and bus stops. */
const STATION = '1';

/** Never stored: the row is rejected. */
const NO_POSITION = { lat: 0, lng: 0 };

const OWN = { name: 'name', lat: 'lat', lng: 'lng' };
const GTFS = { name: 'stop_name', lat: 'stop_lat', lng: 'stop_lon' };

/** All subway stations: those that the file lacks are removed. */
export const stations: Source = {
  name: 'stations',
  summary: 'all subway stations of an agency: replaces those in the database',
  formats: ['CSV', 'NDJSON', 'Excel (.xlsx)', 'GTFS (.zip)'],
  columns: {
    name: 'unique name of the station; in GTFS stop_name',
    lines: 'numbers of its lines, separated by "|" or ";", such as 1 or 1|2; may be empty in GTFS',
    lat: 'latitude, decimal degrees; in GTFS stop_lat',
    lng: 'longitude, decimal degrees; in GTFS stop_lon',
    stop_name: 'GTFS stops.txt: name',
    stop_lat: 'GTFS: latitude',
    stop_lon: 'GTFS: longitude',
    location_type: 'GTFS: rows with 1 (a station) are read, others are left out',
    coordinate_source: 'where the position comes from, for readers of the file; not imported',
    agency: 'transit agency of the station; in a GTFS feed its agency_name; default: none',
  },
  needs: [
    ['name', 'stop_name'],
    ['lat', 'stop_lat'],
    ['lng', 'stop_lon'],
    ['lines', 'location_type'],
  ],
  fields: { lines: ['lines'] },
  removesRecords: true,
  example: 'stations tools/data/ttc_subway_stations.csv',
  next: 'The import also updated which clinics are near a subway station; there is nothing more to do.',
  agency:
    'agency of all stations in the file, instead of the one it names; the stations of other agencies stay',
  write: (source, writer, { agency }) =>
    writer.stations(source.records((row) => stationOf(row, source, agency), nameOf)),
};

function nameOf(row: InputRow): string | undefined {
  // Any text can be a name: in a row that cannot be parsed, none is certain.
  if (row.fault) return undefined;
  return row.text(row.filled('name', 'stop_name')) || undefined;
}

function stationOf(
  row: InputRow,
  source: SourceRows,
  agency = row.text('agency'),
): StationRecord | undefined {
  const isGtfs = row.text('name') === '' && row.text('stop_name') !== '';
  if (isGtfs && row.text('location_type') !== STATION)
    return source.skip('stops that are not subway stations');
  const { name, lat, lng } = isGtfs ? GTFS : OWN;
  const lines = row.field('lines', '', () => linesOf(row, isGtfs));
  const position = row.essential(NO_POSITION, () => row.position(lat, lng) ?? row.reject(lat, 'filled in'));
  return { name: row.essential('', () => row.required(name)), lines, ...position, agency };
}

function linesOf(row: InputRow, isGtfs: boolean): string {
  // In GTFS, lines may have names, or be unknown.
  const lines = isGtfs
    ? row.text('lines')
    : row.matching('lines', /^\d+([|;]\d+)*$/, 'line numbers such as 1 or 1|2');
  return lines.replaceAll('|', ';');
}
