import type { Sort } from '../contract/queries/place-query.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/queries/query.js';
import type { LeftOut, LeftOutKind, Message, UnknownFact } from '../messages/index.js';
import type { DoctorSets } from '../read-model/doctors/doctor-sets.js';
import { type Bitset, hasBit } from '../read-model/memory/bitset.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { ClinicTest } from '../rules/clinic-test.js';
import { criteriaAbout, orUnknown, unknownFacts } from '../rules/unknown-facts.js';
import {
  type ClinicCriterion,
  clinicCriteria,
  doctorCriteria,
  type DoctorCriterion,
  positionOf,
} from '../rules/criteria.js';
import { holidayOn } from '../rules/time/holidays.js';
import type { MatchKind } from '../text/name-match.js';
import { fold } from '../text/text.js';
import { bestFirst, inGivenOrder } from './best-first.js';
import type { DirectoryView } from './directory-view.js';
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
  const matches = view.model.doctors.sets.select(criteria, view.asOf);
  const found = pageOfDoctors(view, query, criteria, matches, page);
  return { ...found, warning: doctorsLeftOut(view, criteria, found.total) };
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
  // The next selection may reuse the memory of this one.
  const matches = sets.select(criteria, view.asOf).slice();
  return {
    matches,
    warning: doctorsLeftOut(view, criteria, sets.count(matches)),
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

function doctorsLeftOut(
  { model, asOf }: DirectoryView,
  criteria: readonly DoctorCriterion[],
  matched: number,
): LeftOutWarning | undefined {
  const { sets } = model.doctors;
  return leftOut('doctor', criteria, matched, sets, (facts) => {
    const possible = sets.hold(sets.select(orUnknown(criteria, facts), asOf));
    return {
      count: sets.count(possible),
      withKnown: (fact) => sets.countCommon(possible, sets.select(criteriaAbout(criteria, fact), asOf)),
    };
  });
}

/**
 * Finds a page of the clinics that a query matches: alike names best first, then nearest first, then by name and id; or
 * in the order of `ids`.
 */
export function findClinics(view: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { model, asOf } = view;
  const { clinics } = model;
  const criteria = clinicCriteria(query);
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
  const found = alikeClinics(order, model, criteria, matches, page, pageOf, (clinic) => clinic);
  const warning = leftOut('clinic', criteria, found.total, model.doctors.sets, (facts) => {
    const selected = clinics.select(orUnknown(criteria, facts), asOf);
    const possible = selected.slice();
    return {
      count: clinics.count(selected),
      withKnown: (fact) => clinics.count(clinics.select(criteriaAbout(criteria, fact), asOf, possible)),
    };
  });
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
  const matches = clinics.select(withoutAcceptance(criteria), asOf, offering);
  const place = orderedFrom(query);
  const pageOf = (set: Bitset, { offset, limit }: Window): Found => {
    const found = servicesAt(view, criteria, offered, set);
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
  const warning = leftOut('service', criteria, found.total, model.doctors.sets, (facts) => {
    const possible = matchingServices(view, orUnknown(criteria, facts), offered, offering);
    return {
      count: possible.length,
      withKnown: (fact) =>
        matchingServices(view, criteriaAbout(criteria, fact), possible, clinics.sets.all).length,
    };
  });
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
  const tests = criteria.flatMap((criterion) => testOf(criterion) ?? []);
  const accepting = tests.find((test) => test.by === 'flag' && test.has === 'accepting');
  const acceptance = tests.find((test) => test.by === 'acceptance');
  const found = services.filter(
    offered,
    clinics,
    accepting as Extract<ClinicTest, { by: 'flag' }> | undefined,
  );
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

/** A warning about records that are left out, or that only known hours of a holiday count. */
type LeftOutWarning = Extract<Message, { readonly code: 'left_out' | 'only_hours_of_holiday' }>;

/** The records that meet criteria, or of which what these ask about some facts is not known. */
interface PossibleRecords {
  readonly count: number;
  /** Returns the number of those that meet the criteria on a fact, because it is known. */
  readonly withKnown: (fact: UnknownFact) => number;
}

/** @param facts whether what criteria ask about a fact may be unknown of a record */
type PossibleRecordsOf = (facts: (fact: UnknownFact) => boolean) => PossibleRecords;

/**
 * Returns the warning about records that meet criteria but for what is not known of them; undefined if there is nothing to say.
 * @param matched number of records that meet the criteria
 * @param doctors what is known of every doctor leaves out no record, and is not counted
 */
function leftOut<C extends DoctorCriterion | ClinicCriterion>(
  kind: LeftOutKind,
  criteria: readonly C[],
  matched: number,
  doctors: Pick<DoctorSets, 'isKnown'>,
  possibleRecords: PossibleRecordsOf,
): LeftOutWarning | undefined {
  const params = countLeftOut(kind, criteria, matched, doctors, possibleRecords);
  const date = dateOf(criteria);
  const holiday = date === undefined ? undefined : holidayOn(date);
  // On a holiday, the warning names it, whether or not records are left out.
  if (date !== undefined && holiday !== undefined)
    return { code: 'only_hours_of_holiday', params: { date, holiday, ...params } };
  return params.count > 0 ? { code: 'left_out', params } : undefined;
}

/** Returns the date for which criteria ask about opening hours; undefined if they ask for none. */
function dateOf(criteria: readonly (DoctorCriterion | ClinicCriterion)[]): string | undefined {
  for (const criterion of criteria)
    if (criterion.by === 'clinic' && criterion.test.by === 'open-on') return criterion.test.date;
  return undefined;
}

function countLeftOut<C extends DoctorCriterion | ClinicCriterion>(
  kind: LeftOutKind,
  criteria: readonly C[],
  matched: number,
  doctors: Pick<DoctorSets, 'isKnown'>,
  possibleRecords: PossibleRecordsOf,
): LeftOut {
  const asked = unknownFacts(criteria).filter((fact) => !doctors.isKnown(fact));
  if (asked.length === 0) return { count: 0, kind, facts: [] };
  const possible = possibleRecords((fact) => asked.includes(fact));
  const count = possible.count - matched;
  const all = asked.map((fact) => ({ fact, count }));
  if (count === 0 || asked.length === 1) return { count, kind, facts: all };
  const facts = asked
    .map((fact) => ({ fact, count: possible.count - possible.withKnown(fact) }))
    .filter((each) => each.count > 0);
  // Of two doctors of a clinic, a different fact may be unknown: then neither alone leaves the clinic out.
  return { count, kind, facts: facts.length > 0 ? facts : all };
}
