import { type CardTexts, card as englishCard } from './en/card.js';
import { explanation as englishExplanation } from './en/explanation.js';
import { messages as englishMessages } from './en/messages.js';
import { records as englishRecords } from './en/records.js';
import { card as frenchCard } from './fr/card.js';
import { explanation as frenchExplanation } from './fr/explanation.js';
import { messages as frenchMessages } from './fr/messages.js';
import { records as frenchRecords } from './fr/records.js';
import type { Language, Texts } from './texts.js';

/** What the card says. It carries these texts, and none of those of answers. */
export interface CardWords extends Pick<Texts, 'records' | 'explanation' | 'messages'> {
  readonly language: Language;
  readonly card: CardTexts;
}

export const CARD_TEXTS: Readonly<Record<Language, CardWords>> = {
  en: {
    language: 'en',
    card: englishCard,
    records: englishRecords,
    explanation: englishExplanation,
    messages: englishMessages,
  },
  fr: {
    language: 'fr',
    card: frenchCard,
    records: frenchRecords,
    explanation: frenchExplanation,
    messages: frenchMessages,
  },
};
