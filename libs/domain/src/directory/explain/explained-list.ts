import type { ExplainedList } from '../../contract/explanation.js';
import type { OperationName } from '../../contract/operations.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../../contract/queries/query.js';
import { addBit, countBits, emptyBitset, hasBit } from '../../read-model/memory/bitset.js';
import { unitVector } from '../../read-model/clinics/nearest.js';
import { clinicCriteria, doctorCriteria } from '../../rules/criteria.js';
import type { ClinicTest } from '../../rules/clinic-test.js';
import type { DirectoryView } from '../directory-view.js';
import { matchingServices, offeredServices, orderedFrom } from '../find.js';
import type { AppliedQuery } from './filters.js';
import { type Key, positionAmong, positionIn, rankIn } from './position.js';

/** How a list treats one record, by its ordinal. */
export interface ListedRecord {
  /** Returns whether the record meets the filters of a query. */
  readonly meets: (query: AppliedQuery) => boolean;
  /** Counts all matches of a query. */
  readonly total: (query: AppliedQuery) => number;
  /** Returns the position of the record, which meets the query, in the order of the list. */
  readonly position: (query: AppliedQuery) => number;
}

/** The operation that each list is. */
export const LIST_OPERATIONS = {
  doctors: 'listDoctors',
  search: 'searchDoctors',
  clinics: 'listClinics',
  specialists: 'listSpecialists',
} as const satisfies Record<ExplainedList, OperationName>;

export const LISTED_RECORDS: Readonly<
  Record<ExplainedList, (view: DirectoryView, record: number) => ListedRecord>
> = {
  doctors: listedDoctor,
  search: listedDoctor,
  clinics: listedClinic,
  specialists: listedServices,
};

function listedDoctor({ model: { doctors, clinics }, asOf }: DirectoryView, doctor: number): ListedRecord {
  const { sets } = doctors;
  const select = (query: AppliedQuery) => sets.select(doctorCriteria(query as DoctorQuery), asOf);
  return {
    meets: (query) => hasBit(select(query), doctor),
    total: (query) => sets.count(select(query)),
    position(query) {
      const { ids, sort } = query;
      const members = select(query);
      const alike = doctorCriteria(query as DoctorQuery).find((criterion) => criterion.by === 'alike');
      const keys: Key[] = [];
      if (alike && !sort && !ids) keys.push(rankIn(sets.alike(alike)));
      if (ids && !sort) keys.push(placeIn(ids, (id) => doctors.ordinalOf(id)));
      else if (sort === 'years') keys.push((ordinal) => -doctors.years(ordinal, asOf));
      else keys.push(...distanceOf(clinics, query, (ordinal) => doctors.primaryClinic(ordinal)));
      return positionIn(members, doctor, keys);
    },
  };
}

function listedClinic({ model: { clinics }, asOf }: DirectoryView, clinic: number): ListedRecord {
  const only = emptyBitset(clinics.size);
  addBit(only, clinic);
  const criteria = (query: AppliedQuery) => clinicCriteria(query as ClinicQuery);
  return {
    meets: (query) => hasBit(clinics.select(criteria(query), asOf, only), clinic),
    total: (query) => countBits(clinics.select(criteria(query), asOf)),
    position(query) {
      const { ids, sort } = query;
      const members = clinics.select(criteria(query), asOf);
      const keys = alikeNames(clinics, query, (ordinal) => ordinal);
      if (ids && !sort) keys.push(placeIn(ids, (id) => clinics.ordinalOf(id)));
      else keys.push(...distanceOf(clinics, query, (ordinal) => ordinal));
      return positionIn(members, clinic, keys);
    },
  };
}

/** Without a specialty, the list is that of clinics. */
function listedServices(view: DirectoryView, clinic: number): ListedRecord {
  const { clinics, services } = view.model;
  const ofClinics = listedClinic(view, clinic);
  const only = emptyBitset(clinics.size);
  addBit(only, clinic);
  const select = (request: AppliedQuery, among = clinics.sets.all) => {
    const query = request as SpecialistQuery;
    return matchingServices(view, clinicCriteria(query), offeredServices(view.model, query), among);
  };
  const clinicOf = (service: number) => services.clinicOf(service);
  return {
    meets: (query) =>
      query.specialty === undefined ? ofClinics.meets(query) : select(query, only).length > 0,
    total: (query) => (query.specialty === undefined ? ofClinics.total(query) : select(query).length),
    position(query) {
      const found = select(query);
      const keys = alikeNames(clinics, query, clinicOf);
      if (query.sort === 'wait') keys.push((service) => services.waitWeeks(service));
      else keys.push(...distanceOf(clinics, query, clinicOf));
      const own = found.filter((service) => clinicOf(service) === clinic);
      return Math.min(...Array.from(own, (service) => positionAmong(found, service, keys)));
    },
  };
}

type Clinics = DirectoryView['model']['clinics'];

/** Returns the key of the order by distance; none if the list has another order. */
function distanceOf(clinics: Clinics, query: AppliedQuery, clinicOf: (ordinal: number) => number): Key[] {
  const from = orderedFrom(query);
  if (!from) return [];
  const place = unitVector(from);
  return [(ordinal) => clinics.squaredDistance(clinicOf(ordinal), place)];
}

/** Returns the key of the order by how alike the names of clinics are; none if the list has another order. */
function alikeNames(clinics: Clinics, query: AppliedQuery, clinicOf: (ordinal: number) => number): Key[] {
  if (query.sort || query.ids) return [];
  const names = clinicCriteria(query as ClinicQuery)
    .map((criterion): ClinicTest | undefined => (criterion.by === 'clinic' ? criterion.test : undefined))
    .find((test) => test?.by === 'alike')?.names;
  if (!names) return [];
  const rank = rankIn(clinics.sets.alike(names));
  return [(ordinal) => rank(clinicOf(ordinal))];
}

function placeIn(ids: readonly string[], ordinalOf: (id: string) => number | undefined): Key {
  const places = new Map(ids.map((id, place) => [ordinalOf(id), place]));
  return (ordinal) => places.get(ordinal)!;
}
