import { keepPinned } from '../run/pinned-records.js';
import { requireRemovalLimit } from '../run/removal-limit.js';
import type { SyncContext } from '../run/sync-context.js';
import { STAGED_DOCTOR } from './doctor-difference.js';

/**
 * Lists the active doctors that a complete source lacks, in the table missing_doctor. A doctor whose row was rejected
 * is not missing, nor is one that a newer extract described, and when a rejected row may be about any doctor, none is.
 * A pinned doctor stays listed.
 */
export async function listMissing(context: SyncContext, complete: boolean): Promise<void> {
  const { client, rejects, extractedAt } = context;
  await client.query('drop table if exists missing_doctor');
  await client.query('create temp table missing_doctor (registration_number text) on commit drop');
  if (!complete || !rejects.allowsMissing('No doctor was expired', 'registration number')) return;
  await client.query(
    `insert into missing_doctor
    select registration_number from doctor
    where expired_at is null
      and not exists (
        select from ${STAGED_DOCTOR} staged where staged.registration_number = doctor.registration_number)
      and registration_number <> all ($1::text[])
      and coalesce(extracted_at, confirmed_at, $2) <= $2`,
    [rejects.keys, extractedAt],
  );
  await keepPinned(context, 'doctor', 'missing_doctor', extractedAt);
}

/** @throws RemovalLimitError when more registrations would expire than one run may expire */
export async function requireExpiryLimit(context: SyncContext): Promise<void> {
  await requireRemovalLimit(context, {
    leaving: `(select registration_number from missing_doctor union all
      select registration_number from changed_doctor where change = 'expired') leaving`,
    stored: 'doctor where expired_at is null',
    name: 'registration_number',
    order: 'length(registration_number), registration_number',
    noun: 'active registrations',
    verb: 'expire',
  });
}

/**
 * Expires what the source lacks. It is the source that says so: an older one brings nothing of it back.
 * @returns the number of doctors that expired as missing
 */
export async function expireMissing({ client, changes, now, extractedAt }: SyncContext): Promise<number> {
  const missing = await changes.add(
    'doctor',
    `select registration_number as key, 'expired' as change,
      jsonb_build_object('expiredAt', jsonb_build_array(null, $1::timestamptz)) as fields
    from missing_doctor`,
    [now],
  );
  if (missing === 0) return 0;
  await client.query(
    `update doctor set expired_at = $1, synced_at = $1, extracted_at = $2
    where registration_number in (select registration_number from missing_doctor)`,
    [now, extractedAt],
  );
  return missing;
}
