import fc from 'fast-check';
import { nearestWord } from './nearest-word.js';

const WORDS = ['specialties', 'limit', 'languages', 'language', 'minYears', 'q'];

describe('nearestWord', () => {
  it.each([
    ['specialtys', 'specialties'],
    ['Limit', 'limit'],
    ['limt', 'limit'],
    ['minyears', 'minYears'],
    ['langauges', 'languages'],
    ['langage', 'language'],
    ['Q', 'q'],
    ['qq', 'q'],
  ])('%j is near %j', (misspelled, word) => {
    expect(nearestWord(misspelled, WORDS)).toBe(word);
  });

  it.each(['', 'utm_source', 'lmt__', '__proto__', 'x'.repeat(100_000)])(
    'nothing is near %.20j',
    (misspelled) => {
      expect(nearestWord(misspelled, WORDS.slice(0, 5))).toBeUndefined();
    },
  );

  it('returns the first of equally near words', () => {
    expect(nearestWord('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('returns an exact match', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 1 }),
        fc.nat(),
        (words, n) => {
          const word = words[n % words.length]!;
          expect(nearestWord(word, words)).toBe(word);
        },
      ),
    );
  });
});
