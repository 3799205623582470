import type { GuideGroup, GuideName } from '../../guide-names.js';
import type { GuideTexts } from '../../en/pages/guides.js';

export const guides: GuideTexts = {
  'guides/first-request': 'Une première réponse, sans rien installer ni s’inscrire.',
  'guides/generated-clients': 'Des clients que des générateurs tirent de la description de l’API.',
  'guides/filters': 'Le sens exact de chaque paramètre.',
  'guides/places': 'Près d’une station, à une distance donnée, dans un secteur.',
  'guides/explain': 'Pourquoi une fiche manque dans une liste, et quel filtre l’écarte.',
  'guides/paging': 'Les pages, leur ordre, et une revalidation qui ne coûte rien.',
  'guides/formats': 'Des listes en CSV et en GeoJSON, certains membres seulement, et la compression.',
  'guides/embed': 'La recherche dans vos propres pages, avec deux lignes de HTML.',
  'guides/mirror': 'Une copie du répertoire : des fichiers complets, puis ce qui a changé.',
  'guides/openings':
    'Ce qui est entré dans une liste et ce qui en est sorti, p. ex. qui a commencé à accepter près d’une station.',
  'guides/withdrawal': 'Ce qui disparaît quand quelqu’un est retiré, et ce que les copies doivent effacer.',
  'guides/fhir': 'Le répertoire en ressources FHIR, en bloc.',
  'guides/freshness': 'À quel point une fiche est à jour.',
  'guides/evidence': 'Qui a constaté chaque fait, quand, comment, et jusqu’à quand il tient.',
  'guides/accuracy': 'La proportion de données exactes lors des vérifications, et comment la vérifier.',
  'guides/errors': 'Chaque code d’erreur, et ce qu’il faut faire.',
  'guides/keys': 'Les sortes de clés, leur remplacement, et la détection des clés divulguées.',
  'guides/limits': 'Les limites de chaque clé, et comment voir votre utilisation.',
  'guides/checkout': 'Comment acheter une clé, et ce qui se passe en cas de problème.',
  'guides/gateway': 'Ce qui diffère derrière la passerelle d’un tiers.',
  'guides/mcp': 'Le répertoire dans un assistant d’IA : comment le connecter, et ce que son modèle reçoit.',
  'guides/oauth': 'La connexion depuis un assistant, et ce qu’un client doit mettre en œuvre.',
  'operate/configuration': 'Pour les exploitants : chaque variable que le service lit.',
  'guides/changes': 'Ce qui peut changer, et comment les changements sont annoncés.',
};

export const guideGroups: Readonly<Record<GuideGroup, string>> = {
  start: 'Commencer',
  find: 'Trouver des médecins et des cliniques',
  copy: 'Tenir une copie à jour',
  trust: 'Savoir à quoi se fier',
  rely: 'S’y fier en production',
  assistants: 'L’utiliser dans un assistant',
  operate: 'L’exploiter',
};

/** The titles of the guides that are only in English. */
export const guideTitles: Partial<Readonly<Record<GuideName, string>>> = {
  'guides/places': 'Lieux',
  'guides/explain': 'Pourquoi une fiche est absente',
  'guides/paging': 'Pagination',
  'guides/formats': 'CSV et GeoJSON',
  'guides/embed': 'Intégrer la recherche',
  'guides/mirror': 'Changements et exportations',
  'guides/openings': 'Ouvertures : ce qui entre dans une liste et en sort',
  'guides/withdrawal': 'Retrait d’une fiche, partout et dans les copies',
  'guides/fhir': 'FHIR en bloc',
  'guides/freshness': 'Fraîcheur',
  'guides/evidence': 'Preuves',
  'guides/accuracy': 'Exactitude mesurée',
  'guides/errors': 'Erreurs',
  'guides/keys': 'Clés',
  'guides/limits': 'Limites',
  'guides/checkout': 'Acheter une clé',
  'guides/gateway': 'Passerelles tierces',
  'guides/changes': 'Politique de changement',
  'guides/mcp': 'Connecteur MCP',
  'guides/oauth': 'Connexion pour les assistants',
  'operate/configuration': 'Configuration',
};
