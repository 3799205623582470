import { type Said, type Translation, write } from '@care-atlas/domain/messages';
import type { ConnectorMessage, messages } from './en/messages.js';
import type { RecordTexts } from './en/records.js';

/** The texts that sentences are written with. */
export interface SentenceTexts {
  readonly messages: Translation<typeof messages>;
  readonly records: RecordTexts;
}

/** Returns the sentence of a message in the language of texts. Words that are no message stay as they are. */
export function sentence(said: Said | ConnectorMessage, texts: SentenceTexts): string {
  return typeof said === 'string' ? said : write<typeof messages>(texts.messages, said, texts.records);
}
