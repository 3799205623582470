import type { Configuration } from '@care-atlas/server/configuration';
import { type Html, html, pageDocument, type PageDocument } from '@care-atlas/server/pages';

const LINKS = [
  { href: '/#try', text: 'Try it' },
  { href: '/coverage', text: 'Coverage' },
  { href: '/docs/guides', text: 'Guides' },
  { href: '/docs', text: 'API reference' },
  { href: '/buy', text: 'Get a key' },
] as const;

const FOOTER = html`<span>Care Atlas, a directory of doctors and clinics in the Greater Toronto Area.</span>
  <span>Availability is best effort: phone the clinic to confirm.</span>
  <a href="/status">Status</a>`;

/** Renders a page with the navigation and the footer of the portal. */
export function portalDocument(page: PageDocument, current?: string): string {
  return pageDocument({
    ...page,
    links: LINKS.map((link) => ({ ...link, current: link.href === current })),
    home: '/',
    footer: FOOTER,
  });
}

/** Returns the terms of sale and the contact of the seller, as far as they are configured. */
export function sellerLinks({ termsUrl, contact }: Configuration['seller']): Html | false {
  const address = contact.includes('@') && !contact.includes('/') ? `mailto:${contact}` : contact;
  if (termsUrl === '' && contact === '') return false;
  return html`<p class="small">
    ${termsUrl !== '' && html`<a href="${termsUrl}">Terms of sale</a>`}
    ${termsUrl !== '' && contact !== '' && ' · '}
    ${contact !== '' && html`Contact: <a href="${address}">${contact}</a>`}
  </p>`;
}
