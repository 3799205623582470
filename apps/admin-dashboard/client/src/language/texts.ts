import { LANGUAGE } from './language.js';

/** What is loaded for a language. */
type Loaded = typeof import('./en.js');

const LOADS: Readonly<Record<typeof LANGUAGE, () => Promise<Loaded>>> = {
  en: () => import('./en.js'),
  fr: () => import('./fr.js'),
};

/** The texts in the language of the page. Modules that import them wait until they are loaded. */
export const { TEXTS } = await LOADS[LANGUAGE]();
