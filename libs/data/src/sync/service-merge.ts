import type { SpecialtyServiceRecord } from '@care-atlas/domain/clinic';
import type { ClientBase } from 'pg';
import { type MergeCounts, mergeCounts, upsert } from './merge.js';
import { type Rows, stage, type StagingTable } from './staging.js';
import { Vocabulary } from './vocabulary.js';

const STAGED: StagingTable = {
  name: 'staged_service',
  columns: { clinic_id: 'uuid', specialty: 'text', wait_weeks: 'integer', accepting: 'boolean' },
  key: ['clinic_id', 'specialty'],
};

/**
 * Creates and updates what specialties clinics offer, with their waiting times.
 * @throws when a service names no specialty, or a clinic that is not stored.
 */
export async function mergeServices(
  client: ClientBase,
  rows: Rows<SpecialtyServiceRecord>,
  onProgress: (count: number) => void,
): Promise<MergeCounts> {
  const specialties = new Vocabulary('specialty');
  const values = (service: SpecialtyServiceRecord) => {
    const [specialty] = specialties.foldAll([service.specialty]);
    if (!specialty) throw new Error(`A service of clinic ${service.clinicId} names no specialty.`);
    return [service.clinicId, specialty, service.waitWeeks, service.accepting];
  };
  const read = await stage(client, STAGED, rows, values, onProgress);
  await specialties.store(client);
  const { created, updated } = await upsert(client, {
    table: 'specialty_service',
    key: ['clinic_id', 'specialty_id'],
    columns: ['wait_weeks', 'accepting'],
    from: `(select clinic_id, specialty.id as specialty_id, wait_weeks, accepting
      from staged_service join specialty on specialty.folded_name = staged_service.specialty)`,
  });
  if (created + updated > 0) await client.query('analyze specialty_service');
  return mergeCounts(read, created, updated);
}
