import { afterDe } from '@care-atlas/domain/text';
import type { CardTexts } from '../en/card.js';
import { records } from './records.js';

export const card: CardTexts = {
  searching: 'Recherche dans le répertoire…',
  cancelled: 'La recherche a été annulée',
  failed: 'La recherche a échoué',
  unreachable: 'Le connecteur n’a pas répondu. Réessayez.',
  caution:
    'L’accueil, les heures et les temps d’attente sont indicatifs : téléphonez à la clinique pour confirmer.',
  dataOf: (date) => `Données du ${date}.`,
  searches: {
    search_doctors: {
      none: 'Aucun médecin ne correspond',
      found: (total) => `${total} ${total < 2 ? 'médecin' : 'médecins'}`,
      nobody: (name) => `Le répertoire n’a aucun médecin du nom ${afterDe(name)}.`,
      whyNot: 'Pourquoi pas un autre médecin?',
      wanted: 'Nom ou numéro d’inscription',
    },
    search_clinics: {
      none: 'Aucune clinique ne correspond',
      found: (total) => `${total} ${total < 2 ? 'clinique' : 'cliniques'}`,
      nobody: (name) => `Le répertoire n’a aucune clinique du nom ${afterDe(name)}.`,
      whyNot: 'Pourquoi pas une autre clinique?',
      wanted: 'Nom ou identifiant',
    },
    list_specialists: {
      none: 'Aucun service ne correspond',
      found: (total) => `${total} ${total < 2 ? 'service' : 'services'}`,
      nobody: (name) => `Le répertoire n’a aucun service du nom ${afterDe(name)}.`,
      whyNot: 'Pourquoi pas un autre service?',
      wanted: 'Nom ou identifiant',
    },
  },
  atClinics: (count) => ` dans ${count} ${count < 2 ? 'clinique' : 'cliniques'}`,
  doctorsMatch: (count) => `${count} médecins correspondent`,
  part: (first, last) => `, ${first} à ${last}`,
  withoutOne: 'Sans un des filtres :',
  fewerFilters: 'Cherchez avec moins de filtres.',
  without: (filter, total) => `sans ${filter} : ${total}`,
  pages: 'Pages',
  previous: 'Précédent',
  next: 'Suivant',

  years: (count) => `${count} ${count < 2 ? 'an' : 'ans'} de pratique`,
  wait: (weeks) => `environ ${weeks} ${weeks < 2 ? 'semaine' : 'semaines'} d’attente`,
  freshness: {
    fresh: '',
    stale: 'pas confirmé récemment',
    unknown: 'jamais confirmé par le registre',
  },
  clinicType: records.clinicType,
  details: 'Détails',
  detailsOf: (name) => `Détails : ${name}`,
  reading: 'Lecture de la fiche…',
  mapOfOne: 'Carte avec la clinique',
  mapOf: (count) => `Carte avec les cliniques de ${count} résultats numérotés`,
  sources: (crossings) =>
    `Rivage : GSHHG. Métro : © les contributeurs d’OpenStreetMap. Noms : GeoNames. Intersections : ${crossings}.`,

  looking: 'Recherche…',
  which: 'Lequel?',
  explain: 'Expliquer',
};
