import type { KnownAnswer } from '../records/evidence.js';
import type { Registration } from '../records/registration.js';
import { fold } from '../text/text.js';

/** The classes of registration, without the words of `AROUND`, and whether they authorize independent practice. */
const CLASSES: ReadonlyMap<string, KnownAnswer> = new Map([
  ...named('yes', 'independent practice, independent, temporary independent practice'),
  ...named('no', 'postgraduate education, post graduate education, postgraduate training, postgraduate'),
  ...named('no', 'resident, clinical fellow, restricted, restricted practice, administrative'),
  ...named(
    'no',
    'academic practice, academic visitor, visiting professor, short duration, supervised practice',
  ),
  ...named('no', 'supervised short duration, supervised practice short duration'),
]);

/** The classes whose certificates always have terms, conditions or limitations of their own. */
const RESTRICTED = ['restricted', 'restricted practice'];

/** Words that registers write around a class: "Certificate of Registration authorizing Independent Practice". */
const AROUND = new Set(
  'a an the of for in class certificate certificates registration license licence member authorizing authorising'.split(
    ' ',
  ),
);
/** What registers append to a class: "Independent Practice as of 02 Jul 2010". */
const SINCE =
  /[\s,;(:]*\b(?:as of|effective|since)\b[^\p{L}]*\d.*$|[\s,;(:]*\b(?:as of|effective|since)\b:?\s+\p{L}+ \d.*$/iu;

/** What they append to a class that holds under conditions: "Independent Practice with terms, conditions and limitations". */
const CONDITIONS =
  /[\s,;:(-]*\b(?:with|subject to)\s+(?:(?!no\b|not\b|without\b)[\p{L},]+\s+)*(?:terms|conditions?|restrictions?|limitations?)\b[^\p{L}]*$/iu;

/** Returns a class of registration without the day since when it holds. */
export function withoutSince(registrationClass: string): string {
  return registrationClass.replace(SINCE, '');
}

/**
 * Returns whether a registration is of a class for independent practice, as opposed to training, supervision, an appointment
 * or a restricted certificate. A class that is not given or not in the table is not known.
 * @param registrationClass in the register's words
 */
export function independenceOf(registrationClass: string): KnownAnswer {
  return CLASSES.get(nameOf(registrationClass)) ?? 'unknown';
}

/**
 * Returns whether a registration has terms, conditions or limitations: the class "Restricted", and one "with conditions", say so,
 * too.
 */
export function restrictionsOf({ class: words, restrictions }: Registration): KnownAnswer {
  const hasConditions = CONDITIONS.test(withoutSince(words));
  return hasConditions || RESTRICTED.includes(nameOf(words)) ? 'yes' : restrictions;
}

function nameOf(registrationClass: string): string {
  const words = fold(withoutSince(registrationClass).replace(CONDITIONS, '')).split(/[^\p{L}]+/u);
  return words.filter((word) => word !== '' && !AROUND.has(word)).join(' ');
}

function named(answer: KnownAnswer, names: string): (readonly [string, KnownAnswer])[] {
  return names.split(', ').map((name) => [name, answer]);
}
