import type { StationRecord } from '@care-atlas/domain/clinic';
import { isNearSubway, type Position } from '@care-atlas/domain/geo';
import type { ClientBase } from 'pg';
import { type MergeCounts, mergeCounts, upsert } from './merge.js';
import { type Rows, stage, type StagingTable } from './staging.js';

const STAGED: StagingTable = {
  name: 'staged_station',
  columns: { name: 'text', lines: 'text', lat: 'double precision', lng: 'double precision' },
  key: ['name'],
};

/** Replaces all stations, and computes anew which clinics are near one. */
export async function replaceStations(
  client: ClientBase,
  rows: Rows<StationRecord>,
  onProgress: (count: number) => void,
): Promise<MergeCounts> {
  const read = await stage(client, STAGED, rows, (s) => [s.name, s.lines, s.lat, s.lng], onProgress);
  await client.query('delete from station where name not in (select name from staged_station)');
  const { created, updated } = await upsert(client, {
    table: 'station',
    key: ['name'],
    columns: ['lines', 'lat', 'lng'],
    from: STAGED.name,
  });
  await updateNearSubway(client);
  return mergeCounts(read, created, updated);
}

/** Where the stations are. */
export async function stationPositions(client: ClientBase): Promise<readonly Position[]> {
  return (await client.query<Position>('select lat, lng from station')).rows;
}

/** The rule of distance is the domain's; the database is only told for which clinics the answer has changed. */
async function updateNearSubway(client: ClientBase): Promise<void> {
  const stations = await stationPositions(client);
  const { rows: clinics } = await client.query<Position & { id: string; near_subway: boolean }>(
    'select id, lat, lng, near_subway from clinic',
  );
  const changed = clinics.filter((clinic) => isNearSubway(clinic, stations) !== clinic.near_subway);
  await client.query('update clinic set near_subway = not near_subway where id = any($1::uuid[])', [
    changed.map((clinic) => clinic.id),
  ]);
}
