import type { DoctorAt } from './evaluation-records.js';

const VALUES: Readonly<Record<string, (at: DoctorAt) => readonly string[]>> = {
  specialty: ({ doctor }) => doctor.specialties,
  language: ({ doctor }) => doctor.languages,
  gender: ({ doctor }) => (doctor.gender ? [doctor.gender] : []),
  area: ({ municipalities }) => municipalities,
  clinicType: ({ clinic }) => [clinic.type],
  accepting: ({ clinic }) => [String(clinic.accepting ?? 'unknown')],
};

/** Returns how many of the doctors have each value of a group, most common first, then by name. */
export function countsBy(
  group: string,
  doctors: readonly DoctorAt[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of doctors.flatMap(VALUES[group]!)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
