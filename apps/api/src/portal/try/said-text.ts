import type { Said } from '@care-atlas/domain/messages';
import { type Html, html, type PageLanguage } from '@care-atlas/server/pages';
import { TEXTS } from '../../texts/texts.js';

/** Renders what the directory says; what it says only in English is quoted as that on a page in another language. */
export function saidText(said: Said, language: PageLanguage): Html {
  const { said: write, quoted } = TEXTS[language].question;
  const text = write(said);
  return typeof said === 'string' && language !== 'en'
    ? quoted(html`<q lang="en">${text}</q>`)
    : html`${text}`;
}
