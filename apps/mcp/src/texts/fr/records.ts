import { FRENCH_HOLIDAYS } from '@care-atlas/domain/messages';
import { type PlaceKind, placeOfLabel } from '@care-atlas/domain/records';
import { displayName } from '@care-atlas/domain/vocabulary/display-name';
import type { RecordTexts } from '../en/records.js';

const PLACE_KINDS: Readonly<Record<PlaceKind, string>> = {
  region: 'région',
  municipality: 'municipalité',
  district: 'district',
  town: 'ville',
  neighbourhood: 'quartier',
  'subway-station': 'station de métro',
  'go-station': 'gare GO',
  landmark: 'lieu connu',
  intersection: 'carrefour',
  'postal-area': 'secteur postal',
};
const DAYS = wordsOf({
  mon: 'lun.',
  tue: 'mar.',
  wed: 'mer.',
  thu: 'jeu.',
  fri: 'ven.',
  sat: 'sam.',
  sun: 'dim.',
});

export const records: RecordTexts = {
  acceptance: {
    yes: 'accepte de nouveaux patients',
    no: 'n’accepte pas de nouveaux patients',
    unknown: 'accueil de nouveaux patients inconnu',
  },
  walkIn: {
    yes: 'sans rendez-vous : reçoit sans inscription, et inscrit de nouveaux patients réguliers',
    no: 'sans rendez-vous : reçoit sans inscription; n’inscrit pas de nouveaux patients réguliers',
    unknown:
      'sans rendez-vous : reçoit sans inscription; on ne sait pas si de nouveaux patients réguliers sont inscrits',
  },
  codes: {
    existptonly: 'accepte seulement ses propres patients',
    existptfam: 'accepte seulement ses propres patients et leur famille',
  },
  methods: {
    register: 'par le registre',
    clinic_attested: 'par la clinique',
    phone_call: 'par téléphone',
    web: 'sur le Web',
    open_data: 'dans des données ouvertes',
    patient_report: 'par un patient',
    correction: 'par une correction',
  },
  answers: { yes: 'oui', no: 'non', unknown: 'inconnu' },
  registration: {
    class: (words) => `inscription ${words || 'de catégorie inconnue'}`,
    independent: {
      yes: 'pour l’exercice autonome',
      no: 'non pour l’exercice autonome',
      unknown: 'on ne sait pas si elle autorise l’exercice autonome',
    },
    restrictions: {
      yes: 'avec des conditions ou des restrictions',
      no: 'sans conditions ni restrictions',
      unknown: 'on ne sait pas si elle a des conditions ou des restrictions',
    },
    asOf: (date) => `selon le registre du ${date}`,
    page: (url) => `page du registre ${url}`,
  },
  ago: (days) => (days === 0 ? 'aujourd’hui' : days === 1 ? 'hier' : `il y a ${days} jours`),
  said: (answer, how) => `réponse « ${answer} » donnée ${how}`,
  listed: (answer, by, date) => `réponse « ${answer} » affichée ${by} depuis le ${date}`,
  disputed: (said) => `${said}, contredite par d’autres sources`,
  expired: (how) => `la réponse donnée ${how} est périmée`,
  listingExpired: (by, date) => `la réponse affichée ${by} depuis le ${date} est périmée`,
  readAs: (param, value, as, others) =>
    `${param}=${value} a été compris comme ${as.join(' ou ')}${others.length > 0 ? `, et non ${others.join(' ou ')}` : ''}.`,
  fromCenter: 'Les distances sont mesurées depuis son centre.',
  away: (kilometers) => `à ${kilometers.replace('.', ',')} km`,
  hours: (day, opens, closes) => `${DAYS(day)} de ${opens} à ${closes ?? 'une heure inconnue'}`,
  day: (day) => DAYS(day),
  hoursNotKnown: 'heures d’ouverture inconnues',
  locale: 'fr-CA',
  nextDay: (time) => `${time} le lendemain`,
  span: (opens, closes) => `de ${opens} à ${closes ?? 'une heure inconnue'}`,
  openOn: (days, times) => `${days} : ${times}`,
  closedOn: (days) => `${days} : fermé`,
  notKnownOn: (days) => `${days} : heures inconnues`,
  publicHolidays: 'jours fériés',
  holiday: (name) => FRENCH_HOLIDAYS[name] ?? name,
  oneDay: (day) => `le ${day}`,
  someDays: (first, last) => `du ${first} au ${last}`,
  specialty: (name) => displayName('specialty', name, 'fr'),
  language: (name) => displayName('language', name, 'fr'),
  place: (label) => {
    const place = placeOfLabel(label);
    return place ? `${place.name} (${PLACE_KINDS[place.kind]}${place.within && `, ${place.within}`})` : label;
  },
  gender: wordsOf({ male: 'homme', female: 'femme', 'non-binary': 'personne non binaire' }),
  freshness: wordsOf({ fresh: 'récente', stale: 'ancienne', unknown: 'jamais confirmée' }),
  clinicType: wordsOf({
    'family-practice': 'médecine de famille',
    'walk-in': 'clinique sans rendez-vous',
    specialist: 'clinique spécialisée',
    'community-health-centre': 'centre de santé communautaire',
    'hospital-outpatient': 'clinique externe d’hôpital',
  }),
};

/** Returns a function that translates some words, and returns others as they are. */
function wordsOf(words: Readonly<Record<string, string>>): (word: string) => string {
  return (word) => words[word] ?? word;
}
