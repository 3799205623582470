import { FRENCH_LANGUAGES, FRENCH_SPECIALTIES } from './generated/french-names.js';

const FRENCH = {
  specialty: new Map(FRENCH_SPECIALTIES),
  language: new Map(FRENCH_LANGUAGES),
};

/**
 * Returns the name of a specialty or language for people who read a language: in French as within a sentence, without a
 * capital letter; in English the normalized name. A name that is not in the vocabulary is returned as it is.
 */
export function displayName(kind: keyof typeof FRENCH, name: string, language: 'en' | 'fr'): string {
  return language === 'fr' ? (FRENCH[kind].get(name) ?? name) : name;
}
