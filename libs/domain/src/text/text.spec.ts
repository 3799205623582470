import fc from 'fast-check';
import { compareText, fold } from './text.js';

describe('fold', () => {
  it.each([
    ['Dr. Amara OKAFOR', 'dr. amara okafor'],
    ['Éloïse Brandåvøld', 'eloise brandavold'],
    ['Łukasz Woźniak', 'lukasz wozniak'],
    ['Weiß', 'weiss'],
    ['WEIẞ', 'weiss'],
    ['Ægir Þórðarson', 'aegir thordarson'],
    ['Đặng Thị Ngọc', 'dang thi ngoc'],
    ['Yıldız İnce', 'yildiz ince'],
    ['O’Brien', "o'brien"],
    ['Anne‑Marie', 'anne-marie'],
    ['  a \t b\u00a0\n c  ', 'a b c'],
    ['ﬁrst', 'first'],
    ['', ''],
    ['   ', ''],
  ])('%j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('treats composed and decomposed spellings alike', () => {
    expect(fold('Zoe\u0308')).toBe(fold('Zo\u00eb'));
  });

  it('treats the Greek sigma as one letter at any position and in either case', () => {
    expect(fold('ΠΑΠΑΣ')).toBe('παπασ');
    expect(fold('Παπάς')).toBe('παπασ');
    expect(fold('Παπασταύρου')).toContain(fold('ΠΑΠΑΣ'));
  });

  it.each(['binary', 'grapheme', 'grapheme-ascii'] as const)('is idempotent (%s)', (unit) => {
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const once = fold(text);
        expect(fold(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns the same on the fast path for plain text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        // A letter that forces the slow path and leaves no trace in the result.
        expect(fold(text)).toBe(fold(`${text}\u0301`));
      }),
    );
  });
});

describe('compareText', () => {
  it('is a total order by code unit', () => {
    expect(['b', 'a', 'B', 'ä', 'a'].toSorted(compareText)).toEqual(['B', 'a', 'a', 'b', 'ä']);
    expect(compareText('a', 'a')).toBe(0);
  });
});
