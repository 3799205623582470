import type { ClientBase } from 'pg';
import { assignments, columnList, createTempTable } from '../staging/column-sql.js';
import { requireChangeLimit } from '../run/change-limit.js';
import { PREVIOUS_FACTS } from '../evidence/state-facts.js';
import { mergeCounts } from '../staging/record-merge.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import {
  changedDoctors,
  differingDoctors,
  type DoctorMerge,
  newDoctors,
  SHARED,
  STAGED_DOCTOR,
  timesOf,
} from './doctor-difference.js';
import { expireMissing, listMissing, requireExpiryLimit } from './expiry.js';

/** Plans depend on the numbers of rows and on keys; statistics of all columns would take four times as long. */
const ANALYZE_KEYS = `analyze doctor (registration_number, primary_clinic_id, expired_at),
  additional_location (registration_number, clinic_id), doctor_specialty (registration_number, specialty_id),
  doctor_language (registration_number, language_id)`;

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
  if (await isEmpty(client)) return createAll(context, read, merge);
  await listChanged(client, merge);
  await client.query('analyze changed_doctor (registration_number, change)');
  await listMissing(context, complete, merge.rows ?? STAGED_DOCTOR);
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
  }
  const missing = await expireMissing(context);
  if (created > 0) await client.query(ANALYZE_KEYS);
  return { ...mergeCounts(read, created, updated), expired: expired + missing, unexpired };
}

/** Creates the staged doctors where none is stored: nothing is compared, and no limit applies. */
async function createAll(
  context: SyncContext,
  read: number,
  merge: DoctorMerge,
): Promise<Partial<SyncCounts>> {
  const { client } = context;
  await createTempTable(client, 'changed_doctor', newDoctors(merge));
  await client.query('analyze changed_doctor (registration_number, change)');
  const created = await logChanged(context);
  await writeChanged(client, merge, { created, updated: 0 });
  await replaceLists(client, false);
  await client.query(ANALYZE_KEYS);
  return mergeCounts(read, created, 0);
}

function logChanged({ changes }: SyncContext): Promise<number> {
  return changes.add('doctor', 'select registration_number as key, change, fields from changed_doctor');
}

/** Whether no doctor is stored: nothing has to be compared then. */
async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>('select not exists (select from doctor) as empty');
  return rows[0]!.empty;
}

async function listChanged(client: ClientBase, merge: DoctorMerge): Promise<void> {
  await createTempTable(client, 'differing_doctor', differingDoctors(merge));
  await client.query('analyze differing_doctor (registration_number, reads_lists)');
  // The planner misjudges the number of list rows, and a nested loop over them would never end.
  // Trying other orders of the joins than the written one would take longer than a small run.
  await client.query('set local enable_nestloop = off; set local join_collapse_limit = 1');
  await createTempTable(client, 'changed_doctor', changedDoctors(merge));
  await client.query('set local enable_nestloop to default; set local join_collapse_limit to default');
}

/**
 * Writes when unchanged doctors were confirmed and read, and the digests of what is equal. No index holds
 * these columns.
 */
async function writeTimes(client: ClientBase, merge: DoctorMerge): Promise<void> {
  await client.query(
    `update doctor stored set ${timesOf(merge)}, row_digest = staged.row_digest,
      list_digest = coalesce(differing.list_digest, stored.list_digest)
    from ${STAGED_DOCTOR} staged left join differing_doctor differing using (registration_number)
    where stored.registration_number = staged.registration_number
      and not exists (select from changed_doctor where changed_doctor.registration_number = staged.registration_number)`,
  );
}

async function writeChanged(
  client: ClientBase,
  { columns }: DoctorMerge,
  { created, updated }: Pick<SyncCounts, 'created' | 'updated'>,
): Promise<void> {
  const written = [
    ...new Set([
      ...SHARED,
      ...columns,
      'confirmedAt',
      'syncedAt',
      'extractedAt',
      'listDigest',
      'rowDigest',
      'digestedAt',
    ]),
  ];
  if (updated > 0)
    await client.query(
      `update doctor stored set ${assignments(written, 'changed')}, previous_facts = ${PREVIOUS_FACTS}
      from changed_doctor changed
      where stored.registration_number = changed.registration_number and change <> 'created'`,
    );
  if (created > 0)
    await insertAtClinics(client, {
      into: `doctor (registration_number, ${columnList(written)})`,
      columns: columnList(['registrationNumber', ...written], 'changed'),
      from: 'changed_doctor changed',
      clinicId: 'changed.primary_clinic_id',
      where: `change = 'created'`,
      count: created,
    });
}

/** Writes what differs in the lists of the doctors that this run has just written; all other rows stay untouched. */
async function replaceLists(client: ClientBase, removes: boolean): Promise<void> {
  for (const [table, list] of [
    ['specialty', 'specialties'],
    ['language', 'languages'],
  ] as const) {
    if (removes)
      await client.query(
        `delete from doctor_${table} stored using changed_doctor changed, ${table}
        where stored.registration_number = changed.registration_number and ${list}_differ
          and ${table}.id = ${table}_id and folded_name is distinct from (string_to_array(${list}, e'\\t'))[position]`,
      );
    // Many doctors have the same lists, so that each pair of lists is compared once.
    const stored = `coalesce(stored_${list}, '')`;
    await createTempTable(
      client,
      'new_word',
      `select list.words, list.stored, ${table}.id, item.position
      from (select distinct ${list} as words, ${stored} as stored from changed_doctor where ${list}_differ) list,
        unnest(string_to_array(words, e'\\t'), string_to_array(stored, e'\\t'))
          with ordinality item (folded_name, stored_name, position)
        join ${table} using (folded_name)
      where item.stored_name is distinct from folded_name`,
    );
    await client.query('analyze new_word');
    // Nobody deletes a word before the end of the run, as with the checks of the foreign key.
    await client.query(`select from ${table} for key share`);
    await withoutRowChecks(
      client,
      `insert into doctor_${table} (registration_number, ${table}_id, position)
      select registration_number, new_word.id, new_word.position
      from changed_doctor join new_word on words = ${list} and stored = ${stored}
      where ${list}_differ`,
    );
  }
  if (removes)
    await client.query(
      `delete from additional_location where registration_number in (
        select registration_number from changed_doctor where clinics_differ)`,
    );
  await insertAtClinics(client, {
    into: 'additional_location (registration_number, clinic_id, position)',
    columns: 'registration_number, item.clinic_id, item.position',
    from: 'changed_doctor, unnest(additional_clinics) with ordinality item (clinic_id, position)',
    clinicId: 'item.clinic_id',
    where: 'clinics_differ',
  });
}

/**
 * Inserts rows that refer to clinics: those of stored ones without a look-up for each, and any other fails.
 * @param count the number of rows, if known
 */
async function insertAtClinics(
  client: ClientBase,
  {
    into,
    columns,
    from,
    clinicId,
    where,
    count,
  }: Readonly<Record<'into' | 'columns' | 'from' | 'clinicId' | 'where', string>> & {
    readonly count?: number;
  },
): Promise<void> {
  const stored = `(select from clinic where clinic.id = ${clinicId})`;
  const insert = `insert into ${into} select ${columns} from ${from} where ${where}`;
  // Nobody deletes these clinics before the end of the run, as with the checks of the foreign key. Those that the run
  // wrote are locked already.
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from clinic where xmin <> pg_current_xact_id()::xid) as found',
  );
  if (rows[0]!.found)
    await client.query(
      `select from clinic where xmin <> pg_current_xact_id()::xid
        and id in (select ${clinicId} from ${from} where ${where}) for key share`,
    );
  const inserted = await withoutRowChecks(client, `${insert} and exists ${stored}`);
  if (inserted !== count) await client.query(`${insert} and not exists ${stored}`);
}

/**
 * Inserts rows whose foreign keys hold by the query: this transaction has written or locked the rows that they refer
 * to. PostgreSQL would look each of them up again, row by row, which takes a quarter of a run. Roles that may not turn
 * that off wait for it.
 */
async function withoutRowChecks(client: ClientBase, insert: string): Promise<number | null> {
  await client.query(
    `select set_config('session_replication_role', 'replica', true)
    where has_parameter_privilege('session_replication_role', 'set')`,
  );
  const { rowCount } = await client.query(insert);
  await client.query(
    `select set_config('session_replication_role', 'origin', true)
    where has_parameter_privilege('session_replication_role', 'set')`,
  );
  return rowCount;
}
