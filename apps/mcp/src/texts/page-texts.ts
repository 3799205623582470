import type { PageLanguage } from '@care-atlas/server/pages';
import { pages as english, type PageTexts } from './en/pages.js';
import { pages as french } from './fr/pages.js';

/** The texts of pages, apart from the others: the program on a desktop serves no pages. */
export const PAGE_TEXTS: Readonly<Record<PageLanguage, PageTexts>> = { en: english, fr: french };
