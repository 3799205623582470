import type { Sort } from '../contract/place-query.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/query.js';
import { type Bitset, countBits, hasBit, pageOfBits } from '../read-model/memory/bitset.js';
import {
  clinicCriteria,
  doctorCriteria,
  positionOf,
  specialistCriteria,
  withUnknownHours,
} from '../rules/criteria.js';
import { fold } from '../text/text.js';
import type { DirectoryView } from './directory-view.js';
import type { Found, Page } from './list-envelope.js';

type OrderedQuery = Pick<DoctorQuery, 'lat' | 'lng'> & {
  readonly sort?: Sort;
  readonly ids?: readonly string[];
};

/** Returns the place to order by distance from; undefined if the list has another order. */
function orderedFrom({ sort, ...query }: OrderedQuery) {
  return sort === undefined || sort === 'distance' ? positionOf(query) : undefined;
}

/** Finds a page of the doctors that a query matches: in its `sort`, the order of `ids`, nearest first or by name. */
export function findDoctors({ model, asOf }: DirectoryView, query: DoctorQuery, page: Page): Found {
  const { doctors } = model;
  const { sets, orders } = doctors;
  const { ids, sort } = query;
  const criteria = doctorCriteria(query);
  const unknown = withUnknownHours(criteria);
  const warning = unknown && leftOut(sets.count(sets.select(unknown, asOf)), 'doctor');
  const matches = sets.select(criteria, asOf);
  if (ids && !sort) return { ...inOrderOf(ids, (id) => doctors.ordinalOf(id), matches, page), warning };
  const total = sets.count(matches);
  if (sort === 'years') return { total, ordinals: orders.mostYears(matches, page, asOf), warning };
  const place = orderedFrom(query);
  if (!place) return { ...pageOfBits(matches, page, total), warning };
  return { total, ordinals: orders.nearest(model.clinics, matches, total, place, page), warning };
}

/** Finds a page of the clinics that a query matches, by name, then id, nearest first, or in the order of `ids`. */
export function findClinics({ model, asOf }: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { clinics } = model;
  const criteria = clinicCriteria(query);
  const unknown = withUnknownHours(criteria);
  const warning = unknown && leftOut(countBits(clinics.select(unknown, asOf)), 'clinic');
  const matches = clinics.select(criteria, asOf);
  const { ids, sort } = query;
  if (ids && !sort) return { ...inOrderOf(ids, (id) => clinics.ordinalOf(id), matches, page), warning };
  const place = orderedFrom(query);
  if (!place) return { ...pageOfBits(matches, page), warning };
  const { total, ordinals } = clinics.nearestOf(matches, place, page.offset + page.limit);
  return { total, ordinals: ordinals.subarray(page.offset), warning };
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

/** Finds a page of the services that a query matches, by name of the clinic, then id, unless it has another order. */
export function findServices({ model, asOf }: DirectoryView, query: SpecialistQuery, page: Page): Found {
  const { services, clinics } = model;
  const criteria = specialistCriteria(query);
  const offered = services.ofSpecialties((query.services ?? [query.specialty]).map(fold));
  const offering = services.clinicSet(offered, clinics.size);
  const among = (all: typeof criteria) =>
    services.filter(offered, clinics.select(all, asOf, offering), query.accepting === true);
  const unknown = withUnknownHours(criteria);
  const warning = unknown && leftOut(among(unknown).length, 'service');
  const found = among(criteria);
  const end = page.offset + page.limit;
  const place = orderedFrom(query);
  const order =
    query.sort === 'wait'
      ? services.shortestWait(found, end)
      : place && clinics.nearestFirst(services.clinicsOf(found), place, end);
  const ordinals = order
    ? order.subarray(page.offset).map((index) => found[index]!)
    : found.subarray(page.offset, end);
  return { total: found.length, ordinals, warning };
}

/** Returns the warning about matches whose opening hours are not known; undefined if there are none. */
function leftOut(count: number, what: 'doctor' | 'clinic' | 'service'): string | undefined {
  if (count === 0) return undefined;
  const [noun, were] = count === 1 ? [what, 'was'] : [`${what}s`, 'were'];
  const of = { doctor: ' of the primary clinic', clinic: '', service: ' of the clinic' }[what];
  return `${count} ${noun} that would match otherwise ${were} left out: the opening hours${of} are not known.`;
}
