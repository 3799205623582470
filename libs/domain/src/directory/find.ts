import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/query.js';
import { pageOfBits } from '../read-model/memory/bitset.js';
import { clinicCriteria, doctorCriteria, positionOf, specialistCriteria } from '../rules/criteria.js';
import { fold } from '../text/text.js';
import type { DirectoryView } from './directory-view.js';
import type { Found, Page } from './list-envelope.js';

/** Finds a page of the doctors that a query matches, by name, then registration number. */
export function findDoctors({ model, asOf }: DirectoryView, query: DoctorQuery, page: Page): Found {
  const { sets } = model.doctors;
  const matches = sets.select(doctorCriteria(query), asOf);
  return pageOfBits(matches, page, sets.count(matches));
}

/** Finds a page of the clinics that a query matches, by name, then id, or nearest first. */
export function findClinics({ model, asOf }: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { clinics } = model;
  const matches = clinics.select(clinicCriteria(query), asOf);
  const place = positionOf(query);
  if (!place) return pageOfBits(matches, page);
  const { total, ordinals } = clinics.nearestOf(matches, place, page.offset + page.limit);
  return { total, ordinals: ordinals.subarray(page.offset) };
}

/** Finds a page of the services that a query matches, by name of the clinic, then id, or nearest first. */
export function findServices({ model, asOf }: DirectoryView, query: SpecialistQuery, page: Page): Found {
  const { services, clinics } = model;
  const criteria = specialistCriteria(query);
  const offered = services.ofSpecialties((query.services ?? [query.specialty]).map(fold));
  const matches = clinics.select(criteria, asOf, services.clinicSet(offered, clinics.size));
  const found = services.filter(offered, matches, query.accepting === true);
  const place = positionOf(query);
  const end = page.offset + page.limit;
  const nearest = place && clinics.nearestFirst(services.clinicsOf(found), place, end);
  const ordinals = nearest
    ? nearest.subarray(page.offset).map((index) => found[index]!)
    : found.subarray(page.offset, end);
  return { total: found.length, ordinals };
}
