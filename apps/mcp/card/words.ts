import { CARD_TEXTS, type CardWords } from '../src/texts/card-texts.js';
import type { Language } from '../src/texts/texts.js';

const FIRST: Language = 'en';

/** The texts of the card in the language of its host. */
export let words: CardWords = CARD_TEXTS[FIRST];

/**
 * Follows the locale of the host, such as `fr-CA`.
 * @returns whether the language changed
 */
export function followLocale(locale: string): boolean {
  const [code] = locale.toLowerCase().split(/[-_]/);
  const language = code !== undefined && code in CARD_TEXTS ? (code as Language) : FIRST;
  const chosen = CARD_TEXTS[language];
  const isChanged = chosen !== words;
  words = chosen;
  document.documentElement.lang = language;
  return isChanged;
}
