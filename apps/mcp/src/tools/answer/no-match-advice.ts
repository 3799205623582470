import type { PageQuery } from '@care-atlas/domain/contract';
import type { AnswerTexts } from '../../texts/en/answers.js';

/** Fields that are not filters: without them, a list has the same members or another subject. */
const NOT_FILTERS = [
  'limit',
  'offset',
  'near',
  'lat',
  'lng',
  'sort',
  'group',
  'include',
  'specialty',
  'match',
  'warnings',
];

/** Advice for a search without matches. */
export interface Advice {
  /** The number of matches without one filter. */
  readonly relax: readonly { readonly leaveOut: string; readonly total: number }[];
  readonly textIn: (texts: AnswerTexts) => string;
}

/**
 * Returns which single filters to leave out, with the matches that each would give. The directory itself warns of names
 * that it does not know.
 * @param totalOf returns the number of matches of a query
 */
export async function adviceFor<Q extends PageQuery>(
  query: Q,
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
  return { relax, textIn: (texts) => textOf(filters, relax, texts) };
}

function textOf(
  filters: readonly string[],
  relax: Advice['relax'],
  { noSingleFilter, withoutOne }: AnswerTexts,
): string {
  if (filters.length === 0) return '';
  if (relax.length === 0) return noSingleFilter;
  return withoutOne(relax.map(({ leaveOut, total }) => `${leaveOut} → ${total}`).join(', '));
}
