import { applyTouched } from '../resolve/apply-touched.js';
import { endRecords, recordExtract } from '../records/end-records.js';
import { receiveRows } from '../records/receive-rows.js';
import { isLive } from '../run/source-facts.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { requireOneKind } from '../sample-data.js';
import { createTempTable } from '../staging/column-sql.js';
import type { Rows } from '../staging/staging.js';
import { deriveAcceptance } from '../clinics/acceptance.js';
import { CLINIC_FORM } from '../clinics/clinic-form.js';
import type { ClinicInput, ClinicOptions } from '../clinics/clinic-input.js';
import { stateClinicFacts } from '../clinics/clinic-facts.js';
import { observeListed, receiveListedObservations } from '../clinics/listed-acceptance.js';

/**
 * Receives clinics from their source. A clinic that was closed is open again, and one that the source says has ended
 * closes, unless a listed doctor practices there.
 * @throws when a complete source is empty, when more clinics would close or change than one run may, and when invented
 * clinics would be mixed with real ones
 */
export async function importClinics(
  context: SyncContext,
  rows: Rows<ClinicInput>,
  { complete = false, ended = [] }: ClinicOptions,
): Promise<Partial<SyncCounts>> {
  const { client, run, now, rejects, extractedAt } = context;
  const { read, older } = await receiveRows(context, CLINIC_FORM, rows, complete);
  if (complete && read + older === 0)
    throw new Error('The list of clinics is called complete but holds no clinic.');
  await requireOneKind(client);
  const missing = complete && rejects.allowsMissing('No clinic was closed', 'id');
  await endRecords(context, 'clinic', { missing, ended });
  await createTempTable(
    client,
    'changed_clinic',
    `select key::uuid as id, is_new and not exists (select from clinic where id::text = key) as is_new
    from touched_clinic touched
    where exists (select from staged_clinic staged where staged.key = touched.key)
      -- Of a record that a newer extract described, an older one changes nothing that counts.
      and exists (
        select from source_record record
        where source = $1 and kind = 'clinic' and record.key = touched.key and record.extracted_at <= $2)`,
    [run.source, extractedAt],
  );
  // What a live source repeats, it confirms.
  const confirmed = complete && (await isLive(context)) ? 'union select key from staged_clinic' : '';
  const stated = await createTempTable(
    client,
    'stated_clinic',
    `select key from touched_clinic ${confirmed}`,
  );
  await recordExtract(context, 'clinic', missing);
  await receiveListedObservations(context);
  const { opened: _, ...applied } = await applyTouched(context);
  // One that another clinic answers for is not new to the directory.
  await client.query(
    `update changed_clinic set is_new = false from corrected_record merged
    where is_new and merged.record = 'clinic' and merged.key = id::text and survivor is not null`,
  );
  if (stated > 0) {
    await observeListed(context);
    await stateClinicFacts(context);
  }
  await client.query(
    `update clinic set synced_at = $1, extracted_at = greatest(extracted_at, $2)
    where id in (
      select coalesce(survivor, staged.key::uuid) from staged_clinic staged
        left join corrected_record merged on merged.record = 'clinic' and merged.key = staged.key
      union select key::uuid from staged_clinic)`,
    [now, extractedAt],
  );
  await deriveAcceptance(context, 'select id from changed_clinic where is_new');
  const { rows: counted } = await client.query<Record<'created' | 'updated', number>>(
    `select count(*) filter (where is_new)::integer as created,
      count(*) filter (where is_new is distinct from true)::integer as updated
    from changed_clinic full join (
      select id from derived_acceptance join staged_clinic on key = id::text where changed
    ) observed using (id)`,
  );
  const { created, updated } = counted[0]!;
  if (created + updated > 0) await client.query('analyze clinic, opening_interval');
  const { closed, reopened, kept, matched } = applied;
  return { read, created, updated, unchanged: read - created - updated, closed, reopened, kept, matched };
}
