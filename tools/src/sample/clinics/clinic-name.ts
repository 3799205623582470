import type { ClinicType } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { readJson } from '../data-file.js';
import type { Random } from '../random.js';
import { profileOf } from '../doctors/specialty-profile.js';

/** The suffix of every invented clinic and reviewer, which marks them as invented wherever they are shown. */
export const SAMPLE_MARK = ' (sample)';
const FRENCH_SHARE = 0.04;
const NAMES = readJson('sample/clinic-names.json') as {
  /** Some are empty: not every clinic names a district. */
  readonly districts: readonly string[];
  readonly endings: Readonly<Record<ClinicType, readonly string[]>>;
  /** For clinics that are named after their specialty. */
  readonly specialtyEndings: readonly string[];
  readonly frenchPrefixes: Readonly<Record<ClinicType, readonly string[]>>;
};
// A beginning and an ending make an invented place ("Maplecrest"). Neither is the name of a place in the area.
const PLACES = readJson('sample/places.json') as Readonly<
  Record<'beginnings' | 'endings' | 'streetTypes' | 'frenchPlaces', readonly string[]>
>;

/** Invents names of clinics. None is the name of a real facility or a part of one. */
export class ClinicNames {
  private readonly real: string;

  constructor(facilityNames: Iterable<string>) {
    this.real = [...facilityNames].map(fold).join('\n');
  }

  /**
   * Invents a name that ends in " (sample)".
   * @param specialty the only specialty of the clinic, which it is then named after
   */
  invent(random: Random, type: ClinicType, specialty: string | undefined): string {
    let name: string;
    do name = candidate(random, type, specialty);
    while (this.real.includes(fold(name)));
    return name + SAMPLE_MARK;
  }
}

function candidate(random: Random, type: ClinicType, specialty: string | undefined): string {
  if (random.chance(FRENCH_SHARE))
    return `${random.pick(NAMES.frenchPrefixes[type])} ${random.pick(PLACES.frenchPlaces)}`;
  const place = placeName(random) + random.pick(NAMES.districts);
  if (!specialty) return `${place} ${random.pick(NAMES.endings[type])}`;
  const { sign } = profileOf(specialty);
  return `${place} ${random.chance(0.4) ? specialty : sign} ${random.pick(NAMES.specialtyEndings)}`;
}

/** Invents a place, e.g. "Maplecrest". */
function placeName(random: Random): string {
  const beginning = random.pick(PLACES.beginnings);
  const ending = random.pick(PLACES.endings);
  // A doubled letter ("Bluebelllea", "Brackennook") reads like a typing error.
  return beginning.endsWith(ending[0]!) ? placeName(random) : beginning + ending;
}

/** Invents a street, e.g. "Maplecrest Road". */
export function streetName(random: Random): string {
  return `${placeName(random)} ${random.pick(PLACES.streetTypes)}`;
}
