import type { ExplanationTexts } from '../en/explanation.js';

export const explanation: ExplanationTexts = {
  unknown: (id) => `Le répertoire ne contient aucune fiche ${id}.`,
  expired: (id, since) =>
    `L’inscription du médecin a pris fin le ${since} : aucune recherche ne trouve ${id}.`,
  closed: (id, since) => `La clinique a fermé le ${since} : aucune recherche ne trouve ${id}.`,
  theSearch: 'La recherche',
  leftOut: (search, id, filters) =>
    `${search} écarte ${id}. Sans ${filters.join(' ni ')}, la fiche serait trouvée :`,
  found: (search, id, place) => `${search} trouve ${id}, au rang ${place}`,
  beginsThere: (found, offset) => `${found} : offset=${offset} commence par cette fiche.`,
  filter: (param, sentence, total) => `${param} : ${sentence}. Résultats sans ce filtre : ${total}.`,
  yes: 'oui',
  no: 'non',
  nothing: 'rien',
  number: (value) => String(value).replace('.', ','),
  more: (count) => `${count} de plus`,
  reasons: {
    value_differs: (wanted, has) => `vous demandez ${wanted}, la fiche indique ${has}`,
    value_unknown: (wanted) => `vous demandez ${wanted}, ce qui est inconnu : ce n’est pas un non`,
    not_the_same_doctor: (wanted) =>
      `vous demandez ${wanted} : un médecin de la clinique convient, mais aucun ne répond à lui seul à tous les filtres sur les médecins`,
    too_far: (wanted, has) => `vous demandez au plus ${wanted} km, la distance est de ${has} km`,
    clinic_closed: (wanted) => `vous demandez ${wanted}, qui a fermé`,
    registration_expired: () => 'l’inscription a pris fin',
  },
};
