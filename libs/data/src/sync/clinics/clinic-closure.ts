import { createTempTable } from '../run/column-sql.js';
import { requireRemovalLimit } from '../run/removal-limit.js';
import type { SyncContext } from '../run/sync-context.js';

/**
 * Closes the clinics of some origins that a complete source lacks. A clinic stays open when a listed doctor practices
 * there according to the register, which is the authority on that, and when a listed doctor would have no other open
 * clinic.
 * @throws RemovalLimitError when more clinics would close than one run may close
 */
export async function closeMissing(
  { client, changes, limit, rejects, now }: SyncContext,
  origins: readonly string[],
): Promise<{ closed: number; kept: number }> {
  if (!rejects.allowsMissing('No clinic was closed', 'id')) return { closed: 0, kept: 0 };
  await createTempTable(
    client,
    'closing_clinic',
    `select id from clinic
    where closed_at is null and origin = any ($2::text[])
      and not exists (select from staged_clinic staged where staged.id = clinic.id)
      and id::text <> all ($1::text[])`,
    [rejects.keys, origins],
  );
  const kept =
    (await client.query(KEEP_WHERE_REGISTERED)).rowCount! + (await client.query(KEEP_LAST_CLINICS)).rowCount!;
  const { rows } = await client.query<{ count: number; total: number }>(
    `select (select count(*) from closing_clinic)::integer as count,
      (select count(*) from clinic where closed_at is null and origin = any ($1::text[]))::integer as total`,
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
  await requireRemovalLimit({ ...rows[0]!, noun: 'open clinics', verb: 'close', first }, limit);

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

const KEEP_WHERE_REGISTERED = `delete from closing_clinic where id in (
  select primary_clinic_id from doctor where expired_at is null and registration_status <> ''
  union all
  select clinic_id from additional_location join doctor using (registration_number)
  where expired_at is null and registration_status <> '')`;

const KEEP_LAST_CLINICS = `delete from closing_clinic where id in (
  select primary_clinic_id from doctor
  where expired_at is null and not exists (
    select from additional_location other join clinic on clinic.id = other.clinic_id
    where other.registration_number = doctor.registration_number and clinic.closed_at is null
      and not exists (select from closing_clinic closing where closing.id = clinic.id)))`;
