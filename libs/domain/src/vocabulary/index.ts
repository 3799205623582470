import { LANGUAGE_ROWS, SPECIALTY_ROWS } from './generated/names.js';
import { Vocabulary } from './vocabulary.js';

export { displayName } from './display-name.js';
export * from './name-row.js';
export { specialtiesForReason } from './reasons.js';
export type { ListedNames } from './spelling.js';
export { listedNames, type Reading, Vocabulary } from './vocabulary.js';
export { unmatchedWarning } from './warning.js';

/** The specialties of the directory, with the other names of each. */
export const SPECIALTIES = new Vocabulary(SPECIALTY_ROWS);
/** The languages of the directory, with the other names of each. */
export const LANGUAGES = new Vocabulary(LANGUAGE_ROWS);
/** The code (BCP 47) of each language: the first one of its rows. */
export const LANGUAGE_CODES: ReadonlyMap<string, string> = new Map(
  LANGUAGE_ROWS.filter(([, , kind]) => kind === 'iso-code')
    .map(([name, code]): [string, string] => [name, code])
    .toReversed(),
);
