import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/query.js';
import { type Bitset, pageOfBits } from '../read-model/memory/bitset.js';
import type { ReadModel } from '../read-model/read-model.js';
import type { ClinicTest } from '../rules/clinic-test.js';
import {
  type ClinicCriterion,
  clinicCriteria,
  doctorCriteria,
  positionOf,
  specialistCriteria,
} from '../rules/criteria.js';
import { fold } from '../text/text.js';
import { bestFirst } from './best-first.js';
import type { DirectoryView } from './directory-view.js';
import type { Found, Page } from './list-envelope.js';

type Window = Pick<Page, 'offset' | 'limit'>;

/** Finds a page of the doctors that a query matches, by name, then registration number; alike names best first. */
export function findDoctors({ model, asOf }: DirectoryView, query: DoctorQuery, page: Page): Found {
  const { sets } = model.doctors;
  const criteria = doctorCriteria(query);
  const matches = sets.select(criteria, asOf);
  const alike = criteria.find((criterion) => criterion.by === 'alike');
  if (!alike) return pageOfBits(matches, page, sets.count(matches));
  return bestFirst(matches, sets.alike(alike), page, pageOfBits, (doctor, how) => ({
    cpsoNumber: model.doctors.registrationNumber(doctor),
    how,
  }));
}

/** Finds a page of the clinics that a query matches, alike names best first, then nearest first, then by name and id. */
export function findClinics({ model, asOf }: DirectoryView, query: ClinicQuery, page: Page): Found {
  const { clinics } = model;
  const criteria = clinicCriteria(query);
  const matches = clinics.select(criteria, asOf);
  const place = positionOf(query);
  const pageOf = (among: Bitset, { offset, limit }: Window): Found => {
    if (!place) return pageOfBits(among, { offset, limit });
    const { total, ordinals } = clinics.nearestOf(among, place, offset + limit);
    return { total, ordinals: ordinals.subarray(offset) };
  };
  return bestClinicsFirst(model, criteria, matches, page, pageOf, (clinic) => clinic);
}

/** Finds a page of the services that a query matches, in the order of their clinics. */
export function findServices({ model, asOf }: DirectoryView, query: SpecialistQuery, page: Page): Found {
  const { services, clinics } = model;
  const criteria = specialistCriteria(query);
  const offered = services.ofSpecialties((query.services ?? [query.specialty]).map(fold));
  const matches = clinics.select(criteria, asOf, services.clinicSet(offered, clinics.size));
  const place = positionOf(query);
  const pageOf = (among: Bitset, { offset, limit }: Window): Found => {
    const found = services.filter(offered, among, query.accepting === true);
    const end = offset + limit;
    const nearest = place && clinics.nearestFirst(services.clinicsOf(found), place, end);
    const ordinals = nearest
      ? nearest.subarray(offset).map((index) => found[index]!)
      : found.subarray(offset, end);
    return { total: found.length, ordinals };
  };
  return bestClinicsFirst(model, criteria, matches, page, pageOf, (service) => services.clinicOf(service));
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
