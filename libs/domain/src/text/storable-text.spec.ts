import fc from 'fast-check';
import { isStorable, storableFault } from './storable-text.js';

it.each(['', 'é', '日本語', '𝒜', '\u202e', '\ufffd', '\uffff', '\u0001\n\t', '\u0080'])(
  '%j is stored',
  (text) => {
    expect(isStorable(text)).toBe(true);
    expect(storableFault({ text: [text] })).toBeUndefined();
  },
);

it.each(['\0', 'a\0b', '\ud800', 'x\udc00y', '\udfff\ud800', '𝒜\ud835'])('%j is not stored', (text) => {
  expect(isStorable(text)).toBe(false);
});

it('is what PostgreSQL refuses or changes: NUL, and what UTF-8 cannot encode', () => {
  const units = fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constant(0));
  fc.assert(
    fc.property(fc.array(units), (codes) => {
      const text = String.fromCharCode(...codes);
      const bytes = new TextEncoder().encode(text);
      expect(isStorable(text)).toBe(
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) === text && !bytes.includes(0),
      );
    }),
  );
});

it('names the place of the text, also in lists and names of members', () => {
  expect(storableFault({ label: 'a', given: { phones: ['1', 'a\0b'] } })).toEqual({
    path: ['given', 'phones', '1'],
    said: { code: 'unstorable_text', params: { name: 'given.phones.1' } },
  });
  expect(storableFault({ given: { 'a\0b': '' } })).toEqual({
    path: ['given'],
    said: { code: 'unstorable_name', params: { place: 'given' } },
  });
  expect(storableFault('a\0b')).toMatchObject({
    path: [],
    said: { code: 'unstorable_text', params: { name: 'body' } },
  });
});

it('refuses what is nested too deeply, instead of running out of stack', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
  expect(storableFault({ given: deep })).toMatchObject({
    said: { code: 'nested_too_deeply', params: { name: 'given', levels: 32 } },
  });
  const shallow = JSON.parse(`${'['.repeat(32)}${']'.repeat(32)}`) as unknown;
  expect(storableFault({ given: shallow })).toBeUndefined();
});

it('accepts what is not text', () => {
  for (const value of [undefined, null, 1, true, [], {}, Number.POSITIVE_INFINITY]) {
    expect(storableFault(value)).toBeUndefined();
  }
});
