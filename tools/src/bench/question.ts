import type { Parameters, Vocabulary } from '../random-query.js';

/** What can be asked for besides lists and numbers, by the name of the parameter. */
export const QUESTION_FLAGS = [
  'accepting',
  'evening',
  'weekend',
  'wheelchair',
  'virtualVisits',
  'nearTTC',
] as const;
export type QuestionFlag = (typeof QUESTION_FLAGS)[number];

/** A filter of doctors that every server of a comparison can be asked for, in the directory's own spelling. */
export interface Question {
  readonly specialties?: readonly string[];
  readonly languages?: readonly string[];
  readonly gender?: string;
  readonly minYears?: number;
  readonly maxYears?: number;
  /** Those that are asked for. */
  readonly flags: readonly QuestionFlag[];
}

/**
 * What parameters of GET /doctors ask for.
 * @param words the directory's own spellings; without them, names are taken to be spelt so already
 */
export function questionOf(parameters: Parameters, words?: Vocabulary): Question {
  const specialties = parameters['specialties'] ?? parameters['specialty'];
  const languages = parameters['languages'] ?? parameters['language'];
  const { gender, minYears, maxYears } = parameters;
  return {
    ...(specialties !== undefined && { specialties: namesIn(specialties, words?.specialties) }),
    ...(languages !== undefined && { languages: namesIn(languages, words?.languages) }),
    ...(gender !== undefined && { gender }),
    ...(minYears !== undefined && { minYears: Number(minYears) }),
    ...(maxYears !== undefined && { maxYears: Number(maxYears) }),
    flags: QUESTION_FLAGS.filter((flag) => parameters[flag] === 'true'),
  };
}

function namesIn(list: string, known: readonly string[] | undefined): readonly string[] {
  const names = list.split(',');
  if (!known) return names;
  const asked = new Set(names.map((name) => name.trim().toLowerCase()));
  return known.filter((name) => asked.has(name.toLowerCase()));
}

/** The question as parameters again: what the servers that speak plain HTTP are asked. */
export function parametersOf({ flags, specialties, languages, ...others }: Question): URLSearchParams {
  const parameters = new URLSearchParams();
  if (specialties) parameters.set('specialties', specialties.join(','));
  if (languages) parameters.set('languages', languages.join(','));
  for (const [name, value] of Object.entries(others)) parameters.set(name, String(value));
  for (const flag of flags) parameters.set(flag, 'true');
  return parameters;
}
