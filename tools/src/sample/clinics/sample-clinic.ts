import type { ClinicRecord, StationRecord } from '@care-atlas/domain/records';
import { isNearSubway } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import { clinicHours, clinicSpecialDays } from './clinic-hours.js';
import type { ClinicPlan } from './clinic-layout.js';
import { type ClinicNames, SAMPLE_MARK, streetName } from './clinic-name.js';
import { clinicPosition, type ClinicGround } from './clinic-position.js';
import type { PostalArea } from '../open-data.js';
import type { Random } from '../random.js';
import type { RegisterRuns } from '../doctors/register-run.js';

const WEBSITE_SHARE = 0.6;
/** The longest host name of a website; a DNS label has at most 63 characters. */
const LONGEST_SLUG = 50;

// Canada Post never uses D, F, I, O, Q and U.
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXYZ'.split('');
const DIGITS = 10;
const TORONTO_CODES = ['416', '647'];
const OTHER_CODES = ['905', '289'];

/** The shared inputs of all clinics. */
export interface ClinicMaterial {
  readonly stations: readonly StationRecord[];
  readonly names: ClinicNames;
  readonly runs: RegisterRuns;
}

/** Invents a clinic. Its telephone number and website are in ranges reserved for fiction. */
export function sampleClinic(
  random: Random,
  plan: ClinicPlan,
  ground: ClinicGround,
  { stations, names, runs }: ClinicMaterial,
): ClinicRecord {
  const { area } = ground;
  const name = names.invent(random, plan.type, plan.fields.length === 1 ? plan.fields[0] : undefined);
  const postalCode = `${area.prefix} ${random.below(DIGITS)}${random.pick(POSTAL_LETTERS)}${random.below(DIGITS)}`;
  const position = clinicPosition(random, ground);
  const clinic: ClinicRecord = {
    id: random.uuid(),
    name,
    address: `${street(random)}, ${area.municipality}, ON ${postalCode}`,
    postalCode,
    ...position,
    phone: phone(random, area),
    website: random.chance(WEBSITE_SHARE) ? `https://${slug(name)}.example` : '',
    type: plan.type,
    openingHours: clinicHours(random, plan.type),
    wheelchair: random.known(0.62, 0.23),
    virtualVisits: random.known(0.6, 0.24),
    nearSubway: isNearSubway(position, stations),
    accepting: random.known(0.35, 0.5),
    acceptingObserved: null,
    origin: 'sample',
    syncedAt: runs.recent(random),
  };
  // Last, so that everything else stays as it was.
  const specialDays = clinic.openingHours.length > 0 ? clinicSpecialDays(random) : undefined;
  return specialDays ? { ...clinic, specialDays } : clinic;
}

function street(random: Random): string {
  const line = `${random.between(1, random.chance(0.7) ? 400 : 4_900)} ${streetName(random)}`;
  return random.chance(0.4) ? `${line}, ${random.pick(['Suite', 'Unit'])} ${random.between(1, 420)}` : line;
}

function phone(random: Random, { region }: PostalArea): string {
  const code = random.pick(region === 'Toronto' ? TORONTO_CODES : OTHER_CODES);
  return `+1-${code}-555-01${String(random.below(100)).padStart(2, '0')}`;
}

function slug(name: string): string {
  return fold(name.slice(0, -SAMPLE_MARK.length))
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/-$/, '');
}
