import fc from 'fast-check';
import { decimalText, exactNumber, isRawNumber, parseJson } from './exact-json.js';

it.each([
  ['4.365e1', '43.65'],
  ['-7.93E+1', '-79.3'],
  ['12e3', '12000'],
  ['1e-7', '0.0000001'],
  ['12.50', '12.5'],
  ['5.0', '5'],
  ['0.0', '0'],
  ['-0', '0'],
  ['-0.0e5', '0'],
  ['1e-400', '0'],
  ['9007199254740993', '9007199254740993'],
  ['1.2345678901234567890e19', '12345678901234567890'],
  ['1e400', undefined],
  ['-1e400', undefined],
  ['0x10', undefined],
  ['1,5', undefined],
  ['', undefined],
])('%s in digits is %s', (text, digits) => {
  expect(decimalText(text)).toBe(digits);
});

it('every number of JavaScript is the same number in digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const digits = decimalText(String(value))!;
      expect(digits).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(digits)).toBe(value === 0 ? 0 : value);
    }),
  );
});

it.each(['9007199254740993', '[43.65000000000000568]', '{"id":12345678901234567890}', '1e400'])(
  'JSON with a number that would be rounded is written again as it was: %s',
  (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text);
  },
);

it('a number that is not rounded is a number, however it is written', () => {
  expect(parseJson('[1, 4.365e1, -79.38000000000001, 9007199254740992, -0, 1E2]')).toEqual([
    1, 43.65, -79.38000000000001, 9007199254740992, -0, 100,
  ]);
  expect(isRawNumber(exactNumber('4.365e1'))).toBe(false);
  expect(isRawNumber(exactNumber('9007199254740993'))).toBe(true);
});

it('numbers within text stay text', () => {
  expect(parseJson('{"a":"9007199254740993","b":"1e400"}')).toEqual({ a: '9007199254740993', b: '1e400' });
});
