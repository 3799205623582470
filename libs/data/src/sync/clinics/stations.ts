import type { StationRecord } from '@care-atlas/domain/records';
import { isNearSubway, type Position, type SourcedPosition } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import { differenceOf, type LoggedChange } from '../apply/record-difference.js';
import { ChangeGuard } from '../apply/change-guard.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { insertRows } from '../staging/column-sql.js';
import { type Rows, stage, type StagingTable } from '../staging/staging.js';

type Station = Required<StationRecord>;

const STAGED: StagingTable<Station> = {
  name: 'staged_station',
  noun: 'stations',
  columns: { agency: 'text', name: 'text', lines: 'text', lat: 'double precision', lng: 'double precision' },
  key: ['agency', 'name'],
};
const COMPARED = ['lines', 'lat', 'lng'] as const;
const STAGED_COLUMNS = Object.keys(STAGED.columns);
const COLUMNS = STAGED_COLUMNS.join(', ');

/**
 * Replaces all stations of the agencies that the rows have, and updates which clinics are near one.
 * @throws RemovalLimitError when more stations would be removed than one run may remove, ChangeLimitError when more change
 */
export async function replaceStations(
  context: SyncContext,
  rows: Rows<StationRecord>,
): Promise<Partial<SyncCounts>> {
  const { client, rejects, changes: log, absent } = context;
  const read = await stage(context, STAGED, rows, stagedStation);
  const { rows: given } = await client.query<Station & { kept: readonly string[] | null }>(
    `select ${COLUMNS}, kept from staged_station order by agency, name`,
  );
  const { rows: stored } = await client.query<Station>(
    `select ${COLUMNS} from station order by agency, name`,
  );
  // A list without stations is that of no agency.
  const agencies = new Set(given.length > 0 ? given.map(({ agency }) => agency) : ['']);
  const before = new Map(stored.map((station) => [nameOf(station), station]));
  const after = new Map(
    given.map(({ kept, ...station }) => {
      const isKept = kept?.includes('lines') === true || absent().includes('lines');
      const known = isKept ? stored.find(({ name }) => name === station.name) : undefined;
      return [nameOf(station), { ...station, lines: known?.lines ?? station.lines }];
    }),
  );
  const own = stored.filter(({ agency }) => agencies.has(agency));
  const missing = own.filter((station) => !after.has(nameOf(station)));
  const removed =
    missing.length > 0 && rejects.allowsMissing('No station was removed', 'name')
      ? missing.filter(({ name }) => !rejects.keys.includes(name))
      : [];
  const changes = [
    ...removed.map((station) => differenceOf('station', nameOf(station), COMPARED, station, undefined)),
    ...Array.from(after, ([key, station]) =>
      differenceOf('station', key, COMPARED, before.get(key), station),
    ),
  ].filter((change) => change !== undefined);
  const guard = new ChangeGuard({
    noun: 'stations',
    listed: 'stations',
    verb: 'close',
    stored: given.length,
    total: own.length,
    unlimited: [],
    nameOf: ({ key }) => ({ name: key, order: key }),
    place: '',
  });
  for (const change of changes) guard.add(change, {});
  guard.require(context);
  const changed = changes.map(({ key }) => key);
  await client.query(
    `delete from station where (agency, name) in (
      select agency, name from jsonb_to_recordset($1) gone (agency text, name text))`,
    [JSON.stringify(changed.flatMap((key) => before.get(key) ?? []))],
  );
  const written = changed.flatMap((key) => after.get(key) ?? []);
  await insertRows(client, 'station', STAGED_COLUMNS, written);
  await log.addAll(changes);
  await updateNearSubway(context);
  const countOf = (kind: LoggedChange['change']) => changes.filter(({ change }) => change === kind).length;
  const [created, updated] = [countOf('created'), countOf('updated')];
  return { read, created, updated, unchanged: read - created - updated, closed: removed.length };
}

/** Returns the positions of all stations. */
export async function stationPositions(client: ClientBase): Promise<readonly Position[]> {
  return (await client.query<Position>('select lat, lng from station')).rows;
}

function stagedStation({ agency = '', name, lines, lat, lng }: StationRecord): Station {
  return { agency, name, lines, lat, lng };
}

/** Returns the name of a station, with its agency, in the change log and in messages. */
function nameOf({ agency, name }: Pick<Station, 'agency' | 'name'>): string {
  return agency === '' ? name : `${agency}: ${name}`;
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
