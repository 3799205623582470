import type { StationRecord } from '@care-atlas/domain/records';
import { isNearSubway, type Position } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { refuseMassDeparture } from '../doctors/expiry-guard.js';
import { mergeCounts, mergeRecords } from '../run/merge.js';
import type { Numbered } from '../run/reject.js';
import { type Rows, stage, type StagingTable } from '../run/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

const STAGED: StagingTable = {
  name: 'staged_station',
  columns: { name: 'text', lines: 'text', lat: 'double precision', lng: 'double precision' },
  key: ['name'],
};

/**
 * Replaces all stations, and computes anew which clinics are near one.
 * @throws when more would be removed than one run may let
 */
export async function replaceStations(
  context: SyncContext,
  rows: Rows<Numbered<StationRecord>>,
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const values = (station: StationRecord) => [station.name, station.lines, station.lat, station.lng];
  const read = await stage(context, STAGED, rows, values, onProgress);
  const closed = await removeMissing(context);
  const { created, updated } = await mergeRecords(context, {
    record: 'station',
    table: 'station',
    key: ['name'],
    columns: ['lines', 'lat', 'lng'],
    from: STAGED.name,
    keyText: 'staged.name',
  });
  await updateNearSubway(context);
  return { ...mergeCounts(read, created, updated), closed };
}

/** Where the stations are. */
export async function stationPositions(client: ClientBase): Promise<readonly Position[]> {
  return (await client.query<Position>('select lat, lng from station')).rows;
}

/** @returns how many */
async function removeMissing({ client, changes, limit, rejects }: SyncContext): Promise<number> {
  if (!rejects.allowsMissing('No station was removed', 'name')) return 0;
  const missing = 'station where name not in (select name from staged_station) and name <> all ($1::text[])';
  const values = [rejects.keys];
  const { rows } = await client.query<{ name: string }>(`select name from ${missing} order by name`, values);
  const of = (await client.query('select from station')).rowCount!;
  const first = async (count: number) => rows.slice(0, count).map(({ name }) => name);
  await refuseMassDeparture({ count: rows.length, of, what: 'stations', verb: 'close', first }, limit);
  await changes.add(
    'station',
    `select name as key, 'closed' as change, null::jsonb as fields from ${missing}`,
    values,
  );
  await client.query(`delete from ${missing}`, values);
  return rows.length;
}

/** The rule of distance is the domain's; the database is only told for which clinics the answer has changed. */
async function updateNearSubway({ client, changes }: SyncContext): Promise<void> {
  const stations = await stationPositions(client);
  const { rows: clinics } = await client.query<Position & { id: string; near_subway: boolean }>(
    'select id, lat, lng, near_subway from clinic',
  );
  const changed = clinics.filter((clinic) => isNearSubway(clinic, stations) !== clinic.near_subway);
  const ids = changed.map((clinic) => clinic.id);
  await changes.add(
    'clinic',
    `select id::text as key, 'updated' as change,
      jsonb_build_object('nearSubway', jsonb_build_array(near_subway, not near_subway)) as fields
    from clinic where id = any($1::uuid[])`,
    [ids],
  );
  await client.query('update clinic set near_subway = not near_subway where id = any($1::uuid[])', [ids]);
}
