import { clientNetwork } from '@care-atlas/server/access';
import { type ApiConfiguration, WINDOW_MS } from '@care-atlas/server/configuration';
import type { RateStore } from '@care-atlas/server/limits';
import { type AddressVisit, html, type Page } from '@care-atlas/server/pages';
import { TEXTS } from '../texts/texts.js';
import { portalPages } from './portal-layout.js';

const PAGES = portalPages({ forms: "'none'", cache: 'no-store', narrow: true });

/** What decides how many pages from the directory a client may ask for. */
export interface PageRateSettings extends Pick<ApiConfiguration, 'tierRules'> {
  readonly rateStore: RateStore;
}

/**
 * Counts a page from the directory against the rate of the published key, so that pages are no way around its limit.
 * @returns the seconds to wait; 0 if the client may have the page
 */
export async function secondsToWait(ip: string, { tierRules, rateStore }: PageRateSettings): Promise<number> {
  const counter = `sandbox:${clientNetwork(ip)}`;
  const count = await rateStore.increment(counter, WINDOW_MS, tierRules.rates.sandbox);
  return count.isBlocked ? count.timeToBlockExpire : 0;
}

/** Renders the page of a client that has asked for too many. */
export function tooManyPage(visit: AddressVisit, seconds: number): Page {
  const { title, text } = TEXTS[visit.language].site.tooMany;
  const page = PAGES.page(visit, { title, body: html`<h1>${title}</h1><p>${text(seconds)}</p>` }, 429);
  return { ...page, headers: { ...page.headers, 'retry-after': String(seconds) } };
}
