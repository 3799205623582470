import { html } from '@care-atlas/server/pages';

/** The texts around each page, and of pages with few of them. */
export const site = {
  navigation: {
    try: 'Try it',
    coverage: 'Coverage',
    guides: 'Guides',
    reference: 'API reference',
    key: 'Get a key',
  },
  footer: html`<span>Care Atlas, a directory of doctors and clinics in the Greater Toronto Area.</span>
    <span>Availability is best effort: phone the clinic to confirm.</span>`,
  status: 'Status',
  about: 'About this service',
  seller: { terms: 'Terms of sale', contact: 'Contact:' },
  notFound: 'Not found',
  tooMany: {
    title: 'Too many pages at once',
    text: (seconds: number) =>
      `Your network has asked for as many pages of the directory as one may in a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  },
  embed: {
    title: 'Search for your pages',
    description: 'A search for doctors that any page can embed, with two lines of HTML.',
    heading: 'The search for your own pages',
    lead:
      'Two lines put it on any page. It is light or dark as the page is, in English or French, works by keyboard and with ' +
      'screen readers, and says how old each fact is.',
    withoutScripts: (form: string) =>
      html`This browser does not run the search. <a href="${form}">The form on the home page</a> works without scripts.`,
    lines: 'The two lines',
    snippet: 'The lines to copy',
    key: (guide: string) =>
      html`The key is the published sandbox key. The <a href="${guide}">guide</a> has the attributes, the colors, and how to use a
        key of your own without publishing it.`,
  },
};

export type SiteTexts = typeof site;
