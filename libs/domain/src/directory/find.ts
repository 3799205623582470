import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/query.js';
import { type Bitset, countBits, hasBit, pageOfBits } from '../read-model/memory/bitset.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { ClinicTest } from '../rules/clinic-test.js';
import {
  type ClinicCriterion,
  clinicCriteria,
  doctorCriteria,
  positionOf,
  specialistCriteria,
  withUnknownHours,
} from '../rules/criteria.js';
import { fold } from '../text/text.js';
import { bestFirst } from './best-first.js';
import type { DirectoryView } from './directory-view.js';
import type { Found, Page } from './list-envelope.js';

type Window = Pick<Page, 'offset' | 'limit'>;

/**
 * Finds a page of the doctors that a query matches, by name, then registration number; alike names best first; or in
 * the order of `ids`.
 */
export function findDoctors(view: DirectoryView, query: DoctorQuery, page: Page): Found {
  const { doctors } = view.model;
  const { sets } = doctors;
  const { criteria, matches, warning } = matchingDoctors(view, query);
  if (query.ids) return { ...inOrderOf(query.ids, (id) => doctors.ordinalOf(id), matches, page), warning };
  const alike = criteria.find((criterion) => criterion.by === 'alike');
  if (!alike) return { ...pageOfBits(matches, page, sets.count(matches)), warning };
  const found = bestFirst(matches, sets.alike(alike), page, pageOfBits, (doctor, how) => ({
    cpsoNumber: doctors.registrationNumber(doctor),
    how,
  }));
  return { ...found, warning };
}

/** Returns all doctors that a query matches, its criteria, and the warning about those that are left out. */
export function matchingDoctors({ model, asOf }: DirectoryView, query: DoctorQuery) {
  const { sets } = model.doctors;
  const criteria = doctorCriteria(query);
  const unknown = withUnknownHours(criteria);
  const warning = unknown && leftOut(sets.count(sets.select(unknown, asOf)), 'doctor');
  return { criteria, matches: sets.select(criteria, asOf), warning };
}

/**
 * Finds a page of the clinics that a query matches: alike names best first, then nearest first, then by name and id; or
 * in the order of `ids`.
 */
export function findClinics({ model, asOf }: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { clinics } = model;
  const criteria = clinicCriteria(query);
  const unknown = withUnknownHours(criteria);
  const warning = unknown && leftOut(countBits(clinics.select(unknown, asOf)), 'clinic');
  const matches = clinics.select(criteria, asOf);
  if (query.ids) return { ...inOrderOf(query.ids, (id) => clinics.ordinalOf(id), matches, page), warning };
  const place = positionOf(query);
  const pageOf = (among: Bitset, { offset, limit }: Window): Found => {
    if (!place) return pageOfBits(among, { offset, limit });
    const { total, ordinals } = clinics.nearestOf(among, place, offset + limit);
    return { total, ordinals: ordinals.subarray(offset) };
  };
  return { ...bestClinicsFirst(model, criteria, matches, page, pageOf, (clinic) => clinic), warning };
}

/** Returns a page of matches in the order of their ids. An id that is not listed has no match. */
function inOrderOf(
  ids: readonly string[],
  ordinalOf: (id: string) => number | undefined,
  matches: Bitset,
  { offset, limit }: Page,
): Found {
  const found = ids.flatMap((id) => ordinalOf(id) ?? []).filter((ordinal) => hasBit(matches, ordinal));
  return { total: found.length, ordinals: found.slice(offset, offset + limit) };
}

/** Finds a page of the services that a query matches, in the order of their clinics. */
export function findServices({ model, asOf }: DirectoryView, query: SpecialistQuery, page: Page): Found {
  const { services, clinics } = model;
  const criteria = specialistCriteria(query);
  const offered = services.ofSpecialties((query.services ?? [query.specialty]).map(fold));
  const offering = services.clinicSet(offered, clinics.size);
  const among = (set: Bitset) => services.filter(offered, set, query.accepting === true);
  const unknown = withUnknownHours(criteria);
  const warning = unknown && leftOut(among(clinics.select(unknown, asOf, offering)).length, 'service');
  const matches = clinics.select(criteria, asOf, offering);
  const place = positionOf(query);
  const pageOf = (set: Bitset, { offset, limit }: Window): Found => {
    const found = among(set);
    const end = offset + limit;
    const nearest = place && clinics.nearestFirst(services.clinicsOf(found), place, end);
    const ordinals = nearest
      ? nearest.subarray(offset).map((index) => found[index]!)
      : found.subarray(offset, end);
    return { total: found.length, ordinals };
  };
  const clinicOf = (service: number) => services.clinicOf(service);
  return { ...bestClinicsFirst(model, criteria, matches, page, pageOf, clinicOf), warning };
}

/** Returns a page of matches; those of clinics with alike names best first. */
function bestClinicsFirst(
  { clinics }: ReadModel,
  criteria: readonly ClinicCriterion[],
  matches: Bitset,
  page: Page,
  pageOf: (among: Bitset, window: Window) => Found,
  clinicOf: (ordinal: number) => number,
): Found {
  const names = criteria.map(testOf).find((test) => test?.by === 'alike')?.names;
  if (!names) return pageOf(matches, page);
  return bestFirst(matches, clinics.sets.alike(names), page, pageOf, (ordinal, how) => ({
    id: clinics.id(clinicOf(ordinal)),
    how,
  }));
}

function testOf(criterion: ClinicCriterion): ClinicTest | undefined {
  return criterion.by === 'clinic' ? criterion.test : undefined;
}

/** Returns the warning about matches whose opening hours are not known; undefined if there are none. */
function leftOut(count: number, what: 'doctor' | 'clinic' | 'service'): string | undefined {
  if (count === 0) return undefined;
  const [noun, were] = count === 1 ? [what, 'was'] : [`${what}s`, 'were'];
  const of = { doctor: ' of the primary clinic', clinic: '', service: ' of the clinic' }[what];
  return `${count} ${noun} that would match otherwise ${were} left out: the opening hours${of} are not known.`;
}
