/** What filters ask about, and records may not know. */
export const UNKNOWN_FACTS = [
  'hours',
  'accepting',
  'wheelchair',
  'virtualVisits',
  'nearTTC',
  'website',
  'area',
  'specialties',
  'languages',
  'gender',
  'independent',
] as const;
export type UnknownFact = (typeof UNKNOWN_FACTS)[number];

/** What a list has. */
export type LeftOutKind = 'doctor' | 'clinic' | 'service';

/** How many records were left out of a list because something is not known of them, and of how many of them each fact is not. */
export interface LeftOut {
  readonly count: number;
  readonly kind: LeftOutKind;
  readonly facts: readonly { readonly fact: UnknownFact; readonly count: number }[];
}

const OF_CLINIC: Readonly<Record<LeftOutKind, string>> = {
  doctor: ' of the primary clinic',
  clinic: '',
  service: ' of the clinic',
};
const AT_CLINIC: Readonly<Record<LeftOutKind, string>> = {
  doctor: 'the primary clinic',
  clinic: 'the clinic',
  service: 'the clinic',
};
const OF_DOCTOR: Readonly<Record<LeftOutKind, string>> = {
  doctor: '',
  clinic: ' of a doctor',
  service: ' of a doctor',
};

/** The English words for what is not known, and their verb. */
export const UNKNOWN_WORDS: Readonly<
  Record<UnknownFact, (kind: LeftOutKind) => readonly [what: string, is: 'is' | 'are']>
> = {
  hours: (kind) => [`the opening hours${OF_CLINIC[kind]}`, 'are'],
  accepting: (kind) => [
    `whether ${kind === 'service' ? 'the service' : AT_CLINIC[kind]} accepts new patients`,
    'is',
  ],
  wheelchair: (kind) => [`whether ${AT_CLINIC[kind]} is wheelchair-accessible`, 'is'],
  virtualVisits: (kind) => [`whether ${AT_CLINIC[kind]} offers virtual visits`, 'is'],
  nearTTC: (kind) => [`whether ${AT_CLINIC[kind]} is near a subway station`, 'is'],
  website: (kind) => [`the website${OF_CLINIC[kind]}`, 'is'],
  area: (kind) => [`the postal code${OF_CLINIC[kind]}`, 'is'],
  specialties: (kind) => [`the specialties${OF_DOCTOR[kind]}`, 'are'],
  languages: (kind) => [`the languages${OF_DOCTOR[kind]}`, 'are'],
  gender: (kind) => [`the gender${OF_DOCTOR[kind]}`, 'is'],
  independent: (kind) => [
    `whether the registration${kind === 'doctor' ? '' : ' of a doctor there'} is for independent practice`,
    'is',
  ],
};
