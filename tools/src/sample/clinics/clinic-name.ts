import type { ClinicType } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { readJson } from '../data-file.js';
import { frenchPlaceName, placeName } from './place-name.js';
import type { Random } from '../random.js';
import { SAMPLE_MARK } from '../sample-mark.js';
import { profileOf } from '../doctors/specialty-profile.js';

const FRENCH_SHARE = 0.04;
const NAMES = readJson('sample/clinic-names.json') as {
  /** Some are empty: not every clinic names a district. */
  readonly districts: readonly string[];
  readonly endings: Readonly<Record<ClinicType, readonly string[]>>;
  /** For clinics that are named after their specialty. */
  readonly specialtyEndings: readonly string[];
  readonly frenchPrefixes: Readonly<Record<ClinicType, readonly string[]>>;
};

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
    return `${random.pick(NAMES.frenchPrefixes[type])} ${frenchPlaceName(random)}`;
  const place = placeName(random) + random.pick(NAMES.districts);
  if (!specialty) return `${place} ${random.pick(NAMES.endings[type])}`;
  const { sign } = profileOf(specialty);
  return `${place} ${random.chance(0.4) ? specialty : sign} ${random.pick(NAMES.specialtyEndings)}`;
}
