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
  found(total: string, shown: number): string;
  readAs(value: string, meanings: string): string;
  /** Beside a place that is an area. */
  readonly fromCenter: string;
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
  found: (total, shown) =>
    shown === 0
      ? 'No doctor matches. Remove a filter: each one narrows the result.'
      : `${total} ${total === '1' ? 'doctor matches' : 'doctors match'}, ${shown} shown.`,
  readAs: (value, meanings) => `“${value}” was read as ${meanings}.`,
  fromCenter: 'Distances are measured from its center.',
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
  found: (total, shown) =>
    shown === 0
      ? 'Aucun médecin ne correspond. Retirez un filtre : chacun restreint le résultat.'
      : `${total} ${total === '1' ? 'médecin correspond' : 'médecins correspondent'}, ${shown} affichés.`,
  readAs: (value, meanings) => `« ${value} » est compris comme ${meanings}.`,
  fromCenter: 'Les distances sont mesurées depuis son centre.',
  tooMany: (seconds) => `Trop de recherches. Réessayez dans ${seconds} s.`,
};

/** Returns the words of a language tag, such as `fr-CA`: French, otherwise English. */
export function embedWords(lang: string): EmbedWords {
  return /^fr\b/i.test(lang) ? FRENCH : ENGLISH;
}
