import type { FormTexts } from '../en/form.js';
import { format } from './format.js';

const { number } = format;

export const form: FormTexts = {
  fields: {
    near: 'Près de',
    nearExample: 'Station, quartier, code postal',
    within: 'À moins de',
    anyDistance: 'Toute distance',
    specialties: 'Spécialité',
    anySpecialty: 'Toutes; p. ex. omnipraticien',
    languages: 'Langue',
    anyLanguage: 'Toutes; p. ex. farsi',
    area: 'Dans',
    areaExample: 'Scarborough, M4C',
    q: 'Nom ou numéro d’inscription',
    forgiving: 'Aussi les noms semblables',
    days: 'Ouvert le',
    date: 'Ouvert le',
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
    independent: 'Exercice autonome',
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
};
