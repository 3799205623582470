import { SPECIALTIES } from '@care-atlas/domain/vocabulary';
import { fold } from '@care-atlas/domain/text';

/**
 * Words for the kinds of places and services, with what they are as `healthcare`. The first that occurs counts: what is certain to
 * have physicians, what has none, and what may be either.
 */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/community health|sante communautaire/, 'centre'],
  [
    /famil(?:y|iale?) (?:doctor|physician|practice|medicine|health)|medecine familiale|general practi|primary (?:health )?care/,
    'doctor',
  ],
  [/pharmac/, 'pharmacy'],
  [/\bdent(?:al|ist|aire)/, 'dentist'],
  [/laborator|specimen/, 'laboratory'],
  [/long.?term care|retirement home|nursing home|hospice|longue duree/, 'hospice'],
  [/counsel/, 'counselling'],
  [/midwif|sage.?femme/, 'midwife'],
  [/physio/, 'physiotherapist'],
  [
    /\b(?:food|meals?|shelter|housing|employment|legal|tax clinic|settlement|child ?care|transportation)\b/,
    'social_facility',
  ],
  [/\bwalk.?ins?\b|sans rendez.?vous|urgent care|soins urgents/, 'walk_in'],
  [/hospital|hopital/, 'hospital'],
  [/specialist|specialise/, 'specialist'],
  [/doctor|physician|medecin|medical/, 'doctor'],
];
/** Words beside the name of a specialty. */
const BESIDE =
  /\b(?:clinics?|services?|program(?:me)?|department|unit|cent(?:re|er)|outpatient|consultations?|referrals?)\b/gi;
const FAMILY_MEDICINE = 'Family Medicine';

/** Returns what a free text calls a place or a service, as a word of `healthcare`; undefined when it has no known word. */
export function kindIn(text: string): string | undefined {
  const folded = fold(text);
  const kind = KINDS.find(([pattern]) => pattern.test(folded))?.[1];
  if (kind !== undefined) return kind;
  const specialty = specialtyIn(text);
  return specialty === undefined ? undefined : specialty === FAMILY_MEDICINE ? 'doctor' : 'specialist';
}

/** Returns the specialty that a free text names, perhaps beside words such as "clinic"; undefined without any. */
export function specialtyIn(text: string): string | undefined {
  const alone = text.replaceAll(BESIDE, ' ').replaceAll(/\s+/g, ' ').trim();
  return SPECIALTIES.nameOf(text) ?? SPECIALTIES.nameOf(alone);
}
