import type { StationRecord } from '@care-atlas/domain/clinic';
import type { CsvRow } from './csv-row.js';
import { FirstLines } from './first-lines.js';
import type { Source } from './source.js';

/** The subway stations, all of them: what is not in the file is gone. */
export const stations: Source = {
  name: 'stations',
  summary: 'subway stations, all of them: replaces those in the database',
  columns: {
    name: 'name of the station, each once',
    lines: 'numbers of its lines, separated by "|" or ";", such as 1 or 1|2',
    lat: 'latitude, decimal degrees',
    lng: 'longitude, decimal degrees',
  },
  example: 'stations tools/data/ttc_subway_stations.csv',
  next: 'Which clinics are near a subway station was computed anew; there is nothing more to do.',
  write: (rows, writer) => writer.stations(stationsOf(rows)),
};

async function* stationsOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<StationRecord> {
  const names = new FirstLines('name');
  for await (const row of rows) {
    const name = names.note(row);
    const lines = row.matching('lines', /^\d+([|;]\d+)*$/, 'line numbers such as 1 or 1|2');
    yield { name, lines: lines.replaceAll('|', ';'), ...row.requiredPosition() };
  }
}
