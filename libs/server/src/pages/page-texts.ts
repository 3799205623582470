import type { PageLanguage } from './language.js';

/** The texts that every page has, by language. */
export const PAGE_TEXTS = {
  en: { skip: 'Skip to content', navigation: 'Main' },
  fr: { skip: 'Aller au contenu', navigation: 'Navigation principale' },
} as const satisfies Readonly<Record<PageLanguage, object>>;
