import { html } from '@care-atlas/server/pages';

/** The texts around the documents. */
export const documents = {
  guides: {
    title: 'Guides',
    summary: 'How to use Care Atlas, from the first request to the change policy.',
    lead: (reference: string) =>
      html`From the first request to the change policy. The <a href="${reference}">API reference</a> has every operation, to try in
        the browser.`,
  },
  reference: {
    title: 'API reference',
    summary: 'Every operation of the Care Atlas API: parameters, answers, errors, and code to copy.',
    lead: (apiUrl: string) =>
      html`Every operation, with code to copy and a form to try it. All are below <code>${apiUrl}</code>.`,
    forms: html`Also as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, for generators and gateways, and in a
      <a href="/docs/console">console</a> (Swagger UI).`,
  },
  search: {
    title: 'Search the documents',
    description: 'Finds parts of the guides and of the API reference by words.',
    placeholder: 'Search the documents',
    submit: 'Search',
    empty: 'Type a word, such as a parameter, an error code or a topic.',
    nothing: (query: string) => `Nothing about “${query}” was found. Try a shorter or another word.`,
    found: (count: number, query: string) =>
      `The best ${count === 1 ? 'place' : `${count} places`} about “${query}”:`,
    part: (title: string, heading: string) => `${title}: ${heading}`,
  },
  operations: 'Operations',
  onThisPage: 'On this page',
  tryIt: 'Try it',
  copyMarkdown: 'Copy as Markdown',
  viewMarkdown: 'View as Markdown',
  /** Above a document that is only in English, with a link to its English page. */
  untranslated: 'This document exists only in English.',
  englishPage: 'English page',
  table: (number: number) => `Table ${number}`,
  example: (number: number) => `Example ${number}`,
  form: {
    key: 'API key',
    more: (count: number) => `${count} more parameters`,
    submit: 'Send request',
    answer: 'The answer',
  },
};

export type DocumentTexts = typeof documents;
