import { html } from '@care-atlas/server/pages';
import type { SiteTexts } from '../../en/pages/site.js';

export const site: SiteTexts = {
  navigation: {
    try: 'Essayer',
    coverage: 'Couverture',
    guides: 'Guides',
    reference: 'Référence',
    key: 'Clé',
  },
  footer: html`<span>Care Atlas, un répertoire des médecins et des cliniques de la région du grand Toronto.</span>
    <span>La disponibilité est donnée à titre indicatif : téléphonez à la clinique pour confirmer.</span>`,
  status: 'État du service',
  about: 'À propos de ce service',
  seller: { terms: 'Conditions de vente', contact: 'Contact :' },
  notFound: 'Page introuvable',
  tooMany: {
    title: 'Trop de pages à la fois',
    text: (seconds) =>
      `Votre réseau a demandé autant de pages du répertoire qu’on peut en une minute. Réessayez dans ${seconds} ${seconds < 2 ? 'seconde' : 'secondes'}.`,
  },
  embed: {
    title: 'Une recherche pour vos pages',
    description: 'Une recherche de médecins à intégrer dans n’importe quelle page, avec deux lignes de HTML.',
    heading: 'La recherche dans vos propres pages',
    lead:
      'Deux lignes suffisent pour l’ajouter à une page. Elle est claire ou sombre selon la page, en français ou en anglais; elle ' +
      'fonctionne au clavier et avec les lecteurs d’écran, et elle indique l’âge de chaque fait.',
    withoutScripts: (form) =>
      html`Ce navigateur ne peut pas afficher la recherche. <a href="${form}">Le formulaire de la page d’accueil</a> fonctionne
        sans script.`,
    lines: 'Les deux lignes',
    snippet: 'Les lignes à copier',
    key: (guide) =>
      html`La clé est la clé d’essai, que tout le monde peut utiliser. Le <a href="${guide}" hreflang="en">guide</a>, en anglais,
        décrit les attributs, les couleurs et la façon d’utiliser votre propre clé sans la publier.`,
  },
};
