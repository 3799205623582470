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

it('finds the members with a value of at most a bound', () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer());
  fc.assert(
    fc.property(fc.array(value, { maxLength: 1200 }), value, (all, bound) => {
      fc.pre(bound < 2 ** 31 - 1);
      const sets = new BitMemory(all.length, BitMemory.SETS_PER_COLUMN + 2);
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

/** Few or many members of a set that has several counted parts. */
const members = fc
  .record({ size: fc.nat(100_000), share: fc.constantFrom(0, 0.0001, 0.01, 0.7, 1), seed: fc.nat() })
  .map(({ size, share, seed }) => ({
    size,
    members: Array.from({ length: size }, (_, i) => i).filter((i) => hash(i + seed) < share),
  }));

/** A number from 0 to below 1 that looks random. */
function hash(number: number): number {
  return (Math.imul(number ^ (number >>> 7), 2_654_435_761) >>> 0) / 2 ** 32;
}

it('returns a page of any set, its own or from elsewhere', () => {
  const window = fc.record({ offset: fc.oneof(fc.nat(100), fc.maxSafeNat()), limit: fc.nat(100) });
  const deep = fc.record({ offset: fc.nat(100_000), limit: fc.nat(100) });
  fc.assert(
    fc.property(members, fc.oneof(window, deep), ({ size, members }, page) => {
      const sets = new BitMemory(size, 2);
      const elsewhere = emptyBitset(size);
      for (const member of members) addBit(elsewhere, member);
      const own = sets.copyOf(elsewhere);
      const expected = members.slice(page.offset, page.offset + page.limit);
      for (const set of [own, elsewhere]) {
        expect(sets.countAny(set)).toBe(members.length);
        expect([...sets.page(set, page, members.length)]).toEqual(expected);
      }
    }),
  );
});

it('finds the bytes that have members', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1_023)), (all) => {
      const sets = new BitMemory(1_024, 2);
      const [set, into] = [setOf(sets, all), sets.empty().subarray(0, 1_024 / 8 / 32)];
      sets.nonZeroBytes(set, into);
      expect([...membersOf(into)]).toEqual(ascending(new Set(all.map((member) => member >> 3))));
    }),
  );
});
