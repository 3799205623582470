import type { Role } from '@care-atlas/domain/access';
import type { Translation } from '@care-atlas/domain/messages';
import { FRENCH_ERRORS } from '@care-atlas/domain/messages/french';
import type { ENGLISH } from './english.js';

/** How the page names what sentences are about. */
export interface ShownNames {
  readonly role: (role: Role) => string;
}

const PLURALS = new Intl.PluralRules('fr-CA');

/** The French sentence of each message of the dashboard. */
export const FRENCH: Translation<typeof ENGLISH, ShownNames> = {
  ...FRENCH_ERRORS,

  serves: ({ version }) => `Sert le jeu de données ${version}.`,
  serves_after: ({ version, milliseconds }) =>
    `Sert le jeu de données ${version}; a répondu en ${milliseconds} ms.`,
  answers: 'La réponse arrive.',
  silent: ({ cause }) => `Aucune réponse : ${cause}.`,
  database_not_asked: 'La base de données n’a pas pu être consultée.',
  api_not_asked: 'L’API n’a pas pu être consultée.',
  address_answers: ({ address, status }) => `${address} a répondu ${status}.`,
  address_silent: ({ address, cause }) => `${address} n’a pas répondu : ${cause}.`,
  no_store: 'Aucun n’est configuré : chaque processus compte ses limites de son côté.',
  store_silent: ({ cause }) =>
    `Aucune réponse : chaque processus compte donc ses limites de son côté (${cause}).`,
  no_standby: 'Aucun n’est connecté.',
  standbys: ({ standbys }) => `Connectés : ${standbys}.`,
  standbys_behind: ({ standbys, lag }) => `Connectés : ${standbys}; le plus lent a ${lag} s de retard.`,
  same_dataset: ({ version }) => `Tous servent ${version}.`,
  different_datasets: ({ versions }) => `Versions différentes : ${versions}.`,
  no_export: 'Rien n’a été exporté.',
  exports_unknown:
    'L’API ne connaît pas ses exportations : elle ne peut pas les lire, ou elle est d’une version antérieure.',
  changes_unknown: ({ version }) =>
    `${version} est exportée. Depuis quand les modifications peuvent être suivies n’est pas connu.`,
  exported: ({ version, since }) =>
    `${version} est exportée. Les modifications peuvent être suivies depuis ${since} UTC.`,
  export_behind: ({ version, minutes, since }) =>
    `${version} est exportée, et une version plus récente attend depuis ${minutes} min. Les modifications peuvent être suivies depuis ${since} UTC.`,
  no_register: 'Aucun registre complet n’a encore été importé.',
  register_age: ({ days, freshDays }) =>
    `Le dernier registre complet a été importé il y a ${days} jours; les fiches restent à jour ${freshDays} jours.`,
  no_backup: 'Aucune sauvegarde n’a été consignée.',
  backup_failed: ({ hours }) => `La dernière a échoué il y a ${hours} h.`,
  backup_ended: ({ hours }) => `La dernière s’est terminée il y a ${hours} h.`,

  foreign_page: ({ origin }) => `Une modification doit venir de la page à l’adresse ${origin}.`,
  csrf_token: 'Le jeton CSRF manque ou est périmé. Rechargez la page.',
  signed_in: 'Vous êtes déjà connecté.',
  sign_in_first: 'Connectez-vous d’abord.',
  no_session: 'Connectez-vous d’abord : il n’y a pas de session, ou elle a pris fin.',
  role_needed: ({ needed, role }, shown) =>
    `Il faut pour cela le rôle « ${shown.role(needed)} », et le vôtre est « ${shown.role(role)} ». Un administrateur peut changer votre rôle.`,
  https_only: ({ url }) =>
    `Le tableau de bord s’utilise seulement en https, à l’adresse ${url}. Derrière un mandataire, donnez son adresse à TRUST_PROXY.`,
  too_many_attempts: ({ seconds }) =>
    `Trop de tentatives. Réessayez dans ${seconds} seconde${PLURALS.select(seconds) === 'one' ? '' : 's'}.`,
  wrong_name_or_password: 'Le nom et le mot de passe ne correspondent pas.',
  expired_one_time_password:
    'Ce mot de passe à usage unique est périmé. Créez-en un nouveau avec « npm run admin -- reset NAME ».',
  wrong_code: 'Ce code est erroné ou a déjà servi.',
  unknown_passkey: 'Cette clé d’identification est inconnue, ou la réponse est arrivée trop tard.',

  wrong_password: 'Ce n’est pas votre mot de passe.',
  same_password: 'C’est le mot de passe actuel.',
  short_password: ({ minimum, length }) =>
    `Un mot de passe compte au moins ${minimum} caractères, par exemple quatre ou cinq mots; celui-ci en compte ${length}.`,
  long_password: ({ maximum }) => `Un mot de passe compte au plus ${maximum} caractères.`,
  common_password: 'Ce mot de passe est parmi les premiers essayés dans une attaque. Choisissez-en un autre.',
  repetitive_password: 'Ce mot de passe se répète ou suit l’ordre du clavier. Choisissez-en un autre.',
  password_of_known_words:
    'Ce mot de passe se compose de votre nom, du nom de ce service ou de mots semblables. Choisissez-en un autre.',
  wrong_authenticator_code:
    'Ce n’est pas le code que l’application affiche en ce moment. L’horloge de l’appareil est-elle à l’heure?',
  no_authenticator: 'Il n’y a aucune application d’authentification.',
  no_second_factor:
    'Les codes de récupération remplacent une application d’authentification ou une clé d’identification perdue. Ajoutez-en d’abord une.',
  passkey_not_added:
    'La clé d’identification n’a pas été ajoutée : la réponse est arrivée trop tard, ou la clé est déjà enregistrée.',
  no_passkey: 'Cette clé d’identification n’existe pas.',
  not_your_session: 'Vous n’avez pas cette session.',

  name_taken: 'Quelqu’un porte déjà ce nom.',
  own_password: 'Changez votre propre mot de passe sous « Votre compte ».',
  no_person: 'Personne ne porte ce nom.',
  last_administrator:
    'Plus personne ne pourrait gérer les personnes : faites d’abord d’une autre personne un administrateur.',
  person_name: 'Un nom compte de 1 à 64 lettres, chiffres et ._@-, et commence par une lettre ou un chiffre.',

  near_expiry:
    'L’expiration doit être dans au moins une minute. Pour mettre fin à une clé immédiatement, révoquez-la.',
  no_key: 'Cette clé n’existe pas, ou est déjà révoquée.',
  no_terms: 'Indiquez ce qui doit changer : expiresAt, rateLimit ou note.',
  secret_registered: 'Ce secret est déjà enregistré.',
  care_atlas_key:
    'Cela ressemble à une clé de Care Atlas, qui n’a pas à être enregistrée : entrez ce que la passerelle a choisi elle-même.',
  invalid_secret:
    'Un secret se compose de 16 à 1024 lettres, chiffres et signes sans espaces, car il voyage dans un en-tête.',

  no_record: 'Cette fiche n’existe pas.',
  no_decision: 'Cette décision n’existe pas.',
  decision_ended: 'Elle est terminée : elle ne peut plus être annulée.',
  decision_id_taken: 'Une autre décision porte cet identifiant.',
  no_reason: 'Donnez la raison.',
  values_not_text: 'Donnez chaque valeur sous forme de texte.',
  no_field_given: 'Donnez au moins un champ.',
  field_given: 'Ne donnez aucun champ.',
  not_two_clinics: 'Donnez deux cliniques.',
  no_reply: 'Donnez la réponse à un avis sous le nom text.',
  past_end: 'La fin est déjà passée : donnez le moment où la correction prend fin.',
  wrong_key:
    'Donnez le numéro d’inscription d’un médecin, ou l’identifiant d’une clinique ou d’un avis, un UUID.',
  refused_value: ({ reason }) => reason,
  no_other_clinic: ({ role }) => `Donnez l’autre clinique sous le nom ${role}.`,

  no_uploads: 'Rien ne peut être téléversé : IMPORT_SPOOL_DIR n’est pas défini.',
  real_places: 'Le répertoire contient de vrais lieux, que les lieux fournis ne remplacent pas.',
  open_data_runs: 'Les lieux fournis sont déjà en cours d’importation : consultez la liste des importations.',
  no_uuid: 'Donnez un UUID.',
  id_in_use:
    'Cet identifiant est déjà utilisé : son fichier a été téléversé ou est en cours de téléversement. Consultez la liste des importations ou utilisez un autre identifiant.',
  not_a_file: 'Envoyez le fichier avec le type de contenu application/octet-stream.',
  empty_file: 'Le fichier est vide.',
  unnamed_file: 'Le fichier n’a pas de nom.',
  long_file_name: ({ limit, bytes }) =>
    `Un nom de fichier compte au plus ${limit} octets en UTF-8, et celui-ci en compte ${bytes} : renommez le fichier.`,
  large_file: ({ size }) =>
    `Un fichier fait au plus ${size} Mo ici (IMPORT_UPLOAD_MB). Importez-le avec « npm run sync ».`,
  incomplete_file_confirms:
    'Indiquez aussi complete=true : seul un fichier complet confirme ce qu’il dit. Ou omettez confirms.',
  no_import: 'Cette importation n’existe pas.',
  no_run: 'Cette exécution n’existe pas.',
  no_rejects: 'Aucune ligne n’a été rejetée.',
  own_upload: 'Une autre personne que celle qui a téléversé le fichier doit le confirmer.',
  import_changed:
    'L’importation n’est plus telle que vous l’avez vue : lisez ce que la vérification a trouvé, puis confirmez de nouveau.',
  import_ended: 'L’importation est terminée : elle ne peut plus être retirée.',
  not_set_aside: 'Le fichier n’est pas mis de côté.',

  no_mending: 'Ces lignes à réparer n’existent pas.',
  no_origin: 'Donnez une exécution ou une importation.',
  no_kept_rejects: 'Aucune ligne n’a été rejetée, ou les lignes ne sont pas conservées.',
  rows_not_kept: 'Ces lignes ne sont plus conservées.',
  source_is_complete:
    'Un fichier de cette source remplace tout ce que la source avait : corrigez le fichier et téléversez-le en entier.',
  too_many_rows: ({ rows, limit }) =>
    `${rows} lignes sont trop pour la grille, qui en accepte ${limit} : téléchargez le fichier, corrigez-le et téléversez-le.`,
  too_many_changes: 'Il y a trop de modifications à la fois.',
  unstorable_cell: ({ column }) => FRENCH_ERRORS.unstorable_text({ name: column }, undefined),
  changes_of_other_rows: 'Les modifications ne concernent pas ces lignes.',
  masked_number: ({ row, column }) =>
    `Ligne ${row} : un numéro a été masqué dans ${column}. Tapez ce que la valeur devrait être ou ignorez la ligne.`,
  every_row_skipped: 'Toutes les lignes sont ignorées : il n’y a rien à importer.',
  rows_submitted: 'Les lignes sont déjà vérifiées ou importées : elles ne peuvent plus être modifiées ici.',
  mending_ended: 'Le fichier est en traitement, confirmé ou importé : il ne peut plus être réparé.',

  no_object: 'Un objet JSON est attendu.',
  unknown_field: () => 'Ce champ est inconnu.',
  short_text: ({ minimum }) => `Il faut au moins ${minimum} caractères.`,
  long_text: ({ maximum }) => `Il faut au plus ${maximum} caractères.`,
  no_text_of_length: ({ minimum, maximum }) => `Il faut de ${minimum} à ${maximum} caractères.`,
  no_text: () => 'Un texte est attendu.',
  no_texts: () => 'Un texte est attendu.',
  no_integer: () => 'Un nombre entier est attendu.',
  small_number: ({ minimum }) => `Il faut au moins ${minimum}.`,
  great_number: ({ maximum }) => `Il faut au plus ${maximum}.`,
  no_date: () => 'Une date est attendue.',
  no_choice: ({ choices }) => `Il faut une de ces valeurs : ${choices.join(', ')}.`,
  list_name:
    'Le nom d’une liste a de 1 à 40 minuscules, chiffres et traits d’union, par exemple city-walk-in.',
  no_flag: () => 'Indiquez vrai ou faux.',
  not_uuid: () => 'Un UUID est attendu.',
  not_uuids: () => 'Des UUID sont attendus.',
  no_list: () => 'Une liste est attendue.',
  empty_list: () => 'Ce champ ne doit pas être vide.',
  long_list: ({ maximum }) => `Il faut au plus ${maximum} éléments.`,
  no_object_in_field: () => 'Un objet est attendu.',
};
