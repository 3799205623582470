import { html } from '@care-atlas/server/pages';
import type { DocumentTexts } from '../../en/pages/documents.js';

export const documents: DocumentTexts = {
  guides: {
    title: 'Guides',
    summary: 'Comment utiliser Care Atlas, de la première demande à la politique de changement.',
    lead: (reference) =>
      html`De la première demande à la politique de changement. La <a href="${reference}">référence de l’API</a> décrit chaque
        opération, à essayer dans le navigateur.`,
  },
  reference: {
    title: 'Référence de l’API',
    summary: 'Chaque opération de l’API de Care Atlas : paramètres, réponses, erreurs et code à copier.',
    lead: (apiUrl) =>
      html`Chaque opération, avec du code à copier et un formulaire pour l’essayer. Toutes se trouvent sous
        <code>${apiUrl}</code>. Leur description est en anglais.`,
    forms: html`Aussi en <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, pour les générateurs et les passerelles, et dans une
      <a href="/docs/console" hreflang="en">console</a> (Swagger UI, en anglais).`,
  },
  search: {
    title: 'Chercher dans les documents',
    description: 'Trouve par mots des passages des guides et de la référence de l’API.',
    placeholder: 'Un mot ou un code',
    submit: 'Chercher',
    empty: 'Entrez un mot, comme un paramètre, un code d’erreur ou un sujet.',
    nothing: (query) => `Rien n’a été trouvé pour « ${query} ». Essayez un mot plus court ou un autre mot.`,
    found: (count, query) =>
      count < 2
        ? `Le meilleur passage pour « ${query} » :`
        : `Les ${count} meilleurs passages pour « ${query} » :`,
    part: (title, heading) => `${title} : ${heading}`,
  },
  operations: 'Opérations',
  onThisPage: 'Sur cette page',
  tryIt: 'Essayer',
  copyMarkdown: 'Copier en Markdown',
  viewMarkdown: 'Voir en Markdown',
  untranslated: 'Ce document n’existe qu’en anglais.',
  englishPage: 'Page en anglais',
  table: (number) => `Tableau ${number}`,
  example: (number) => `Exemple ${number}`,
  form: {
    key: 'Clé d’API',
    more: (count) => (count < 2 ? '1 autre paramètre' : `${count} autres paramètres`),
    submit: 'Envoyer la demande',
    answer: 'La réponse',
  },
};
