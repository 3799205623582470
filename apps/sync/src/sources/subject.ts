import type { AvailabilitySubject } from '@care-atlas/data/sync';
import type { InputRow } from '../formats/input-row.js';
import { registrationNumberOf } from '../values/registration-number.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whom a row is about: a doctor by `registration_number`, or a clinic by `clinic_id`.
 * @throws RowFault unless it is exactly one of them
 */
export function subjectOf(row: InputRow): AvailabilitySubject {
  const number = row.text('registration_number');
  if (number === '' && row.text('clinic_id') === '')
    row.refuse('registration_number', 'filled in, or clinic_id must be');
  if (number === '') return { clinicId: clinicIdOf(row) };
  if (row.text('clinic_id') !== '') row.refuse('clinic_id', 'empty where registration_number is filled in');
  return { registrationNumber: registrationNumberOf(row) };
}

/** @throws RowFault when it is no UUID */
export function clinicIdOf(row: InputRow): string {
  return row.matching('clinic_id', UUID, 'the id of a clinic in the directory, a UUID').toLowerCase();
}
