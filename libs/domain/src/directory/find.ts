import type { Sort } from '../contract/place-query.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/query.js';
import { pageOfBits } from '../read-model/memory/bitset.js';
import { clinicCriteria, doctorCriteria, positionOf, specialistCriteria } from '../rules/criteria.js';
import { fold } from '../text/text.js';
import type { DirectoryView } from './directory-view.js';
import type { Found, Page } from './list-envelope.js';

/** Returns the place to order by distance from; undefined if the list has another order. */
function orderedFrom(query: { readonly sort?: Sort; readonly lat?: number; readonly lng?: number }) {
  return query.sort === undefined || query.sort === 'distance' ? positionOf(query) : undefined;
}

/** Finds a page of the doctors that a query matches, by name, then registration number, unless it has another order. */
export function findDoctors({ model, asOf }: DirectoryView, query: DoctorQuery, page: Page): Found {
  const { sets, orders } = model.doctors;
  const matches = sets.select(doctorCriteria(query), asOf);
  const total = sets.count(matches);
  if (query.sort === 'years') return { total, ordinals: orders.mostYears(matches, page, asOf) };
  const place = orderedFrom(query);
  if (place) return { total, ordinals: orders.nearest(model.clinics, matches, total, place, page) };
  return pageOfBits(matches, page, total);
}

/** Finds a page of the clinics that a query matches, by name, then id, or nearest first. */
export function findClinics({ model, asOf }: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { clinics } = model;
  const matches = clinics.select(clinicCriteria(query), asOf);
  const place = orderedFrom(query);
  if (!place) return pageOfBits(matches, page);
  const { total, ordinals } = clinics.nearestOf(matches, place, page.offset + page.limit);
  return { total, ordinals: ordinals.subarray(page.offset) };
}

/** Finds a page of the services that a query matches, by name of the clinic, then id, unless it has another order. */
export function findServices({ model, asOf }: DirectoryView, query: SpecialistQuery, page: Page): Found {
  const { services, clinics } = model;
  const criteria = specialistCriteria(query);
  const offered = services.ofSpecialties((query.services ?? [query.specialty]).map(fold));
  const matches = clinics.select(criteria, asOf, services.clinicSet(offered, clinics.size));
  const found = services.filter(offered, matches, query.accepting === true);
  const end = page.offset + page.limit;
  const place = orderedFrom(query);
  const order =
    query.sort === 'wait'
      ? services.shortestWait(found, end)
      : place && clinics.nearestFirst(services.clinicsOf(found), place, end);
  const ordinals = order
    ? order.subarray(page.offset).map((index) => found[index]!)
    : found.subarray(page.offset, end);
  return { total: found.length, ordinals };
}
