import type { Translation } from '@care-atlas/domain/messages';
import { answers as englishAnswers, type AnswerTexts } from './en/answers.js';
import { explanation as englishExplanation, type ExplanationTexts } from './en/explanation.js';
import { offer as englishOffer, type OfferTexts } from './en/offer.js';
import { prompts as englishPrompts, type PromptTexts } from './en/prompts.js';
import { messages as englishMessages } from './en/messages.js';
import { records as englishRecords, type RecordTexts } from './en/records.js';
import { answers as frenchAnswers } from './fr/answers.js';
import { explanation as frenchExplanation } from './fr/explanation.js';
import { offer as frenchOffer } from './fr/offer.js';
import { prompts as frenchPrompts } from './fr/prompts.js';
import { messages as frenchMessages } from './fr/messages.js';
import { records as frenchRecords } from './fr/records.js';

/** The languages of texts for people. Names of tools and arguments have none. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the connector says to people, besides its pages and its card. */
export interface Texts {
  readonly offer: OfferTexts;
  readonly prompts: PromptTexts;
  readonly records: RecordTexts;
  readonly explanation: ExplanationTexts;
  readonly answers: AnswerTexts;
  readonly messages: Translation<typeof englishMessages>;
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    offer: englishOffer,
    prompts: englishPrompts,
    records: englishRecords,
    explanation: englishExplanation,
    answers: englishAnswers,
    messages: englishMessages,
  },
  fr: {
    offer: frenchOffer,
    prompts: frenchPrompts,
    records: frenchRecords,
    explanation: frenchExplanation,
    answers: frenchAnswers,
    messages: frenchMessages,
  },
};

/** Returns what a function makes in each language. */
export function inEach<T>(make: (language: Language, texts: Texts) => T): Readonly<Record<Language, T>> {
  return { en: make('en', TEXTS.en), fr: make('fr', TEXTS.fr) };
}
