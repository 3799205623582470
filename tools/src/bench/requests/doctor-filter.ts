import type { Parameters, Vocabulary } from '../../queries/random-query.js';

/** The boolean filters, by their parameter. */
export const FILTER_FLAGS = [
  'accepting',
  'evening',
  'weekend',
  'wheelchair',
  'virtualVisits',
  'nearTTC',
] as const;
export type FilterFlag = (typeof FILTER_FLAGS)[number];

/** A filter of doctors that all compared servers understand, in the directory's spelling. */
export interface DoctorFilter {
  readonly specialties?: readonly string[];
  readonly languages?: readonly string[];
  readonly gender?: string;
  readonly minYears?: number;
  readonly maxYears?: number;
  /** Flags that must be true. */
  readonly flags: readonly FilterFlag[];
}

/**
 * Reads a filter from parameters of GET /doctors.
 * @param words the directory's spellings; by default, names are already spelled so
 */
export function filterOf(parameters: Parameters, words?: Vocabulary): DoctorFilter {
  const specialties = parameters['specialties'] ?? parameters['specialty'];
  const languages = parameters['languages'] ?? parameters['language'];
  const { gender, minYears, maxYears } = parameters;
  return {
    ...(specialties !== undefined && { specialties: namesIn(specialties, words?.specialties) }),
    ...(languages !== undefined && { languages: namesIn(languages, words?.languages) }),
    ...(gender !== undefined && { gender }),
    ...(minYears !== undefined && { minYears: Number(minYears) }),
    ...(maxYears !== undefined && { maxYears: Number(maxYears) }),
    flags: FILTER_FLAGS.filter((flag) => parameters[flag] === 'true'),
  };
}

function namesIn(list: string, known: readonly string[] | undefined): readonly string[] {
  const names = list.split(',');
  if (!known) return names;
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  return known.filter((name) => wanted.has(name.toLowerCase()));
}

/** Writes a filter as parameters, for servers that speak plain HTTP. */
export function parametersOf({ flags, specialties, languages, ...others }: DoctorFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  if (specialties) parameters.set('specialties', specialties.join(','));
  if (languages) parameters.set('languages', languages.join(','));
  for (const [name, value] of Object.entries(others)) parameters.set(name, String(value));
  for (const flag of flags) parameters.set(flag, 'true');
  return parameters;
}
