import fc from 'fast-check';
import { nameQuery, nameRank } from '../../text/name-match.js';
import { bestFirst, ForgivingNameIndex } from './forgiving-name-index.js';

const NAMES = [
  'Dr. Wei Chen',
  "Dr. Maeve O'Reilly",
  'Dr. Jean-Luc Roy',
  'Dr. Jean Luc Chan',
  'Dr. Sana Chowdhury',
  'Dr. Nguyễn Văn An',
  'Dr. Jane Phillips',
  'Dr. 李明',
  'Wei',
];

function ranksByIndex(names: readonly string[], q: string): number[] {
  return [...new ForgivingNameIndex(names).search(nameQuery(q))];
}

function ranksByPredicate(names: readonly string[], q: string): number[] {
  return names.map((name) => nameRank(nameQuery(q), name));
}

describe('ranks names as the predicate does', () => {
  it.each([
    'chen',
    'wei',
    'e',
    'jean luc',
    'jeanluc',
    'OReilly',
    'chaudhri',
    'filips',
    'Dr',
    'dr wei',
    'nguyen',
    '李',
    '',
  ])('%j', (q) => {
    expect(ranksByIndex(NAMES, q)).toEqual(ranksByPredicate(NAMES, q));
  });

  const ALPHABETS: [string, fc.Arbitrary<string>][] = [
    ['few letters', fc.constantFrom('a', 'b', 'c', ' ')],
    ['letters that sound alike', fc.constantFrom(...Array.from("aeikcqszphfmntdr -'"))],
    ['several scripts', fc.constantFrom(...Array.from('abc éø李明محمதி𠀀 '))],
  ];
  it.each(ALPHABETS)('%s', (_, letter) => {
    const text = fc.array(letter, { minLength: 1, maxLength: 18 }).map((letters) => letters.join(''));
    const names = fc.array(text, { maxLength: 20 });
    const queries = fc.array(text, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, queries, fc.nat(), (all, random, n) => {
        // A misspelling of a name that exists: two letters less.
        const name = all[n % Math.max(1, all.length)] ?? 'abc';
        for (const q of [...random, name, name.slice(0, 3) + name.slice(5)])
          expect(ranksByIndex(all, q)).toEqual(ranksByPredicate(all, q));
      }),
      { numRuns: 1_000 },
    );
  });

  it('every time, one query after another', () => {
    const index = new ForgivingNameIndex(NAMES);
    const first = index.search(nameQuery('chen'));
    index.search(nameQuery('wei chen'));
    expect(index.search(nameQuery('chen'))).toEqual(first);
  });
});

it('orders the best first, then as before, and leaves out what does not match', () => {
  const ranks = Uint8Array.of(3, 5, 0, 4, 0, 3, 5, 1, 2);
  expect(bestFirst(ranks, 100)).toEqual({ total: 7, ordinals: [2, 4, 7, 8, 0, 5, 3] });
  expect(bestFirst(ranks, 3)).toEqual({ total: 7, ordinals: [2, 4, 7] });
  expect(bestFirst(new Uint8Array(0), 3)).toEqual({ total: 0, ordinals: [] });
});
