import type { ClinicRecord, SpecialtyServiceRecord } from '@care-atlas/domain/records';
import type { Practices } from '../doctors/practice.js';
import { Random, STREAM } from '../random.js';
import { FAMILY_MEDICINE, profileOf } from '../doctors/specialty-profile.js';

const SHORTEST_WEEKS = 1;
const LONGEST_WEEKS = 60;

/** The specialties that each clinic offers: those of its active specialists. */
export class Offerings {
  /** One byte per clinic and specialty, which is far smaller than a set per clinic. */
  private readonly offered: Uint8Array;

  /** @param isActive whether a registration has not expired; expired ones offer nothing */
  constructor(
    doctors: number,
    private readonly clinicCount: number,
    private readonly specialties: readonly string[],
    practices: Practices,
    isActive: (doctor: number) => boolean,
  ) {
    const position = new Map(specialties.map((name, index) => [name, index]));
    this.offered = new Uint8Array(clinicCount * specialties.length);
    for (let doctor = 0; doctor < doctors; doctor++) {
      const practice = practices.of(doctor);
      // A family doctor's second interest has no referrals and no waiting list.
      if (practice.specialties[0] === FAMILY_MEDICINE || !isActive(doctor)) continue;
      for (const clinic of practice.clinics) {
        for (const specialty of practice.specialties) {
          this.offered[clinic * specialties.length + position.get(specialty)!] = 1;
        }
      }
    }
  }

  /** Yields the clinics with specialists, by index, each with its specialties. */
  *byClinic(): Generator<readonly [clinic: number, specialties: readonly string[]]> {
    const width = this.specialties.length;
    for (let clinic = 0; clinic < this.clinicCount; clinic++) {
      const row = this.offered.subarray(clinic * width, (clinic + 1) * width);
      const offered = this.specialties.filter((_, index) => row[index] === 1);
      if (offered.length) yield [clinic, offered];
    }
  }
}

/** Yields a record per clinic and specialty. */
export function* sampleServices(
  seed: number,
  clinics: readonly ClinicRecord[],
  offerings: Offerings,
): Generator<SpecialtyServiceRecord> {
  for (const [clinic, specialties] of offerings.byClinic()) {
    const random = new Random(seed, STREAM.service, clinic);
    for (const specialty of specialties) {
      yield {
        clinicId: clinics[clinic]!.id,
        specialty,
        waitWeeks: waitWeeks(random, specialty),
        accepting: random.known(0.45, 0.27),
      };
    }
  }
}

function waitWeeks(random: Random, specialty: string): number {
  const [low, high] = profileOf(specialty).weeks;
  // The square of a uniform number favors short times, as real waiting times do.
  const weeks = Math.round(low + (high - low) * random.unit() ** 2 + random.between(-1, 1));
  return Math.min(LONGEST_WEEKS, Math.max(SHORTEST_WEEKS, weeks));
}
