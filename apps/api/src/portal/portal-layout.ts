import type { ApiConfiguration } from '@care-atlas/server/configuration';
import {
  type AddressVisit,
  type Html,
  html,
  PAGE_LANGUAGES,
  type PageContent,
  type PageDocument,
  PageKind,
  type PageLanguage,
  type PageRules,
  pathIn,
} from '@care-atlas/server/pages';
import { ABOUT_PAGES } from '../texts/en/pages/about.js';
import { TEXTS } from '../texts/texts.js';

/** The navigation: address, text, and the pages on which the link is the current one. */
const LINKS = [
  ['/#try', 'try', undefined],
  ['/coverage', 'coverage', /^\/coverage$/],
  ['/docs/guides', 'guides', /^\/docs\/(guides|search)\b/],
  ['/docs', 'reference', /^\/docs(\/reference\/|$)/],
  ['/buy', 'key', /^\/buy\b/],
] as const;

/** What a page of the portal says of itself. */
export interface PortalContent extends PageContent {
  /** Whether the content is only in English, so that the English page stands for both. */
  readonly isEnglishOnly?: boolean;
}

/** A kind of page with the navigation and the footer of the portal. */
export type PortalPages = PageKind<AddressVisit, PortalContent>;

export function portalPages(rules: PageRules): PortalPages {
  return new PageKind<AddressVisit, PortalContent>(rules, portalLayout);
}

function portalLayout(
  { language, path, baseUrl, languageSwitch }: AddressVisit,
  { isEnglishOnly }: PortalContent,
): Partial<PageDocument> {
  const { site, about } = TEXTS[language];
  const urls = PAGE_LANGUAGES.map((each) => [each, baseUrl + pathIn(each, path)]);
  return {
    languageSwitch,
    address: baseUrl + pathIn(isEnglishOnly ? 'en' : language, path),
    ...(!isEnglishOnly && { translations: Object.fromEntries(urls) as Record<PageLanguage, string> }),
    links: LINKS.map(([href, name, pages]) => ({
      href: pathIn(language, href),
      text: site.navigation[name],
      current: pages?.test(path),
    })),
    home: pathIn(language, '/'),
    footer: html`${site.footer}
      <nav aria-label="${site.about}">${ABOUT_PAGES.map((name) => html`<a href="${pathIn(language, `/${name}`)}">${about.pages[name][0]}</a>`)}<a href="${pathIn(language, '/status')}">${site.status}</a></nav>`,
  };
}

/** Returns the terms of sale and the contact of the seller, as far as they are configured. */
export function sellerLinks(
  { termsUrl, contact }: ApiConfiguration['seller'],
  language: PageLanguage,
): Html | false {
  const texts = TEXTS[language].site.seller;
  if (termsUrl === '' && contact === '') return false;
  return html`<p class="small">
    ${termsUrl !== '' && html`<a href="${termsUrl}">${texts.terms}</a>`}
    ${termsUrl !== '' && contact !== '' && ' · '}
    ${contact !== '' && html`${texts.contact} <a href="${addressOf(contact)}">${contact}</a>`}
  </p>`;
}

/** Returns the URL of a contact, which is a URL or an email address. */
export function addressOf(contact: string): string {
  return contact.includes('@') && !contact.includes('/') ? `mailto:${contact}` : contact;
}
