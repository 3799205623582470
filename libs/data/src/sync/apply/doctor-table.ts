import { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import { plainColumns } from '../staging/plain-columns.js';
import type { RecordTable, StoredList } from './record-store.js';

function words(table: 'specialty' | 'language'): StoredList {
  return {
    read: `array(select (select name from ${table} where id = ${table}_id) from doctor_${table}
      where doctor_${table}.registration_number = stored.registration_number order by position)`,
    remove: `delete from doctor_${table} using CHANGED where registration_number = key`,
    insert: `insert into doctor_${table} (registration_number, ${table}_id, position)
      select key, ${table}.id, item.position
      from CHANGED, jsonb_array_elements_text(list) with ordinality item (word, position)
        join ${table} on ${table}.name = item.word`,
  };
}

export const DOCTOR_TABLE: RecordTable = {
  name: 'doctor',
  key: 'registrationNumber',
  columns: [
    // JSON columns are none of the plain ones.
    ...plainColumns(DoctorEntity).filter(
      (name) => !['registrationNumber', 'listDigest', 'rowDigest', 'digestedAt'].includes(name),
    ),
    'previousFacts',
  ],
  lists: {
    specialties: words('specialty'),
    languages: words('language'),
    otherClinics: {
      read: `array(select clinic_id from additional_location
        where additional_location.registration_number = stored.registration_number order by position)`,
      remove: 'delete from additional_location using CHANGED where registration_number = key',
      insert: `insert into additional_location (registration_number, clinic_id, position)
        select key, item.id::uuid, item.position
        from CHANGED, jsonb_array_elements_text(list) with ordinality item (id, position)`,
    },
  },
};

/** The properties that a change of a doctor is logged by. Clinics are logged by their names. */
export const LOGGED_OF_DOCTOR = [
  ...DOCTOR_TABLE.columns.filter(
    (name) =>
      ![
        'id',
        'searchName',
        'primaryClinicId',
        'confirmedAt',
        'registrationAsOf',
        'syncedAt',
        'extractedAt',
        'expiredAt',
        'previousFacts',
      ].includes(name),
  ),
  'specialties',
  'languages',
];
