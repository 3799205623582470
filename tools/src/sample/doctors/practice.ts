import type { ClinicType } from '@care-atlas/domain/records';
import { mainSpecialty, type ClinicPlan } from '../clinics/clinic-layout.js';
import { Random, STREAM } from '../random.js';
import { FAMILY_MEDICINE, profileOf } from './specialty-profile.js';
import { countUpTo, Weighted } from '../weighted.js';

/** Above the intended share, because a doctor without another suitable clinic has one location. */
const SECOND_LOCATION_SHARE = 0.125;
/** Number of clinics before and after the first, in the order of postal areas, among which a second is chosen. */
const NEIGHBORS = 25;
/** The largest clinic with visiting doctors, so that none exceeds forty doctors. */
const LARGEST_VISITED = 22;
const VISITED_BY_FAMILY: readonly ClinicType[] = ['family-practice', 'walk-in', 'community-health-centre'];
const VISITED_BY_SPECIALISTS: readonly ClinicType[] = [
  'specialist',
  'hospital-outpatient',
  'community-health-centre',
];

const PARENT_SHARE = 0.5;
const SECOND_INTEREST_SHARE = 0.09;
const SECOND_INTEREST = Weighted.named<string>('secondInterest');
const REFERRAL_SHARE = 0.92;
const REFERRAL_ONLY_SHARE = 0.94;

/** The clinics and specialties of a doctor. */
export interface Practice {
  /** Indexes of clinics, the primary one first. */
  readonly clinics: readonly number[];
  /** The main specialty first. */
  readonly specialties: readonly string[];
  readonly referralRequired: boolean;
  readonly referralOnly: boolean;
}

/** Assigns each doctor a position at a clinic and a specialty that fits it. */
export class Practices {
  private readonly stride: number;
  private readonly familyCare: number[] = [];
  private readonly specialistCare: number[] = [];

  constructor(
    private readonly seed: number,
    private readonly doctors: number,
    private readonly clinics: readonly ClinicPlan[],
  ) {
    this.stride = coprimeStride(doctors);
    for (const [index, { type, size }] of clinics.entries()) {
      if (size > LARGEST_VISITED) continue;
      if (VISITED_BY_FAMILY.includes(type)) this.familyCare.push(index);
      if (VISITED_BY_SPECIALISTS.includes(type)) this.specialistCare.push(index);
    }
  }

  /** @param doctor 0 to the number of doctors − 1 */
  of(doctor: number): Practice {
    const random = new Random(this.seed, STREAM.practice, doctor);
    // Consecutive registration numbers belong to different clinics across the area.
    const place = (doctor * this.stride) % this.doctors;
    const primary = countUpTo(this.clinics.length, (index) => this.clinics[index]!.start <= place) - 1;
    const clinic = this.clinics[primary]!;
    const main = mainSpecialty(random, clinic, place - clinic.start);
    const specialties = [main, ...furtherSpecialty(random, main)];
    const referralRequired = main !== FAMILY_MEDICINE && random.chance(REFERRAL_SHARE);
    const referralOnly = referralRequired && random.chance(REFERRAL_ONLY_SHARE);
    const clinics = [primary];
    if (random.chance(SECOND_LOCATION_SHARE)) clinics.push(...this.secondLocation(random, primary, main));
    return { clinics, specialties, referralRequired, referralOnly };
  }

  private secondLocation(random: Random, primary: number, main: string): number[] {
    const suitable = main === FAMILY_MEDICINE ? this.familyCare : this.specialistCare;
    const here = countUpTo(suitable.length, (index) => suitable[index]! < primary);
    const at = here + random.between(-NEIGHBORS, NEIGHBORS);
    const found = suitable[Math.max(0, Math.min(suitable.length - 1, at))];
    return found === undefined || found === primary ? [] : [found];
  }
}

function furtherSpecialty(random: Random, main: string): string[] {
  if (main === FAMILY_MEDICINE) {
    return random.chance(SECOND_INTEREST_SHARE) ? [SECOND_INTEREST.pick(random)] : [];
  }
  const { parent } = profileOf(main);
  return parent && random.chance(PARENT_SHARE) ? [parent] : [];
}

/** Returns a step that visits each of `count` positions once, far from the one before. */
function coprimeStride(count: number): number {
  let stride = Math.max(1, Math.floor(count * 0.618_034));
  while (greatestCommonDivisor(stride, count) > 1) stride++;
  return stride;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
