import type { Answer, ListEnvelope } from '@care-atlas/domain/contract';
import type { MatchKind, NameComparison } from '@care-atlas/domain/text';
import type { AnswerTexts } from '../../texts/en/answers.js';
import type { Awaitable } from '../../directory/directory-reader.js';

interface NameQuery {
  readonly q?: string;
  readonly match?: NameComparison;
}

const ALIKE: readonly MatchKind[] = ['spelling', 'sound'];

/** Finds the names that contain every term or, if there are none, those that are spelled or sound alike. */
export async function findNames<Q extends NameQuery, Page extends ListEnvelope>(
  query: Q,
  find: (query: Q) => Awaitable<Answer<Page>>,
): Promise<Answer<Page>> {
  const exact = await find(query);
  if (query.q === undefined || query.match !== undefined) return exact;
  const total = exact.page?.total ?? exact.value.total;
  return total > 0 ? exact : find({ ...query, match: 'forgiving' });
}

/** Returns what to say above rows whose names are only alike; undefined if a name has the terms. */
export function alikeNotice(
  { onlyAlike }: AnswerTexts,
  matches: readonly { readonly how: MatchKind }[] = [],
): string | undefined {
  return matches.length > 0 && matches.every(({ how }) => ALIKE.includes(how)) ? onlyAlike : undefined;
}
