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

  it('composed and decomposed spellings are one', () => {
    expect(fold('Zoe\u0308')).toBe(fold('Zo\u00eb'));
  });

  it('a Greek sigma is one letter, wherever in a word it stands and in either case', () => {
    expect(fold('ΠΑΠΑΣ')).toBe('παπασ');
    expect(fold('Παπάς')).toBe('παπασ');
    expect(fold('Παπασταύρου')).toContain(fold('ΠΑΠΑΣ'));
  });

  it.each(['binary', 'grapheme', 'grapheme-ascii'] as const)('folding twice is folding once (%s)', (unit) => {
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const once = fold(text);
        expect(fold(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes the short way for plain text only where it makes no difference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        // A letter that needs the long way, which leaves nothing of its own behind.
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
