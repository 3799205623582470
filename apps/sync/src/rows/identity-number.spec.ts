import fc from 'fast-check';
import { NO_NOTES, rowOf } from '../../test/input-row.js';
import { telephoneOf } from '../values/telephone.js';
import { identityNumberIn, masked, maskText } from './identity-number.js';

/** Adds the digit that checks the others (Luhn). */
function withCheckDigit(digits: string): string {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, character, index) => {
      const digit = Number(character) * (index % 2 === 0 ? 2 : 1);
      return total + (digit > 9 ? digit - 9 : digit);
    }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function grouped(digits: string, sizes: readonly number[], gap: string): string {
  let at = 0;
  return sizes.map((size) => digits.slice(at, (at += size))).join(gap);
}

const gap = fc.constantFrom('', ' ', '-', '.', '–');
const digits = (pattern: RegExp) => fc.stringMatching(pattern);
const sin = digits(/^[1-79]\d{7}$/).map(withCheckDigit);
const health = digits(/^[1-9]\d{8}$/).map(withCheckDigit);
const card = digits(/^(?:4\d{14}|5[1-5]\d{13}|6011\d{11})$/).map(withCheckDigit);
const telephone = digits(/^[2-9]\d{2}[2-9]\d{6}$/);
const words = fc.constantFrom(
  ['', ''],
  ['She wrote ', ' on the form.'],
  ['My number (', ') was read aloud'],
  ['“', '”, she said'],
);

const found = (number: fc.Arbitrary<string>, kind: string) =>
  fc.assert(
    fc.property(number, words, (text, [before, after]) => {
      const whole = `${before}${text}${after}`;
      expect(identityNumberIn(whole)).toBe(kind);
      expect(maskText(whole)).toBe(`${before}${text.replace(/\d/g, '*')}${after}`);
      expect(() => rowOf({ text: whole }).text('text')).toThrow(`must be text without a ${kind}.`);
    }),
  );

const passes = (value: fc.Arbitrary<string>) =>
  fc.assert(
    fc.property(value, words, (text, [before, after]) => {
      const whole = `${before}${text}${after}`;
      expect([whole, identityNumberIn(whole)]).toEqual([whole, undefined]);
      expect(maskText(whole)).toBe(whole);
    }),
    { numRuns: 500 },
  );

describe('is found', () => {
  it('a social insurance number in any form', () => {
    expect.hasAssertions();
    found(
      fc.tuple(sin, gap).map(([number, between]) => grouped(number, [3, 3, 3], between)),
      'social insurance number',
    );
  });

  it('a payment card number, also before its expiry', () => {
    const expiry = fc.constantFrom('', ' 12/27', ', exp 12/27');
    const grouping = fc.tuple(card, gap).map(([number, between]) => grouped(number, [4, 4, 4, 4], between));
    found(grouping, 'payment card number');
    fc.assert(
      fc.property(grouping, expiry, (number, after) => {
        expect(maskText(number + after)).toBe(number.replace(/\d/g, '*') + after);
      }),
    );
    const amex = digits(/^37\d{12}$/).map(withCheckDigit);
    found(
      fc.tuple(amex, gap).map(([number, between]) => grouped(number, [4, 6, 5], between)),
      'payment card number',
    );
  });

  it('a health number as it is printed on the card, with or without its version', () => {
    const printed = fc
      .tuple(health, fc.constantFrom(' ', '-'), fc.constantFrom('', 'A', '-AB', 'XY'))
      .map(([number, between, version]) => [grouped(number, [4, 3, 3], between), version] as const);
    fc.assert(
      fc.property(printed, ([number, version]) => {
        expect(identityNumberIn(`${number}${version}`)).toBe('health card number');
        expect(maskText(`It is ${number}${version}.`)).toBe(`It is ${number.replace(/\d/g, '*')}${version}.`);
      }),
    );
  });

  it('a health number without gaps, where it is no telephone number or the words say so', () => {
    const clear = health.filter((number) => !/^[2-9]\d{2}[2-9]/.test(number));
    found(clear, 'health card number');
    const before = fc.constantFrom('OHIP ', 'my health card number is ', 'Health Card: ', 'carte santé ');
    fc.assert(
      fc.property(before, health, (text, number) => {
        expect(identityNumberIn(text + number)).toBe('health card number');
      }),
    );
  });
});

describe('passes', () => {
  it('a telephone number in every form that is accepted', () => {
    const forms = [
      (n: string) => n,
      (n: string) => grouped(n, [3, 3, 4], '-'),
      (n: string) => grouped(n, [3, 3, 4], '.'),
      (n: string) => grouped(n, [3, 3, 4], ' '),
      (n: string) => `(${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6)}`,
      (n: string) => `+1 ${grouped(n, [3, 3, 4], ' ')}`,
      (n: string) => `+1${n}`,
      (n: string) => `1-${grouped(n, [3, 3, 4], '-')}`,
      (n: string) => `${grouped(n, [3, 3, 4], '-')} ext. 123`,
    ];
    const phones = fc.tuple(telephone, fc.constantFrom(...forms)).map(([number, form]) => form(number));
    passes(phones);
    passes(fc.tuple(phones, phones).map((two) => two.join(', ')));
    fc.assert(
      fc.property(phones, (phone) => {
        expect(telephoneOf(rowOf({ phone }), 'phone', NO_NOTES)).not.toBe('');
      }),
    );
  });

  it('a telephone number of another country', () => {
    expect.hasAssertions();
    passes(digits(/^\+(?:33 [1-9](?: \d\d){4}|44 20 \d{4} \d{4}|49 \d{3} \d{3} \d{3})$/));
  });

  it('a registration number, a postal code, a date, a time, an id', () => {
    expect.hasAssertions();
    passes(digits(/^#?[1-9]\d{0,7}$/));
    passes(digits(/^[A-Z]\d[A-Z] ?\d[A-Z]\d$/));
    passes(fc.date({ noInvalidDate: true }).map((date) => date.toISOString()));
    passes(fc.uuid());
    passes(digits(/^(?:node|way)\/\d{8,11}$/));
    passes(digits(/^https:\/\/maple\.example\/(?:a\/|\?id=)\d{9,16}$/));
    passes(digits(/^\d{1,5}-\d{1,5} [A-Z][a-z]{3,9} Street$/));
    passes(digits(/^-?\d{2}\.\d{3,12}$/));
  });

  it('a number with a wrong check digit, and a business number', () => {
    expect(identityNumberIn('046 454 287')).toBeUndefined();
    expect(identityNumberIn('4111 1111 1111 1112')).toBeUndefined();
    expect(identityNumberIn('000 000 000')).toBeUndefined();
    expect(identityNumberIn('HST 046454286 RT0001')).toBeUndefined();
  });
});

it('the well-known test numbers are found among others', () => {
  const text = 'Call 416-555-0123. SIN 046 454 286, OHIP 1234-567-897 AB, Visa 4111 1111 1111 1111 12/27.';
  expect(maskText(text)).toBe(
    'Call 416-555-0123. SIN *** *** ***, OHIP ****-***-*** AB, Visa **** **** **** **** 12/27.',
  );
});

it.each(['046\u00A0454\u00A0286', '046\u200B454286', '046\n454\n286', '\u202E046454286', '0\u00AD46454286'])(
  'a number is found and masked although something is between its digits: %j',
  (number) => {
    expect(() => rowOf({ name: number }).text('name')).toThrow(/^name is "[^\d]*", but must be text without/);
    expect(maskText(number)).not.toMatch(/\d/);
  },
);

it('a value of a file is masked with all its members, except for keys', () => {
  const row = { id: '046454286', clinicId: 46454286, text: 'SIN 046454286', others: [{ sin: 130692544 }, 7] };
  expect(masked(row)).toEqual({ ...row, text: 'SIN *********', others: [{ sin: '*********' }, 7] });
});
