import type { AsyncReads, PageQuery } from '@care-atlas/domain/contract';
import { fold, nearestWord } from '@care-atlas/domain/text';

/** Fields that are not filters: without them, a list has the same members or another subject. */
const NOT_FILTERS = ['limit', 'offset', 'lat', 'lng', 'include', 'specialty', 'warnings'];

/** The number of matches without one filter. */
export interface Relaxation {
  readonly leaveOut: string;
  readonly total: number;
}

/** Advice for a search without matches. */
export interface Advice {
  readonly relax: readonly Relaxation[];
  readonly text: string;
}

type FilterQuery = PageQuery & {
  readonly specialties?: string[];
  readonly languages?: string[];
  readonly specialty?: string;
};

/**
 * Returns which single filters to leave out, with the matches that each would give, and the names that the directory
 * does not know.
 * @param totalOf returns the number of matches of a query
 */
export async function adviceFor<Q extends FilterQuery>(
  query: Q,
  reads: AsyncReads,
  totalOf: (query: Q) => Promise<number>,
): Promise<Advice> {
  const filters = filtersOf(query);
  const relaxed = await Promise.all(
    filters.map(async (leaveOut) => ({
      leaveOut,
      total: await totalOf(Object.assign({}, query, { [leaveOut]: undefined, limit: 0, offset: 0 })),
    })),
  );
  const relax = relaxed.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
  const unknown = await unknownNames(query, reads);
  return { relax, text: [...unknown, textOf(filters, relax)].filter(Boolean).join('\n') };
}

function filtersOf(query: object): string[] {
  return Object.entries(query)
    .filter(([name, value]) => value !== undefined && value !== false && !NOT_FILTERS.includes(name))
    .map(([name]) => name);
}

function textOf(filters: readonly string[], relax: readonly Relaxation[]): string {
  if (filters.length === 0) return '';
  if (relax.length === 0) return 'Leaving out one filter is not enough: search with fewer filters.';
  return `Leaving out one filter gives: ${relax.map(({ leaveOut, total }) => `${leaveOut} → ${total}`).join(', ')}.`;
}

/** Returns a line for each specialty and language that no doctor has, with the most similar one that exists. */
async function unknownNames(query: FilterQuery, reads: AsyncReads): Promise<string[]> {
  const { specialty, languages = [] } = query;
  const specialties = [...(specialty === undefined ? [] : [specialty]), ...(query.specialties ?? [])];
  const [knownSpecialties, knownLanguages] = await Promise.all([
    specialties.length > 0 && reads.listSpecialties(),
    languages.length > 0 && reads.listLanguages(),
  ]);
  return [
    ...unknownAmong(specialties, knownSpecialties ? knownSpecialties.value.specialties : [], 'specialty'),
    ...unknownAmong(languages, knownLanguages ? knownLanguages.value.languages : [], 'language'),
  ];
}

function unknownAmong(
  names: readonly string[],
  known: readonly { readonly value: string }[],
  kind: string,
): string[] {
  const values = new Map(known.map(({ value }) => [fold(value), value]));
  return names
    .filter((name) => !values.has(fold(name)))
    .map((name) => {
      const nearest = nearestWord(name, values.values());
      const hint = nearest ? `Did you mean '${nearest}'?` : 'Values: get_directory_metadata.';
      return `No listed doctor has the ${kind} '${name.slice(0, 60)}'. ${hint}`;
    });
}
