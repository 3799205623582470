import type { PageLanguage } from '@care-atlas/server/pages';
import * as en from './en/index.js';
import * as fr from './fr/index.js';

/** The texts of all pages, by language. Modules that browsers load take theirs as a parameter instead. */
export const TEXTS = { en, fr } satisfies Readonly<Record<PageLanguage, typeof en>>;

/** The texts of a language. */
export type Texts = typeof en;
