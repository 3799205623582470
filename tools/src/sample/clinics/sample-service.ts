import type { ClinicRecord, SpecialtyServiceRecord } from '@care-atlas/domain/records';
import type { Practices } from '../doctors/practice.js';
import { Random, STREAM } from '../random.js';
import { FAMILY_MEDICINE, profileOf } from '../doctors/specialty-profile.js';

const SHORTEST_WEEKS = 1;
const LONGEST_WEEKS = 60;

/**
 * Yields a record for each clinic and each specialty of its active specialists.
 * @param specialties all specialties, in the order of the records
 * @param isActive whether a registration has not expired; expired ones offer nothing
 */
export function* sampleServices(
  seed: number,
  doctors: number,
  clinics: readonly ClinicRecord[],
  specialties: readonly string[],
  practices: Practices,
  isActive: (doctor: number) => boolean,
): Generator<SpecialtyServiceRecord> {
  const width = specialties.length;
  const position = new Map(specialties.map((name, index) => [name, index]));
  // One byte per clinic and specialty, which is far smaller than a set per clinic.
  const offered = new Uint8Array(clinics.length * width);
  for (let doctor = 0; doctor < doctors; doctor++) {
    const practice = practices.of(doctor);
    // A family doctor's second interest has no referrals and no waiting list.
    if (practice.specialties[0] === FAMILY_MEDICINE || !isActive(doctor)) continue;
    for (const clinic of practice.clinics)
      for (const specialty of practice.specialties) offered[clinic * width + position.get(specialty)!] = 1;
  }
  for (const [clinic, { id }] of clinics.entries()) {
    const random = new Random(seed, STREAM.service, clinic);
    for (const [index, specialty] of specialties.entries()) {
      if (offered[clinic * width + index] === 0) continue;
      const waitWeeks = randomWait(random, specialty);
      yield { clinicId: id, specialty, waitWeeks, accepting: random.known(0.45, 0.27) };
    }
  }
}

function randomWait(random: Random, specialty: string): number {
  const [low, high] = profileOf(specialty).weeks;
  // The square of a uniform number favors short times, as real waiting times do.
  const weeks = Math.round(low + (high - low) * random.unit() ** 2 + random.between(-1, 1));
  return Math.min(LONGEST_WEEKS, Math.max(SHORTEST_WEEKS, weeks));
}
