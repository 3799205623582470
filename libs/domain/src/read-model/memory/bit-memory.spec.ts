import fc from 'fast-check';
import { BitMemory } from './bit-memory.js';
import { addBit, emptyBitset, fullBitset, membersOf } from './bitset.js';

/** A size that is or is not a multiple of 128, and two sets of ordinals below it. */
const twoSets = fc.nat(400).chain((size) => {
  const members = size === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(size - 1));
  return fc.record({ size: fc.constant(size), a: members, b: members });
});

function setOf(sets: BitMemory, members: readonly number[]) {
  const bits = sets.empty();
  for (const member of members) addBit(bits, member);
  return bits;
}

const ascending = (members: Iterable<number>) => [...members].toSorted((x, y) => x - y);

it.each([
  ['intersect', (inA: boolean, inB: boolean) => inA && inB],
  ['unite', (inA: boolean, inB: boolean) => inA || inB],
  ['subtract', (inA: boolean, inB: boolean) => inA && !inB],
] as const)('%s: what Sets say, into a third set and into either', (combine, belongs) => {
  fc.assert(
    fc.property(twoSets, fc.constantFrom('a', 'b', 'third'), ({ size, a, b }, target) => {
      const sets = new BitMemory(size, 4);
      const bits = { a: setOf(sets, a), b: setOf(sets, b), third: setOf(sets, a) };
      const beside = setOf(sets, a);
      sets[combine](bits[target], bits.a, bits.b);
      const all = Array.from({ length: size }, (_, i) => i);
      expect([...membersOf(bits[target])]).toEqual(all.filter((i) => belongs(a.includes(i), b.includes(i))));
      expect([...membersOf(beside)]).toEqual(ascending(a));
    }),
  );
});

it('counts the members of one set only', () => {
  fc.assert(
    fc.property(twoSets, ({ size, a, b }) => {
      const sets = new BitMemory(size, 2);
      const [first, second] = [setOf(sets, a), setOf(sets, b)];
      expect([sets.count(first), sets.count(second)]).toEqual([a.length, b.length]);
    }),
  );
});

it('counts a million members', () => {
  const sets = new BitMemory(1_000_003, 1);
  expect(sets.count(sets.copyOf(fullBitset(1_000_003)))).toBe(1_000_003);
});

it('copies a set from elsewhere', () => {
  const elsewhere = emptyBitset(70);
  for (const member of [0, 31, 69]) addBit(elsewhere, member);
  expect([...membersOf(new BitMemory(70, 1).copyOf(elsewhere))]).toEqual([0, 31, 69]);
});
