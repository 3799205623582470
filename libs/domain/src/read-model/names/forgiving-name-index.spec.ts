import fc from 'fast-check';
import { nameQuery, nameRank } from '../../text/name-match.js';
import { fold } from '../../text/text.js';
import { hasBit } from '../memory/bitset.js';
import { TextArena } from '../memory/text-arena.js';
import { ForgivingNameIndex, forgivingColumns } from './forgiving-name-index.js';

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

function indexOf(names: readonly string[]): ForgivingNameIndex {
  return new ForgivingNameIndex(forgivingColumns(names.map(fold), new TextArena()));
}

/** Returns the rank of each name: the number of sets, each of names with a rank or a better one, that miss it. */
function ranksOf(names: readonly string[], index: ForgivingNameIndex, q: string): number[] {
  const orBetter = index.search(nameQuery(q));
  return names.map((_, name) => orBetter.filter((set) => !hasBit(set, name)).length);
}

const ranksByIndex = (names: readonly string[], q: string) => ranksOf(names, indexOf(names), q);

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
    const index = indexOf(NAMES);
    const first = ranksOf(NAMES, index, 'chen');
    ranksOf(NAMES, index, 'wei chen');
    expect(ranksOf(NAMES, index, 'chen')).toEqual(first);
  });
});

it('a name may match exactly for another reason', () => {
  const orBetter = indexOf(NAMES).search(nameQuery('900123'), 4);
  expect(orBetter.map((set) => hasBit(set, 4))).toEqual([true, true, true, true, true]);
  expect(orBetter.map((set) => hasBit(set, 3))).toEqual([false, false, false, false, false]);
});

describe('finds every word with as many misspellings as are allowed', () => {
  const word = fc.stringMatching(/^[a-e]{1,12}$/);
  it('among many words', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), word, (names, q) => {
        expect(ranksByIndex(names, q)).toEqual(ranksByPredicate(names, q));
      }),
      { numRuns: 500 },
    );
  });
});
