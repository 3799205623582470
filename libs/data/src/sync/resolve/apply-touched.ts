import type { ClientBase } from 'pg';
import { MERGED_CLINICS } from '../../directory/loading/merged-clinic.js';
import { applyDetails, touchArrived } from '../details/apply-details.js';
import { DETAIL_KINDS } from '../../entities/imports/source-record.entity.js';
import { hasTouched, touch } from '../records/touched-records.js';
import type { SyncContext } from '../run/sync-context.js';
import { type ActiveCorrection, ActiveCorrections } from '../corrections/active-corrections.js';
import { type DoctorCounts, TouchedDoctors } from './apply-doctors.js';
import { ChangeGuard } from '../apply/change-guard.js';
import { applyClinics, type ClinicCounts } from './resolve-clinics.js';

export interface AppliedCounts extends DoctorCounts, ClinicCounts {
  /** The number of services, observations and reviews whose doctor or clinic came. */
  readonly matched: number;
  /** The number of services that went. */
  readonly services: number;
}

const NOTHING: AppliedCounts = {
  created: 0,
  updated: 0,
  expired: 0,
  unexpired: 0,
  opened: 0,
  closed: 0,
  reopened: 0,
  kept: 0,
  matched: 0,
  services: 0,
};

/**
 * Computes and writes the directory's records that the touched source records are about. Nothing is touched afterwards.
 * @throws RemovalLimitError when more records would end, ChangeLimitError when more would change, than one run may
 */
export async function applyTouched(context: SyncContext): Promise<AppliedCounts> {
  const { client } = context;
  const corrections = await ActiveCorrections.load(client);
  const hides = corrections.all.filter(({ kind, record }) => kind === 'hide' && record === 'clinic');
  // Whether one has an effect depends on the doctors, who may have changed.
  await touch(
    client,
    'clinic',
    hides.map(({ key }) => key),
  );
  if (!(await hasTouched(client))) return NOTHING;
  const totals = await totalsOf(client);
  const apply = async (applied: ActiveCorrections) => {
    const [doctors, clinics] = guardsOf(totals);
    const touched = new TouchedDoctors(context, applied, doctors);
    await touched.compute();
    const clinicCounts = await applyClinics(context, applied, clinics);
    const counts = { ...(await touched.write()), ...clinicCounts };
    return { counts, guards: [doctors, clinics] };
  };
  if (hides.length > 0) await client.query('savepoint with_hides');
  let applied = await apply(corrections);
  const suspended = hides.length > 0 ? await suspendedHides(context, hides) : [];
  if (suspended.length > 0) {
    // Nothing of a hide without effect may be left: neither a change in the history nor a number that a guard counts.
    await client.query('rollback to savepoint with_hides');
    applied = await apply(corrections.without(suspended));
  }
  const { counts, guards } = applied;
  const arrived = await touchArrived(client);
  await client.query('truncate touched_clinic, touched_doctor');
  for (const guard of guards) guard.require(context);
  const details = await applyDetails(context);
  const matched = DETAIL_KINDS.map((kind) => {
    const keys = new Set(arrived[kind]);
    return details[kind].filter(({ recordKey }) => keys.has(recordKey)).length;
  }).reduce((sum, count) => sum + count);
  const services = details.service.filter(({ change }) => change === 'closed').length;
  return { ...counts, matched, services };
}

/** Returns the guards of doctors and of clinics. */
function guardsOf({ doctors, active, open }: Totals): readonly [ChangeGuard, ChangeGuard] {
  return [
    new ChangeGuard({
      noun: 'doctors',
      listed: 'active registrations',
      verb: 'expire',
      stored: doctors,
      total: active,
      unlimited: [],
      nameOf: ({ key }) => ({ name: key, order: key.padStart(12, '0') }),
      place: 'clinics',
    }),
    new ChangeGuard({
      noun: 'clinics',
      listed: 'open clinics',
      verb: 'close',
      stored: open,
      total: open,
      unlimited: ['hoursNote', 'specialDays'],
      nameOf: ({ key }, { name, searchName }) => ({
        name: `${String(name)} (${key})`,
        order: `${String(searchName)} ${key}`,
      }),
      place: 'address',
    }),
  ];
}

type Totals = Readonly<Record<'doctors' | 'active' | 'open', number>>;

async function totalsOf(client: ClientBase): Promise<Totals> {
  const { rows } = await client.query<Totals>(
    `select count(*)::integer as doctors, (count(*) filter (where expired_at is null))::integer as active,
      (select count(*) from clinic where closed_at is null)::integer as open
    from doctor`,
  );
  return rows[0]!;
}

/**
 * Returns the hidden clinics without which a listed doctor would have no open clinic: they stay listed.
 * @throws when the correction was made by this run
 */
async function suspendedHides(
  { client, now, rejects }: SyncContext,
  hides: readonly ActiveCorrection[],
): Promise<readonly ActiveCorrection[]> {
  const { rows } = await client.query<{ key: string; numbers: string }>(
    `with place as materialized (
      select registration_number, coalesce(survivor, clinic_id) as clinic_id
      from (
        select registration_number, primary_clinic_id as clinic_id from doctor
        union all select registration_number, clinic_id from additional_location
      ) location
      left join ${MERGED_CLINICS} merged on merged_id = clinic_id
      join doctor using (registration_number)
      where expired_at is null
    ), hidden as (
      select key, coalesce(survivor, key::uuid) as clinic_id from unnest($1::text[]) hidden (key)
      left join ${MERGED_CLINICS} merged on merged_id = key::uuid
    )
    select hidden.key, string_agg(registration_number, ', ' order by registration_number) as numbers
    from hidden join place using (clinic_id)
    where not exists (
      select from place other join clinic on clinic.id = other.clinic_id
      where other.registration_number = place.registration_number and closed_at is null)
    group by hidden.key`,
    [hides.map(({ key }) => key)],
  );
  return rows.map(({ key, numbers }) => {
    const correction = hides.find((hide) => hide.key === key)!;
    const why = `it is the only open clinic of the listed doctors ${numbers}`;
    if (correction.madeAt.getTime() === now.getTime())
      throw new Error(`Clinic ${key} cannot be hidden: ${why}.`);
    rejects.notify(
      `Correction ${correction.id} has no effect: clinic ${key} cannot be hidden, because ${why}.`,
    );
    return correction;
  });
}
