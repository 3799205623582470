import type { StationRecord } from '@care-atlas/domain/records';
import type { InputRow } from '../formats/input-row.js';
import type { Intake } from '../run/intake.js';
import type { Source } from './source.js';

/** GTFS: a stop of this type is a station, others are platforms, entrances and bus stops. */
const STATION = '1';

const OWN = { name: 'name', lat: 'lat', lng: 'lng' };
const GTFS = { name: 'stop_name', lat: 'stop_lat', lng: 'stop_lon' };

/** The subway stations, all of them: what is not in the file is gone. */
export const stations: Source = {
  name: 'stations',
  summary: 'subway stations, all of them: replaces those in the database',
  formats: ['CSV', 'NDJSON'],
  columns: {
    name: 'name of the station, each once; in GTFS stop_name',
    lines: 'numbers of its lines, separated by "|" or ";", such as 1 or 1|2; may be empty in GTFS',
    lat: 'latitude, decimal degrees; in GTFS stop_lat',
    lng: 'longitude, decimal degrees; in GTFS stop_lon',
    stop_name: 'GTFS stops.txt: name',
    stop_lat: 'GTFS: latitude',
    stop_lon: 'GTFS: longitude',
    location_type: 'GTFS: only rows with 1 (a station) are read, others are left out',
  },
  needs: [
    ['name', 'stop_name'],
    ['lat', 'stop_lat'],
    ['lng', 'stop_lon'],
    ['lines', 'location_type'],
  ],
  takesAway: true,
  example: 'stations tools/data/ttc_subway_stations.csv',
  next: 'Which clinics are near a subway station was computed anew; there is nothing more to do.',
  write: (intake, writer) => writer.stations(intake.records((row) => stationOf(row, intake), nameOf)),
};

function nameOf(row: InputRow): string | undefined {
  // Any text can be a name: none is certain in a row whose values are not where they belong.
  if (row.fault) return undefined;
  return row.text(row.filled('name', 'stop_name')) || undefined;
}

function stationOf(row: InputRow, intake: Intake): StationRecord | undefined {
  const isGtfs = row.text('name') === '' && row.text('stop_name') !== '';
  if (isGtfs && row.text('location_type') !== STATION)
    return intake.leaveOut('stops that are no stations (location_type other than 1)');
  const { name, lat, lng } = isGtfs ? GTFS : OWN;
  const lines = row.text('lines');
  if (!(isGtfs && lines === '')) row.matching('lines', /^\d+([|;]\d+)*$/, 'line numbers such as 1 or 1|2');
  const position = row.position(lat, lng) ?? row.refuse(lat, 'filled in');
  return { name: row.required(name), lines: lines.replaceAll('|', ';'), ...position };
}
