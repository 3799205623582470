import type { DuplicatePair } from '@care-atlas/data/sync';
import { clustersOf } from '../src/corrections/duplicate-clusters.js';

const pair = (merged: string, kept: string) =>
  ({ merged: { id: merged }, kept: { id: kept } }) as DuplicatePair;
const shown = (...pairs: DuplicatePair[]) =>
  clustersOf(pairs).map(({ clinics, pairs: connecting }) => [
    [...clinics.keys()].toSorted().join(''),
    connecting.map(({ merged, kept }) => merged.id + kept.id).join(),
  ]);

it('pairs with a common clinic are one cluster, also when a later pair connects them', () => {
  expect(shown()).toEqual([]);
  expect(shown(pair('a', 'b'), pair('c', 'd'))).toEqual([
    ['ab', 'ab'],
    ['cd', 'cd'],
  ]);
  expect(shown(pair('a', 'b'), pair('c', 'd'), pair('e', 'f'), pair('d', 'b'), pair('a', 'c'))).toEqual([
    ['abcd', 'ab,cd,db,ac'],
    ['ef', 'ef'],
  ]);
});
