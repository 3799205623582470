import type { ClinicRecord } from '@care-atlas/domain/clinic';
import { isNearSubway } from '@care-atlas/domain/geo';
import type { OpeningInterval } from '@care-atlas/domain/opening-hours';
import { fold } from '@care-atlas/domain/text';
import type { ClientBase } from 'pg';
import { differs, type MergeCounts, mergeCounts, upsert } from './merge.js';
import { type Rows, stage, type StagingTable } from './staging.js';
import { stationPositions } from './subway.js';

/** A clinic as a source gives it: what depends on the run and on the stations is added here. */
export type ClinicInput = Omit<ClinicRecord, 'syncedAt' | 'nearSubway'>;

const STAGED: StagingTable = {
  name: 'staged_clinic',
  columns: {
    id: 'uuid',
    name: 'text',
    search_name: 'text',
    address: 'text',
    postal_code: 'text',
    lat: 'double precision',
    lng: 'double precision',
    position_source: 'text',
    phone: 'text',
    website: 'text',
    type: 'text',
    wheelchair: 'boolean',
    virtual_visits: 'boolean',
    near_subway: 'boolean',
    accepting: 'boolean',
    origin: 'text',
    synced_at: 'timestamptz',
    closed_at: 'timestamptz',
    opening_hours: 'jsonb',
  },
  key: ['id'],
};

const COLUMNS = Object.keys(STAGED.columns).filter((column) => column !== 'id' && column !== 'opening_hours');

/** Creates and updates clinics with their opening hours. A clinic that was closed is open again. */
export async function mergeClinics(
  client: ClientBase,
  rows: Rows<ClinicInput>,
  now: Date,
  onProgress: (count: number) => void,
): Promise<MergeCounts> {
  const stations = await stationPositions(client);
  const values = (clinic: ClinicInput) => [
    clinic.id,
    clinic.name,
    fold(clinic.name),
    clinic.address,
    clinic.postalCode,
    clinic.lat,
    clinic.lng,
    clinic.positionSource,
    clinic.phone,
    clinic.website,
    clinic.type,
    clinic.wheelchair,
    clinic.virtualVisits,
    isNearSubway(clinic, stations),
    clinic.accepting,
    clinic.origin,
    now,
    null,
    hoursText(clinic.openingHours),
  ];
  const read = await stage(client, STAGED, rows, values, onProgress);
  const { created, updated } = await noteChanges(client);
  await upsert(client, { table: 'clinic', key: ['id'], columns: COLUMNS, from: STAGED.name });
  await replaceHours(client);
  if (created + updated > 0) await client.query('analyze clinic, opening_interval');
  return mergeCounts(read, created, updated);
}

/** Lists what is new or differs in more than the time of the run, before the merge makes it equal. */
async function noteChanges(client: ClientBase): Promise<{ created: number; updated: number }> {
  const compared = COLUMNS.filter((column) => column !== 'synced_at');
  await client.query('drop table if exists changed_clinic');
  await client.query(
    `create temp table changed_clinic on commit drop as
    select staged.id, held.id is null as created
    from staged_clinic staged left join clinic held using (id)
    where held.id is null or ${differs('held', 'staged', compared)} or staged.opening_hours is distinct from (
      select coalesce(jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens), '[]')
      from opening_interval where clinic_id = held.id)`,
  );
  const { rows } = await client.query<{ created: number; updated: number }>(
    `select count(*) filter (where created)::integer as created,
      count(*) filter (where not created)::integer as updated
    from changed_clinic`,
  );
  return rows[0]!;
}

async function replaceHours(client: ClientBase): Promise<void> {
  await client.query('delete from opening_interval where clinic_id in (select id from changed_clinic)');
  await client.query(
    `insert into opening_interval (clinic_id, weekday, opens, closes)
    select id, (span ->> 0)::smallint, (span ->> 1)::smallint, (span ->> 2)::smallint
    from staged_clinic join changed_clinic using (id), jsonb_array_elements(opening_hours) span`,
  );
}

/** In the order in which the database aggregates them, so that equal hours are equal texts. */
function hoursText(hours: readonly OpeningInterval[]): string {
  const ordered = hours.toSorted((a, b) => a.weekday - b.weekday || a.opens - b.opens);
  return JSON.stringify(ordered.map(({ weekday, opens, closes }) => [weekday, opens, closes]));
}
