import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { displayPrefix, isWellFormedKey, KEY_KINDS, makeKey } from './key.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const aKind = fc.constantFrom(...KEY_KINDS);
const aKey = fc
  .tuple(aKind, fc.uint8Array({ minLength: 32, maxLength: 32, max: 247 }))
  .map(([kind, bytes]) => makeKey(kind, () => bytes));

/** A source that hands out these bytes, and zeros after them. */
function bytesThenZeros(...bytes: number[]): (count: number) => Uint8Array {
  return (count) => Uint8Array.from({ length: count }, () => bytes.shift() ?? 0);
}

describe('makeKey', () => {
  it.each(KEY_KINDS)('%s: the kind, 32 random characters and the checksum', (kind) => {
    const key = makeKey(kind, randomBytes);
    expect(key).toMatch(new RegExp(`^care_${kind}_[0-9A-Za-z]{38}$`));
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('the checksum is the CRC-32 of the random part in base62', () => {
    fc.assert(
      fc.property(aKey, (key) => {
        const [random, sum] = [key.slice(-38, -6), key.slice(-6)];
        let value = 0;
        for (const character of sum) value = value * 62 + BASE62.indexOf(character);
        expect(value).toBe(crc32(random));
      }),
    );
  });

  it('every character is equally likely: of the 256 bytes 248 are used, four for each', () => {
    const counts = new Map<string, number>();
    let passedOver = 0;
    for (let byte = 0; byte < 256; byte++) {
      // A passed-over byte shows the one behind it, "1"; a used one is followed by it.
      const [first = '', second] = makeKey('live', bytesThenZeros(byte, 1)).slice('care_live_'.length);
      if (first === '1' && second === '0') passedOver++;
      else counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    expect(passedOver).toBe(8);
    expect([...counts.keys()].toSorted().join('')).toBe(BASE62);
    expect(new Set(counts.values())).toEqual(new Set([4]));
  });

  it('asks for more bytes when too many had to be passed over', () => {
    const key = makeKey('live', bytesThenZeros(...Array.from({ length: 40 }, () => 255)));
    expect(key.startsWith(`care_live_${'0'.repeat(32)}`)).toBe(true);
  });
});

describe('isWellFormedKey', () => {
  it('refuses a key with one changed character, anywhere', () => {
    fc.assert(
      fc.property(aKey, fc.nat(), fc.string({ unit: 'binary', maxLength: 1 }), (key, n, replacement) => {
        const at = n % key.length;
        fc.pre(replacement !== key[at]);
        expect(isWellFormedKey(key.slice(0, at) + replacement + key.slice(at + 1))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses every other base62 character at every place of the secret', () => {
    const key = makeKey('live', bytesThenZeros(...Array.from({ length: 32 }, (_, i) => i * 7)));
    for (let at = 'care_live_'.length; at < key.length; at++) {
      const accepted = Array.from(BASE62).filter((c) =>
        isWellFormedKey(key.slice(0, at) + c + key.slice(at + 1)),
      );
      expect(accepted).toEqual([key[at]]);
    }
  });

  it('refuses two neighbours exchanged', () => {
    fc.assert(
      fc.property(aKey, fc.nat(), (key, n) => {
        const at = n % (key.length - 1);
        fc.pre(key[at] !== key[at + 1]);
        const exchanged = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        expect(isWellFormedKey(exchanged)).toBe(false);
      }),
    );
  });

  it.each(['', 'care_live_', 'care_live_short', `care_root_${'0'.repeat(38)}`])('refuses %j', (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });

  it('refuses what stands around a key', () => {
    const key = makeKey('live', randomBytes);
    for (const text of [` ${key}`, `${key} `, `${key}\n`, `Bearer ${key}`, key.toUpperCase()]) {
      expect(isWellFormedKey(text)).toBe(false);
    }
  });
});

describe('displayPrefix', () => {
  it('is the kind and four characters, and leaves at least 16 random ones untold', () => {
    fc.assert(
      fc.property(aKey, (key) => {
        const prefix = displayPrefix(key);
        expect(prefix).toMatch(/^care_(live|sandbox|gateway|admin)_[0-9A-Za-z]{4}$/);
        expect(key.startsWith(prefix)).toBe(true);
        expect(key.length - prefix.length - 6).toBeGreaterThanOrEqual(16);
      }),
    );
  });
});
