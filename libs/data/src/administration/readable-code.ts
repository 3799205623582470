/** Crockford's base 32: no letter that looks like a digit. 32 divides 256, so every character is equally likely. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUP = 4;

/**
 * Returns a random code that a person can read and type: groups of four characters, 5 random bits each.
 * @param randomBytes a source of cryptographically secure bytes
 */
export function readableCode(characters: number, randomBytes: (count: number) => Uint8Array): string {
  const letters = Array.from(randomBytes(characters), (byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replaceAll(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-');
}

/** Normalizes a typed code: capitals, missing hyphens, blanks, O for 0 and I or L for 1. */
export function readCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}
