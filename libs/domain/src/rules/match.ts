import { dateNumber, dateNumberOf, startOfHour, wholeYears } from './calendar.js';
import type { ClinicRecord } from '../records/clinic.js';
import { CLINIC_FLAGS, type ClinicCriterion, type DoctorCriterion } from './criteria.js';
import type { DoctorRecord } from '../records/doctor.js';
import { fold } from '../text/text.js';

/** A doctor with the primary clinic, which clinic criteria apply to. */
export interface DoctorAtClinic {
  readonly doctor: DoctorRecord;
  readonly clinic: ClinicRecord;
}

/** A clinic with the listed doctors who practise there, each with their primary clinic. */
export interface ClinicWithDoctors {
  readonly clinic: ClinicRecord;
  readonly doctors: readonly DoctorAtClinic[];
}

/** Returns the whole years in practice as of the current hour. */
export function yearsOfPractice(doctor: Pick<DoctorRecord, 'practisingSince'>, now: Date): number {
  return wholeYears(dateNumber(doctor.practisingSince), dateNumberOf(startOfHour(now)));
}

/** Returns whether a doctor appears in lists, searches, totals and clinics. An expired one is readable by number only. */
export function isListed(doctor: Pick<DoctorRecord, 'expiredAt'>): boolean {
  return doctor.expiredAt === null;
}

/** Returns whether a listed doctor meets all criteria. Defines their meaning; the read model is faster. */
export function doctorMatches(criteria: readonly DoctorCriterion[], at: DoctorAtClinic, now: Date): boolean {
  return isListed(at.doctor) && criteria.every((criterion) => doctorMeets(criterion, at, now));
}

/** Returns whether a clinic meets all criteria. Defines their meaning. */
export function clinicMatches(
  criteria: readonly ClinicCriterion[],
  at: ClinicWithDoctors,
  now: Date,
): boolean {
  return criteria.every((criterion) => {
    switch (criterion.by) {
      case 'clinic':
        return CLINIC_FLAGS[criterion.has](at.clinic);
      case 'doctor':
        return at.doctors.some((doctor) => doctorMatches(criterion.all, doctor, now));
      default:
        return criterion satisfies never;
    }
  });
}

function doctorMeets(criterion: DoctorCriterion, { doctor, clinic }: DoctorAtClinic, now: Date): boolean {
  switch (criterion.by) {
    case 'specialties':
    case 'languages':
      return doctor[criterion.by].some((name) => criterion.anyOf.includes(fold(name)));
    case 'gender':
      return doctor.gender === criterion.is;
    case 'years': {
      const years = yearsOfPractice(doctor, now);
      return years >= criterion.least && years <= criterion.most;
    }
    case 'clinic':
      return CLINIC_FLAGS[criterion.has](clinic);
    case 'name': {
      const name = fold(doctor.name);
      return (
        (criterion.terms.length > 0 && criterion.terms.every((term) => name.includes(term))) ||
        doctor.registrationNumber === criterion.registrationNumber
      );
    }
    default:
      return criterion satisfies never;
  }
}
