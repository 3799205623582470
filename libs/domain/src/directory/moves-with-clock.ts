import type { Sort } from '../contract/queries/place-query.js';
import type { PracticeQuery } from '../contract/queries/practice-query.js';

type ClockQuery = Pick<PracticeQuery, 'minYears' | 'maxYears' | 'acceptance'> & { readonly sort?: Sort };

/** The state of an answer that the clock does not change. */
export const UNCHANGING = '';

/** Returns whether the clock changes which records match, or their order: nothing else depends on it. */
export function movesWithClock({ minYears, maxYears, acceptance, sort }: ClockQuery): boolean {
  return minYears !== undefined || maxYears !== undefined || acceptance !== undefined || sort === 'years';
}
