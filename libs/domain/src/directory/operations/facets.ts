import type { Answer } from '../../contract/answer.js';
import {
  type DoctorFacets,
  type Facet,
  FACET_VALUES,
  type FacetQuery,
  type FacetValue,
} from '../../contract/facet.js';
import type { Message } from '../../messages/index.js';
import { PLACES } from '../../places/gazetteer.js';
import type { Bitset } from '../../read-model/memory/bitset.js';
import type { ValueCount } from '../../read-model/doctors/facet-counter.js';
import { CLINIC_TYPES } from '../../records/clinic.js';
import type { ConstantTest } from '../../rules/clinic-test.js';
import type { DoctorValue } from '../../rules/criteria.js';
import { compareText, fold } from '../../text/text.js';
import type { DirectoryView } from '../directory-view.js';
import { matchingDoctors } from '../find.js';
import { interpretQuery } from '../interpret/interpret-query.js';
import { wholeAnswer } from '../list-envelope.js';

/** Counts the members of a set by the values of a group, of which `limit` are shown. */
type Count = (view: DirectoryView, doctors: Bitset, limit: number) => readonly ValueCount[];

const AREAS = PLACES.filter(({ kind }) => kind === 'municipality').map(
  ({ name, postalAreas }) => [name, { by: 'area', postalAreas }] as const,
);
const TYPES = CLINIC_TYPES.map((type) => [type, { by: 'type', anyOf: [type] }] as const);
const ACCEPTING: ConstantTest = { by: 'flag', has: 'accepting' };
const REFUSING: ConstantTest = { by: 'refusing' };

const COUNTS: Readonly<Record<Facet, Count>> = {
  specialty: values('specialties'),
  language: values('languages'),
  gender: values('gender'),
  area: tests(AREAS),
  clinicType: tests(TYPES),
  accepting({ model: { doctors } }, found) {
    const yes = doctors.facets.atClinics(found, ACCEPTING);
    const no = doctors.facets.atClinics(found, REFUSING);
    return [
      ['true', yes],
      ['false', no],
      ['unknown', doctors.sets.count(found) - yes - no],
    ];
  },
  freshness: ({ model: { doctors }, asOf }, found) => doctors.facets.byFreshness(found, asOf),
};

function values(of: DoctorValue): Count {
  return ({ model: { doctors, displayNames } }, found, limit) =>
    doctors.facets
      .byValue(found, of, limit)
      .map(([value, count]) => [displayNames.get(value) ?? value, count]);
}

function tests(values: readonly (readonly [value: string, test: ConstantTest])[]): Count {
  return ({ model: { doctors } }, found) =>
    values.map(([value, test]) => [value, doctors.facets.atClinics(found, test)]);
}

export function getFacets(view: DirectoryView, request: FacetQuery): Answer<DoctorFacets> {
  const query = interpretQuery(view, request, 'getFacets');
  const { total, facets, warnings } = facetsOf(view, query);
  const { interpreted = [] } = query;
  const about = interpreted.length > 0 && { interpreted };
  return wholeAnswer<DoctorFacets>({ total, facets, ...about }, warnings);
}

function facetsOf(view: DirectoryView, query: FacetQuery) {
  const { limit: requested = FACET_VALUES.default, warnings = [] } = query;
  const limit = Math.min(requested, FACET_VALUES.maximum);
  const { sets } = view.model.doctors;
  const { matches, warning } = matchingDoctors(view, query);
  // A copy: counting a group may overwrite the set.
  const found = sets.hold(matches);
  const facets = Object.fromEntries(
    query.by.map((by) => [by, ordered(COUNTS[by](view, found, limit), limit)]),
  );
  const said: Message[] = [...warnings];
  if (requested > limit) said.push({ code: 'limit_capped', params: { limit: requested, maximum: limit } });
  if (warning) said.push(warning);
  return { total: sets.count(found), facets, warnings: said };
}

function ordered(counts: readonly ValueCount[], limit: number): readonly FacetValue[] {
  return counts
    .filter(([, count]) => count > 0)
    .toSorted(([a, x], [b, y]) => y - x || compareText(fold(a), fold(b)))
    .slice(0, limit)
    .map(([value, count]) => ({ value, count }));
}
