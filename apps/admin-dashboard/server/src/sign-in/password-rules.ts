import { dictionary } from '@zxcvbn-ts/language-common';
import type { DashboardMessage } from '#contract/messages/english';

const MIN_LENGTH = 15;
const MAX_LENGTH = 256;
/** Minimum length of a password without the words that an attacker would try first. */
const MIN_OWN_LENGTH = 8;
const PRODUCT_WORDS = ['care', 'atlas', 'dashboard', 'admin', 'administrator', 'password'];
const COMMON = new Set(dictionary['passwords-common'].map(fold));
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm'];

/**
 * Returns why a password is rejected; undefined if it is accepted. Checks the length and common passwords, and requires
 * no classes of characters (NIST SP 800-63B-4, section 3.1.1.2).
 * @param name the administrator's
 */
export function passwordFault(password: string, name: string): DashboardMessage | undefined {
  const { length } = Array.from(password.normalize('NFC'));
  if (length < MIN_LENGTH) {
    return { code: 'short_password', params: { minimum: MIN_LENGTH, length } };
  }
  if (length > MAX_LENGTH) return { code: 'long_password', params: { maximum: MAX_LENGTH } };
  const folded = fold(password);
  if (isCommon(folded)) return { code: 'common_password' };
  if (isRepetitive(folded)) return { code: 'repetitive_password' };
  return ownPart(folded, name).length < MIN_OWN_LENGTH ? { code: 'password_of_known_words' } : undefined;
}

/** Removes case and punctuation, which attackers vary. Letters of every alphabet remain. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Detects a common password, or two in a row. */
function isCommon(folded: string): boolean {
  if (COMMON.has(folded)) return true;
  for (let at = 1; at < folded.length; at++) {
    if (COMMON.has(folded.slice(0, at)) && COMMON.has(folded.slice(at))) return true;
  }
  return false;
}

function isRepetitive(folded: string): boolean {
  if (/^(.{1,8})\1+/u.exec(folded)?.[0].length === folded.length) return true;
  return SEQUENCES.some((sequence) => {
    const twice = sequence + sequence;
    return twice.includes(folded) || twice.split('').toReversed().join('').includes(folded);
  });
}

/** Removes the product's and the user's words. */
function ownPart(folded: string, name: string): string {
  const known = [...PRODUCT_WORDS, ...name.split(/[._@-]/), name].map(fold).filter((word) => word.length > 2);
  return known
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), folded);
}
