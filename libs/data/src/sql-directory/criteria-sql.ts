import {
  type ClinicCriterion,
  type ClinicFlag,
  dateText,
  type DoctorCriterion,
  EVENING_STARTS,
  FRIDAY,
  monthsBefore,
} from '@care-atlas/domain/rules';
import type { Bindings } from './bindings.js';

// The facts of CLINIC_FLAGS, of a row of clinic.
const FLAGS: Readonly<Record<ClinicFlag, (clinic: string) => string>> = {
  accepting: (clinic) => `${clinic}.accepting`,
  evening: (clinic) => opens(clinic, `weekday <= ${FRIDAY} and closes > ${EVENING_STARTS}`),
  weekend: (clinic) => opens(clinic, `weekday > ${FRIDAY}`),
  wheelchair: (clinic) => `${clinic}.wheelchair`,
  virtualVisits: (clinic) => `${clinic}.virtual_visits`,
  nearTTC: (clinic) => `${clinic}.near_subway`,
  hasWebsite: (clinic) => `${clinic}.website <> ''`,
};

function opens(clinic: string, when: string): string {
  return `exists (select from opening_interval where clinic_id = ${clinic}.id and ${when})`;
}

/**
 * What listed doctors are chosen by, as a condition on a row `d` of doctor.
 * @param today yyyymmdd
 */
export function doctorCondition(
  criteria: readonly DoctorCriterion[],
  today: number,
  values: Bindings,
): string {
  const conditions = criteria.map((criterion) => doctorMeets(criterion, today, values));
  return ['d.expired_at is null', ...conditions].join(' and ');
}

/**
 * What clinics are chosen by, as a condition on a row `c` of clinic.
 * @param today yyyymmdd
 */
export function clinicCondition(
  criteria: readonly ClinicCriterion[],
  today: number,
  values: Bindings,
): string {
  const conditions = criteria.map((criterion) =>
    criterion.by === 'clinic' ? FLAGS[criterion.has]('c') : staffMeets(criterion.all, today, values),
  );
  return ['c.closed_at is null', ...conditions].join(' and ');
}

function doctorMeets(criterion: DoctorCriterion, today: number, values: Bindings): string {
  switch (criterion.by) {
    case 'specialties':
      return holdsAny('specialty', criterion.anyOf, values);
    case 'languages':
      return holdsAny('language', criterion.anyOf, values);
    case 'gender':
      return `d.gender = ${values.add(criterion.is)}`;
    case 'clinic':
      return `exists (select from clinic p where p.id = d.primary_clinic_id and ${FLAGS[criterion.has]('p')})`;
    case 'years': {
      const least = criterion.least > 0 ? practisingFor(criterion.least, today, values) : 'true';
      return `(${least} and not ${practisingFor(criterion.most + 1, today, values)})`;
    }
    case 'name':
      return isCalled(criterion.terms, criterion.registrationNumber, values);
  }
}

function holdsAny(table: 'specialty' | 'language', names: readonly string[], values: Bindings): string {
  return `exists (select from doctor_${table} h join ${table} v on v.id = h.${table}_id
    where h.registration_number = d.registration_number and v.folded_name = any(${values.add(names)}))`;
}

function practisingFor(years: number, today: number, values: Bindings): string {
  // No calendar date is that far back.
  if (years * 10_000 > today - 10_000) return 'false';
  // A year that has no 29 February gives its 28th, which leaves out and takes in the same doctors.
  return `d.practising_since <= ${values.add(dateText(monthsBefore(today, years * 12)))}::date`;
}

// LIKE rather than position(): an operator who adds an index of trigrams makes the same statement faster.
function isCalled(terms: readonly string[], registrationNumber: string, values: Bindings): string {
  const isNumber = `d.registration_number = ${values.add(registrationNumber)}`;
  if (terms.length === 0) return isNumber;
  const holds = terms.map((term) => `d.search_name like ${values.add(`%${escapeLike(term)}%`)}`);
  return `(${holds.join(' and ')} or ${isNumber})`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function staffMeets(criteria: readonly DoctorCriterion[], today: number, values: Bindings): string {
  return `c.id in (
    with met as (select registration_number, primary_clinic_id from doctor d
      where ${doctorCondition(criteria, today, values)})
    select primary_clinic_id from met
    union all select clinic_id from additional_location join met using (registration_number))`;
}
