import { copyText } from './copy-text.js';

describe('a row of COPY', () => {
  test('separates values by tabs', () => {
    expect(copyText(['a', 1.5, true, null, new Date(0)])).toBe('a\t1.5\ttrue\t\\N\t1970-01-01T00:00:00.000Z');
  });

  test('escapes what COPY would take for structure', () => {
    expect(copyText(['\\N', 'tab\there', 'line\r\nfeed', '\\.'])).toBe(
      '\\\\N\ttab\\there\tline\\r\\nfeed\t\\\\.',
    );
  });

  test('quotes the elements of a list', () => {
    expect(copyText([['a,b', 'say "hi"', 'back\\slash', 'NULL', '']])).toBe(
      '{"a,b","say \\\\"hi\\\\"","back\\\\\\\\slash","NULL",""}',
    );
  });

  test('refuses NUL, which PostgreSQL cannot store', () => {
    expect(() => copyText(['a\0b'])).toThrow('A text contains the character NUL: "a\\u0000b".');
    expect(() => copyText([['a\0b']])).toThrow('NUL');
  });
});
