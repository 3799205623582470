import { fold } from '@care-atlas/domain/text';
import { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import { doctorId } from '../record-ids.js';
import { type ColumnProperty, type ColumnTypes, EntityTable, propertiesOf } from '../staging/entity-table.js';
import type { SyncContext } from '../run/sync-context.js';
import { Vocabulary } from '../staging/vocabulary.js';
import type { DoctorInput } from './doctor-input.js';

export const DOCTOR = new EntityTable(DoctorEntity);

/** Columns that depend on the kind of source, or on the run. */
const BY_SOURCE = [
  'primaryClinicId',
  'confirmedAt',
  'syncedAt',
  'extractedAt',
  'expiredAt',
  'registrationStatus',
  'registrationClass',
  'practiceStart',
  'listDigest',
  'rowDigest',
  'digestedAt',
] as const;

export type DoctorColumn = ColumnProperty<DoctorEntity>;
export type SharedDoctorColumn = Exclude<DoctorColumn, (typeof BY_SOURCE)[number]>;

/** The columns of the entity that every source fills. */
export const SHARED_COLUMNS: ColumnTypes<SharedDoctorColumn> = DOCTOR.except(...BY_SOURCE);

export const SHARED_PROPERTIES = propertiesOf(SHARED_COLUMNS);

/** The part of a staging table of doctors that every source fills. */
export type StagedDoctorBase = Pick<DoctorEntity, SharedDoctorColumn> & {
  /** Folded words, joined by LIST_SEPARATOR. */
  readonly specialties: string;
  readonly languages: string;
};

export const STAGED_DOCTOR_BASE: ColumnTypes<keyof StagedDoctorBase> = {
  ...SHARED_COLUMNS,
  specialties: 'text',
  languages: 'text',
};

/** No folded word contains it. */
const LIST_SEPARATOR = '\t';

/** Returns SQL for the words of a doctor `stored`, as they are staged. */
export function storedWords(table: 'specialty' | 'language'): string {
  return `coalesce((select string_agg(folded_name, e'\\t' order by position)
    from doctor_${table} join ${table} on ${table}.id = ${table}_id
    where registration_number = stored.registration_number), '')`;
}

/** Fills the shared columns of staged doctors, and collects the vocabulary that they use. */
export class DoctorColumnReader {
  readonly #specialties = new Vocabulary('specialty');
  readonly #languages = new Vocabulary('language');

  read(doctor: Omit<DoctorInput, 'clinicIds' | 'confirmedAt' | 'syncedAt' | 'expiredAt'>): StagedDoctorBase {
    return {
      ...doctor,
      id: doctorId(doctor.registrationNumber),
      searchName: fold(doctor.name),
      bookingPhone: doctor.booking.phone,
      bookingOnline: doctor.booking.online,
      bookingReferralOnly: doctor.booking.referralOnly,
      specialties: this.#specialties.foldAll(doctor.specialties).join(LIST_SEPARATOR),
      languages: this.#languages.foldAll(doctor.languages).join(LIST_SEPARATOR),
    };
  }

  /** Adds the words so far that the database does not have yet. */
  async storeVocabulary({ client }: Pick<SyncContext, 'client'>): Promise<void> {
    await this.#specialties.store(client);
    await this.#languages.store(client);
  }
}
