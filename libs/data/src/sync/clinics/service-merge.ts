import type { SpecialtyServiceRecord } from '@care-atlas/domain/records';
import { mergeCounts, mergeRecords } from '../run/merge.js';
import type { Numbered } from '../run/reject.js';
import { rejectStaged, type Rows, stage, type StagingTable } from '../run/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { Vocabulary } from '../doctors/vocabulary.js';

const STAGED: StagingTable = {
  name: 'staged_service',
  columns: { clinic_id: 'uuid', specialty: 'text', wait_weeks: 'integer', accepting: 'boolean' },
  key: ['clinic_id', 'specialty'],
};

/**
 * Creates and updates what specialties clinics offer, with their waiting times. A service of a clinic that is not
 * stored is rejected.
 * @throws when a service names no specialty
 */
export async function mergeServices(
  context: SyncContext,
  rows: Rows<Numbered<SpecialtyServiceRecord>>,
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const specialties = new Vocabulary('specialty');
  const values = (service: SpecialtyServiceRecord) => {
    const [specialty] = specialties.foldAll([service.specialty]);
    if (!specialty) throw new Error(`A service of clinic ${service.clinicId} names no specialty.`);
    return [service.clinicId, specialty, service.waitWeeks, service.accepting];
  };
  const staged = await stage(context, STAGED, rows, values, onProgress);
  const unknown = await rejectStaged(
    context,
    STAGED.name,
    'not exists (select from clinic where clinic.id = staged.clinic_id)',
    { staged: 'clinic_id', source: 'clinic' },
    'No clinic with this id is in the directory.',
  );
  await specialties.store(context.client);
  const { created, updated } = await mergeRecords(context, {
    record: 'service',
    table: 'specialty_service',
    key: ['clinic_id', 'specialty_id'],
    columns: ['wait_weeks', 'accepting'],
    from: `(select clinic_id, specialty.id as specialty_id, specialty.name, wait_weeks, accepting
      from staged_service join specialty on specialty.folded_name = staged_service.specialty)`,
    keyText: `staged.clinic_id || ' ' || staged.name`,
  });
  return mergeCounts(staged - unknown, created, updated);
}
