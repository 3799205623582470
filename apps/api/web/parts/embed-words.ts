import type { KnownAcceptance } from '@care-atlas/client/interface';

/** The words of the search element in one language. */
export interface EmbedWords {
  readonly language: 'en' | 'fr';
  readonly locale: string;
  readonly title: string;
  readonly specialties: string;
  readonly languages: string;
  readonly near: string;
  /** What `near` may be. */
  readonly place: string;
  readonly within: string;
  readonly anyDistance: string;
  readonly accepting: string;
  readonly search: string;
  readonly searching: string;
  readonly more: string;
  readonly caution: string;
  readonly unreachable: string;
  readonly acceptance: Readonly<Record<KnownAcceptance['answer'], string>>;
  /** Of walk-in clinics, which see people without registration. */
  readonly walkIn: EmbedWords['acceptance'];
  readonly methods: Readonly<Record<KnownAcceptance['method'], string>>;
  found(total: string, shown: number): string;
  readonly observed: (age: string) => string;
  /** Of what the clinic says without a date, instead of its method. */
  readonly listedByClinic: string;
  /** Where two methods say different things. */
  readonly disputed: string;
  readonly listed: (date: string) => string;
  readAs(value: string, meanings: string): string;
  tooMany(seconds: number): string;
}

const ENGLISH: EmbedWords = {
  language: 'en',
  locale: 'en-CA',
  title: 'Find a doctor',
  specialties: 'Specialty',
  languages: 'Language',
  near: 'Near',
  place: 'Station, neighbourhood, postal code',
  within: 'Within',
  anyDistance: 'Any distance',
  accepting: 'Accepts new patients',
  search: 'Search',
  searching: 'Searching…',
  more: 'Show more',
  caution: 'Availability is best effort: phone the clinic to confirm. Data: Care Atlas.',
  unreachable: 'The directory cannot be reached. Try again.',
  acceptance: {
    yes: 'Accepts new patients',
    no: 'Accepts no new patients',
    unknown: 'Not known whether it accepts new patients',
  },
  walkIn: {
    yes: 'Walk-in: sees people without registration, and takes new regular patients',
    no: 'Walk-in: sees people without registration; takes no new regular patients',
    unknown: 'Walk-in: sees people without registration; not known whether it takes regular patients',
  },
  methods: {
    register: 'register',
    clinic_attested: 'said by the clinic',
    phone_call: 'asked by phone',
    web: 'on its website',
    open_data: 'in open data',
    patient_report: 'reported by a patient',
    correction: 'corrected',
    '': '',
  },
  found: (total, shown) =>
    shown === 0
      ? 'No doctor matches. Remove a filter: each one narrows the result.'
      : `${total} ${total === '1' ? 'doctor matches' : 'doctors match'}, ${shown} shown.`,
  observed: (age) => `observed ${age}`,
  listedByClinic: 'by the clinic',
  disputed: 'others disagree',
  listed: (date) => `listed since ${date}`,
  readAs: (value, meanings) => `“${value}” was read as ${meanings}.`,
  tooMany: (seconds) => `Too many searches. Try again in ${seconds} s.`,
};

const FRENCH: EmbedWords = {
  language: 'fr',
  locale: 'fr-CA',
  title: 'Trouver un médecin',
  specialties: 'Spécialité',
  languages: 'Langue',
  near: 'Près de',
  place: 'Station, quartier, code postal',
  within: 'À moins de',
  anyDistance: 'Toute distance',
  accepting: 'Accepte de nouveaux patients',
  search: 'Rechercher',
  searching: 'Recherche en cours…',
  more: 'Afficher plus',
  caution: 'Disponibilité à titre indicatif : téléphonez à la clinique pour confirmer. Données : Care Atlas.',
  unreachable: 'Le répertoire est inaccessible. Réessayez.',
  acceptance: {
    yes: 'Accepte de nouveaux patients',
    no: 'N’accepte pas de nouveaux patients',
    unknown: 'On ne sait pas si la clinique accepte de nouveaux patients',
  },
  walkIn: {
    yes: 'Sans rendez-vous : reçoit sans inscription, et inscrit de nouveaux patients réguliers',
    no: 'Sans rendez-vous : reçoit sans inscription; n’inscrit pas de nouveaux patients réguliers',
    unknown:
      'Sans rendez-vous : reçoit sans inscription; on ne sait pas si de nouveaux patients réguliers sont inscrits',
  },
  methods: {
    register: 'registre',
    clinic_attested: 'selon la clinique',
    phone_call: 'par téléphone',
    web: 'selon son site web',
    open_data: 'selon des données ouvertes',
    patient_report: 'selon un patient',
    correction: 'corrigé',
    '': '',
  },
  found: (total, shown) =>
    shown === 0
      ? 'Aucun médecin ne correspond. Retirez un filtre : chacun restreint le résultat.'
      : `${total} ${total === '1' ? 'médecin correspond' : 'médecins correspondent'}, ${shown} affichés.`,
  observed: (age) => `constaté ${age}`,
  listedByClinic: 'par la clinique',
  disputed: 'contredit par d’autres sources',
  listed: (date) => `affiché depuis le ${date}`,
  readAs: (value, meanings) => `« ${value} » est compris comme ${meanings}.`,
  tooMany: (seconds) => `Trop de recherches. Réessayez dans ${seconds} s.`,
};

/** Returns the words of a language tag, such as `fr-CA`: French, otherwise English. */
export function embedWords(lang: string): EmbedWords {
  return /^fr\b/i.test(lang) ? FRENCH : ENGLISH;
}
