import type { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import { type Rows, stage, type StagingTable } from '../staging/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { mergeStagedDoctors } from './doctor-change.js';
import { DOCTOR, DoctorColumnReader, STAGED_DOCTOR_BASE, type StagedDoctorBase } from './doctor-columns.js';
import { STAGED_DOCTOR } from './doctor-difference.js';
import type { DoctorInput } from './doctor-input.js';

type StagedDoctor = StagedDoctorBase &
  Pick<DoctorEntity, 'primaryClinicId' | 'confirmedAt' | 'syncedAt' | 'expiredAt'> & {
    readonly additionalClinics: readonly string[];
  };

const STAGED: StagingTable<StagedDoctor> = {
  name: STAGED_DOCTOR,
  noun: 'doctors',
  columns: {
    ...STAGED_DOCTOR_BASE,
    ...DOCTOR.only('primaryClinicId', 'confirmedAt', 'syncedAt', 'expiredAt'),
    additionalClinics: 'uuid[]',
  },
  key: ['registrationNumber'],
};

/**
 * Creates and updates doctors with their locations, specialties and languages.
 * @param complete whether the rows are all active registrations: doctors that are not among them expire then
 * @throws when a doctor names no clinic, or one that is not stored; when the complete source is empty
 */
export async function mergeDoctors(
  context: SyncContext,
  rows: Rows<DoctorInput>,
  { complete = false }: { readonly complete?: boolean },
): Promise<Partial<SyncCounts>> {
  const columns = new DoctorColumnReader();
  const toStaged = (doctor: DoctorInput): StagedDoctor => {
    const [primaryClinicId, ...additionalClinics] = new Set(doctor.clinicIds);
    if (primaryClinicId === undefined)
      throw new Error(`Doctor ${doctor.registrationNumber} names no clinic.`);
    const { confirmedAt, syncedAt = context.now, expiredAt } = doctor;
    return {
      ...columns.read(doctor),
      primaryClinicId,
      additionalClinics,
      confirmedAt,
      syncedAt,
      expiredAt,
    };
  };
  const read = await stage(context, STAGED, rows, toStaged);
  await columns.storeVocabulary(context);
  return mergeStagedDoctors(context, read, complete, {
    from: STAGED_DOCTOR,
    columns: ['primaryClinicId', 'confirmedAt', 'expiredAt'],
    confirmedAt: (row) => `${row}.confirmed_at`,
    syncedAt: 'staged.synced_at',
  });
}
