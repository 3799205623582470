export const KEY_KINDS = ['live', 'sandbox', 'gateway', 'admin'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Maximum number of characters of a label. */
export const LABEL_LENGTH = 200;
/** Maximum number of characters of a note. */
export const NOTE_LENGTH = 1000;
/** The highest limit that a key may have of its own, in requests per minute. */
export const MAX_RATE_LIMIT = 1_000_000;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const DISPLAYED_LENGTH = 4;
const KEY = new RegExp(`^care_(${KEY_KINDS.join('|')})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$`);

/**
 * Makes a key: `care_<kind>_`, 32 random base62 characters (190 bits) and 6 characters of checksum.
 * @param randomBytes a source of cryptographically secure bytes, passed in to keep this library pure
 */
export function makeKey(kind: KeyKind, randomBytes: (count: number) => Uint8Array): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      // 248 is the largest multiple of 62 in a byte: larger bytes would favor the first letters.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += ALPHABET[byte % 62];
    }
  }
  return `care_${kind}_${random}${checksum(random)}`;
}

/**
 * Returns whether a text has the form of a key and the correct checksum. A mistyped or invented key is rejected without
 * a lookup, and secret scanners can distinguish keys from similar texts.
 */
export function isWellFormedKey(text: string): boolean {
  const [, , random, sum] = KEY.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

/** Returns the prefix that may be displayed and logged: the kind and four characters. */
export function displayPrefix(key: string): string {
  const kindEnds = key.indexOf('_', 'care_'.length) + 1;
  return key.slice(0, kindEnds + DISPLAYED_LENGTH);
}

/** Returns the CRC-32 (IEEE) of the random part in base62, left-padded with zeros. */
function checksum(random: string): string {
  let rest = crc32(random);
  let sum = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    sum = ALPHABET[rest % 62] + sum;
    rest = Math.floor(rest / 62);
  }
  return sum;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < ascii.length; i++) {
    crc = CRC_TABLE[(crc ^ ascii.charCodeAt(i)) & 0xff]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
