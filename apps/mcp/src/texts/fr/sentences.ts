import { displayName } from '@care-atlas/domain/vocabulary/display-name';

type Sentence = readonly [english: RegExp, french: (...parts: readonly string[]) => string];

const CLINIC = '[\\w-]+';
/** What is left out of a search by opening hours. */
const LEFT_OUT = { doctor: 'médecins', clinic: 'cliniques', service: 'services' };

/**
 * The sentences that the directory writes itself, in warnings, notes and errors. It is read through the public interface too,
 * which has them in English only, so that they are translated as they arrive.
 */
const SENTENCES: readonly Sentence[] = [
  [
    /^No listed doctor has the specialty (.+?)\.(?: Did you mean '(.+)'\?)?$/,
    (names, meant) => nobody(`n’a la spécialité ${namesIn('specialty', names)}`, 'specialty', meant),
  ],
  [
    /^No listed doctor speaks (.+?)\.(?: Did you mean '(.+)'\?)?$/,
    (names, meant) => nobody(`ne parle ${namesIn('language', names)}`, 'language', meant),
  ],
  [
    /^'(.*)' is not a specialty: (.+) sees? people for it\.$/,
    (reason, names) =>
      `« ${reason} » n’est pas une spécialité. On consulte pour cela en : ${specialtiesIn(names)}.`,
  ],
  [
    /^Further values that match nobody: (\d+)\.$/,
    (count) => `Autres valeurs qui ne correspondent à personne : ${count}.`,
  ],
  [
    /^The point (.+) is more than 100 km outside the Greater Toronto Area: are latitude and longitude swapped\?$/,
    (point) =>
      `Le point ${point} est à plus de 100 km du Grand Toronto : la latitude et la longitude sont-elles inversées?`,
  ],
  [
    /^match was ignored: it says how q is compared\.$/,
    () => 'match a été ignoré : il précise comment q est comparé.',
  ],
  [
    /^Unknown parameter '(.*)' was ignored\.(?: Did you mean '.*'\?)?$/,
    (name) => `Le paramètre inconnu « ${name} » a été ignoré.`,
  ],
  [
    /^There is no clinic with the id '(.*)': no doctor matches\.$/,
    (id) => `Aucune clinique n’a l’identifiant « ${id} » : aucun médecin ne correspond.`,
  ],
  [
    new RegExp(`^Clinic (${CLINIC}) was merged into clinic (${CLINIC}), which this answer is about\\.$`),
    (id, other) => `La clinique ${id} a été fusionnée avec la clinique ${other}, dont parle cette réponse.`,
  ],
  [
    /^Only (\d+) of the clinic's (\d+) doctors are shown\.$/,
    (shown, all) => `Seulement ${shown} des ${all} médecins de la clinique sont montrés.`,
  ],
  [/^The limit (\d+) was capped at (\d+)\.$/, (limit, most) => `La limite ${limit} a été ramenée à ${most}.`],
  [
    /^(\d+) (doctor|clinic|service)s? that would match otherwise (?:was|were) left out: the opening hours(.*) are not known\.$/,
    (count, what) =>
      `Résultats écartés parce que les heures d’ouverture sont inconnues (${LEFT_OUT[what as keyof typeof LEFT_OUT]}) : ${count}.`,
  ],
  [
    /^Sample record: invented for demonstration\.$/,
    () => 'Fiche d’exemple : inventée pour la démonstration.',
  ],
  [
    /^Confirm by phone: availability is best effort\.$/,
    () => 'Confirmez par téléphone : les disponibilités sont indicatives.',
  ],
  [
    /^Whether new patients are accepted is not known\.$/,
    () => 'On ne sait pas si de nouveaux patients sont acceptés.',
  ],
  [
    /^Acceptance last observed (\S+)(?: by .+)?\.$/,
    (date) => `Accueil de nouveaux patients observé la dernière fois le ${date}.`,
  ],
  [/^Acceptance listed since (\S+)\.$/, (date) => `Accueil de nouveaux patients affiché depuis le ${date}.`],
  [/^The opening hours are not known\.$/, () => 'Les heures d’ouverture sont inconnues.'],
  [
    /^Opens at (.+), and when it closes is not known\.$/,
    (times) => `Ouvre à ${times.replaceAll(' or ', ' ou ')}; l’heure de fermeture est inconnue.`,
  ],
  [/^Wheelchair access is not known\.$/, () => 'L’accès en fauteuil roulant est inconnu.'],
  [
    /^Whether virtual visits are offered is not known\.$/,
    () => 'On ne sait pas si des consultations virtuelles sont offertes.',
  ],
  [/^The position is the centre of the postal area\.$/, () => 'La position est le centre du secteur postal.'],
  [
    /^Whether a subway station is near is not known\.$/,
    () => 'On ne sait pas si une station de métro est proche.',
  ],
  [
    /^There is no doctor with this registration number\.$/,
    () => 'Aucun médecin n’a ce numéro d’inscription.',
  ],
  [/^There is no clinic with this id\.$/, () => 'Aucune clinique n’a cet identifiant.'],
  [/^There is no such resource\.$/, () => 'Cette ressource n’existe pas.'],
  [
    /^The limit of requests per minute is reached\. Wait (\d+) seconds, then ask again\.$/,
    (seconds) =>
      `La limite de demandes par minute est atteinte. Attendez ${seconds} secondes, puis redemandez.`,
  ],
  [
    /^Something went wrong on our side\. Quote the request id (.*) if you report it\.$/,
    (id) => `Une erreur s’est produite de notre côté. Si vous la signalez, citez la demande ${id}.`,
  ],
  [
    /^CARE_ATLAS_KEY is not a Care Atlas key: copy the complete key again \(care_…\), or leave it empty for the sandbox\.$/,
    () =>
      'CARE_ATLAS_KEY n’est pas une clé de Care Atlas : copiez de nouveau la clé complète (care_…), ou laissez vide pour l’essai.',
  ],
  [
    /^The key in CARE_ATLAS_KEY is not valid, or no longer valid: set another one in the host of this connector, or none for the sandbox\.$/,
    () =>
      'La clé de CARE_ATLAS_KEY n’est pas valide, ou ne l’est plus : donnez-en une autre à l’hôte de ce connecteur, ou aucune pour l’essai.',
  ],
  [
    /^CARE_ATLAS_URL must be the http or https address of the Care Atlas API, not of its connector, e\.g\. (.+)\.$/,
    (example) =>
      `CARE_ATLAS_URL doit être l’adresse http ou https de l’API de Care Atlas, et non celle de son connecteur, par exemple ${example}.`,
  ],
  [
    /^The service is temporarily unavailable: try again\.$/,
    () => 'Le service est temporairement indisponible : réessayez.',
  ],
];

/** Translates a sentence of the directory. Returns one that is not known, such as about a wrong argument, as it is. */
export function sentence(text: string): string {
  for (const [english, french] of SENTENCES) {
    const found = english.exec(text);
    if (found) return french(...found.slice(1));
  }
  return text;
}

function nobody(what: string, kind: 'specialty' | 'language', meant: string | undefined): string {
  const suggestion = meant === undefined ? '' : ` Vouliez-vous dire « ${displayName(kind, meant, 'fr')} »?`;
  return `Aucun médecin inscrit ${what}.${suggestion}`;
}

/** Translates a list of quoted names: 'A', 'B' or 'C'. */
function namesIn(kind: 'specialty' | 'language', names: string): string {
  return names
    .replaceAll(/'([^']*)'/g, (_, name: string) => `« ${displayName(kind, name, 'fr')} »`)
    .replace(/,? or /, ' ou ');
}

/** Translates a list of specialties: A, B and C. A name may contain the word between the last two. */
function specialtiesIn(names: string): string {
  const listed = names.split(', ');
  const last = listed.pop()!;
  const words = last.split(' and ');
  const cuts = words.map((_, n) => [words.slice(0, n).join(' and '), words.slice(n).join(' and ')]);
  const parts = cuts.find((pair) => pair.every((name) => name === '' || isSpecialty(name))) ?? [last];
  return [...listed, ...parts]
    .filter((name) => name !== '')
    .map((name) => displayName('specialty', name, 'fr'))
    .join(', ');
}

function isSpecialty(name: string): boolean {
  return displayName('specialty', name, 'fr') !== name;
}
