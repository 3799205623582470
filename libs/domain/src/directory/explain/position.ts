import { hasBit } from '../../read-model/memory/bitset.js';
import type { RankedNames } from '../../read-model/names/forgiving-name-index.js';

/** Returns what an order compares of a record. Less comes first; equal ones stay in default order. */
export type Key = (ordinal: number) => number;

/** Counts the members of a list that come before a record, without sorting the list. */
export function positionAmong(members: Int32Array, record: number, keys: readonly Key[]): number {
  const own = keys.map((key) => key(record));
  let before = 0;
  for (const member of members) if (precedes(member)) before++;
  return before;

  function precedes(member: number): boolean {
    for (let i = 0; i < keys.length; i++) {
      const difference = keys[i]!(member) - own[i]!;
      if (difference !== 0) return difference < 0;
    }
    return member < record;
  }
}

/** Returns the rank of a match, best first. */
export function rankIn(ranked: RankedNames): Key {
  return (ordinal) => ranked.findIndex((names) => hasBit(names, ordinal));
}
