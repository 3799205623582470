import { dictionary } from '@zxcvbn-ts/language-common';

export const SHORTEST_PASSWORD = 15;
export const LONGEST_PASSWORD = 256;
/** So much of a password has to be something else than the words that anybody would try first. */
const OWN_CHARACTERS = 8;
const PRODUCT_WORDS = ['care', 'atlas', 'dashboard', 'admin', 'administrator', 'password'];
const COMMON = new Set(dictionary['passwords-common'].map(fold));
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm'];

/**
 * Why a password is not accepted; undefined when it is. Length counts, and that it is not one that everybody tries;
 * what characters it is made of does not (NIST SP 800-63B-4, section 3.1.1.2).
 * @param name the administrator's
 */
export function passwordFault(password: string, name: string): string | undefined {
  const { length } = Array.from(password.normalize('NFC'));
  if (length < SHORTEST_PASSWORD) {
    return `A password has at least ${SHORTEST_PASSWORD} characters, such as four or five words; this one has ${length}.`;
  }
  if (length > LONGEST_PASSWORD) return `A password has at most ${LONGEST_PASSWORD} characters.`;
  const folded = fold(password);
  if (isCommon(folded)) return 'This password is among those that are tried first: choose another.';
  if (isRepetitive(folded)) return 'This password repeats itself or follows the keyboard: choose another.';
  if (ownPart(folded, name).length < OWN_CHARACTERS) {
    return 'This password is made of your name, the name of this service or the like: choose another.';
  }
  return undefined;
}

/** What is tried is tried in capitals and with signs in between, too. Letters of other alphabets stay. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A common password, or two of them one after the other. */
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

/** What is left without the words that are known of this person and this place. */
function ownPart(folded: string, name: string): string {
  const known = [...PRODUCT_WORDS, ...name.split(/[._@-]/), name].map(fold).filter((word) => word.length > 2);
  return known
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), folded);
}
