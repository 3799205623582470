import {
  EXPLAINED_LIST_NAMES,
  EXPLAINED_LISTS,
  type ExplainedList,
  type ListParameters,
} from '../../contract/explanation.js';
import { objectOf } from '../../read-model/memory/object-of.js';
import { fieldsOf } from '../../schema/schema.js';

/** The parameters that leave nothing out: page, order, members, the place, and how `q` is compared. */
const NO_FILTERS = ['limit', 'offset', 'sort', 'group', 'include', 'near', 'lat', 'lng', 'match'] as const;
/** Those that other parameters need. A filter is left out without them, so that the query stays valid. */
const CONTEXT = ['lat', 'lng', 'match'] as const;

export type FilterName = Exclude<keyof ListParameters, (typeof NO_FILTERS)[number]>;

/** The parameters of a list as they are applied: words and places are read. */
export type AppliedQuery = ListParameters & { readonly services?: readonly string[] };

/** The filters that one and the same doctor of a clinic must meet. */
export const DOCTOR_FILTERS: readonly FilterName[] = [
  'specialties',
  'languages',
  'language',
  'gender',
  'minYears',
  'maxYears',
  'independent',
];
const TIMES: readonly FilterName[] = ['days', 'date', 'openAt'];

/** The filters whose effects depend on one another. All others stand alone. */
const DEPENDENT: Readonly<Record<ExplainedList, readonly (readonly FilterName[])[]>> = {
  doctors: [['specialties', 'specialty'], ['languages', 'language'], TIMES],
  search: [['specialties', 'specialty'], ['languages', 'language'], TIMES],
  clinics: [DOCTOR_FILTERS, TIMES],
  specialists: [DOCTOR_FILTERS, TIMES, ['accepting', 'acceptance', 'specialty']],
};

/** The filters of each list in the order of the contract. */
const FILTERS = objectOf(EXPLAINED_LIST_NAMES, (list) => {
  const others: readonly string[] = NO_FILTERS;
  const names = fieldsOf(EXPLAINED_LISTS[list]).map(({ name }) => name as FilterName);
  return names.filter((name) => !others.includes(name));
});

/** Returns the filters of a query in the order of the contract. */
export function filtersOf(list: ExplainedList, query: AppliedQuery): readonly FilterName[] {
  return FILTERS[list].filter((name) => query[name] !== undefined);
}

/** Groups filters by which of them depend on one another. */
export function dependentFilters(
  list: ExplainedList,
  names: readonly FilterName[],
): Iterable<readonly FilterName[]> {
  const groupOf = (name: FilterName) => DEPENDENT[list].find((group) => group.includes(name)) ?? name;
  return Map.groupBy(names, groupOf).values();
}

/** Returns a query of some of the filters only. */
export function withFilters(query: AppliedQuery, names: readonly string[]): AppliedQuery {
  const kept = [...names, ...CONTEXT, ...(names.includes('specialty') ? ['services'] : [])];
  return Object.fromEntries(Object.entries(query).filter(([name]) => kept.includes(name)));
}
