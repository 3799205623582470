import { readCsv } from '../data-file.js';

/** The facts about a specialty that the sample needs. The numbers are plausible, not measured. */
export interface SpecialtyProfile {
  /** Weight among all specialists. */
  readonly share: number;
  /** The usual shortest and longest wait for a first appointment, in weeks. */
  readonly weeks: readonly [shortest: number, longest: number];
  /** The specialty that it is a subspecialty of. */
  readonly parent: string | undefined;
  /** Whether it is practiced in hospitals only. */
  readonly hospital: boolean;
  /** How a clinic names itself after it. */
  readonly sign: string;
}

export const FAMILY_MEDICINE = 'Family Medicine';

/** Every specialty except Family Medicine, by its normalized name. */
export const SPECIALTY_PROFILES: ReadonlyMap<string, SpecialtyProfile> = new Map(
  readCsv('sample/specialties.csv').map((row) => [
    row('specialty'),
    {
      share: Number(row('share')),
      weeks: [Number(row('shortest_wait_weeks')), Number(row('longest_wait_weeks'))],
      parent: row('parent') || undefined,
      hospital: row('hospital_only') === 'yes',
      sign: row('sign') || row('specialty'),
    },
  ]),
);

/** Returns the profile of a specialty; throws for Family Medicine and for unknown names. */
export function profileOf(specialty: string): SpecialtyProfile {
  const profile = SPECIALTY_PROFILES.get(specialty);
  if (!profile) throw new Error(`No profile for the specialty "${specialty}".`);
  return profile;
}
