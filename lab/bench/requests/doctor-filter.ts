import type { Parameters, Vocabulary } from '../../../tools/src/queries/random-query.js';

/** The boolean filters, by their parameter. */
const FLAGS = ['accepting', 'evening', 'weekend', 'wheelchair', 'virtualVisits', 'nearTTC'] as const;

/** A filter of doctors that all compared servers understand, in the directory's spelling. */
export interface DoctorFilter {
  readonly specialties?: readonly string[];
  readonly languages?: readonly string[];
  readonly gender?: string;
  readonly minYears?: number;
  readonly maxYears?: number;
  /** Flags that must be true. */
  readonly flags: readonly (typeof FLAGS)[number][];
}

/** Reads a filter from parameters of GET /doctors. */
export function filterOf(parameters: Parameters, words: Vocabulary): DoctorFilter {
  const specialties = parameters['specialties'] ?? parameters['specialty'];
  const languages = parameters['languages'] ?? parameters['language'];
  const { gender, minYears, maxYears } = parameters;
  return {
    ...(specialties !== undefined && { specialties: namesIn(specialties, words.specialties) }),
    ...(languages !== undefined && { languages: namesIn(languages, words.languages) }),
    ...(gender !== undefined && { gender }),
    ...(minYears !== undefined && { minYears: Number(minYears) }),
    ...(maxYears !== undefined && { maxYears: Number(maxYears) }),
    flags: FLAGS.filter((flag) => parameters[flag] === 'true'),
  };
}

function namesIn(list: string, known: readonly string[]): readonly string[] {
  const wanted = new Set(list.split(',').map((name) => name.trim().toLowerCase()));
  return known.filter((name) => wanted.has(name.toLowerCase()));
}

/** Writes a filter as parameters of GET /doctors. */
export function parametersOf({ flags, ...others }: DoctorFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(others)) parameters.set(name, String(value));
  for (const flag of flags) parameters.set(flag, 'true');
  return parameters;
}
