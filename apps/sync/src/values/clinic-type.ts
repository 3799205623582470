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

/** The `type` of a relation of OpenStreetMap, which says nothing about a clinic. */
const RELATION_TYPES = ['multipolygon', 'site', 'building', 'boundary'];
const TAGS = ['healthcare', 'amenity'] as const;

/**
 * Returns the type of a clinic, from `type` or from the tags of OpenStreetMap; null for a facility without physicians.
 * Of several words, as in `clinic;laboratory`, the first that is a type of clinic counts.
 * @throws RowFault when all these columns are empty, or no value is known
 */
export function clinicTypeOf(row: InputRow): ClinicType | null {
  if (row.has('type') && !RELATION_TYPES.includes(row.text('type'))) return row.oneOf('type', CLINIC_TYPES);
  const types = TAGS.map((tag) => knownTypes(row, tag)).find((known) => known.length > 0);
  if (!types) return rejectTags(row);
  const type = types.find((known) => known !== '');
  if (type === undefined) return null;
  const specialties = row.list('healthcare:speciality').map((specialty) => specialty.toLowerCase());
  const isSpecial = specialties.length > 0 && !specialties.some((specialty) => GENERAL.includes(specialty));
  return isSpecial && type === 'family-practice' ? 'specialist' : type;
}

function knownTypes(row: InputRow, tag: (typeof TAGS)[number]): readonly (ClinicType | '')[] {
  return row.list(tag).flatMap((word) => TYPES[tag].get(fold(word).replaceAll(' ', '_')) ?? []);
}

function rejectTags(row: InputRow): never {
  const tag = row.filled(...TAGS);
  if (row.has(tag)) row.reject(tag, `one of: ${[...TYPES[tag].keys()].join('; ')}`);
  return row.reject('type', `one of: ${CLINIC_TYPES.join('; ')} (or healthcare or amenity filled in)`);
}
