import type { ClinicType } from '@care-atlas/domain/records';
import { Random, STREAM } from '../random.js';
import { FAMILY_MEDICINE, SPECIALTY_PROFILES } from '../doctors/specialty-profile.js';
import { Weighted } from '../weighted.js';

const LARGEST = 40;

/** The share of each clinic type, and its number of doctors: median and spread of a heavy tail. */
const TYPES: Readonly<Record<ClinicType, { weight: number; median: number; spread: number }>> = {
  'family-practice': { weight: 38, median: 4.2, spread: 0.78 },
  'walk-in': { weight: 10, median: 3.6, spread: 0.6 },
  specialist: { weight: 40, median: 3.6, spread: 0.88 },
  'community-health-centre': { weight: 4, median: 8, spread: 0.5 },
  'hospital-outpatient': { weight: 8, median: 14, spread: 0.55 },
};
const TYPE = new Weighted((Object.keys(TYPES) as ClinicType[]).map((type) => [type, TYPES[type].weight]));

/** Hospitals have all specialties, mostly those that only hospitals have; offices have the others. */
const IN_OFFICES = new Weighted(
  Array.from(SPECIALTY_PROFILES, ([name, profile]) => [name, profile.hospital ? 0 : profile.share]),
);
const IN_HOSPITALS = new Weighted(
  Array.from(SPECIALTY_PROFILES, ([name, profile]) => [name, profile.share * (profile.hospital ? 2.2 : 1)]),
);
const BESIDE_FAMILY_DOCTORS = new Weighted([
  ['Pediatrics', 40],
  ['Psychiatry', 25],
  ['Obstetrics and Gynecology', 20],
  ['Geriatric Medicine', 8],
  ['Emergency Medicine', 7],
]);
const FAMILY_SHARE: Readonly<Record<ClinicType, number>> = {
  'family-practice': 0.955,
  'walk-in': 0.9,
  specialist: 0.015,
  'community-health-centre': 0.66,
  'hospital-outpatient': 0.1,
};

/** The type, area and positions of a clinic. */
export interface ClinicPlan {
  readonly type: ClinicType;
  /** The index of its postal area. */
  readonly area: number;
  /** Its first position for a doctor; positions are numbered across all clinics. */
  readonly start: number;
  readonly size: number;
  /** The specialties of a specialist clinic; empty for other types. */
  readonly fields: readonly string[];
}

/** Plans clinics of 1 to 40 positions, one per doctor, ordered by postal area. */
export function planClinics(seed: number, doctors: number, areas: Weighted<number>): ClinicPlan[] {
  const random = new Random(seed, STREAM.layout);
  const drawn: Omit<ClinicPlan, 'start'>[] = [];
  for (let left = doctors; left > 0;) {
    const type = TYPE.pick(random);
    const { median, spread } = TYPES[type];
    const size = Math.min(left, LARGEST, Math.max(1, Math.round(random.heavyTailed(median, spread))));
    drawn.push({
      type,
      size,
      area: areas.pick(random),
      fields: type === 'specialist' ? fields(random, size) : [],
    });
    left -= size;
  }
  // Neighbors in this order are neighbors on the map: second locations are chosen among them.
  drawn.sort((a, b) => a.area - b.area);
  let start = 0;
  return drawn.map((plan) => {
    start += plan.size;
    return { ...plan, start: start - plan.size };
  });
}

/**
 * Returns the main specialty of the doctor at a position of a clinic. The first position always fits the clinic's type,
 * so that type and doctors agree even in the smallest clinic.
 */
export function mainSpecialty(random: Random, clinic: ClinicPlan, place: number): string {
  const inFamilyCare = FAMILY_SHARE[clinic.type] > 0.5;
  const isFamily = place === 0 ? inFamilyCare : random.chance(FAMILY_SHARE[clinic.type]);
  if (isFamily) return FAMILY_MEDICINE;
  if (inFamilyCare) return BESIDE_FAMILY_DOCTORS.pick(random);
  return clinic.fields.length ? random.pick(clinic.fields) : IN_HOSPITALS.pick(random);
}

function fields(random: Random, size: number): string[] {
  const most = size <= 2 || random.chance(0.5) ? 1 : random.between(2, Math.min(6, size));
  const chosen = new Set<string>();
  for (let i = 0; i < most; i++) chosen.add(IN_OFFICES.pick(random));
  return [...chosen];
}
