import type { ClinicRecord } from '../records/clinic.js';
import type { Gender } from '../records/doctor.js';
import type { Position } from './geo.js';
import { isOpenEvenings, isOpenWeekends } from './opening-hours.js';
import type { ClinicQuery, DoctorQuery, DoctorSearchQuery, SpecialistQuery } from '../contract/query.js';
import { fold } from '../text/text.js';

/** What a clinic can be required to be; each is a fact of its record. */
export const CLINIC_FLAGS = {
  accepting: (clinic: ClinicRecord) => clinic.accepting === true,
  evening: (clinic: ClinicRecord) => isOpenEvenings(clinic.openingHours),
  weekend: (clinic: ClinicRecord) => isOpenWeekends(clinic.openingHours),
  wheelchair: (clinic: ClinicRecord) => clinic.wheelchair === true,
  virtualVisits: (clinic: ClinicRecord) => clinic.virtualVisits === true,
  nearTTC: (clinic: ClinicRecord) => clinic.nearSubway,
  hasWebsite: (clinic: ClinicRecord) => clinic.website !== '',
};
export type ClinicFlag = keyof typeof CLINIC_FLAGS;
export const CLINIC_FLAG_NAMES = Object.keys(CLINIC_FLAGS) as readonly ClinicFlag[];

/** A condition on a doctor, as a value. The plain predicate and the read model are its readers. */
export type DoctorCriterion =
  /** Holds or speaks any of the folded names. */
  | { readonly by: 'specialties' | 'languages'; readonly anyOf: readonly string[] }
  | { readonly by: 'gender'; readonly is: Gender }
  /** Whole years of practice, both ends included. */
  | { readonly by: 'years'; readonly least: number; readonly most: number }
  /** A fact of the primary clinic. */
  | { readonly by: 'clinic'; readonly has: ClinicFlag }
  /** Every folded term occurs in the name, or the registration number is this. */
  | { readonly by: 'name'; readonly terms: readonly string[]; readonly registrationNumber: string };

/** A condition on a clinic. */
export type ClinicCriterion =
  | { readonly by: 'clinic'; readonly has: ClinicFlag }
  /** One and the same listed doctor of the clinic meets all of these. */
  | { readonly by: 'doctor'; readonly all: readonly DoctorCriterion[] };

/** What /doctors and /doctors/search ask for: all criteria must hold. */
export function doctorCriteria(query: DoctorQuery | DoctorSearchQuery): readonly DoctorCriterion[] {
  const specialties = query.specialties ?? (query.specialty === undefined ? undefined : [query.specialty]);
  const criteria: DoctorCriterion[] = professional(query, specialties);
  for (const has of CLINIC_FLAG_NAMES) {
    if (has in query && query[has as keyof DoctorQuery] === true) criteria.push({ by: 'clinic', has });
  }
  if ('q' in query && query.q !== undefined) {
    const q = query.q.trim();
    criteria.push({ by: 'name', terms: fold(q).split(' ').filter(Boolean), registrationNumber: q });
  }
  return criteria;
}

/** What /clinics asks for: all criteria must hold. */
export function clinicCriteria(query: ClinicQuery): readonly ClinicCriterion[] {
  const criteria: ClinicCriterion[] = [];
  for (const has of CLINIC_FLAG_NAMES) if (query[has] === true) criteria.push({ by: 'clinic', has });
  const all = professional(query, query.specialties);
  if (all.length > 0) criteria.push({ by: 'doctor', all });
  return criteria;
}

/** What /specialists asks of the clinics. The acceptance asked for is that of the specialty's service, not theirs. */
export function specialistCriteria(query: SpecialistQuery): readonly ClinicCriterion[] {
  return clinicCriteria(query).filter((asked) => asked.by !== 'clinic' || asked.has !== 'accepting');
}

/** The place that clinics are asked for by distance from, if they are. */
export function placeOf({ lat, lng }: ClinicQuery): Position | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function professional(
  query: DoctorQuery | ClinicQuery,
  specialties: readonly string[] | undefined,
): DoctorCriterion[] {
  const criteria: DoctorCriterion[] = [];
  const languages = query.languages ?? query.language;
  if (specialties) criteria.push({ by: 'specialties', anyOf: specialties.map(fold) });
  if (languages) criteria.push({ by: 'languages', anyOf: languages.map(fold) });
  if (query.gender) criteria.push({ by: 'gender', is: query.gender });
  if (query.minYears !== undefined || query.maxYears !== undefined) {
    criteria.push({
      by: 'years',
      least: query.minYears ?? 0,
      most: query.maxYears ?? Number.MAX_SAFE_INTEGER,
    });
  }
  return criteria;
}
