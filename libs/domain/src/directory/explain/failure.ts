import type {
  ComparedValue,
  ExplainedList,
  FailedFilter,
  FailureReason,
} from '../../contract/explanation.js';
import type { SpecialistQuery } from '../../contract/queries/query.js';
import { ANSWERS } from '../../records/evidence.js';
import { knownHours } from '../../rules/time/special-days.js';
import { closedAt, type DirectoryView } from '../directory-view.js';
import { offeredServices } from '../find.js';
import {
  clinicFacts,
  knowsSubway,
  doctorFacts,
  HAS,
  MAY_BE_OPEN,
  type RecordFacts,
} from './explained-record.js';
import type { ListedRecord } from './explained-list.js';
import { type AppliedQuery, DOCTOR_FILTERS, type FilterName, withFilters } from './filters.js';

const NONE = new Int32Array(0);

/** Returns a function that says what a record has of a filter that leaves it out, and why that fails. */
export function failureOf(
  view: DirectoryView,
  list: ExplainedList,
  ordinal: number,
  query: AppliedQuery,
  { meets }: ListedRecord,
): (param: FilterName, wanted: ComparedValue) => FailedFilter {
  const isClinic = list === 'clinics' || list === 'specialists';
  const record = isClinic ? factsOfClinic(view, ordinal, query) : factsOfDoctor(view, ordinal, query);
  return (param, wanted) => {
    const has = HAS[param](record, query);
    return { param, wanted, has, reason: reasonOf(param, wanted, has) };
  };

  function reasonOf(param: FilterName, wanted: ComparedValue, has: ComparedValue): FailureReason {
    if (param === 'within') return 'too_far';
    if (param === 'clinic' && closedAt(view.model, String(wanted)) !== undefined) return 'clinic_closed';
    if (isClinic && DOCTOR_FILTERS.includes(param) && meets(withFilters(query, [param])))
      return 'not_the_same_doctor';
    return isUnknown(param, has) ? 'value_unknown' : 'value_differs';
  }

  function isUnknown(param: FilterName, has: ComparedValue): boolean {
    if (has === null || (Array.isArray(has) && has.length === 0)) return true;
    return MAY_BE_OPEN[param]?.(knownHours(record.clinic), query) ?? false;
  }
}

function factsOfDoctor(view: DirectoryView, doctor: number, query: AppliedQuery): RecordFacts {
  const { doctors, clinics } = view.model;
  const clinic = doctors.primaryClinic(doctor);
  const facts = clinicFacts(view, clinic, query, 0);
  return {
    id: doctors.registrationNumber(doctor),
    clinic: facts,
    knowsSubway: knowsSubway(view, clinic),
    doctors: [doctorFacts(view, doctor)],
    isClinic: false,
    independence: [doctors.independence(doctor)],
    clinicIds: clinics.idsOf(doctor),
    postalArea: clinics.sets.postalAreaOf(clinic),
    services: [],
    accepting: clinics.sets.accepts(clinic),
    acceptance: [facts.availability!.accepting.answer],
  };
}

function factsOfClinic(view: DirectoryView, ordinal: number, query: AppliedQuery): RecordFacts {
  const { services, clinics, doctors } = view.model;
  const clinic = clinicFacts(view, ordinal, query, Infinity);
  const own = Array.from(services.ofClinic(ordinal));
  const offered =
    query.specialty === undefined ? NONE : offeredServices(view.model, query as SpecialistQuery);
  return {
    id: clinic.id,
    clinic,
    knowsSubway: knowsSubway(view, ordinal),
    doctors: clinic.doctors,
    isClinic: true,
    independence: Array.from(clinics.sets.doctorsAt(clinic.id), (doctor) => doctors.independence(doctor)),
    clinicIds: [],
    postalArea: clinics.sets.postalAreaOf(ordinal),
    services: own.map((service) => services.specialty(service)),
    ...acceptanceOf(),
  };

  function acceptanceOf(): Pick<RecordFacts, 'accepting' | 'acceptance'> {
    const asked = own.filter((service) => offered.includes(service));
    if (asked.length === 0)
      return {
        accepting: clinics.sets.accepts(ordinal),
        acceptance: [clinic.availability!.accepting.answer],
      };
    // None of several services accepts: false if one is known to refuse.
    return {
      accepting: asked.some((service) => services.accepts(service) === false) ? false : null,
      acceptance: ANSWERS.filter(
        (answer) => services.withAcceptance(Int32Array.from(asked), [answer], view.asOf).length > 0,
      ),
    };
  }
}
