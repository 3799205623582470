import type { Gender } from '@care-atlas/domain/records';
import { readJson } from '../data-file.js';
import type { Random } from '../random.js';
import { SAMPLE_MARK } from '../clinics/clinic-name.js';
import { Weighted } from '../weighted.js';

/** Given names and surnames of one origin, and the languages that its doctors are likely to speak. */
export interface NameCulture {
  readonly origin: string;
  /** Weight among the doctors of the area. Plausible, not measured. */
  readonly share: number;
  /** Probability that a given name is English instead, as in families of long standing. */
  readonly englishGiven: number;
  /** Probability of each language besides English. */
  readonly languages: Readonly<Record<string, number>>;
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly surnames: readonly string[];
}

export const NAME_CULTURES = readJson('sample/name-cultures.json') as readonly NameCulture[];

const CULTURES = new Weighted(NAME_CULTURES.map((culture) => [culture, culture.share]));
const ENGLISH = NAME_CULTURES.find(({ origin }) => origin === 'English')!;
const INITIALS = 'ABCDEFGHIJKLMNOPRSTVWYZ'.split('');

/** Picks the origin of a doctor's given name and surname. */
export function pickCulture(random: Random): NameCulture {
  return CULTURES.pick(random);
}

/** Invents a doctor's full name with title, e.g. "Dr. Amara Okafor". */
export function doctorName(random: Random, culture: NameCulture, gender: Gender | ''): string {
  const female = gender === 'female' || (gender !== 'male' && random.chance(0.5));
  const initial = random.chance(0.12) ? ` ${random.pick(INITIALS)}.` : '';
  return `Dr. ${givenName(random, culture, female)}${initial} ${surname(random, culture, female)}`;
}

/** Invents the abbreviated name of a reviewer, e.g. "Priya S. (sample)". */
export function authorName(random: Random): string {
  const culture = pickCulture(random);
  const initial = /\p{L}/u.exec(random.pick(culture.surnames))?.[0] ?? 'A';
  return `${givenName(random, culture, random.chance(0.58))} ${initial.toUpperCase()}.${SAMPLE_MARK}`;
}

function givenName(random: Random, culture: NameCulture, female: boolean): string {
  const { women, men } = random.chance(culture.englishGiven) ? ENGLISH : culture;
  return random.pick(female ? women : men);
}

function surname(random: Random, culture: NameCulture, female: boolean): string {
  // Marriages between communities, and double names, which mostly women have.
  const own = random.pick(random.chance(0.06) ? pickCulture(random).surnames : culture.surnames);
  if (!random.chance(female ? 0.055 : 0.015)) return own;
  const second = random.pick(random.chance(0.4) ? pickCulture(random).surnames : culture.surnames);
  return /[- ]/.test(own + second) || own === second ? own : `${own}-${second}`;
}
