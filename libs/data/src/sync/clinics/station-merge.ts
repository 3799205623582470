import type { StationRecord } from '@care-atlas/domain/records';
import { isNearSubway, type Position, type SourcedPosition } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { StationEntity } from '../../entities/directory/station.entity.js';
import { requireChangeLimit } from '../run/change-limit.js';
import { EntityTable, propertiesOf } from '../staging/entity-table.js';
import { keepStored } from '../staging/kept-fields.js';
import { mergeCounts, mergeRecords } from '../staging/record-merge.js';
import { requireRemovalLimit } from '../run/removal-limit.js';
import { type Rows, stage, type StagingTable } from '../staging/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

const STATION = new EntityTable(StationEntity);
const STAGED: StagingTable<StationEntity> = {
  name: 'staged_station',
  noun: 'stations',
  columns: STATION.types,
  key: ['agency', 'name'],
};

/**
 * Replaces all stations of the agencies that the rows have, and updates which clinics are near one.
 * @throws RemovalLimitError when more stations would be removed than one run may remove
 */
export async function replaceStations(
  context: SyncContext,
  rows: Rows<StationRecord>,
): Promise<Partial<SyncCounts>> {
  const read = await stage(context, STAGED, rows, stagedStation);
  await keepStored(context, {
    staged: STAGED.name,
    stored: 'station',
    same: 'stored.name = staged.name',
    fields: { lines: { lines: 'stored.lines' } },
  });
  const closed = await removeMissing(context);
  const { created, updated } = await mergeRecords(context, {
    record: 'station',
    table: STATION,
    key: ['agency', 'name'],
    columns: propertiesOf(STATION.except('agency', 'name')),
    from: STAGED.name,
    keyText: nameIn('staged'),
  });
  await requireChangeLimit(context, { noun: 'stations', changed: 'changed_record', stored: STAGED.name });
  await updateNearSubway(context);
  return { ...mergeCounts(read, created, updated), closed };
}

/** Returns the positions of all stations. */
export async function stationPositions(client: ClientBase): Promise<readonly Position[]> {
  return (await client.query<Position>('select lat, lng from station')).rows;
}

function stagedStation({ agency = '', name, lines, lat, lng }: StationRecord): StationEntity {
  return { agency, name, lines, lat, lng };
}

/** Returns SQL for the name of a station, with its agency, in the change log and in messages. */
function nameIn(table: string): string {
  return `case ${table}.agency when '' then '' else ${table}.agency || ': ' end || ${table}.name`;
}

/** @returns the number of removed stations */
async function removeMissing(context: SyncContext): Promise<number> {
  const { client, changes, rejects } = context;
  if (!rejects.allowsMissing('No station was removed', 'name')) return 0;
  // A list without stations is that of no agency.
  const stored = `station where agency in
    (select agency from staged_station union select '' where not exists (select from staged_station))`;
  const leaving = `${stored} and (agency, name) not in (select agency, name from staged_station)
    and name <> all ($1::text[])`;
  const values = [rejects.keys];
  const named = { name: nameIn('station'), order: 'agency, name', noun: 'stations', verb: 'close' } as const;
  await requireRemovalLimit(context, { leaving, stored, values, ...named });
  const closed = await changes.addEach('station', 'closed', nameIn('station'), leaving, values);
  await client.query(`delete from ${leaving}`, values);
  return closed;
}

/** Applies the distance rule of the domain, and writes only the clinics for which the result changes. */
async function updateNearSubway({ client, changes }: SyncContext): Promise<void> {
  const stations = await stationPositions(client);
  const { rows: clinics } = await client.query<SourcedPosition & { id: string; nearSubway: boolean }>(
    'select id, lat, lng, position_source as "positionSource", near_subway as "nearSubway" from clinic',
  );
  const changed = clinics.filter((clinic) => isNearSubway(clinic, stations) !== clinic.nearSubway);
  const ids = changed.map(({ id }) => id);
  await changes.add(
    'clinic',
    `select id::text as key, 'updated' as change,
      jsonb_build_object('nearSubway', jsonb_build_array(near_subway, not near_subway)) as fields
    from clinic where id = any($1::uuid[])`,
    [ids],
  );
  await client.query('update clinic set near_subway = not near_subway where id = any($1::uuid[])', [ids]);
}
