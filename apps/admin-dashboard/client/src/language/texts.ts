import { LANGUAGE } from './language.js';

const LOADS = { en: () => import('./en.js'), fr: () => import('./fr.js') };

/** The texts of all pages in the language of the page. Modules that import them wait until they are loaded. */
export const { TEXTS } = await LOADS[LANGUAGE]();
