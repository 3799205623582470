import { FRENCH_HOLIDAYS } from '@care-atlas/domain/messages';
import type { RecordTexts } from './en.js';
import { html } from '../../pages/html.js';
import { results } from './results/fr.js';
import { wording } from './wording.js';

const { number } = results.format;
const { plural } = wording('fr-CA');

export const fr: RecordTexts = {
  ...results,
  ...results.format,
  ...wording('fr-CA'),
  unknown: 'Inconnu',
  yes: 'Oui',
  no: 'Non',
  genders: { male: 'Homme', female: 'Femme', 'non-binary': 'Non binaire' },
  years: (years) => `${number(years)} ${plural(years, 'an', 'ans')} de pratique`,
  clinicTypes: {
    'family-practice': 'Médecine familiale',
    'walk-in': 'Clinique sans rendez-vous',
    specialist: 'Clinique de spécialistes',
    'community-health-centre': 'Centre de santé communautaire',
    'hospital-outpatient': 'Clinique externe d’un hôpital',
  },
  sections: {
    about: 'À propos du médecin',
    places: 'Lieux de pratique',
    formerPlace: 'Dernier lieu de pratique connu',
    otherPlaces: 'Autres lieux de pratique',
    otherFormerPlaces: 'Autres lieux connus auparavant',
    place: 'Le lieu',
    doctors: 'Médecins de la clinique',
    reviews: 'Ce que disent les avis',
  },
  labels: {
    accepting: 'Nouveaux patients',
    specialties: 'Spécialités',
    languages: 'Langues',
    gender: 'Genre',
    registration: 'Inscription',
    practice: 'Lieu de pratique',
    referral: 'Demande de consultation',
    booking: 'Rendez-vous',
    address: 'Adresse',
    subway: 'Métro',
    phone: 'Téléphone',
    website: 'Site Web',
    hours: 'Heures d’ouverture',
    wheelchair: 'Accès en fauteuil roulant',
    virtualVisits: 'Consultations virtuelles',
  },
  confirm: 'Téléphonez pour le confirmer.',
  ofDoctor: 'Ce qui est dit du médecin :',
  ofClinic: 'Ce qui est dit de la clinique :',
  outdated: (said) => `Trop ancien pour compter : ${said}`,
  evidence: {
    nobody: 'Aucune source ne le dit.',
    on: (date) => `le ${date}`,
    who: 'Qui le dit',
    how: 'Comment',
    when: 'Quand',
    until: 'Valable jusqu’au',
    noEnd: 'sans fin',
    before: 'Valeur précédente',
    nothingElse: 'aucune',
    others: 'Autres sources',
    someone: 'non consigné',
    sources: {
      register: 'le registre',
      clinics: 'une liste de cliniques',
      specialists: 'une liste de spécialités',
      availability: 'une liste de disponibilités',
      sample: 'l’exemple',
      corrections: 'l’exploitant',
    },
  },
  registration: {
    active: 'Active',
    inactive: 'Inactive',
    expired: (date) => `Inscription inactive, selon l’information du ${date}`,
    notListed:
      'Ce médecin ne figure dans aucune liste du répertoire. Vérifiez auprès du registre ou de la clinique avant de vous y rendre.',
    class: (name) => `Catégorie : ${name}.`,
    classUnknown: 'La catégorie est inconnue.',
    restrictions: {
      yes: 'Le registre indique des conditions ou des restrictions.',
      no: 'Le registre n’indique ni condition ni restriction.',
      unknown: 'On ne sait pas si le registre indique des conditions ou des restrictions.',
    },
    number: (value) => `Numéro ${value}.`,
    page: 'Voir le registre',
  },
  referral: { required: 'Nécessaire', none: 'Aucune source ne dit qu’il en faut une.' },
  bookOnline: 'Prendre rendez-vous en ligne',
  bookingUnknown: 'Aucune prise de rendez-vous en ligne n’est connue.',
  map: 'Carte',
  nearStation: (distance, station) => `À ${distance} de la station ${station}, à vol d’oiseau`,
  nearSomeStation: 'Une station est à moins de 800 m.',
  notNearStation: 'On ne sait pas si une station est à moins de 800 m.',
  hours: {
    today: (date) => `Aujourd’hui, ${date} :`,
    closed: 'Fermé',
    span: (opens, closes) => `${opens}–${closes}`,
    notKnown: (times) => `inconnu : ${times}`,
    openEnd: (opens) => `à partir de ${opens}, fin inconnue`,
    holidayUnknown: (holiday) => `Inconnu : jour férié (${holiday})`,
    week: 'La semaine',
    special: 'Jours particuliers',
    publicHolidays: 'Jours fériés',
    publicHolidaysUnknown: 'Jours fériés : inconnu.',
    range: (from, to) => `du ${from} au ${to}`,
    onlyOn: (days) => `le ${days}`,
  },
  holiday: (name) => FRENCH_HOLIDAYS[name] ?? name,
  remark: (quoted) => html`Remarque en anglais : ${quoted}`,
  offered: { yes: 'Offertes', no: 'Non offertes', unknown: 'Inconnu' },
  doctorsShown: (shown, total) =>
    shown < total
      ? `${number(shown)} des ${number(total)} médecins sont affichés ici. L’API les montre tous à qui a une clé.`
      : '',
  noDoctors: 'Aucun médecin inscrit ne pratique ici.',
  reviews: {
    none: 'Aucun avis.',
    about: 'Opinions de patients, que personne n’a vérifiées.',
    positive: (positive, total) =>
      `${number(positive)} ${plural(positive, 'avis', 'avis')} sur ${number(total)} ${plural(positive, 'a', 'ont')} 4 ou 5 étoiles.`,
    shown: (shown, total) =>
      shown < total
        ? `Les ${number(shown)} plus récents des ${number(total)} avis :`
        : `${number(total)} avis :`,
    signal: (average, low, high, size) =>
      `${average} sur 5 en moyenne de ${number(size)} notes; entre ${low} et ${high} avec une confiance de 95 %`,
    suppressed: (least, dimensions) =>
      `Trop peu de notes (moins de ${number(least)}) pour en dire quelque chose : ${dimensions}.`,
    reply: (date) => `Réponse, saisie par l’exploitant de ce répertoire, le ${date} :`,
    stars: (rating) => `${rating} étoiles sur 5`,
    dimensions: {
      wait_time: 'attente',
      staff: 'personnel',
      communication: 'communication',
      thoroughness: 'minutie',
      booking: 'prise de rendez-vous',
      facility: 'locaux',
    },
  },
};
