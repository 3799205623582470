import fc from 'fast-check';
import {
  addBit,
  addRange,
  type Bitset,
  countBits,
  emptyBitset,
  fullBitset,
  hasBit,
  intersect,
  membersOf,
} from './bitset.js';

/** A size that is or is not a multiple of 32, and two sets of ordinals below it. */
const twoSets = fc.nat(200).chain((size) => {
  const members = size === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(size - 1));
  return fc.record({ size: fc.constant(size), a: members, b: members });
});

function bitsOf(size: number, members: readonly number[]): Bitset {
  const bits = emptyBitset(size);
  for (const member of members) addBit(bits, member);
  return bits;
}

const ascending = (members: Iterable<number>) => [...members].toSorted((x, y) => x - y);

describe('a bitset equals a Set', () => {
  it('in members, count and membership', () => {
    fc.assert(
      fc.property(twoSets, ({ size, a }) => {
        const bits = bitsOf(size, a);
        const set = new Set(a);
        expect([...membersOf(bits)]).toEqual(ascending(set));
        expect(countBits(bits)).toBe(set.size);
        for (let i = 0; i < size; i++) expect(hasBit(bits, i)).toBe(set.has(i));
      }),
    );
  });

  it('in intersections', () => {
    fc.assert(
      fc.property(twoSets, ({ size, a, b }) => {
        const into = bitsOf(size, a);
        const other = bitsOf(size, b);
        intersect(into, other);
        expect([...membersOf(into)]).toEqual(ascending(a.filter((member) => b.includes(member))));
        expect([...membersOf(other)]).toEqual(ascending(b));
      }),
    );
  });

  it('when a member is added twice', () => {
    const bits = bitsOf(40, [3, 3, 35, 35]);
    expect([...membersOf(bits)]).toEqual([3, 35]);
  });

  it('when ranges are added', () => {
    const ranges = fc.array(fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 100 })), { maxLength: 4 });
    fc.assert(
      fc.property(ranges, (all) => {
        const bits = emptyBitset(200);
        for (const [from, length] of all) addRange(bits, from, from + length);
        const members = all.flatMap(([from, length]) => Array.from({ length }, (_, i) => from + i));
        expect([...membersOf(bits)]).toEqual(ascending(new Set(members)));
      }),
    );
  });

  it.each([0, 1, 31, 32, 33, 63, 64, 65])('when full with %i members', (size) => {
    const full = fullBitset(size);
    expect(countBits(full)).toBe(size);
    expect([...membersOf(full)]).toEqual(Array.from({ length: size }, (_, i) => i));
  });
});
