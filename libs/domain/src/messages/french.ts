import type { ENGLISH, ERROR_SENTENCES } from './english.js';
import { FRENCH_HOLIDAYS } from './holiday-names.js';
import type { LeftOut, UnknownFact } from './left-out.js';
import type { Names, Translation } from './message.js';

const LOCALE = 'fr-CA';
const LISTS = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const CHOICES = new Intl.ListFormat(LOCALE, { type: 'disjunction' });
/** What is left out of a list because something is not known. */
const LEFT_OUT = { doctor: 'médecins', clinic: 'cliniques', service: 'services' };
/** What is not known, as an item of a list and as a clause after "parce". */
const UNKNOWN_WORDS: Readonly<Record<UnknownFact, readonly [item: string, clause: string]>> = {
  hours: ['heures d’ouverture', 'que les heures d’ouverture sont inconnues'],
  accepting: ['accueil de nouveaux patients', 'qu’on ne sait pas si de nouveaux patients sont acceptés'],
  wheelchair: ['accès en fauteuil roulant', 'que l’accès en fauteuil roulant est inconnu'],
  virtualVisits: [
    'consultations virtuelles',
    'qu’on ne sait pas si des consultations virtuelles sont offertes',
  ],
  nearTTC: ['proximité du métro', 'qu’on ne sait pas si une station de métro est proche'],
  website: ['site Web', 'que le site Web est inconnu'],
  area: ['code postal', 'que le code postal est inconnu'],
  specialties: ['spécialités', 'que les spécialités sont inconnues'],
  languages: ['langues', 'que les langues sont inconnues'],
  gender: ['genre', 'que le genre est inconnu'],
  independent: [
    'inscription pour l’exercice autonome',
    'qu’on ne sait pas si l’inscription d’un médecin autorise l’exercice autonome',
  ],
};

const NOT_STORED =
  'Ce texte contient un caractère qui ne peut pas être conservé. Tous les caractères sont acceptés, sauf NUL et les demi-paires de substitution : supprimez-le ou tapez le texte de nouveau.';

/** The French sentence of what errors say, apart from the others, so that a browser loads only these. */
export const FRENCH_ERRORS: Translation<typeof ERROR_SENTENCES, unknown> = {
  missing_param: 'Un paramètre manque ou n’est pas valide.',
  unauthorized: 'Il faut une clé d’API valide, sous la forme « Authorization: Bearer KEY ».',
  forbidden: 'Cette clé ne donne pas accès à la ressource.',
  not_rotatable: 'Seule une clé de développeur payée peut être remplacée.',
  not_found: 'Cette ressource n’existe pas.',
  method_not_allowed: 'Cette ressource ne prend pas en charge la méthode.',
  gone: 'Les changements après ce curseur ne sont plus conservés : commencez par l’exportation la plus récente.',
  too_large: 'La requête est plus grande que ce que le service accepte.',
  unsatisfiable_range: 'La plage dépasse la fin du fichier.',
  rate_limited: 'Trop de requêtes : attendez que la limite se réinitialise.',
  internal: 'Une erreur s’est produite de notre côté. Citez le requestId si vous la signalez.',
  unavailable: 'Le service est temporairement indisponible : réessayez.',
  list_changes_gone: ({ since }) =>
    `Ce qu’il faut pour dire les changements d’une liste depuis ce moment n’est pas conservé : ${since === undefined ? '' : `commencez par since=${since}, ou `}demandez la liste de nouveau et commencez par son X-Cursor.`,
  no_doctor: 'Aucun médecin n’a ce numéro d’inscription.',
  no_clinic: 'Aucune clinique n’a cet identifiant.',
  nothing_at_path: 'Il n’y a rien à cette adresse.',
  unstorable_text: () => NOT_STORED,
  unstorable_name: () => NOT_STORED,
  nested_too_deeply: ({ levels }) =>
    `Cette valeur compte trop de niveaux imbriqués : au plus ${levels} sont acceptés.`,
};

/** The French sentence of each message. */
export const FRENCH: Translation<typeof ENGLISH> = {
  ...FRENCH_ERRORS,

  sent_without: ({ param, others }) => `${param} ne peut pas être envoyé avec ${LISTS.format(others)}.`,
  place_unknown: ({ value, names }) =>
    `« ${value} » est inconnu.${names.length === 0 ? '' : ` Vouliez-vous dire ${anyOf(names, asItIs)}?`}`,
  place_outside: ({ value, nearest }) =>
    `« ${value} » est à l’extérieur du territoire de ce répertoire.${nearest === undefined ? '' : ` La municipalité la plus proche à l’intérieur est ${nearest.name}, à ${nearest.kilometers} km.`}`,
  street_alone: ({ value, names }) =>
    `« ${value} » est une rue : nommez une intersection, comme ${anyOf(names, asItIs)}.`,
  crossing_ambiguous: ({ value, names }) =>
    `« ${value} » peut désigner ${anyOf(names, asItIs)} : ajoutez la municipalité.`,
  streets_apart: ({ value }) => `« ${value} » : on ne sait pas si ces rues se croisent.`,
  address_not_listed: ({ value }) =>
    `Aucune clinique du répertoire n’est au « ${value} ». Ajoutez le code postal ou nommez une intersection.`,

  limit_capped: ({ limit, maximum }) => `La limite ${limit} a été ramenée à ${maximum}.`,
  emergency: ({ number }) =>
    number === '988'
      ? 'Si quelqu’un pense au suicide, appelez ou textez le 9-8-8 tout de suite. En danger, appelez le 9-1-1.'
      : 'En cas d’urgence, appelez le 9-1-1 tout de suite. Ce répertoire ne peut pas aider.',
  accepting_false:
    'accepting=false ne filtre rien. acceptance=no donne ceux qui n’acceptent pas de nouveaux patients, et acceptance=unknown ceux dont on ne le sait pas.',
  no_services: ({ specialty, doctors }, names) =>
    `Aucune clinique n’indique de service de ${names.specialty(specialty)}. Ses médecins sont dans /doctors?specialties=${encodeURIComponent(specialty)} : ${doctors}.`,
  match_ignored: 'match a été ignoré : il précise comment q est comparé.',
  unknown_parameter: ({ name }) => `Le paramètre inconnu « ${name} » a été ignoré.`,
  unknown_parameters: ({ more }) => `Autres paramètres inconnus ignorés : ${more}.`,
  absent_fields: ({ names }) =>
    `fields nomme ce qu’aucune fiche de cette réponse ne contient : ${LISTS.format(names)}. Certains membres n’y sont qu’avec include, near ou un autre paramètre.`,
  no_links:
    'La demande est trop longue pour être répétée dans l’en-tête Link, qui est omis. Utilisez limit et offset pour les autres pages.',
  few_links: ({ relations }) =>
    `La demande est trop longue pour être répétée pour chaque page : l’en-tête Link ne nomme aucune autre page que ${relations}.`,
  unmatched_specialty: ({ names, suggestion }, { specialty }) =>
    `Aucun médecin inscrit n’a la spécialité ${anyOf(names, specialty)}.${didYouMean(suggestion, specialty)}`,
  unmatched_language: ({ names, suggestion }, { language }) =>
    `Aucun médecin inscrit ne parle ${anyOf(names, language)}.${didYouMean(suggestion, language)}`,
  reason_for_specialty: ({ reason, specialties }, { specialty }) =>
    `« ${reason} » n’est pas une spécialité. On consulte pour cela en : ${specialties.map(specialty).join(', ')}.`,
  unmatched_values: ({ more }) => `Autres valeurs qui ne correspondent à personne : ${more}.`,
  point_far_away: ({ lat, lng }) =>
    `Le point ${lat},${lng} est à plus de 100 km du Grand Toronto : la latitude et la longitude sont-elles inversées?`,
  unknown_clinic: ({ id }) => `Aucune clinique n’a l’identifiant « ${id} » : aucun médecin ne correspond.`,
  merged_clinic: ({ id, into }) =>
    `La clinique ${id} a été fusionnée avec la clinique ${into}, dont parle cette réponse.`,
  some_doctors_shown: ({ shown, all }) =>
    `Seulement ${shown} des ${all} médecins de la clinique sont montrés.`,
  left_out: leftOut,
  only_hours_of_holiday: ({ date, holiday, ...found }) =>
    `Le ${date} est un jour de congé en Ontario (${FRENCH_HOLIDAYS[holiday] ?? holiday}) : seules comptent les heures connues pour ce jour.${found.count > 0 ? ` ${leftOut(found)}` : ''}`,

  sample_record: 'Fiche d’exemple : inventée pour la démonstration.',
  open_data_of: ({ date }) => `La fiche provient de données ouvertes du ${date}.`,
  confirm_by_phone: 'Confirmez par téléphone : les disponibilités sont indicatives.',
  acceptance_not_known: 'On ne sait pas si de nouveaux patients sont acceptés.',
  acceptance_observed: ({ date }) => `Accueil de nouveaux patients observé la dernière fois le ${date}.`,
  acceptance_listed: ({ date }) => `Accueil de nouveaux patients affiché depuis le ${date}.`,
  acceptance_disputed: ({ accepting, date, method }) =>
    `Une autre source dit que de nouveaux patients ${accepting ? 'sont' : 'ne sont pas'} acceptés : ${method ? 'observé le' : 'affiché depuis le'} ${date}.`,
  hours_not_known: 'Les heures d’ouverture sont inconnues.',
  closing_not_known: ({ opens }) => `Ouvre à ${opens.join(' ou ')}; l’heure de fermeture est inconnue.`,
  wheelchair_not_known: 'L’accès en fauteuil roulant est inconnu.',
  virtual_visits_not_known: 'On ne sait pas si des consultations virtuelles sont offertes.',
  position_of_area: 'La position est le centre du secteur postal.',
  subway_not_known: 'On ne sait pas si une station de métro est proche.',
};

function asItIs(name: string): string {
  return name;
}

function anyOf(names: readonly string[], shown: Names[keyof Names]): string {
  return CHOICES.format(names.map((name) => `« ${shown(name)} »`));
}

function didYouMean(suggestion: string | undefined, shown: Names[keyof Names]): string {
  return suggestion === undefined ? '' : ` Vouliez-vous dire « ${shown(suggestion)} »?`;
}

function leftOut({ count, kind, facts }: LeftOut): string {
  const [first, ...others] = facts;
  if (others.length === 0)
    return `Résultats écartés parce ${UNKNOWN_WORDS[first!.fact][1]} (${LEFT_OUT[kind]}) : ${count}.`;
  const each = facts.map(({ fact, count: unknown }) => `${UNKNOWN_WORDS[fact][0]} (${unknown})`);
  return `Résultats écartés parce que tout n’est pas connu (${LEFT_OUT[kind]}) : ${count}. Renseignements manquants : ${each.join(', ')}.`;
}
