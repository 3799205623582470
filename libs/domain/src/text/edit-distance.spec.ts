import fc from 'fast-check';
import { editDistance } from './edit-distance.js';

/** The definition, without a bound and without shortcuts. */
function reference(a: string, b: string): number {
  const known = new Map<string, number>();
  const distance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const same = a[i - 1] === b[j - 1];
    const ways = [distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + (same ? 0 : 1)];
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
      ways.push(distance(i - 2, j - 2) + 1);
    known.set(key, Math.min(...ways));
    return Math.min(...ways);
  };
  return distance(a.length, b.length);
}

const word = fc.stringMatching(/^[abc]{0,9}$/);

describe('editDistance', () => {
  it.each([
    ['chen', 'chen', 0],
    ['chen', 'chan', 1],
    ['chen', 'cehn', 1],
    ['chen', 'hen', 1],
    ['okafor', 'okaffor', 1],
    ['ca', 'abc', 3],
    ['', 'ab', 2],
  ])('%j and %j: %i', (a, b, edits) => {
    expect(editDistance(a, b, 9)).toBe(edits);
  });

  it('is that of the definition, up to the bound', () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, most) => {
        expect(editDistance(a, b, most)).toBe(Math.min(reference(a, b), most + 1));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the same in both directions', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b, 20)).toBe(editDistance(b, a, 20));
      }),
    );
  });
});
