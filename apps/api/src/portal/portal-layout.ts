import { Html, html, type PageDocument } from '@care-atlas/server/pages';

const LINKS = [
  { href: '/#try', text: 'Try it' },
  { href: '/docs/guides', text: 'Guides' },
  { href: '/docs', text: 'API reference' },
  { href: '/buy', text: 'Get a key' },
] as const;

/** Returns the navigation of every portal page. */
export function portalLinks(current?: string): NonNullable<PageDocument['links']> {
  return LINKS.map((link) => ({ ...link, current: link.href === current }));
}

/** Returns the footer of every portal page. */
export function portalFooter(): Html {
  return html`<span>Care Atlas, a directory of doctors and clinics in the Greater Toronto Area.</span>
    <span>Availability is best effort: phone the clinic to confirm.</span>`;
}
