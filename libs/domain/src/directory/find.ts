import type { Sort } from '../contract/queries/place-query.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/queries/query.js';
import type { Message } from '../messages/index.js';
import { type Bitset, hasBit } from '../read-model/memory/bitset.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { ClinicTest } from '../rules/clinic-test.js';
import { orUnknown } from '../rules/unknown-facts.js';
import {
  type ClinicCriterion,
  clinicCriteria,
  doctorCriteria,
  type DoctorCriterion,
  positionOf,
} from '../rules/criteria.js';
import type { MatchKind } from '../text/name-match.js';
import { fold } from '../text/text.js';
import { bestFirst, inGivenOrder } from './best-first.js';
import type { DirectoryView } from './directory-view.js';
import { leftOut, selectKnown } from './left-out.js';
import type { Found, Page } from './list-envelope.js';

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
  const criteria = doctorCriteria(query);
  const { matches, warningFor } = selectDoctors(view, criteria);
  const found = pageOfDoctors(view, query, criteria, matches, page);
  return { ...found, warning: warningFor(found.total) };
}

/** All doctors that a query matches. */
export interface MatchingDoctors {
  readonly matches: Bitset;
  /** What the answer says about doctors that were left out. */
  readonly warning?: Message;
  /** Returns a page of the matches, in the order of `findDoctors`. */
  readonly pageOf: (page: Window) => Found;
}

/** Finds all doctors that a query matches, for counts or for several pages. */
export function matchingDoctors(view: DirectoryView, query: DoctorQuery): MatchingDoctors {
  const { sets } = view.model.doctors;
  const criteria = doctorCriteria(query);
  const selected = selectDoctors(view, criteria);
  // The next selection may reuse the memory of this one.
  const matches = selected.matches.slice();
  return {
    matches,
    warning: selected.warningFor(sets.count(matches)),
    pageOf: (page) => pageOfDoctors(view, query, criteria, matches, page),
  };
}

function pageOfDoctors(
  view: DirectoryView,
  query: DoctorQuery,
  criteria: readonly DoctorCriterion[],
  matches: Bitset,
  page: Window,
): Found {
  const { doctors } = view.model;
  const { ids, sort } = query;
  const pageOf = (among: Bitset, window: Window) =>
    ids && !sort
      ? inOrderOf(ids, (id) => doctors.ordinalOf(id), among, window)
      : doctorPage(view, query, among, window);
  const alike = criteria.find((criterion) => criterion.by === 'alike');
  if (!alike) return pageOf(matches, page);
  const order = sort || ids ? inGivenOrder : bestFirst;
  return order(matches, doctors.sets.alike(alike), page, pageOf, (doctor, how) => ({
    cpsoNumber: doctors.registrationNumber(doctor),
    how,
  }));
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

function selectDoctors({ model, asOf }: DirectoryView, criteria: readonly DoctorCriterion[]) {
  const { sets } = model.doctors;
  const select = (some: readonly DoctorCriterion[], among?: Bitset) => sets.select(some, asOf, among);
  const { matches, possible, asked } = selectKnown(criteria, sets, select, sets);
  const warningFor = (matched: number) =>
    leftOut('doctor', criteria, asked, matched, (some) =>
      sets.count(some ? select(some, possible) : possible!),
    );
  return { matches, warningFor };
}

/**
 * Finds a page of the clinics that a query matches: alike names best first, then nearest first, then by name and id; or
 * in the order of `ids`.
 */
export function findClinics(view: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { model, asOf } = view;
  const { clinics } = model;
  const criteria = clinicCriteria(query);
  const select = (some: readonly ClinicCriterion[], among?: Bitset) => clinics.select(some, asOf, among);
  const { matches, possible, asked } = selectKnown(criteria, model.doctors.sets, select, clinics);
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
  const found = alikeClinics(order, model, criteria, matches, page, pageOf, (clinic) => clinic);
  const warning = leftOut('clinic', criteria, asked, found.total, (some) =>
    clinics.count(some ? select(some, possible) : possible!),
  );
  return { ...found, warning };
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
export function findServices(view: DirectoryView, query: SpecialistQuery, page: Page): Found {
  const { model, asOf } = view;
  const { services, clinics } = model;
  const criteria = clinicCriteria(query);
  const offered = offeredServices(model, query);
  const offering = services.clinicSet(offered, clinics.size);
  const select = (some: readonly ClinicCriterion[], among = offering) =>
    clinics.select(withoutAcceptance(some), asOf, among);
  const { matches, possible, asked } = selectKnown(criteria, model.doctors.sets, select, clinics);
  // Of the services at possible clinics, those that accept patients as asked, or of which that is not known.
  const possibleServices = possible
    ? servicesAt(view, orUnknown(criteria, asked), offered, possible)
    : offered;
  const place = orderedFrom(query);
  const pageOf = (set: Bitset, { offset, limit }: Window): Found => {
    const found = servicesAt(view, criteria, possibleServices, set);
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
  const found = alikeClinics(order, model, criteria, matches, page, pageOf, clinicOf);
  const warning = leftOut(
    'service',
    criteria,
    asked,
    found.total,
    (some) =>
      (some ? servicesAt(view, some, possibleServices, select(some, possible)) : possibleServices).length,
  );
  return { ...found, warning };
}

/**
 * Returns the services that meet criteria: acceptance is a property of the service, all else of its clinic.
 * @param among the clinics whose services are meant
 */
export function matchingServices(
  view: DirectoryView,
  criteria: readonly ClinicCriterion[],
  offered: Int32Array,
  among: Bitset,
): Int32Array {
  const clinics = view.model.clinics.select(withoutAcceptance(criteria), view.asOf, among);
  return servicesAt(view, criteria, offered, clinics);
}

/** Returns the services at any of the clinics that accept new patients as criteria ask. */
function servicesAt(
  { model: { services }, asOf }: DirectoryView,
  criteria: readonly ClinicCriterion[],
  offered: Int32Array,
  clinics: Bitset,
): Int32Array {
  let accepting: Extract<ClinicTest, { readonly by: 'flag' }> | undefined;
  let acceptance: Extract<ClinicTest, { readonly by: 'acceptance' }> | undefined;
  for (const criterion of criteria) {
    const test = testOf(criterion);
    if (test?.by === 'flag' && test.has === 'accepting') accepting = test;
    if (test?.by === 'acceptance') acceptance = test;
  }
  const found = services.filter(offered, clinics, accepting);
  return acceptance ? services.withAcceptance(found, acceptance.anyOf, asOf) : found;
}

function withoutAcceptance(criteria: readonly ClinicCriterion[]): readonly ClinicCriterion[] {
  return criteria.filter((criterion) => {
    const test = testOf(criterion);
    return test?.by !== 'acceptance' && !(test?.by === 'flag' && test.has === 'accepting');
  });
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
  const alike = criteria.find((criterion) => testOf(criterion)?.by === 'alike');
  if (!alike) return pageOf(matches, page);
  const { names } = testOf(alike) as Extract<ClinicTest, { readonly by: 'alike' }>;
  const describe = (ordinal: number, how: MatchKind) => ({ id: clinics.id(clinicOf(ordinal)), how });
  return inOrder(matches, clinics.sets.alike(names), page, pageOf, describe, clinicOf);
}

function testOf(criterion: ClinicCriterion): ClinicTest | undefined {
  return criterion.by === 'clinic' ? criterion.test : undefined;
}
