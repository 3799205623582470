import { refuseMassDeparture } from '../doctors/expiry-guard.js';
import type { SyncContext } from '../run/sync-context.js';

/**
 * Closes the clinics that a complete source lacks, of its origins. Two kinds are kept open: where a
 * listed doctor practises by the word of the register, which is the authority on that; and where a listed doctor
 * would be left without an open clinic.
 * @throws when more would close than one run may let
 */
export async function closeMissing(
  { client, changes, limit, rejects, now }: SyncContext,
  origins: readonly string[],
): Promise<{ closed: number; kept: number }> {
  if (!rejects.allowsMissing('No clinic was closed', 'id')) return { closed: 0, kept: 0 };
  await client.query('drop table if exists closing_clinic');
  await client.query(
    `create temp table closing_clinic on commit drop as
    select id from clinic
    where closed_at is null and origin = any ($2::text[])
      and not exists (select from staged_clinic staged where staged.id = clinic.id)
      and id::text <> all ($1::text[])`,
    [rejects.keys, origins],
  );
  const kept =
    (await client.query(NOT_WHERE_REGISTERED)).rowCount! + (await client.query(NOT_THE_LAST)).rowCount!;
  const { rows } = await client.query<{ count: number; of: number }>(
    `select (select count(*) from closing_clinic)::integer as count,
      (select count(*) from clinic where closed_at is null
        and origin = any ($1::text[]))::integer as of`,
    [origins],
  );
  const first = async (count: number) => {
    const named = await client.query<{ name: string }>(
      `select format('%s (%s)', name, id) as name from clinic join closing_clinic using (id)
      order by search_name, id limit $1`,
      [count],
    );
    return named.rows.map(({ name }) => name);
  };
  await refuseMassDeparture({ ...rows[0]!, what: 'open clinics', verb: 'close', first }, limit);

  const closed = await changes.add(
    'clinic',
    `select id::text as key, 'closed' as change, null::jsonb as fields from closing_clinic`,
  );
  await client.query(
    `update clinic set closed_at = $1, synced_at = $1 where id in (select id from closing_clinic)`,
    [now],
  );
  return { closed, kept };
}

const NOT_WHERE_REGISTERED = `delete from closing_clinic where id in (
  select primary_clinic_id from doctor where expired_at is null and registration_status <> ''
  union all
  select clinic_id from additional_location join doctor using (registration_number)
  where expired_at is null and registration_status <> '')`;

const NOT_THE_LAST = `delete from closing_clinic where id in (
  select primary_clinic_id from doctor
  where expired_at is null and not exists (
    select from additional_location other join clinic on clinic.id = other.clinic_id
    where other.registration_number = doctor.registration_number and clinic.closed_at is null
      and not exists (select from closing_clinic closing where closing.id = clinic.id)))`;
