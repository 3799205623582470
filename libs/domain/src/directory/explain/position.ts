import { type Bitset, countBelow, hasBit, membersOf } from '../../read-model/memory/bitset.js';
import type { RankedNames } from '../../read-model/names/forgiving-name-index.js';

/** Returns what an order compares of a record. Less comes first; equal ones stay in default order. */
export type Key = (ordinal: number) => number;

/** Counts the members of a set that come before a record. */
export function positionIn(members: Bitset, record: number, keys: readonly Key[]): number {
  return keys.length === 0 ? countBelow(members, record) : positionAmong(membersOf(members), record, keys);
}

/** Counts the members of a list that come before a record, without sorting the list. */
export function positionAmong(members: Int32Array, record: number, keys: readonly Key[]): number {
  const own = keys.map((key) => key(record));
  const count = members.length;
  let before = 0;
  for (let i = 0; i < count; i++) {
    const member = members[i]!;
    let difference = 0;
    for (let k = 0; difference === 0 && k < own.length; k++) difference = keys[k]!(member) - own[k]!;
    if (difference < 0 || (difference === 0 && member < record)) before++;
  }
  return before;
}

/** Returns the rank of a match, best first. */
export function rankIn(ranked: RankedNames): Key {
  return (ordinal) => ranked.findIndex((names) => hasBit(names, ordinal));
}
