import type { AcceptanceObservation, ClinicRecord, OpeningInterval } from '@care-atlas/domain/records';
import { isNearSubway, type Position } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import type { ClientBase } from 'pg';
import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import {
  assignments,
  columnList,
  comparedColumns,
  createTempTable,
  differences,
  differs,
} from '../staging/column-sql.js';
import { requireChangeLimit } from '../run/change-limit.js';
import { type ColumnProperty, EntityTable, propertiesOf } from '../staging/entity-table.js';
import { type Rows, stage, type StagingTable } from '../staging/staging.js';
import { keepStored, type KeptRows, leaveNewer } from '../staging/kept-fields.js';
import { isLive } from '../run/source-facts.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { addressUuids } from '../record-ids.js';
import { requireOneKind } from '../sample-data.js';
import { closeClinics } from './clinic-closure.js';
import { observeAcceptance } from './listed-acceptance.js';
import { type StatedFacts, stateFacts } from '../evidence/state-facts.js';
import { stationPositions } from './station-merge.js';

/**
 * A clinic as a source gives it, without what depends on the run and on the stations. `accepting` is an observation,
 * made at the time of `acceptingObserved`, or else since the extract in which its source first made it; null is none.
 */
export type ClinicInput = Omit<ClinicRecord, 'syncedAt' | 'nearSubway' | 'acceptingObserved' | 'evidence'> & {
  readonly acceptingObserved?: AcceptanceObservation | null;
  /** How an observation without a date was made; empty or absent if the source does not say. */
  readonly acceptingMethod?: string;
};

const CLINIC = new EntityTable(ClinicEntity);
/** Acceptance is derived from all observations: see `deriveAcceptance`. */
const DERIVED = [
  'accepting',
  'acceptingObservedAt',
  'acceptingMethod',
  'acceptingSource',
  'acceptingCode',
] as const;

type StagedClinic = Pick<ClinicEntity, Exclude<ColumnProperty<ClinicEntity>, (typeof DERIVED)[number]>> & {
  /** JSON, in the form of STORED_HOURS. */
  readonly openingHours: string;
  readonly accepting: boolean | null;
  readonly observedAt: Date | null;
  readonly method: string;
};

const STAGED: StagingTable<StagedClinic> = {
  name: 'staged_clinic',
  noun: 'clinics',
  columns: {
    ...CLINIC.except(...DERIVED),
    openingHours: 'jsonb',
    accepting: 'boolean',
    observedAt: 'timestamp with time zone',
    method: 'text',
  },
  key: ['id'],
};

const WRITTEN = propertiesOf(CLINIC.except('id', ...DERIVED));
const COMPARED = propertiesOf(CLINIC.except('id', 'syncedAt', 'extractedAt', 'source', ...DERIVED));
/** The change log omits columns that follow from others, and closing, which is a kind of change. */
const LOGGED = propertiesOf(
  CLINIC.except(
    'id',
    'syncedAt',
    'extractedAt',
    'source',
    'searchName',
    'addressKey',
    'placeKey',
    'closedAt',
    ...DERIVED,
  ),
);

const STORED_HOURS = `(
  select coalesce(jsonb_agg(jsonb_build_array(weekday, opens, closes) order by weekday, opens), '[]')
  from opening_interval where clinic_id = stored.id)`;

const ADDRESS = {
  address: 'stored.address',
  postal_code: 'stored.postal_code',
  address_key: 'stored.address_key',
  place_key: 'stored.place_key',
};
const POSITION = {
  lat: 'stored.lat',
  lng: 'stored.lng',
  position_source: 'stored.position_source',
  near_subway: 'stored.near_subway',
};

/** The fields of a clinic that a row may leave as they are. */
const KEPT: KeptRows = {
  staged: STAGED.name,
  stored: 'clinic',
  same: 'stored.id = staged.id',
  fields: {
    type: { type: 'stored.type' },
    address: ADDRESS,
    postalCode: ADDRESS,
    position: POSITION,
    place: POSITION,
    phone: { phone: 'stored.phone' },
    website: { website: 'stored.website' },
    openingHours: { opening_hours: STORED_HOURS, hours_note: 'stored.hours_note' },
    wheelchair: { wheelchair: 'stored.wheelchair' },
    virtualVisits: { virtual_visits: 'stored.virtual_visits' },
  },
};
const EXTRACT = 'staged.extracted_at';
/** What a clinic's row says about its facts. */
const STATED: StatedFacts = {
  record: 'clinic',
  from: 'staged_clinic staged left join clinic stored using (id)',
  key: 'staged.id::text',
  described: 'coalesce(stored.extracted_at, stored.synced_at)',
  extracted: EXTRACT,
  facts: {
    hours: { value: `nullif(staged.opening_hours, '[]')`, keptAs: 'openingHours', since: EXTRACT },
    wheelchair: { value: 'to_jsonb(staged.wheelchair)', keptAs: 'wheelchair', since: EXTRACT },
    virtualVisits: { value: 'to_jsonb(staged.virtual_visits)', keptAs: 'virtualVisits', since: EXTRACT },
    phone: { value: `to_jsonb(nullif(staged.phone, ''))`, keptAs: 'phone', since: EXTRACT },
    website: { value: `to_jsonb(nullif(staged.website, ''))`, keptAs: 'website', since: EXTRACT },
  },
};
/** `place` is a position that neither coordinates nor a postal area give. */
const NEEDED = { type: 'type', address: 'address', place: 'position' } as const;

export interface ClinicOptions {
  /** Whether the rows are all clinics of their origin: those that are not among them close then. */
  readonly complete?: boolean;
  /** The ids of places that the source knows, and that are no open clinics; read after the last row. */
  readonly ended?: readonly string[];
}

/**
 * Creates and updates clinics with their opening hours. A clinic that was closed is open again, and one that the source
 * says has ended closes.
 * @throws when a complete source is empty, when more clinics would close than one run may close, and when invented
 * clinics would be mixed with real ones
 */
export async function mergeClinics(
  context: SyncContext,
  rows: Rows<ClinicInput>,
  { complete = false, ended = [] }: ClinicOptions,
): Promise<Partial<SyncCounts>> {
  const { client, changes } = context;
  const stations = await stationPositions(client);
  const toStaged = (clinic: ClinicInput) => stagedClinic(clinic, stations, context);
  const staged = await stage(context, STAGED, rows, toStaged);
  const incomplete = await keepStored(context, KEPT, NEEDED);
  const older = await leaveNewer(context, KEPT, 'stored.extracted_at', context.extractedAt);
  const read = staged - incomplete - older;
  if (complete && read + older === 0)
    throw new Error('The list of clinics is called complete but holds no clinic.');
  const origins = await keepOpenDataOrigin(client);
  await requireOneKind(client, origins);
  await listChangedClinics(client);
  await requireChangeLimit(context, {
    noun: 'clinics',
    changed: 'changed_clinic',
    unlimited: ['hoursNote'],
    stored: `clinic where closed_at is null and origin in (select origin from staged_clinic)`,
    addresses: `select staged.address_key from changed_clinic join staged_clinic staged using (id)
      join clinic using (id) where clinic.address_key <> staged.address_key`,
  });
  await changes.add('clinic', 'select id::text as key, change, fields from changed_clinic');
  const live = await isLive(context);
  await stateFacts(context, STATED, { absent: context.absent(), confirms: complete && live });
  await writeClinics(client);
  await replaceHours(client);
  await observeAcceptance(context, `select id from changed_clinic where change = 'created'`, {
    live,
    complete,
  });
  const closures =
    complete || ended.length > 0 ? await closeClinics(context, complete ? origins : [], ended) : {};

  const { rows: counted } = await client.query<Record<'created' | 'updated' | 'reopened', number>>(
    `select count(*) filter (where change = 'created')::integer as created,
      count(*) filter (where change is distinct from 'created')::integer as updated,
      count(*) filter (where change = 'reopened')::integer as reopened
    from changed_clinic full join (
      select id from derived_acceptance join staged_clinic using (id) where changed
    ) observed using (id)`,
  );
  const { created, updated, reopened } = counted[0]!;
  if (created + updated > 0) await client.query('analyze clinic, opening_interval');
  return { read, created, updated, unchanged: read - created - updated, reopened, ...closures };
}

function stagedClinic(
  clinic: ClinicInput,
  stations: readonly Position[],
  { now, extractedAt, run }: SyncContext,
): StagedClinic {
  return {
    ...clinic,
    searchName: fold(clinic.name),
    ...addressUuids(clinic.address, clinic.postalCode),
    nearSubway: isNearSubway(clinic, stations),
    syncedAt: now,
    extractedAt,
    closedAt: null,
    source: run.source,
    openingHours: hoursJson(clinic.openingHours),
    hoursNote: clinic.hoursNote ?? '',
    observedAt: clinic.acceptingObserved?.observedAt ?? null,
    method: clinic.acceptingObserved?.method ?? clinic.acceptingMethod ?? '',
  };
}

/**
 * A facility of the open data that an operator's file describes too keeps its origin, so that a complete list of the
 * operator's clinics cannot close it.
 * @returns the origins that the source itself gave
 */
async function keepOpenDataOrigin(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ origin: string }>('select distinct origin from staged_clinic');
  await client.query(
    `update staged_clinic staged set origin = stored.origin
    from clinic stored where stored.id = staged.id and stored.origin = 'open-data' and staged.origin = 'clinic'`,
  );
  return rows.map(({ origin }) => origin);
}

/** Lists clinics that are new or differ in more than the time of the run, before the merge makes them equal. */
async function listChangedClinics(client: ClientBase): Promise<void> {
  const fields = differences([
    ...comparedColumns(LOGGED),
    ['openingHours', STORED_HOURS, 'staged.opening_hours'],
  ]);
  await createTempTable(
    client,
    'changed_clinic',
    `select staged.id,
      case
        when stored.id is null then 'created' when stored.closed_at is not null then 'reopened' else 'updated'
      end as change,
      case when stored.id is not null then ${fields} end as fields
    from staged_clinic staged left join clinic stored using (id)
    where stored.id is null or ${differs(COMPARED)} or staged.opening_hours is distinct from ${STORED_HOURS}`,
  );
}

async function writeClinics(client: ClientBase): Promise<void> {
  await client.query(
    `update clinic stored set ${assignments(WRITTEN, 'staged')}
    from staged_clinic staged where stored.id = staged.id`,
  );
  await client.query(
    `insert into clinic (id, ${columnList(WRITTEN)}) select id, ${columnList(WRITTEN)}
    from staged_clinic join changed_clinic using (id) where change = 'created'`,
  );
}

async function replaceHours(client: ClientBase): Promise<void> {
  await client.query('delete from opening_interval where clinic_id in (select id from changed_clinic)');
  await client.query(
    `insert into opening_interval (clinic_id, weekday, opens, closes)
    select id, (span ->> 0)::smallint, (span ->> 1)::smallint, (span ->> 2)::smallint
    from staged_clinic join changed_clinic using (id), jsonb_array_elements(opening_hours) span`,
  );
}

/** Orders hours as the database aggregates them, so that equal hours are equal texts. */
function hoursJson(hours: readonly OpeningInterval[]): string {
  const ordered = hours.toSorted((a, b) => a.weekday - b.weekday || a.opens - b.opens);
  return JSON.stringify(ordered.map(({ weekday, opens, closes }) => [weekday, opens, closes]));
}
