import { html } from '@care-atlas/server/pages';
import type { CoverageTexts } from '../../en/pages/coverage.js';
import { format } from '../format.js';

const { number } = format;

export const coverage: CoverageTexts = {
  title: 'Couverture par secteur',
  description:
    'Les médecins de la région du grand Toronto par secteur postal : spécialités, langues, nouveaux patients et fraîcheur.',
  lead: 'Les médecins du répertoire dans chaque secteur postal, selon leur clinique principale.',
  fields: {
    specialties: 'Spécialité',
    languages: 'Langue',
    any: 'Toutes',
    shade: 'Colorer selon',
    part: 'Territoire',
    whole: 'Toute la région',
    accepting: 'Accepte de nouveaux patients',
    submit: 'Afficher',
  },
  measures: {
    doctors: 'Nombre de médecins',
    accepting: 'Part des médecins dont la clinique accepte des patients',
    fresh: 'Part des médecins confirmés récemment',
  },
  outcome: ({ doctors, accepting, notAccepting, acceptanceUnknown }) =>
    html`<strong>${number(doctors)} ${doctors < 2 ? 'médecin correspond' : 'médecins correspondent'}</strong> : ${number(accepting)} dans des
      cliniques qui acceptent des patients, ${number(notAccepting)} dans des cliniques qui n’en acceptent pas,
      ${number(acceptanceUnknown)} dans des cliniques où on ne le sait pas.`,
  caption: (measure) =>
    `${measure}. Les limites sont approximatives : un point appartient au secteur postal dont le centre est le plus proche. ` +
    'Rives : GSHHG. Métro : © les contributeurs d’OpenStreetMap. Noms et centres : GeoNames, Statistique Canada.',
  table: 'Médecins par secteur postal',
  fresh: (days) => `« À jour » veut dire confirmé par le registre depuis ${days} jours ou moins.`,
  download: 'Télécharger en CSV',
  every: (count) => `Afficher les ${count} secteurs`,
  columns: [
    ['Secteur postal', 'area'],
    ['Municipalité', 'municipality'],
    ['Médecins', 'doctors'],
    ['Acceptent', 'accepting'],
    ['N’acceptent pas'],
    ['Inconnu'],
    ['À jour', 'fresh'],
    ['Périmés'],
    ['Jamais confirmés'],
  ],
  notKnown: 'Inconnu',
  map: {
    label: (where) => `Carte par secteur postal : ${where}. Le tableau contient les mêmes valeurs.`,
    region: 'région du grand Toronto',
    shades: 'Teintes',
    none: 'aucun médecin correspondant',
    noDoctor: (area) => `${area} : aucun médecin correspondant`,
    value: (area, value) => `${area} : ${value}`,
    ofDoctors: (text, doctors) => `${text} de ${number(doctors)}`,
    range: (from, to) => `${from} à ${to}`,
  },
};
