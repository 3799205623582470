import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { displayPrefix, isWellFormedKey, KEY_KINDS, makeKey } from './key.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const aKind = fc.constantFrom(...KEY_KINDS);
const aKey = fc
  .tuple(aKind, fc.uint8Array({ minLength: 32, maxLength: 32, max: 247 }))
  .map(([kind, bytes]) => makeKey(kind, () => bytes));

/** Returns a source of these bytes, followed by zeros. */
function bytesThenZeros(...bytes: number[]): (count: number) => Uint8Array {
  return (count) => Uint8Array.from({ length: count }, () => bytes.shift() ?? 0);
}

describe('makeKey', () => {
  it.each(KEY_KINDS)('%s: has the kind, 32 random characters and the checksum', (kind) => {
    const key = makeKey(kind, randomBytes);
    expect(key).toMatch(new RegExp(`^care_${kind}_[0-9A-Za-z]{38}$`));
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('has the CRC-32 of the random part in base62 as its checksum', () => {
    fc.assert(
      fc.property(aKey, (key) => {
        const [random, sum] = [key.slice(-38, -6), key.slice(-6)];
        let value = 0;
        for (const character of sum) value = value * 62 + BASE62.indexOf(character);
        expect(value).toBe(crc32(random));
      }),
    );
  });

  it('makes every character equally likely: uses 248 of the 256 bytes, four per character', () => {
    const counts = new Map<string, number>();
    let passedOver = 0;
    for (let byte = 0; byte < 256; byte++) {
      // After a skipped byte, the next one yields "1"; after a used byte, "1" comes second.
      const [first = '', second] = makeKey('live', bytesThenZeros(byte, 1)).slice('care_live_'.length);
      if (first === '1' && second === '0') passedOver++;
      else counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    expect(passedOver).toBe(8);
    expect([...counts.keys()].toSorted().join('')).toBe(BASE62);
    expect(new Set(counts.values())).toEqual(new Set([4]));
  });

  it('requests more bytes if it skipped too many', () => {
    const key = makeKey('live', bytesThenZeros(...Array.from({ length: 40 }, () => 255)));
    expect(key.startsWith(`care_live_${'0'.repeat(32)}`)).toBe(true);
  });
});

describe('isWellFormedKey', () => {
  it('rejects a key with one changed character at any position', () => {
    fc.assert(
      fc.property(aKey, fc.nat(), fc.string({ unit: 'binary', maxLength: 1 }), (key, n, replacement) => {
        const at = n % key.length;
        fc.pre(replacement !== key[at]);
        expect(isWellFormedKey(key.slice(0, at) + replacement + key.slice(at + 1))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('rejects every other base62 character at every position of the random part', () => {
    const key = makeKey('live', bytesThenZeros(...Array.from({ length: 32 }, (_, i) => i * 7)));
    for (let at = 'care_live_'.length; at < key.length; at++) {
      const accepted = Array.from(BASE62).filter((c) =>
        isWellFormedKey(key.slice(0, at) + c + key.slice(at + 1)),
      );
      expect(accepted).toEqual([key[at]]);
    }
  });

  it('rejects two swapped neighbors', () => {
    fc.assert(
      fc.property(aKey, fc.nat(), (key, n) => {
        const at = n % (key.length - 1);
        fc.pre(key[at] !== key[at + 1]);
        const exchanged = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        expect(isWellFormedKey(exchanged)).toBe(false);
      }),
    );
  });

  it.each(['', 'care_live_', 'care_live_short', `care_root_${'0'.repeat(38)}`])('rejects %j', (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });

  it('rejects text around a key', () => {
    const key = makeKey('live', randomBytes);
    for (const text of [` ${key}`, `${key} `, `${key}\n`, `Bearer ${key}`, key.toUpperCase()]) {
      expect(isWellFormedKey(text)).toBe(false);
    }
  });
});

describe('displayPrefix', () => {
  it('is the kind and four characters, and hides at least 16 random ones', () => {
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
