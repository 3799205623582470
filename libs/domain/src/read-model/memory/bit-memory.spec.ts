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

it('combines what Sets say, into a third set and into any of the sets', () => {
  const criterion = fc.record({
    anyOf: fc.uniqueArray(fc.constantFrom('a', 'b', 'all'), { minLength: 1 }),
    not: fc.boolean(),
  });
  const target = fc.constantFrom('a', 'b', 'third');
  fc.assert(
    fc.property(twoSets, fc.array(criterion, { maxLength: 4 }), target, ({ size, a, b }, further, into) => {
      const sets = new BitMemory(size, 8);
      const all = Array.from({ length: size }, (_, i) => i);
      const lists = { a, b, all };
      const bits = { a: setOf(sets, a), b: setOf(sets, b), all: setOf(sets, all), third: setOf(sets, a) };
      const beside = setOf(sets, a);
      const criteria = [{ anyOf: ['all'] as const, not: false }, ...further];
      const combined = sets.combine(
        bits[into],
        criteria.map(({ anyOf, not }) => ({ anyOf: anyOf.map((name) => bits[name]), not })),
      );
      const meets = (i: number) =>
        criteria.every(({ anyOf, not }) => anyOf.some((name) => lists[name].includes(i)) !== not);
      expect([...membersOf(combined)]).toEqual(all.filter(meets));
      expect([...membersOf(beside)]).toEqual(ascending(a));
    }),
  );
});

it('counts the members of one set only, and those that two share', () => {
  fc.assert(
    fc.property(twoSets, ({ size, a, b }) => {
      const sets = new BitMemory(size, 2);
      const [first, second] = [setOf(sets, a), setOf(sets, b)];
      expect([sets.count(first), sets.count(second)]).toEqual([a.length, b.length]);
      expect(sets.count(first, second)).toBe(a.filter((member) => b.includes(member)).length);
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

it('finds whose value is at most a bound', () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer());
  fc.assert(
    fc.property(fc.array(value, { maxLength: 1200 }), value, (all, bound) => {
      fc.pre(bound < 2 ** 31 - 1);
      const sets = new BitMemory(all.length, BitMemory.VALUES + 2);
      const values = sets.values();
      values.set(all);
      const [found, beside] = [sets.copyOf(fullBitset(all.length)), sets.copyOf(fullBitset(all.length))];
      expect([...membersOf(sets.atMost(values, bound, found))]).toEqual(
        Array.from(all.keys()).filter((member) => all[member]! <= bound),
      );
      expect(sets.count(beside)).toBe(all.length);
    }),
  );
});
