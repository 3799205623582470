import type { AcceptanceObservation, ClinicRecord, OpeningInterval } from '@care-atlas/domain/records';
import { isNearSubway } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import type { ClientBase } from 'pg';
import { deriveAcceptance } from './acceptance.js';
import { closeMissing } from './clinic-closure.js';
import { camelCase, differences, differs } from '../run/merge.js';
import { mergeObservations } from './observation.js';
import { addressUuid } from '../doctors/practice-location.js';
import type { Numbered } from '../run/reject.js';
import { type Rows, stage, type StagingTable } from '../run/staging.js';
import { stationPositions } from './subway.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';

/**
 * A clinic as a source gives it: what depends on the run and on the stations is added here. `accepting` is an
 * observation, made when `acceptingObserved` says, or else at the time of the run; null is none.
 */
export type ClinicInput = Omit<ClinicRecord, 'syncedAt' | 'nearSubway' | 'acceptingObserved'> & {
  readonly acceptingObserved?: AcceptanceObservation | null;
};

const STAGED: StagingTable = {
  name: 'staged_clinic',
  columns: {
    id: 'uuid',
    name: 'text',
    search_name: 'text',
    address: 'text',
    address_key: 'uuid',
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
    origin: 'text',
    synced_at: 'timestamptz',
    closed_at: 'timestamptz',
    opening_hours: 'jsonb',
    accepting: 'boolean',
    observed_at: 'timestamptz',
    method: 'text',
  },
  key: ['id'],
};

const COLUMNS = Object.keys(STAGED.columns).filter(
  (column) => !['id', 'opening_hours', 'accepting', 'observed_at', 'method'].includes(column),
);
const COMPARED = COLUMNS.filter((column) => column !== 'synced_at');
/** What follows from other columns, or has a word of its own in the history, is not shown as a difference. */
const SHOWN = COMPARED.filter((column) => !['search_name', 'address_key', 'closed_at'].includes(column));

/**
 * Creates and updates clinics with their opening hours. A clinic that was closed is open again.
 * @throws when a complete source is empty, and when more clinics would close than one run may let
 */
export async function mergeClinics(
  context: SyncContext,
  rows: Rows<Numbered<ClinicInput>>,
  { complete = false }: { readonly complete?: boolean },
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const { client, changes, now } = context;
  const stations = await stationPositions(client);
  const values = (clinic: ClinicInput) => [
    clinic.id,
    clinic.name,
    fold(clinic.name),
    clinic.address,
    addressUuid(clinic.address, clinic.postalCode),
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
    clinic.origin,
    now,
    null,
    hoursText(clinic.openingHours),
    clinic.accepting,
    clinic.acceptingObserved?.observedAt ?? null,
    clinic.acceptingObserved?.method ?? '',
  ];
  const read = await stage(context, STAGED, rows, values, onProgress);
  if (complete && read === 0) throw new Error('The list of clinics is called complete but holds no clinic.');
  const origins = await settleOrigins(client);
  await noteTouched(client);
  await changes.add('clinic', 'select id::text as key, change, fields from touched_clinic');
  await writeClinics(client);
  await replaceHours(client);
  await observe(context);
  const closures = complete ? await closeMissing(context, origins) : {};

  const { rows: counted } = await client.query<Record<'created' | 'updated' | 'reopened', number>>(
    `select count(*) filter (where change = 'created')::integer as created,
      count(*) filter (where change is distinct from 'created')::integer as updated,
      count(*) filter (where change = 'reopened')::integer as reopened
    from touched_clinic full join (
      select id from changed_acceptance join staged_clinic using (id)
    ) observed using (id)`,
  );
  const { created, updated, reopened } = counted[0]!;
  if (created + updated > 0) await client.query('analyze clinic, opening_interval');
  return { read, created, updated, unchanged: read - created - updated, reopened, ...closures };
}

/**
 * A published facility that an operator's file describes too stays one of its own source, so that a complete list of
 * the operator's clinics cannot close it.
 * @returns the origins that the source itself gave
 */
async function settleOrigins(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ origin: string }>('select distinct origin from staged_clinic');
  await client.query(
    `update staged_clinic staged set origin = held.origin
    from clinic held where held.id = staged.id and held.origin = 'open-data' and staged.origin = 'clinic'`,
  );
  return rows.map(({ origin }) => origin);
}

/** Lists what is new or differs in more than the time of the run, before the merge makes it equal. */
async function noteTouched(client: ClientBase): Promise<void> {
  const fields = differences([
    ...SHOWN.map((c) => [camelCase(c), `held.${c}`, `staged.${c}`] as const),
    ['openingHours', HELD_HOURS, 'staged.opening_hours'],
  ]);
  await client.query('drop table if exists touched_clinic');
  await client.query(
    `create temp table touched_clinic on commit drop as
    select staged.id,
      case
        when held.id is null then 'created' when held.closed_at is not null then 'reopened' else 'updated'
      end as change,
      case when held.id is not null then ${fields} end as fields
    from staged_clinic staged left join clinic held using (id)
    where held.id is null or ${differs('held', 'staged', COMPARED)}
      or staged.opening_hours is distinct from ${HELD_HOURS}`,
  );
}

const HELD_HOURS = `(
  select coalesce(jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens), '[]')
  from opening_interval where clinic_id = held.id)`;

async function writeClinics(client: ClientBase): Promise<void> {
  await client.query(
    `update clinic held set ${COLUMNS.map((column) => `${column} = staged.${column}`).join(', ')}
    from staged_clinic staged where held.id = staged.id`,
  );
  await client.query(
    `insert into clinic (id, ${COLUMNS.join(', ')}) select id, ${COLUMNS.join(', ')}
    from staged_clinic join touched_clinic using (id) where change = 'created'`,
  );
}

async function replaceHours(client: ClientBase): Promise<void> {
  await client.query('delete from opening_interval where clinic_id in (select id from touched_clinic)');
  await client.query(
    `insert into opening_interval (clinic_id, weekday, opens, closes)
    select id, (span ->> 0)::smallint, (span ->> 1)::smallint, (span ->> 2)::smallint
    from staged_clinic join touched_clinic using (id), jsonb_array_elements(opening_hours) span`,
  );
}

/** What the source says of acceptance is one more observation. */
async function observe(context: SyncContext): Promise<void> {
  const { client, now } = context;
  await client.query('drop table if exists staged_observation');
  await client.query(
    `create temp table staged_observation on commit drop as
    select id as clinic_id, null::text as registration_number, accepting, method,
      least(observed_at, $1) as observed_at, observed_at is null as undated
    from staged_clinic where accepting is not null`,
    [now],
  );
  await mergeObservations(context);
  await deriveAcceptance(context, `select id from touched_clinic where change = 'created'`);
}

/** In the order in which the database aggregates them, so that equal hours are equal texts. */
function hoursText(hours: readonly OpeningInterval[]): string {
  const ordered = hours.toSorted((a, b) => a.weekday - b.weekday || a.opens - b.opens);
  return JSON.stringify(ordered.map(({ weekday, opens, closes }) => [weekday, opens, closes]));
}
