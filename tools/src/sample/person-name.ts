import type { Gender } from '@care-atlas/domain/records';
import { BRITISH_AND_FRENCH } from './names/british-french.js';
import { EAST_ASIAN } from './names/east-asia.js';
import { MIDDLE_EASTERN_AND_AFRICAN } from './names/middle-east-africa.js';
import type { NameCulture } from './names/name-culture.js';
import { NORTHERN_AND_EASTERN_EUROPEAN } from './names/northern-eastern-europe.js';
import { SOUTH_ASIAN } from './names/south-asia.js';
import { SOUTHERN_EUROPEAN } from './names/southern-europe.js';
import type { Random } from './random.js';
import { SAMPLE_MARK } from './sample-mark.js';
import { Weighted } from './weighted.js';

export const NAME_CULTURES: readonly NameCulture[] = [
  ...BRITISH_AND_FRENCH,
  ...SOUTHERN_EUROPEAN,
  ...NORTHERN_AND_EASTERN_EUROPEAN,
  ...MIDDLE_EASTERN_AND_AFRICAN,
  ...SOUTH_ASIAN,
  ...EAST_ASIAN,
];

const CULTURES = new Weighted(NAME_CULTURES.map((culture) => [culture, culture.share]));
const ENGLISH = NAME_CULTURES.find(({ origin }) => origin === 'English')!;
const INITIALS = 'ABCDEFGHIJKLMNOPRSTVWYZ'.split('');

/** The origin of a doctor's given name and surname. */
export function pickCulture(random: Random): NameCulture {
  return CULTURES.pick(random);
}

/** A doctor's full name with title, e.g. "Dr. Amara Okafor". */
export function doctorName(random: Random, culture: NameCulture, gender: Gender | ''): string {
  const womanly = gender === 'female' || (gender !== 'male' && random.chance(0.5));
  const initial = random.chance(0.12) ? ` ${random.pick(INITIALS)}.` : '';
  return `Dr. ${givenName(random, culture, womanly)}${initial} ${surname(random, culture, womanly)}`;
}

/** The abbreviated name of a reviewer, e.g. "Priya S. (sample)". */
export function authorName(random: Random): string {
  const culture = pickCulture(random);
  const initial = /\p{L}/u.exec(random.pick(culture.surnames))?.[0] ?? 'A';
  return `${givenName(random, culture, random.chance(0.58))} ${initial.toUpperCase()}.${SAMPLE_MARK}`;
}

function givenName(random: Random, culture: NameCulture, womanly: boolean): string {
  const { women, men } = random.chance(culture.englishGiven) ? ENGLISH : culture;
  return random.pick(womanly ? women : men);
}

function surname(random: Random, culture: NameCulture, womanly: boolean): string {
  // Marriage between communities, and double names, most of them borne by women.
  const own = random.pick(random.chance(0.06) ? pickCulture(random).surnames : culture.surnames);
  if (!random.chance(womanly ? 0.055 : 0.015)) return own;
  const second = random.pick(random.chance(0.4) ? pickCulture(random).surnames : culture.surnames);
  return /[- ]/.test(own + second) || own === second ? own : `${own}-${second}`;
}
