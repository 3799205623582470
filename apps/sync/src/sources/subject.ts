import type { AvailabilitySubject } from '@care-atlas/data/sync';
import type { InputRow } from '../rows/input-row.js';
import { registrationNumberOf } from '../values/registration-number.js';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns the subject of a row: a doctor by `registration_number`, or a clinic by `clinic_id`.
 * @throws RowFault unless exactly one of the two is filled in
 */
export function subjectOf(row: InputRow): AvailabilitySubject {
  const number = row.formatted('registration_number');
  if (number === '' && row.formatted('clinic_id') === '')
    row.reject('registration_number', 'filled in, or clinic_id must be');
  if (number === '') return { clinicId: clinicIdOf(row) };
  if (row.formatted('clinic_id') !== '')
    row.reject('clinic_id', 'empty where registration_number is filled in');
  return { registrationNumber: registrationNumberOf(row) };
}

/** Returns the id of the clinic. @throws RowFault when it is not a UUID */
export function clinicIdOf(row: InputRow): string {
  return row.matching('clinic_id', UUID, 'the id of a clinic in the directory, a UUID').toLowerCase();
}
