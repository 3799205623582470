import type { ClientBase } from 'pg';
import { assignments, columnList, createTempTable } from '../staging/column-sql.js';
import { requireChangeLimit } from '../run/change-limit.js';
import { PREVIOUS_FACTS } from '../evidence/state-facts.js';
import { mergeCounts } from '../staging/record-merge.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import type { DoctorColumn } from './doctor-columns.js';
import { changedDoctors, type DoctorMerge, SHARED, STAGED_DOCTOR, timesOf } from './doctor-difference.js';
import { replaceLists } from './doctor-lists.js';
import { expireMissing, listMissing, requireExpiryLimit } from './expiry.js';

/** Plans depend on the numbers of rows and on keys; statistics of all columns would take four times as long. */
const ANALYZE_KEYS = `analyze doctor (registration_number, primary_clinic_id, expired_at),
  additional_location (registration_number, clinic_id), doctor_specialty (registration_number, specialty_id),
  doctor_language (registration_number, language_id)`;

/** The columns of a written doctor that follow from the run, besides those that its source fills. */
const OF_RUN = ['confirmedAt', 'syncedAt', 'extractedAt'] as const satisfies readonly DoctorColumn[];

/**
 * Makes the directory equal to the staged doctors. Rows that differ are listed first, with their differences, and then
 * written. Of all others only the times are written.
 * @param complete whether active doctors that are not staged expire
 */
export async function mergeStagedDoctors(
  context: SyncContext,
  read: number,
  complete: boolean,
  merge: DoctorMerge,
): Promise<Partial<SyncCounts>> {
  const { client } = context;
  // A file that lost its content must not empty the directory.
  if (complete && read + context.rejects.older === 0)
    throw new Error('The register is called complete but holds no doctor.');
  await listChanged(client, merge);
  await client.query('analyze changed_doctor (registration_number, change)');
  await listMissing(context, complete);
  await requireExpiryLimit(context);
  await requireChangeLimit(context, {
    noun: 'doctors',
    changed: 'changed_doctor',
    stored: 'doctor',
    // Expiries have a limit of their own.
    where: `change <> 'expired'`,
    addresses: `select changed.primary_clinic_id from changed_doctor changed join doctor using (registration_number)
      where changed.primary_clinic_id <> doctor.primary_clinic_id`,
  });

  const { rows } = await client.query<Record<'created' | 'updated' | 'expired' | 'unexpired', number>>(
    `select count(*) filter (where change = 'created')::integer as created,
      count(*) filter (where change <> 'created')::integer as updated,
      count(*) filter (where change = 'expired')::integer as expired,
      count(*) filter (where change = 'unexpired')::integer as unexpired
    from changed_doctor`,
  );
  const { created, updated, expired, unexpired } = rows[0]!;
  await writeTimes(client, merge);
  if (created + updated > 0) {
    await logChanged(context);
    await writeChanged(client, merge, { created, updated });
    await replaceLists(client, updated > 0);
    if (updated > 0)
      await client.query(
        `delete from additional_location where registration_number in (
          select registration_number from changed_doctor where clinics_differ)`,
      );
    await client.query(
      `insert into additional_location (registration_number, clinic_id, position)
      select registration_number, item.clinic_id, item.position
      from changed_doctor, unnest(additional_clinics) with ordinality item (clinic_id, position)
      where clinics_differ`,
    );
  }
  const missing = await expireMissing(context);
  if (created > 0) await client.query(ANALYZE_KEYS);
  return { ...mergeCounts(read, created, updated), expired: expired + missing, unexpired };
}

function logChanged({ changes }: SyncContext): Promise<number> {
  return changes.add('doctor', 'select registration_number as key, change, fields from changed_doctor');
}

async function listChanged(client: ClientBase, merge: DoctorMerge): Promise<void> {
  // The planner misjudges the number of list rows, and a nested loop over them would never end.
  // Trying other orders of the joins than the written one would take longer than a small run.
  await client.query('set local enable_nestloop = off; set local join_collapse_limit = 1');
  await createTempTable(client, 'changed_doctor', changedDoctors(merge));
  await client.query('set local enable_nestloop to default; set local join_collapse_limit to default');
}

/** Writes when unchanged doctors were confirmed and read. No index holds these columns. */
async function writeTimes(client: ClientBase, merge: DoctorMerge): Promise<void> {
  await client.query(
    `update doctor stored set ${timesOf(merge)} from ${STAGED_DOCTOR} staged
    where stored.registration_number = staged.registration_number
      and not exists (select from changed_doctor where changed_doctor.registration_number = staged.registration_number)`,
  );
}

async function writeChanged(
  client: ClientBase,
  merge: DoctorMerge,
  { created, updated }: Pick<SyncCounts, 'created' | 'updated'>,
): Promise<void> {
  const written = columnsOf(merge);
  if (updated > 0)
    await client.query(
      `update doctor stored set ${assignments(written, 'changed')}, previous_facts = ${PREVIOUS_FACTS}
      from changed_doctor changed
      where stored.registration_number = changed.registration_number and change <> 'created'`,
    );
  if (created === 0) return;
  const columns = columnList(['registrationNumber', ...written]);
  await client.query(
    `insert into doctor (${columns}) select ${columns} from changed_doctor where change = 'created'`,
  );
}

/** Returns the columns that a merge writes, besides the registration number. */
function columnsOf({ columns }: DoctorMerge): readonly DoctorColumn[] {
  return [...new Set([...SHARED, ...columns, ...OF_RUN])];
}
