import { keepPinned } from '../run/pinned-records.js';
import { createTempTable } from '../staging/column-sql.js';
import { requireRemovalLimit } from '../run/removal-limit.js';
import { isLiveSource } from '../run/source-facts.js';
import type { SyncContext } from '../run/sync-context.js';

/**
 * Closes the clinics of some origins that a complete source lacks, and those that a source says have ended. A clinic stays
 * open when a listed doctor practices there according to the register, which is the authority on that, and when a listed
 * doctor would have no other open clinic. A pinned clinic stays listed. An older extract opens no clinic that this one closes.
 * @param origins those of which the source is complete
 * @param ended the ids of the clinics that have ended
 * @throws RemovalLimitError when more clinics would close than one run may close
 */
export async function closeClinics(
  context: SyncContext,
  origins: readonly string[],
  ended: readonly string[],
): Promise<{ closed: number; kept: number }> {
  const { client, changes, rejects, now, extractedAt } = context;
  const knowsMissing = origins.length > 0 && rejects.allowsMissing('No clinic was closed', 'id');
  if (!knowsMissing && ended.length === 0) return { closed: 0, kept: 0 };
  await createTempTable(
    client,
    'closing_clinic',
    `select id from clinic
    where closed_at is null and not exists (select from staged_clinic staged where staged.id = clinic.id)
      and (id = any ($4::uuid[]) or (origin = any ($2::text[]) and id::text <> all ($1::text[])))
      and coalesce(extracted_at, $3) <= $3`,
    [rejects.keys, knowsMissing ? origins : [], extractedAt, ended],
  );
  const practiced =
    (await client.query(KEEP_WHERE_REGISTERED)).rowCount! + (await client.query(KEEP_LAST_CLINICS)).rowCount!;
  // The time of a clinic becomes that of its closing: what was said of it keeps its own.
  await client.query(
    `update evidence set observed_at = coalesce(clinic.extracted_at, clinic.synced_at)
    from clinic join closing_clinic using (id)
    where record = 'clinic' and key = id::text and observed_at is null and not ${isLiveSource('evidence.source')}`,
  );
  const kept = practiced + (await keepPinned(context, 'clinic', 'closing_clinic', extractedAt));
  await requireRemovalLimit(context, {
    leaving: 'clinic join closing_clinic using (id)',
    stored: `clinic where closed_at is null
      and (origin = any ($1::text[]) or origin in (select origin from clinic join closing_clinic using (id)))`,
    values: [origins],
    name: `format('%s (%s)', name, id)`,
    order: 'search_name, id',
    noun: 'open clinics',
    verb: 'close',
  });
  const closed = await changes.addEach('clinic', 'closed', 'id', 'closing_clinic');
  await client.query(
    `update clinic set closed_at = $1, synced_at = $1, extracted_at = $2
    where id in (select id from closing_clinic)`,
    [now, extractedAt],
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
