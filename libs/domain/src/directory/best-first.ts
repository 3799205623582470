import { type Bitset, hasBit } from '../read-model/memory/bitset.js';
import type { RankedNames } from '../read-model/names/forgiving-name-index.js';
import { MATCH_KINDS, type MatchKind } from '../text/name-match.js';
import type { Found, Page } from './list-envelope.js';

type Window = Pick<Page, 'offset' | 'limit'>;

/**
 * Returns a page of matches, best first, then as `pageOf` orders equally good ones.
 * @param matchOf describes how a member matches
 */
export function bestFirst(
  matches: Bitset,
  orBetter: RankedNames,
  { offset, limit }: Window,
  pageOf: (group: Bitset, window: Window) => Found,
  matchOf: (ordinal: number, how: MatchKind) => NonNullable<Found['matches']>[number],
): Found {
  const { total } = pageOf(matches, { offset: 0, limit: 0 });
  const ordinals: number[] = [];
  const found: ReturnType<typeof matchOf>[] = [];
  const group = matches.slice();
  const words = Math.min(group.length, orBetter[0]!.length);
  let before = 0;
  for (let rank = 0; rank < orBetter.length && ordinals.length < limit; rank++) {
    const [ranked, better] = [orBetter[rank]!, orBetter[rank - 1]];
    if (ranked === better) continue;
    if (better) for (let w = 0; w < words; w++) group[w] = matches[w]! & ranked[w]! & ~better[w]!;
    else for (let w = 0; w < words; w++) group[w] = matches[w]! & ranked[w]!;
    const window = { offset: Math.max(0, offset - before), limit: limit - ordinals.length };
    const page = pageOf(group, window);
    before += page.total;
    for (let i = 0; i < page.ordinals.length; i++) {
      ordinals.push(page.ordinals[i]!);
      found.push(matchOf(page.ordinals[i]!, MATCH_KINDS[rank]!));
    }
  }
  return { total, ordinals, matches: found };
}

/**
 * Returns a page of matches as `pageOf` orders them, with how each matches.
 * @param memberOf returns the member of the ranked sets that an ordinal stands for; itself by default
 */
export function inGivenOrder(
  matches: Bitset,
  orBetter: RankedNames,
  window: Window,
  pageOf: (group: Bitset, window: Window) => Found,
  matchOf: (ordinal: number, how: MatchKind) => NonNullable<Found['matches']>[number],
  memberOf: (ordinal: number) => number = (ordinal) => ordinal,
): Found {
  const { total, ordinals } = pageOf(matches, window);
  const found = Array.from(ordinals, (ordinal) => {
    const rank = orBetter.findIndex((ranked) => hasBit(ranked, memberOf(ordinal)));
    return matchOf(ordinal, MATCH_KINDS[rank]!);
  });
  return { total, ordinals, matches: found };
}
