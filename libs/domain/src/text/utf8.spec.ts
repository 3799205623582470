import fc from 'fast-check';
import { beginning, byteLength } from './utf8.js';

it('counts bytes', () => {
  expect(['', 'a', 'é', '日', '𝒜'].map(byteLength)).toEqual([0, 1, 2, 3, 4]);
});

it('takes whole characters from the beginning, as many as fit', () => {
  expect([5, 4, 3, 2, 1, 0].map((bytes) => beginning('aé日', bytes))).toEqual([
    'aé',
    'aé',
    'aé',
    'a',
    'a',
    '',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, bytes) => {
      const taken = beginning(text, bytes);
      expect(text.startsWith(taken)).toBe(true);
      expect(byteLength(taken)).toBeLessThanOrEqual(bytes);
      // With its next character, it would be too long.
      const next = text.codePointAt(taken.length);
      const isWhole = next === undefined || byteLength(taken + String.fromCodePoint(next)) > bytes;
      expect(isWhole).toBe(true);
    }),
  );
});
