import fc from 'fast-check';
import { addBit, emptyBitset, membersOf } from '../memory/bitset.js';
import { nearestFirst, PointTree, pointTree, unitVectors } from './nearest.js';

/** Positions on a coarse grid: many are equal, and many equally far. */
const onAGrid = fc.record({ lat: fc.integer({ min: 0, max: 8 }), lng: fc.integer({ min: 172, max: 188 }) });
const aroundTheWorld = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('PointTree', () => {
  it.each([
    ['on a grid', onAGrid],
    ['around the world', aroundTheWorld],
  ])('finds the same as a linear search, %s', (_, place) => {
    const members = fc.array(fc.tuple(place, fc.boolean()), { maxLength: 300 });
    fc.assert(
      fc.property(members, place, fc.nat(30), (all, from, wanted) => {
        const vectors = unitVectors(all.map(([position]) => position));
        const set = emptyBitset(all.length);
        all.forEach(([, isMember], ordinal) => isMember && addBit(set, ordinal));
        const listed = membersOf(set);
        const count = Math.min(wanted, listed.length);
        const tree = new PointTree(pointTree(vectors));
        const expected = nearestFirst(vectors, listed, from, count).map((index) => listed[index]!);
        expect(tree.nearestOf(set, from, count)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('finds nothing without places', () => {
    const nowhere = new Float64Array(0);
    const tree = new PointTree(pointTree(nowhere));
    expect(tree.nearestOf(emptyBitset(0), { lat: 0, lng: 0 }, 0)).toHaveLength(0);
  });
});
