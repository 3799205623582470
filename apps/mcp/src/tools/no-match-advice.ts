import type { AsyncReads, PageQuery } from '@care-atlas/domain/contract';
import { fold, nearestWord } from '@care-atlas/domain/text';
import { FILTER_VALUES, type FilterKind } from '../directory/directory-reader.js';

/** Fields that are not filters: without them, a list has the same members or another subject. */
const NOT_FILTERS = [
  'limit',
  'offset',
  'near',
  'lat',
  'lng',
  'sort',
  'include',
  'specialty',
  'match',
  'warnings',
];

/** Advice for a search without matches. */
export interface Advice {
  /** The number of matches without one filter. */
  readonly relax: readonly { readonly leaveOut: string; readonly total: number }[];
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
  const filters = Object.entries(query)
    .filter(([name, value]) => value !== undefined && value !== false && !NOT_FILTERS.includes(name))
    .map(([name]) => name);
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

function textOf(filters: readonly string[], relax: Advice['relax']): string {
  if (filters.length === 0) return '';
  if (relax.length === 0) return 'Leaving out one filter is not enough: search with fewer filters.';
  return `Leaving out one filter gives: ${relax.map(({ leaveOut, total }) => `${leaveOut} → ${total}`).join(', ')}.`;
}

/** Returns a line for each specialty and language that no doctor has, with the most similar one that exists. */
async function unknownNames(query: FilterQuery, reads: AsyncReads): Promise<string[]> {
  const { specialty, specialties = [], languages = [] } = query;
  const named = specialty === undefined ? specialties : [specialty, ...specialties];
  return [
    ...(await unknownAmong(named, 'specialties', 'specialty', reads)),
    ...(await unknownAmong(languages, 'languages', 'language', reads)),
  ];
}

async function unknownAmong(
  names: readonly string[],
  kind: FilterKind,
  noun: string,
  reads: AsyncReads,
): Promise<string[]> {
  if (names.length === 0) return [];
  const values = new Map((await FILTER_VALUES[kind](reads)).map(({ value }) => [fold(value), value]));
  const unknown = names.filter((name) => !values.has(fold(name)));
  return unknown.map((name) => {
    const nearest = nearestWord(name, values.values());
    const hint = nearest ? `Did you mean '${nearest}'?` : 'Values: get_directory_metadata.';
    return `No listed doctor has the ${noun} '${name.slice(0, 60)}'. ${hint}`;
  });
}
