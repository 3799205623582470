import type { Sort } from '../contract/queries/place-query.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/queries/query.js';
import type { Message } from '../messages/index.js';
import { type Bitset, hasBit } from '../read-model/memory/bitset.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { AsOf } from '../rules/time/as-of.js';
import type { ClinicTest } from '../rules/clinic-test.js';
import {
  type ClinicCriterion,
  clinicCriteria,
  type DoctorCriterion,
  doctorCriteria,
  positionOf,
  specialistCriteria,
  withUnknownHours,
  orUnknownRegistration,
} from '../rules/criteria.js';
import { holidayOn } from '../rules/time/holidays.js';
import type { MatchKind } from '../text/name-match.js';
import { fold } from '../text/text.js';
import { bestFirst, inGivenOrder } from './best-first.js';
import type { DirectoryView } from './directory-view.js';
import type { Found, Page } from './list-envelope.js';

const NONE: readonly never[] = [];

type OrderedQuery = Pick<DoctorQuery, 'lat' | 'lng'> & {
  readonly sort?: Sort;
  readonly ids?: readonly string[];
};

/** Returns the place to order by distance from; undefined if the list has another order. */
export function orderedFrom(query: OrderedQuery) {
  const { sort } = query;
  return sort === undefined || sort === 'distance' ? positionOf(query) : undefined;
}

type Window = Pick<Page, 'offset' | 'limit'>;

/**
 * Finds a page of the doctors that a query matches: in its `sort` or the order of `ids`; otherwise alike names best
 * first, then nearest first, then by name and registration number.
 */
export function findDoctors(view: DirectoryView, query: DoctorQuery, page: Page): Found {
  const { doctors } = view.model;
  const { ids, sort } = query;
  const { criteria, matches, warnings } = matchingDoctors(view, query);
  const pageOf = (among: Bitset, window: Window) =>
    ids && !sort
      ? inOrderOf(ids, (id) => doctors.ordinalOf(id), among, window)
      : doctorPage(view, query, among, window);
  const alike = criteria.find((criterion) => criterion.by === 'alike');
  if (!alike) return { ...pageOf(matches, page), warnings };
  const order = sort || ids ? inGivenOrder : bestFirst;
  const found = order(matches, doctors.sets.alike(alike), page, pageOf, (doctor, how) => ({
    cpsoNumber: doctors.registrationNumber(doctor),
    how,
  }));
  return { ...found, warnings };
}

function doctorPage(
  { model: { doctors, clinics }, asOf }: DirectoryView,
  query: DoctorQuery,
  among: Bitset,
  window: Window,
): Found {
  const total = doctors.sets.count(among);
  if (query.sort === 'years') return { total, ordinals: doctors.orders.mostYears(among, window, asOf) };
  const place = orderedFrom(query);
  if (!place) return { total, ordinals: doctors.sets.page(among, window, total) };
  return { total, ordinals: doctors.orders.nearest(clinics, among, total, place, window) };
}

/** Returns all doctors that a query matches, its criteria, and the warnings about those that are left out. */
export function matchingDoctors({ model, asOf }: DirectoryView, query: DoctorQuery) {
  const { sets } = model.doctors;
  const criteria = doctorCriteria(query);
  const countOf = (some: readonly DoctorCriterion[]) => sets.count(sets.select(some, asOf));
  const warnings = leftOut(criteria, countOf, 'doctor', query);
  return { criteria, matches: sets.select(criteria, asOf), warnings };
}

/**
 * Finds a page of the clinics that a query matches: alike names best first, then nearest first, then by name and id; or
 * in the order of `ids`.
 */
export function findClinics({ model, asOf }: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { clinics } = model;
  const criteria = clinicCriteria(query);
  const countOf = (some: readonly ClinicCriterion[]) => clinics.count(clinics.select(some, asOf));
  const warnings = leftOut(criteria, countOf, 'clinic', query);
  const matches = clinics.select(criteria, asOf);
  const { ids, sort } = query;
  const place = orderedFrom(query);
  const pageOf = (among: Bitset, window: Window): Found => {
    if (ids && !sort) return inOrderOf(ids, (id) => clinics.ordinalOf(id), among, window);
    if (!place) {
      const total = clinics.count(among);
      return { total, ordinals: clinics.page(among, window, total) };
    }
    const { total, ordinals } = clinics.nearestOf(among, place, window.offset + window.limit);
    return { total, ordinals: ordinals.subarray(window.offset) };
  };
  const order = sort || ids ? inGivenOrder : bestFirst;
  return { ...alikeClinics(order, model, criteria, matches, page, pageOf, (clinic) => clinic), warnings };
}

/** Returns a page of matches in the order of their ids. An id that is not listed has no match. */
function inOrderOf(
  ids: readonly string[],
  ordinalOf: (id: string) => number | undefined,
  matches: Bitset,
  { offset, limit }: Window,
): Found {
  const found = ids.flatMap((id) => ordinalOf(id) ?? []).filter((ordinal) => hasBit(matches, ordinal));
  return { total: found.length, ordinals: found.slice(offset, offset + limit) };
}

/**
 * Finds a page of the services that a query matches: in its `sort`; otherwise alike names best first, then nearest
 * first, then by name of the clinic and id.
 */
export function findServices({ model, asOf }: DirectoryView, query: SpecialistQuery, page: Page): Found {
  const { services, clinics } = model;
  const criteria = specialistCriteria(query);
  const offered = offeredServices(model, query);
  const offering = services.clinicSet(offered, clinics.size);
  const among = (set: Bitset) => servicesAt(model, query, offered, set, asOf);
  const countOf = (some: readonly ClinicCriterion[]) => among(clinics.select(some, asOf, offering)).length;
  const warnings = leftOut(criteria, countOf, 'service', query);
  const matches = clinics.select(criteria, asOf, offering);
  const place = orderedFrom(query);
  const pageOf = (set: Bitset, { offset, limit }: Window): Found => {
    const found = among(set);
    const end = offset + limit;
    const order =
      query.sort === 'wait'
        ? services.shortestWait(found, end)
        : place && clinics.nearestFirst(services.clinicsOf(found), place, end);
    const ordinals = order
      ? order.subarray(offset).map((index) => found[index]!)
      : found.subarray(offset, end);
    return { total: found.length, ordinals };
  };
  const clinicOf = (service: number) => services.clinicOf(service);
  const order = query.sort ? inGivenOrder : bestFirst;
  return { ...alikeClinics(order, model, criteria, matches, page, pageOf, clinicOf), warnings };
}

/** Returns the services at any of the clinics that accept new patients as a query asks. */
export function servicesAt(
  { services }: ReadModel,
  { accepting, acceptance }: Pick<SpecialistQuery, 'accepting' | 'acceptance'>,
  offered: Int32Array,
  clinics: Bitset,
  asOf: AsOf,
): Int32Array {
  const found = services.filter(offered, clinics, accepting === true);
  return acceptance ? services.withAcceptance(found, acceptance, asOf) : found;
}

/** Returns the services of the specialties that a query asks for, in default order. */
export function offeredServices({ services }: ReadModel, query: SpecialistQuery): Int32Array {
  return services.ofSpecialties((query.services ?? [query.specialty]).map(fold));
}

/** Returns a page of matches, and how each clinic with an alike name matches. */
function alikeClinics(
  inOrder: typeof inGivenOrder,
  { clinics }: ReadModel,
  criteria: readonly ClinicCriterion[],
  matches: Bitset,
  page: Page,
  pageOf: (among: Bitset, window: Window) => Found,
  clinicOf: (ordinal: number) => number,
): Found {
  const names = criteria.map(testOf).find((test) => test?.by === 'alike')?.names;
  if (!names) return pageOf(matches, page);
  const describe = (ordinal: number, how: MatchKind) => ({ id: clinics.id(clinicOf(ordinal)), how });
  return inOrder(matches, clinics.sets.alike(names), page, pageOf, describe, clinicOf);
}

function testOf(criterion: ClinicCriterion): ClinicTest | undefined {
  return criterion.by === 'clinic' ? criterion.test : undefined;
}

/** Returns the warnings about records that are not in a list because something is not known of them. */
function leftOut<C extends DoctorCriterion | ClinicCriterion>(
  criteria: readonly C[],
  countOf: (criteria: readonly C[]) => number,
  kind: 'doctor' | 'clinic' | 'service',
  { date }: Pick<DoctorQuery, 'date'>,
): readonly Message[] {
  const unknownHours = withUnknownHours(criteria);
  const unknownToo = orUnknownRegistration(criteria);
  if (!unknownHours && !unknownToo) return NONE;
  const warnings: Message[] = [];
  const holiday = date === undefined ? undefined : holidayOn(date);
  const hours = unknownHours ? countOf(unknownHours) : 0;
  if (unknownHours && date !== undefined && holiday)
    warnings.push({ code: 'only_hours_of_holiday', params: { date, holiday, count: hours, kind } });
  else if (hours > 0) warnings.push({ code: 'left_out_without_hours', params: { count: hours, kind } });
  const registrations = unknownToo ? countOf(unknownToo) - countOf(criteria) : 0;
  if (registrations > 0)
    warnings.push({ code: 'left_out_without_registration', params: { count: registrations, kind } });
  return warnings;
}
