import type { SearchTexts } from '../en/search.js';
import { actions } from './actions.js';
import { format } from './format.js';
import { names } from './names.js';

const { number, either } = format;

export const search: SearchTexts = {
  language: 'fr',
  format,
  names,
  actions,
  initial: { near: 'station Kennedy', languages: 'tamoul' },
  fields: {
    near: 'Près de',
    nearExample: 'Station, quartier, code postal',
    within: 'À moins de',
    anyDistance: 'Toute distance',
    specialties: 'Spécialité',
    anySpecialty: 'Toutes; p. ex. omnipraticien',
    languages: 'Langue',
    anyLanguage: 'Toutes; p. ex. farsi',
    q: 'Nom ou numéro d’inscription',
    forgiving: 'Aussi les noms semblables',
    days: 'Ouvert le',
    openAt: 'Ouvert à',
    others: 'Plus de filtres',
    gender: 'Genre',
    clinicType: 'Type de clinique',
    any: 'Tous',
    years: 'Années de pratique',
    minYears: 'Au moins',
    maxYears: 'Au plus',
    submit: 'Envoyer la demande',
    reset: 'Réinitialiser',
  },
  flags: {
    accepting: 'Accepte de nouveaux patients',
    nearTTC: 'Près d’une station de métro',
    evening: 'Ouvert le soir',
    weekend: 'Ouvert la fin de semaine',
    wheelchair: 'Accessible en fauteuil roulant',
    virtualVisits: 'Consultations virtuelles',
  },
  days: { mon: 'Lun', tue: 'Mar', wed: 'Mer', thu: 'Jeu', fri: 'Ven', sat: 'Sam', sun: 'Dim' },
  genders: { male: 'homme', female: 'femme', 'non-binary': 'non binaire' },
  clinicTypes: {
    'family-practice': 'médecine de famille',
    'walk-in': 'sans rendez-vous',
    specialist: 'spécialiste',
    'community-health-centre': 'centre de santé communautaire',
    'hospital-outpatient': 'clinique externe d’hôpital',
  },
  doctors: (count) => `${number(count)} ${count < 2 ? 'médecin' : 'médecins'}`,
  places: {
    list: 'Lieux',
    found: (count) => (count === 0 ? 'Aucun lieu trouvé' : `${count} ${count < 2 ? 'lieu' : 'lieux'}`),
    kinds: {
      region: 'région',
      municipality: 'municipalité',
      district: 'arrondissement',
      town: 'localité',
      neighbourhood: 'quartier',
      'subway-station': 'station de métro',
      'postal-area': 'secteur postal',
    },
    within: (kind, place) => `${kind}, ${place}`,
    station: (name) => `station ${name}`,
  },
  matches: (total) => `${number(total)} ${total < 2 ? 'médecin correspond' : 'médecins correspondent'}`,
  nearest: (count, place) =>
    count < 2 ? `voici le plus proche (${place})` : `voici les ${count} plus proches (${place})`,
  first: (count) => (count < 2 ? 'voici le premier' : `voici les ${count} premiers`),
  noneFound: 'Retirez un filtre : chacun restreint le résultat.',
  readAs: (value, as) => `« ${value} » a été compris comme ${either(as)}.`,
  notMeant: (others) => `Autres sens écartés : ${others.join(', ')}.`,
  noAnswer: 'Aucune réponse.',
  refused: (status) => `Demande refusée, code ${status}.`,
  answer: 'La réponse',
  code: 'La même demande en code',
  codeIn: (language) => `La demande en ${language}`,
  map: {
    label: (count) =>
      count < 2
        ? 'Carte de la clinique du médecin affiché'
        : `Carte des cliniques des ${count} médecins affichés`,
    zoomIn: 'Agrandir',
    zoomOut: 'Réduire',
    sources: 'Rives : GSHHG. Métro : © les contributeurs d’OpenStreetMap. Noms : GeoNames.',
    point: (position, name) => `${position} : ${name}`,
    showOnMap: (position) => `${position} : montrer sur la carte`,
  },
  acceptance: {
    yes: 'Accepte de nouveaux patients',
    no: 'N’accepte pas de nouveaux patients',
    unknown: 'On ne sait pas si la clinique accepte des patients',
  },
  methods: {
    register: 'selon le registre',
    clinic_attested: 'selon la clinique',
    phone_call: 'par téléphone',
    web: 'selon son site web',
    open_data: 'selon des données ouvertes',
    patient_report: 'selon un patient',
    correction: 'corrigé',
  },
  observed: (method, day) => (method === undefined ? day : `${method}, ${day}`),
  hours: (day, opens, closes) => `${day} ${opens}–${closes}`,
};
