import type { ClinicType } from '@care-atlas/domain/records';
import { readJson } from '../data-file.js';
import { Random, STREAM } from '../random.js';
import { FAMILY_MEDICINE, SPECIALTY_PROFILES } from '../doctors/specialty-profile.js';
import { Weighted } from '../weighted.js';

const LARGEST = 40;

/** What is typical of a type of clinic: its weight among all, its doctors and its hours, as probabilities. */
interface TypeProfile {
  readonly weight: number;
  /** The number of doctors: a heavy tail. */
  readonly doctors: { readonly median: number; readonly spread: number };
  /** The share of family doctors. */
  readonly familyShare: number;
  readonly evenings: number;
  readonly saturday: number;
  /** The share of the clinics open on Saturday. */
  readonly sunday: number;
  readonly lunchBreak: number;
}

export const CLINIC_TYPES = readJson('sample/clinic-types.json') as Readonly<Record<ClinicType, TypeProfile>>;
const TYPE = new Weighted(
  Object.entries(CLINIC_TYPES).map(([type, { weight }]) => [type as ClinicType, weight]),
);

/** Hospitals have all specialties, mostly those that only hospitals have; offices have the others. */
const IN_OFFICES = new Weighted(
  Array.from(SPECIALTY_PROFILES, ([name, profile]) => [name, profile.hospital ? 0 : profile.share]),
);
const IN_HOSPITALS = new Weighted(
  Array.from(SPECIALTY_PROFILES, ([name, profile]) => [name, profile.share * (profile.hospital ? 2.2 : 1)]),
);
const BESIDE_FAMILY_DOCTORS = Weighted.named<string>('besideFamilyDoctors');

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
    const { median, spread } = CLINIC_TYPES[type].doctors;
    const size = Math.min(left, LARGEST, Math.max(1, Math.round(random.heavyTailed(median, spread))));
    const area = areas.pick(random);
    drawn.push({ type, size, area, fields: type === 'specialist' ? fields(random, size) : [] });
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
  const { familyShare } = CLINIC_TYPES[clinic.type];
  const inFamilyCare = familyShare > 0.5;
  const isFamily = place === 0 ? inFamilyCare : random.chance(familyShare);
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
