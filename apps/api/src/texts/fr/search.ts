import { html } from '@care-atlas/server/pages/html';
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
      'go-station': 'gare GO',
      landmark: 'lieu connu',
      intersection: 'carrefour',
      'postal-area': 'secteur postal',
    },
    within: (kind, place) => `${kind}, ${place}`,
    station: (name) => `station ${name}`,
  },
  matchesAt: (doctors, clinics) =>
    `${number(doctors)} ${doctors < 2 ? 'médecin correspond' : 'médecins correspondent'} dans ${number(clinics)} ${clinics < 2 ? 'clinique' : 'cliniques'}`,
  moreAtClinic: (count) => `${number(count)} de plus à cette clinique`,
  matches: (total) => `${number(total)} ${total < 2 ? 'médecin correspond' : 'médecins correspondent'}`,
  nearest: (count, place) =>
    count < 2 ? `voici le plus proche (${place})` : `voici les ${count} plus proches (${place})`,
  first: (count) => (count < 2 ? 'voici le premier' : `voici les ${count} premiers`),
  noDoctors: (shown, clinics, isNarrowed) => {
    const none = isNarrowed
      ? ', et aucune de ses cliniques ne correspond au lieu et aux heures.'
      : ' ni de cliniques.';
    if (clinics === 0) return `Ce répertoire n’a pas encore de médecins${none}`;
    const these =
      shown < clinics
        ? `Les ${number(shown)} premières de ses ${number(clinics)} cliniques`
        : 'Ses cliniques';
    return `Ce répertoire n’a pas encore de médecins. ${these}${isNarrowed ? ' qui correspondent au lieu et aux heures' : ''} :`;
  },
  noneFound: 'Retirez un filtre : chacun restreint le résultat.',
  part: (from, to) => `voici les résultats ${number(from)} à ${number(to)}`,
  pages: {
    title: 'Pages de la liste',
    previous: 'Précédents',
    next: 'Suivants',
    part: (from, to, total) => `${number(from)}–${number(to)} sur ${number(total)}`,
  },
  readAs: (value, as) => `« ${value} » a été compris comme ${either(as)}.`,
  fromCenter: (place) => `Les distances sont mesurées depuis le centre : ${place}.`,
  notMeant: (others) => `Autres sens écartés : ${others.join(', ')}.`,
  unreachable: 'Aucune réponse : le service est inaccessible.',
  refused: (filters) => `Non accepté : ${filters}.`,
  accepts: (choices) => html`Ce qui est accepté : ${choices}.`,
  change: 'Modifier',
  leaveOut: 'Retirer ce filtre',
  sent: (filter, value) => (value === '' ? filter : `${filter} « ${value} »`),
  answer: 'La réponse',
  jumps: html`Voyez la <a href="#map">carte</a> ou le <a href="#json">JSON</a>.`,
  json: 'La demande et sa réponse en JSON',
  code: 'La même chose en code',
  share: 'Partager',
  follow: (kilometers) =>
    `Suivre : les nouveautés de cette liste${kilometers === undefined ? '' : `, à ${kilometers} km au plus`}, pour un lecteur de flux`,
  addTo: (assistants) => html`Ajoutez-le à <a href="${assistants}">Claude, ChatGPT, Cursor ou VS Code</a>.`,
  codeIn: (language) => `La demande en ${language}`,
  map: {
    label: (count) => (count < 2 ? 'Carte du résultat affiché' : `Carte des ${count} résultats affichés`),
    zoomIn: 'Agrandir',
    zoomOut: 'Réduire',
    sources: 'Rives : GSHHG. Métro : © les contributeurs d’OpenStreetMap. Noms : GeoNames.',
    crossings: (publishers) => `Intersections : ${publishers}.`,
    licenses: 'Licences',
    point: (position, name) => `${position} : ${name}`,
    showOnMap: (position) => `${position} : montrer sur la carte`,
  },
  today: 'Heures d’aujourd’hui',
  hours: (day, hours) => `${day} : ${hours}`,
};
