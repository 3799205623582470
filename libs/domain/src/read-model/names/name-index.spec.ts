import fc from 'fast-check';
import { fold } from '../../text/text.js';
import { BitMemory } from '../memory/bit-memory.js';
import { membersOf } from '../memory/bitset.js';
import { TextArena } from '../memory/text-arena.js';
import { exactColumns, NameIndex } from './name-index.js';

function indexOf(names: readonly string[]): NameIndex {
  return new NameIndex(exactColumns(names, new TextArena()), new BitMemory(names.length, NameIndex.SETS));
}

const found = (names: readonly string[], index: NameIndex, terms: readonly string[]) =>
  Array.from(membersOf(index.search(terms)), (ordinal) => names[ordinal]!);

const withAll = (names: readonly string[], terms: readonly string[]) =>
  terms.length === 0 ? [] : names.filter((name) => terms.every((term) => name.includes(term)));

/** Names over an alphabet, with terms of 1 to 6 letters: some from a name, some of random letters. */
function namesAndTerms(letter: fc.Arbitrary<string>) {
  const text = (minLength: number, maxLength: number) =>
    fc.array(letter, { minLength, maxLength }).map((letters) => letters.join(''));
  const names = fc.array(text(1, 12), { minLength: 1, maxLength: 40 });
  return names.chain((all) => {
    const cut = fc.tuple(fc.constantFrom(...all), fc.nat(12), fc.integer({ min: 1, max: 6 }));
    const piece = cut
      .map(([name, at, length]) =>
        Array.from(name)
          .slice(at, at + length)
          .join(''),
      )
      .filter((term) => term !== '');
    const terms = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, text(1, 6)), { maxLength: 4 });
    return fc.record({ names: fc.constant(all), terms });
  });
}

const ALPHABETS: [string, fc.Arbitrary<string>][] = [
  ['few letters, many repetitions', fc.constantFrom('a', 'b', ' ')],
  ['letters of folded names', fc.constantFrom(...fold("abcdefghijklmnopqrstuvwxyz .-' çéłø").split(''))],
  [
    'Tamil, Chinese, Arabic and letters beyond the basic plane',
    fc.constantFrom(...Array.from('தமிழ்中文李محمد𠀀𠀁𝒜')),
  ],
];

describe('finds exactly the names that contain every term', () => {
  it.each(ALPHABETS)('%s', (_, letter) => {
    fc.assert(
      fc.property(namesAndTerms(letter), ({ names, terms }) => {
        const words = terms.flatMap((term) => term.split(' ').filter(Boolean));
        expect(found(names, indexOf(names), words)).toEqual(withAll(names, words));
      }),
      { numRuns: 1_000 },
    );
  });

  it('many frequent terms, one search after another', () => {
    const letters = Array.from('abcdefghijklmno');
    const words = letters.flatMap((a) => letters.map((b) => a + b));
    // Each word is in many names.
    const names = Array.from({ length: 900 }, (_, n) =>
      words.filter((_word, i) => (n * 7 + i) % 11 === 0).join(' '),
    );
    const index = indexOf(names);
    for (const word of [...words.slice(0, 80), ...words.slice(0, 9)])
      for (const terms of [[word], [words[3]!, word], [word, word[0]!, 'zz']])
        expect(found(names, index, terms)).toEqual(withAll(names, terms));
  });
});

describe('search', () => {
  const names = ['dr. anna li', 'dr. li wei', 'dr. olivia annan', 'dr. jo'];
  const index = indexOf(names);

  it.each([
    [['li'], ['dr. anna li', 'dr. li wei', 'dr. olivia annan']],
    [['i'], ['dr. anna li', 'dr. li wei', 'dr. olivia annan']],
    [
      ['anna', 'li'],
      ['dr. anna li', 'dr. olivia annan'],
    ],
    [
      ['ann', 'ann'],
      ['dr. anna li', 'dr. olivia annan'],
    ],
    [['jo'], ['dr. jo']],
    [['o'], ['dr. olivia annan', 'dr. jo']],
    [['annex'], []],
    [['z'], []],
    [[], []],
  ])('%j', (terms, expected) => {
    expect(found(names, index, terms)).toEqual(expected);
  });

  it('finds nothing without names', () => {
    expect(found([], indexOf([]), ['a'])).toEqual([]);
  });
});
