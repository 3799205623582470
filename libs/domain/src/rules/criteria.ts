import type { AsOf } from './time/as-of.js';
import { dateNumber, wholeYears } from './time/calendar.js';
import type { ClinicRecord, Weekday } from '../records/clinic.js';
import type { DoctorRecord } from '../records/doctor.js';
import {
  CLINIC_FLAG_NAMES,
  type ClinicFlag,
  clinicMeets,
  type ClinicTest,
  containsAll,
} from './clinic-test.js';
import type { KnownAnswer } from '../records/evidence.js';
import type { Position } from './geo.js';
import type { ClinicListQuery, DoctorQuery, DoctorSearchQuery } from '../contract/queries/query.js';
import type { PlaceQuery } from '../contract/queries/place-query.js';
import type { TimeQuery } from '../contract/queries/time-query.js';
import { independenceOf } from './registration.js';
import { minutesOf, weekdayOf } from './time/opening-hours.js';
import { type NameQuery, nameQuery, nameRank, RANK, worstRank } from '../text/name-match.js';
import { fold } from '../text/text.js';

/** The doctor filters by value, each with the values of a doctor's record. They match without case and accents. */
export const DOCTOR_VALUES = {
  specialties: ({ specialties }: DoctorRecord) => specialties,
  languages: ({ languages }: DoctorRecord) => languages,
  gender: ({ gender }: DoctorRecord) => (gender ? [gender] : []),
  /** Whether the registration is for independent practice: yes or no. */
  independent: ({ registration }: DoctorRecord) =>
    [independenceOf(registration.class)].filter((answer) => answer !== 'unknown'),
};
export type DoctorValue = keyof typeof DOCTOR_VALUES;
export const DOCTOR_VALUE_NAMES = Object.keys(DOCTOR_VALUES) as readonly DoctorValue[];

/** A condition on a doctor, as a value. `doctorMatches` and the read model interpret it. */
export type DoctorCriterion =
  /** Has any of the folded values, or with `orUnknown` no known value. */
  | {
      readonly by: 'value';
      readonly of: DoctorValue;
      readonly anyOf: readonly string[];
      readonly orUnknown?: true;
    }
  /** Whole years of practice, both ends included. */
  | { readonly by: 'years'; readonly least: number; readonly most: number }
  /** The primary clinic meets the test. */
  | { readonly by: 'clinic'; readonly test: ClinicTest }
  /** Practices at the clinic, whether it is the primary one or not. */
  | { readonly by: 'anyClinic'; readonly clinic: string }
  /** Has one of the registration numbers. */
  | { readonly by: 'number'; readonly anyOf: readonly string[] }
  /** The name contains every folded term, or the registration number is equal. */
  | { readonly by: 'name'; readonly terms: readonly string[]; readonly registrationNumber: string }
  | AlikeCriterion;

/** The name is alike, or the registration number is equal, which is the best match. */
export interface AlikeCriterion {
  readonly by: 'alike';
  readonly names: NameQuery;
  /** The worst rank of a match. */
  readonly worst: number;
  readonly registrationNumber: string;
}

/** A condition on a clinic. */
export type ClinicCriterion =
  | { readonly by: 'clinic'; readonly test: ClinicTest }
  /** A single listed doctor of the clinic meets all of these. */
  | { readonly by: 'doctor'; readonly all: readonly DoctorCriterion[] };

/** Returns the criteria of /doctors and /doctors/search. A doctor must meet all of them. */
export function doctorCriteria(query: DoctorQuery | DoctorSearchQuery): readonly DoctorCriterion[] {
  const specialties = query.specialties ?? (query.specialty === undefined ? undefined : [query.specialty]);
  const criteria = commonCriteria(query, specialties);
  for (const has of CLINIC_FLAG_NAMES) {
    if (has in query && query[has as keyof DoctorQuery] === true) criteria.push(flagged(has));
  }
  if (query.acceptance) criteria.push(answering(query.acceptance));
  for (const test of placeTests(query)) criteria.push({ by: 'clinic', test });
  for (const test of timeTests(query)) criteria.push({ by: 'clinic', test });
  if (query.clinic !== undefined) criteria.push({ by: 'anyClinic', clinic: query.clinic });
  if (query.ids) criteria.push({ by: 'number', anyOf: query.ids });
  if ('q' in query && query.q !== undefined) {
    const q = query.q.trim();
    if (query.match) {
      const names = nameQuery(q);
      criteria.push({ by: 'alike', names, worst: worstRank(query.match, names), registrationNumber: q });
    } else criteria.push({ by: 'name', terms: termsOf(q), registrationNumber: q });
  }
  return criteria;
}

/** Returns the criteria of /clinics. A clinic must meet all of them. */
export function clinicCriteria(
  query: ClinicListQuery & { ids?: readonly string[] },
): readonly ClinicCriterion[] {
  const criteria: ClinicCriterion[] = [];
  for (const has of CLINIC_FLAG_NAMES) if (query[has] === true) criteria.push(flagged(has));
  if (query.acceptance) criteria.push(answering(query.acceptance));
  if (query.q !== undefined) {
    if (query.match) {
      const names = nameQuery(query.q);
      const worst = worstRank(query.match, names);
      criteria.push({ by: 'clinic', test: { by: 'alike', names, worst } });
    } else criteria.push({ by: 'clinic', test: { by: 'name', terms: termsOf(query.q) } });
  }
  for (const test of placeTests(query)) criteria.push({ by: 'clinic', test });
  for (const test of timeTests(query)) criteria.push({ by: 'clinic', test });
  if (query.ids) criteria.push({ by: 'clinic', test: { by: 'id', anyOf: query.ids } });
  const all = commonCriteria(query, query.specialties);
  if (all.length > 0) criteria.push({ by: 'doctor', all });
  return criteria;
}

/** Returns the place of a query whose `near` has been read; undefined if it has none. */
export function positionOf({
  lat,
  lng,
}: {
  readonly lat?: number;
  readonly lng?: number;
}): Position | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function termsOf(q: string): readonly string[] {
  return fold(q).split(' ').filter(Boolean);
}

const NONE: readonly never[] = [];

/** Returns the tests of a clinic that the places of a query mean. */
function placeTests(query: PlaceQuery): readonly ClinicTest[] {
  const { area, within } = query;
  if (area === undefined && within === undefined) return NONE;
  const from = positionOf(query);
  const tests: ClinicTest[] = [];
  if (area) tests.push({ by: 'area', postalAreas: area });
  if (from && within !== undefined) tests.push({ by: 'within', from, metres: within * 1000 });
  return tests;
}

const WORKING_DAYS: readonly Weekday[] = [1, 2, 3, 4, 5];

/** Returns the tests of a clinic that the times and types of a query mean. */
function timeTests({ days, date, openAt, clinicType }: TimeQuery): readonly ClinicTest[] {
  if ((days ?? date ?? openAt ?? clinicType) === undefined) return NONE;
  const tests: ClinicTest[] = [];
  if (clinicType) tests.push({ by: 'type', anyOf: clinicType });
  const at = openAt === undefined ? {} : { at: minutesOf(openAt) };
  if (date !== undefined) tests.push({ by: 'open-on', date, ...at });
  else if (days ?? openAt !== undefined)
    tests.push({ by: 'open', days: days?.map(weekdayOf) ?? WORKING_DAYS, ...at });
  return tests;
}

function flagged(has: ClinicFlag) {
  return { by: 'clinic', test: { by: 'flag', has } } as const;
}

function answering(anyOf: readonly KnownAnswer[]) {
  return { by: 'clinic', test: { by: 'acceptance', anyOf } } as const;
}

/** Returns the criteria on a doctor that queries for doctors and for clinics share. */
function commonCriteria(
  query: DoctorQuery | ClinicListQuery,
  specialties: readonly string[] | undefined,
): DoctorCriterion[] {
  const criteria: DoctorCriterion[] = [];
  const requested: Readonly<Record<DoctorValue, readonly string[] | undefined>> = {
    specialties,
    languages: query.languages ?? query.language,
    gender: query.gender && [query.gender],
    independent: query.independent ? ['yes'] : undefined,
  };
  for (const of of DOCTOR_VALUE_NAMES) {
    const values = requested[of];
    if (values) criteria.push({ by: 'value', of, anyOf: values.map(fold) });
  }
  if (query.minYears !== undefined || query.maxYears !== undefined) {
    criteria.push({
      by: 'years',
      least: query.minYears ?? 0,
      most: query.maxYears ?? Number.MAX_SAFE_INTEGER,
    });
  }
  return criteria;
}

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

/** Returns the whole years in practice as of a day. */
export function yearsOfPractice(doctor: Pick<DoctorRecord, 'practisingSince'>, asOf: AsOf): number {
  return wholeYears(dateNumber(doctor.practisingSince), asOf.today);
}

/** Returns whether a doctor appears in lists, searches, totals and clinics. An expired one is readable by number only. */
export function isListed(doctor: Pick<DoctorRecord, 'expiredAt'>): boolean {
  return doctor.expiredAt === null;
}

/** Returns whether a listed doctor meets all criteria. Defines their meaning; the read model is faster. */
export function doctorMatches(criteria: readonly DoctorCriterion[], at: DoctorAtClinic, asOf: AsOf): boolean {
  return isListed(at.doctor) && criteria.every((criterion) => doctorMeets(criterion, at, asOf));
}

/** Returns whether a clinic meets all criteria. Defines their meaning. */
export function clinicMatches(
  criteria: readonly ClinicCriterion[],
  at: ClinicWithDoctors,
  asOf: AsOf,
): boolean {
  return criteria.every((criterion) => {
    switch (criterion.by) {
      case 'clinic':
        return clinicMeets(criterion.test, at.clinic, asOf);
      case 'doctor':
        return at.doctors.some((doctor) => doctorMatches(criterion.all, doctor, asOf));
      default:
        return criterion satisfies never;
    }
  });
}

/** Returns the rank of a doctor's match; `NO_MATCH` if there is none. */
export function alikeRank({ names, registrationNumber }: AlikeCriterion, doctor: DoctorRecord): number {
  return doctor.registrationNumber === registrationNumber ? RANK.exact : nameRank(names, doctor.name);
}

function doctorMeets(criterion: DoctorCriterion, { doctor, clinic }: DoctorAtClinic, asOf: AsOf): boolean {
  switch (criterion.by) {
    case 'value':
      return hasAnyOf(DOCTOR_VALUES[criterion.of](doctor), criterion);
    case 'years': {
      const years = yearsOfPractice(doctor, asOf);
      return years >= criterion.least && years <= criterion.most;
    }
    case 'clinic':
      return clinicMeets(criterion.test, clinic, asOf);
    case 'anyClinic':
      return doctor.clinicIds.includes(criterion.clinic);
    case 'number':
      return criterion.anyOf.includes(doctor.registrationNumber);
    case 'name': {
      const isNamed = containsAll(doctor.name, criterion.terms);
      return isNamed || doctor.registrationNumber === criterion.registrationNumber;
    }
    case 'alike':
      return alikeRank(criterion, doctor) <= criterion.worst;
    default:
      return criterion satisfies never;
  }
}

function hasAnyOf(
  values: readonly string[],
  { anyOf, orUnknown }: Extract<DoctorCriterion, { readonly by: 'value' }>,
): boolean {
  if (values.length === 0) return orUnknown === true;
  return values.some((value) => anyOf.includes(fold(value)));
}
