import { LANGUAGE } from './language.js';

/** The texts of a language: the compiler reports each that French lacks. */
type Texts = typeof import('./en.js');

const LOADS: Readonly<Record<typeof LANGUAGE, () => Promise<Texts>>> = {
  en: () => import('./en.js'),
  fr: () => import('./fr.js'),
};

/** The texts in the language of the page. Modules that import them wait until they are loaded. */
export const TEXTS = await LOADS[LANGUAGE]();
