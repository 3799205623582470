import { CLINIC_TYPES, type ClinicType } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import type { InputRow } from '../rows/input-row.js';
import { wordTable } from './word-table.js';

/** Types by tags of OpenStreetMap; empty for a facility without physicians, which is skipped. */
const TYPES = {
  healthcare: wordTable('healthcare', [...CLINIC_TYPES, '']),
  amenity: wordTable('amenity', [...CLINIC_TYPES, '']),
};

/** Specialties of OpenStreetMap that do not make a practice a specialist one. */
const GENERAL = ['general', 'family', 'family_medicine', 'general_practice', 'community', 'internal'];

/**
 * Returns the type of a clinic, from `type` or from the tags of OpenStreetMap; null for a facility without physicians.
 * @throws RowFault when all these columns are empty, or the value is unknown
 */
export function clinicTypeOf(row: InputRow): ClinicType | null {
  if (row.text('type') !== '') return row.oneOf('type', CLINIC_TYPES);
  const column = row.filled('healthcare', 'amenity');
  const types = TYPES[column];
  const word = fold(row.text(column)).replaceAll(' ', '_');
  if (word === '')
    row.reject('type', `one of: ${CLINIC_TYPES.join('; ')} (or healthcare or amenity filled in)`);
  const type = types.get(word) ?? row.reject(column, `one of: ${[...types.keys()].join('; ')}`);
  if (type === '') return null;
  const specialties = row.list('healthcare:speciality').map((specialty) => specialty.toLowerCase());
  const isSpecial = specialties.length > 0 && !specialties.some((specialty) => GENERAL.includes(specialty));
  return isSpecial && type === 'family-practice' ? 'specialist' : type;
}
