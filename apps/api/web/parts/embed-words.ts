type ByCode = Readonly<Record<string, string>>;

const ENGLISH = {
  language: 'en' as 'en' | 'fr',
  locale: 'en-CA',
  title: 'Find a doctor',
  specialties: 'Specialty',
  languages: 'Language',
  near: 'Near',
  /** What `near` may be. */
  place: 'Station, neighbourhood, postal code',
  within: 'Within',
  anyDistance: 'Any distance',
  accepting: 'Accepts new patients',
  search: 'Search',
  searching: 'Searching…',
  more: 'Show more',
  caution: 'Availability is best effort: phone the clinic to confirm. Data: Care Atlas.',
  unreachable: 'The directory cannot be reached. Try again.',
  /** @param shown the number of clinics */
  found: (doctors: number, clinics: number, shown: number) =>
    shown === 0
      ? 'No doctor matches. Remove a filter: each one narrows the result.'
      : `${doctors.toLocaleString('en-CA')} ${doctors === 1 ? 'doctor matches' : 'doctors match'} at ${clinics.toLocaleString('en-CA')} ${clinics === 1 ? 'clinic' : 'clinics'}, ${shown} shown.`,
  moreAtClinic: (count: string) => `${count} more there`,
  /** The field for a question, and what it may be. */
  question: 'In your own words',
  example: 'family doctor near Kipling, open Saturday',
  stopped: 'There is no list: without these words it would answer another question.',
  nothingNamed: 'Name a specialty, a language, a place, a day or time, or a doctor.',
  unused: (text: string, reason: string) => `“${text}”: ${reason}`,
  /** Why words became no filter, and what is known of words for another reason. */
  reasons: {
    span: 'a list finds who is open at one time, not from one time to another',
    negated: 'a list cannot leave out what you name',
    here: 'name a station, a neighbourhood or a postal code',
    'place-needed': 'the question names no place',
    profession: 'this directory lists physicians only',
    contradicted: 'another part of the question says something else',
    'whole-area':
      'the list has the whole area of this directory, the Greater Toronto Area, and nobody beyond',
  } as ByCode,
  verdicts: {
    ambiguous: 'this may mean several things',
    outside: 'outside this directory',
    unknown: 'not understood; questions are read in English and French',
    understood: 'nothing that a list can be filtered by',
  } as ByCode,
  instead: 'What can be answered:',
  /** The filters without a value of their own. */
  flags: {
    accepting: 'accepts new patients',
    nearTTC: 'near the subway',
    evening: 'open in the evening',
    weekend: 'open on weekends',
    wheelchair: 'wheelchair accessible',
    virtualVisits: 'virtual visits',
  } as ByCode,
  genders: {} as ByCode,
  /** Filters with values that need a description: "2" alone could be kilometers or years. */
  phrases: {
    within: (kilometers: string) => `within ${kilometers} km`,
    openAt: (time: string) => `open at ${time}`,
    minYears: (years: string) => `at least ${years} years in practice`,
    maxYears: (years: string) => `at most ${years} years in practice`,
  } as Readonly<Record<string, (value: string) => string>>,
  emergency: {
    '911': 'Call 9-1-1 now. This directory cannot help in an emergency.',
    '988': 'Call or text 9-8-8 now, the Suicide Crisis Helpline. In danger, call 9-1-1.',
  } as ByCode,
  readAs: (value: string, meanings: string) => `“${value}” was read as ${meanings}.`,
  /** Beside a place that is an area. */
  fromCenter: 'Distances are measured from its center.',
  tooMany: (seconds: number) => `Too many searches. Try again in ${seconds} s.`,
};

/** The words of the search element in one language. */
export type EmbedWords = typeof ENGLISH;

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
  found: (doctors, clinics, shown) =>
    shown === 0
      ? 'Aucun médecin ne correspond. Retirez un filtre : chacun restreint le résultat.'
      : `${doctors.toLocaleString('fr-CA')} ${doctors === 1 ? 'médecin correspond' : 'médecins correspondent'} dans ${clinics.toLocaleString('fr-CA')} ${clinics === 1 ? 'clinique' : 'cliniques'}, ${shown} ${shown === 1 ? 'affichée' : 'affichées'}.`,
  moreAtClinic: (count) => `${count} de plus à cette clinique`,
  question: 'Dans vos mots',
  example: 'médecin de famille près de Kipling, ouvert samedi',
  stopped: 'Il n’y a pas de liste : sans ces mots, elle répondrait à une autre question.',
  nothingNamed: 'Nommez une spécialité, une langue, un lieu, un jour ou une heure, ou un médecin.',
  unused: (text, reason) => `« ${text} » : ${reason}`,
  reasons: {
    span: 'une liste trouve qui est ouvert à un moment, pas d’une heure à une autre',
    negated: 'une liste ne peut pas exclure ce que vous nommez',
    here: 'nommez une station, un quartier ou un code postal',
    'place-needed': 'la question ne nomme aucun lieu',
    profession: 'ce répertoire ne contient que des médecins',
    contradicted: 'une autre partie de la question dit autre chose',
    'whole-area': 'la liste couvre toute la région de ce répertoire, le Grand Toronto, et personne au-delà',
  },
  verdicts: {
    ambiguous: 'plusieurs sens possibles',
    outside: 'hors de ce répertoire',
    unknown: 'non compris; les questions sont lues en français et en anglais',
    understood: 'ce n’est pas un filtre de liste',
  },
  instead: 'Ce qui peut être répondu :',
  flags: {
    accepting: 'accepte de nouveaux patients',
    nearTTC: 'près du métro',
    evening: 'ouvert le soir',
    weekend: 'ouvert la fin de semaine',
    wheelchair: 'accessible en fauteuil roulant',
    virtualVisits: 'consultations virtuelles',
  },
  genders: { female: 'femme', male: 'homme', 'non-binary': 'non binaire' },
  phrases: {
    within: (kilometers) => `à moins de ${kilometers} km`,
    openAt: (time) => `ouvert à ${time}`,
    minYears: (years) => `au moins ${years} ans de pratique`,
    maxYears: (years) => `au plus ${years} ans de pratique`,
  },
  emergency: {
    '911': 'Appelez le 9-1-1 tout de suite. Ce répertoire ne peut pas aider en cas d’urgence.',
    '988':
      'Appelez ou textez le 9-8-8 tout de suite, la ligne d’aide en cas de crise de suicide. En danger, appelez le 9-1-1.',
  },
  readAs: (value, meanings) => `« ${value} » est compris comme ${meanings}.`,
  fromCenter: 'Les distances sont mesurées depuis son centre.',
  tooMany: (seconds) => `Trop de recherches. Réessayez dans ${seconds} s.`,
};

/** Returns the words of a language tag, such as `fr-CA`: French, otherwise English. */
export function embedWords(lang: string): EmbedWords {
  return /^fr\b/i.test(lang) ? FRENCH : ENGLISH;
}
