import type { DoctorRecord } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { doctorId } from '../doctor-id.js';
import type { CopyValue } from '../run/copy-text.js';
import { LIST_SEPARATOR, mergeStagedDoctors, STAGED_COLUMNS } from './doctor-change.js';
import type { Numbered } from '../run/reject.js';
import { type Rows, stage, type StagingTable } from '../run/staging.js';
import type { SyncContext } from '../run/sync-context.js';
import type { SyncCounts } from '../run/sync-counts.js';
import { Vocabulary } from './vocabulary.js';

/** A doctor as a source gives it. The id follows from the number; `syncedAt` is the run's time unless given. */
export type DoctorInput = Omit<DoctorRecord, 'id' | 'syncedAt'> & { readonly syncedAt?: Date };

/** What every source says of a doctor, whatever it knows of clinics and registration. */
export type DoctorFacts = Pick<
  DoctorInput,
  | 'registrationNumber'
  | 'name'
  | 'gender'
  | 'practisingSince'
  | 'specialties'
  | 'languages'
  | 'referralRequired'
  | 'booking'
>;

const STAGED: StagingTable = {
  name: 'staged_doctor',
  columns: {
    ...STAGED_COLUMNS,
    primary_clinic_id: 'uuid',
    additional_clinics: 'uuid[]',
    confirmed_at: 'timestamptz',
    synced_at: 'timestamptz',
    expired_at: 'timestamptz',
  },
  key: ['registration_number'],
};

/**
 * Creates and updates doctors with their locations, specialties and languages.
 * @param complete whether the rows are all active registrations: who is not among them expires then.
 * @throws when a doctor names no clinic, or one that is not stored; when the complete source is empty.
 */
export async function mergeDoctors(
  context: SyncContext,
  rows: Rows<Numbered<DoctorInput>>,
  { complete = false }: { readonly complete?: boolean },
  onProgress: (count: number) => void,
): Promise<Partial<SyncCounts>> {
  const words = new DoctorWords();
  const values = (doctor: DoctorInput): readonly CopyValue[] => {
    const [primary, ...others] = new Set(doctor.clinicIds);
    if (primary === undefined) throw new Error(`Doctor ${doctor.registrationNumber} names no clinic.`);
    const { confirmedAt, syncedAt = context.now, expiredAt } = doctor;
    return [...words.valuesOf(doctor), primary, others, confirmedAt, syncedAt, expiredAt];
  };
  const read = await stage(context, STAGED, rows, values, onProgress);
  await words.store(context);
  return mergeStagedDoctors(context, read, complete, {
    from: STAGED.name,
    columns: ['primary_clinic_id', 'confirmed_at', 'expired_at'],
    confirmedAt: 'staged.confirmed_at',
    syncedAt: 'staged.synced_at',
  });
}

/** The values of what every source says of a doctor, and the vocabulary that they use. */
export class DoctorWords {
  readonly #specialties = new Vocabulary('specialty');
  readonly #languages = new Vocabulary('language');

  /** In the order of STAGED_COLUMNS. */
  valuesOf(doctor: DoctorFacts): CopyValue[] {
    return [
      doctor.registrationNumber,
      doctorId(doctor.registrationNumber),
      doctor.name,
      fold(doctor.name),
      doctor.gender,
      doctor.practisingSince,
      doctor.referralRequired,
      doctor.booking.phone,
      doctor.booking.online,
      doctor.booking.referralOnly,
      this.#specialties.foldAll(doctor.specialties).join(LIST_SEPARATOR),
      this.#languages.foldAll(doctor.languages).join(LIST_SEPARATOR),
    ];
  }

  /** Adds the words that the database does not know yet. */
  async store({ client }: SyncContext): Promise<void> {
    await this.#specialties.store(client);
    await this.#languages.store(client);
  }
}
