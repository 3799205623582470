import type { ApiConfiguration } from '@care-atlas/server/configuration';
import {
  type Html,
  html,
  PAGE_LANGUAGES,
  pageDocument,
  type PageDocument,
  type PageLanguage,
} from '@care-atlas/server/pages';
import { TEXTS } from '../texts/texts.js';
import { pathIn } from './language-path.js';
import { type PageView, switchLink } from './page-view.js';

const LINKS = [
  ['/#try', 'try'],
  ['/coverage', 'coverage'],
  ['/docs/guides', 'guides'],
  ['/docs', 'reference'],
  ['/buy', 'key'],
] as const;

/** A page of the portal. */
interface PortalPage extends Omit<PageDocument, 'language' | 'address'> {
  readonly view: PageView;
  /** The public URL of the service, without a slash at the end, for a page that may be shared. */
  readonly baseUrl?: string;
  /** Whether the content is only in English, so that the English page stands for both. */
  readonly isEnglishOnly?: boolean;
}

/** Renders a page with the navigation and the footer of the portal. @param current its English path in the navigation */
export function portalDocument(
  { view, baseUrl, isEnglishOnly, ...page }: PortalPage,
  current?: string,
): string {
  const { language, path } = view;
  const { site } = TEXTS[language];
  return pageDocument({
    languageSwitch: switchLink(view),
    ...(baseUrl && {
      address: baseUrl + pathIn(isEnglishOnly ? 'en' : language, path),
      ...(!isEnglishOnly && { translations: translationsOf(baseUrl, path) }),
    }),
    ...page,
    language,
    links: LINKS.map(([href, name]) => ({
      href: pathIn(language, href),
      text: site.navigation[name],
      current: href === current,
    })),
    home: pathIn(language, '/'),
    footer: html`${site.footer} <a href="${pathIn(language, '/status')}">${site.status}</a>`,
  });
}

/** Returns the public URLs of a page, by language. */
export function translationsOf(baseUrl: string, path: string): Readonly<Record<PageLanguage, string>> {
  const urls = PAGE_LANGUAGES.map((language) => [language, baseUrl + pathIn(language, path)]);
  return Object.fromEntries(urls) as Record<PageLanguage, string>;
}

/** Returns the terms of sale and the contact of the seller, as far as they are configured. */
export function sellerLinks(
  { termsUrl, contact }: ApiConfiguration['seller'],
  language: PageLanguage,
): Html | false {
  const texts = TEXTS[language].site.seller;
  const address = contact.includes('@') && !contact.includes('/') ? `mailto:${contact}` : contact;
  if (termsUrl === '' && contact === '') return false;
  return html`<p class="small">
    ${termsUrl !== '' && html`<a href="${termsUrl}">${texts.terms}</a>`}
    ${termsUrl !== '' && contact !== '' && ' · '}
    ${contact !== '' && html`${texts.contact} <a href="${address}">${contact}</a>`}
  </p>`;
}
