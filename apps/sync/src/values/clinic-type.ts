import { CLINIC_TYPES, type ClinicType } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import type { InputRow } from '../rows/input-row.js';

/** Types by OpenStreetMap's `healthcare`. Null is a facility without physicians, which is skipped. */
const HEALTHCARE: Readonly<Record<string, ClinicType | null>> = {
  doctor: 'family-practice',
  clinic: 'family-practice',
  centre: 'community-health-centre',
  community_health_centre: 'community-health-centre',
  walk_in: 'walk-in',
  'walk-in': 'walk-in',
  walk_in_clinic: 'walk-in',
  hospital: 'hospital-outpatient',
  dialysis: 'specialist',
  rehabilitation: 'specialist',
  sample_collection: null,
  laboratory: null,
  pharmacy: null,
  dentist: null,
  optometrist: null,
  physiotherapist: null,
  alternative: null,
  audiologist: null,
  blood_donation: null,
  counselling: null,
  hospice: null,
  midwife: null,
  nurse: null,
  occupational_therapist: null,
  podiatrist: null,
  psychotherapist: null,
  speech_therapist: null,
  vaccination_centre: null,
  yes: 'family-practice',
};

/** Types by OpenStreetMap's `amenity`, where there is no `healthcare`. */
const AMENITY: Readonly<Record<string, ClinicType | null>> = {
  doctors: 'family-practice',
  clinic: 'family-practice',
  hospital: 'hospital-outpatient',
  pharmacy: null,
  dentist: null,
  nursing_home: null,
  social_facility: null,
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
  const table = column === 'healthcare' ? HEALTHCARE : AMENITY;
  const word = fold(row.text(column)).replaceAll(' ', '_');
  if (word === '')
    row.reject('type', `one of: ${CLINIC_TYPES.join('; ')} (or healthcare or amenity filled in)`);
  const type = Object.hasOwn(table, word) ? table[word] : undefined;
  if (type === undefined) return row.reject(column, `one of: ${Object.keys(table).join('; ')}`);
  const specialties = row.list('healthcare:speciality').map((specialty) => specialty.toLowerCase());
  const isSpecial = specialties.length > 0 && !specialties.some((specialty) => GENERAL.includes(specialty));
  return isSpecial && type === 'family-practice' ? 'specialist' : type;
}
