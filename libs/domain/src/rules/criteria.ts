import type { ClinicRecord } from '../records/clinic.js';
import type { Gender } from '../records/doctor.js';
import type { Position } from './geo.js';
import { isOpenEvenings, isOpenWeekends } from './opening-hours.js';
import type { ClinicQuery, DoctorQuery, DoctorSearchQuery, SpecialistQuery } from '../contract/query.js';
import { fold } from '../text/text.js';

/** The clinic filters that are on or off, each with its test of a clinic's record. */
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

/** A condition on a doctor, as a value. The plain predicate and the read model interpret it. */
export type DoctorCriterion =
  /** Has any of the folded names. */
  | { readonly by: 'specialties' | 'languages'; readonly anyOf: readonly string[] }
  | { readonly by: 'gender'; readonly is: Gender }
  /** Whole years of practice, both ends included. */
  | { readonly by: 'years'; readonly least: number; readonly most: number }
  /** The primary clinic has the flag. */
  | { readonly by: 'clinic'; readonly has: ClinicFlag }
  /** The name contains every folded term, or the registration number is equal. */
  | { readonly by: 'name'; readonly terms: readonly string[]; readonly registrationNumber: string };

/** A condition on a clinic. */
export type ClinicCriterion =
  | { readonly by: 'clinic'; readonly has: ClinicFlag }
  /** A single listed doctor of the clinic meets all of these. */
  | { readonly by: 'doctor'; readonly all: readonly DoctorCriterion[] };

/** Returns the criteria of /doctors and /doctors/search. A doctor must meet all of them. */
export function doctorCriteria(query: DoctorQuery | DoctorSearchQuery): readonly DoctorCriterion[] {
  const specialties = query.specialties ?? (query.specialty === undefined ? undefined : [query.specialty]);
  const criteria = commonCriteria(query, specialties);
  for (const has of CLINIC_FLAG_NAMES) {
    if (has in query && query[has as keyof DoctorQuery] === true) criteria.push({ by: 'clinic', has });
  }
  if ('q' in query && query.q !== undefined) {
    const q = query.q.trim();
    criteria.push({ by: 'name', terms: fold(q).split(' ').filter(Boolean), registrationNumber: q });
  }
  return criteria;
}

/** Returns the criteria of /clinics. A clinic must meet all of them. */
export function clinicCriteria(query: ClinicQuery): readonly ClinicCriterion[] {
  const criteria: ClinicCriterion[] = [];
  for (const has of CLINIC_FLAG_NAMES) if (query[has] === true) criteria.push({ by: 'clinic', has });
  const all = commonCriteria(query, query.specialties);
  if (all.length > 0) criteria.push({ by: 'doctor', all });
  return criteria;
}

/** Returns the criteria of /specialists for clinics, without acceptance: it is a property of the specialty's service. */
export function specialistCriteria(query: SpecialistQuery): readonly ClinicCriterion[] {
  return clinicCriteria(query).filter(
    (criterion) => criterion.by !== 'clinic' || criterion.has !== 'accepting',
  );
}

/** Returns the position to order clinics by distance from; undefined if the query has none. */
export function positionOf({ lat, lng }: ClinicQuery): Position | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

/** Returns the criteria on a doctor that queries for doctors and for clinics share. */
function commonCriteria(
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
