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
  // Without its name alone, a search finds everybody: that is no advice.
  const isNameOnly = filters.length === 1 && filters[0] === 'q';
  const relaxed = await Promise.all(
    (isNameOnly ? [] : filters).map(async (leaveOut) => ({
      leaveOut,
      total: await totalOf(Object.assign({}, query, { [leaveOut]: undefined, limit: 0, offset: 0 })),
    })),
  );
  const relax = relaxed.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
  if (relax.length > 0) return { relax, textIn: (texts) => texts.withoutOne(totalsText(relax)) };
  const none = Object.fromEntries(filters.map((name) => [name, undefined]));
  const hasAny =
    filters.length > 0 && (await totalOf(Object.assign({}, query, none, { limit: 0, offset: 0 }))) > 0;
  const textIn = ({ noneAtAll, noSingleFilter }: AnswerTexts) =>
    hasAny ? (isNameOnly ? '' : noSingleFilter) : noneAtAll;
  return { relax, textIn };
}

function totalsText(relax: Advice['relax']): string {
  return relax.map(({ leaveOut, total }) => `${leaveOut} → ${total}`).join(', ');
}
