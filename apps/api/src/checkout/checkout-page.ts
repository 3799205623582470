import type { Purchase } from '@care-atlas/data/checkout';
import { type Html, html, type HtmlTemplate, pageDocument } from '@care-atlas/server/pages';
import { readAsset, readTemplates } from '../assets.js';
import { portalFooter, portalLinks } from '../portal/portal-layout.js';
import type { PurchaseStatus } from './checkout.js';
import { type PaymentState, PRICE } from './payment-provider.js';

/** What the pages show about the installation. */
export interface Shop {
  readonly baseUrl: string;
  /** Whether payments are of real money. */
  readonly live: boolean;
  readonly requestsPerMinute: number;
  readonly pageMaximum: number;
}

/** The style of the checkout pages, beyond that of all pages. */
export const CHECKOUT_STYLE = readAsset('checkout/checkout.css');

const TEMPLATES = readTemplates('checkout', [
  'claimed',
  'cookies-blocked',
  'error',
  'key',
  'lapsed',
  'not-for-sale',
  'offer',
  'open',
  'paid',
  'processing',
  'reversed',
  'unknown-payment',
  'unknown-purchase',
  'wrong',
]);
/** The page of an unpaid purchase, by the state of its payment; "none" when the provider does not answer. */
const WAITING_PAGES: Readonly<Record<PaymentState['status'] | 'none', keyof typeof TEMPLATES>> = {
  open: 'open',
  wrong: 'wrong',
  none: 'unknown-payment',
  processing: 'processing',
  // The purchase is about to follow its payment: the next look shows it.
  paid: 'processing',
  lapsed: 'processing',
  reversed: 'processing',
};
const TEST_NOTE = html`<p class="note warn"><strong>This is a test.</strong> No money moves here.</p>`;

/** Returns a price such as "CAD 5". */
export function priceOf({ amount, currency }: Pick<Purchase, 'amount' | 'currency'>): string {
  const units = amount / 100;
  return `${currency.toUpperCase()} ${Number.isInteger(units) ? units : units.toFixed(2)}`;
}

function page(
  name: keyof typeof TEMPLATES,
  values?: Parameters<HtmlTemplate>[0],
  description?: string,
): string {
  const body = TEMPLATES[name](values);
  return pageDocument({
    title: titleOf(body),
    description,
    body,
    links: portalLinks('/buy'),
    home: '/',
    narrow: true,
    style: CHECKOUT_STYLE,
    footer: portalFooter(),
  });
}

/** Returns the heading of a page. Headings hold no characters that HTML escapes. */
function titleOf({ text }: Html): string {
  return /<h1>(.+)<\/h1>/.exec(text)?.[1] ?? '';
}

/** Renders the offer, and the keys that this browser has paid for and not seen. */
export function offerPage(shop: Shop, unclaimed: readonly Purchase[]): string {
  const { live, requestsPerMinute, pageMaximum } = shop;
  const price = priceOf(PRICE);
  const links = unclaimed.map(
    ({ id, stateSince }) =>
      html`<li><a href="/buy/${id}">Show the key that you paid for on ${dayOf(stateSince)}</a></li>`,
  );
  const waiting = html`<div class="note">
    <p><strong>You have a key that has not been shown yet.</strong></p>
    <ul>${links}</ul>
  </div>`;
  const values = {
    testNote: !live && TEST_NOTE,
    unclaimed: links.length > 0 && waiting,
    price,
    requestsPerMinute,
    pageMaximum,
  };
  return page('offer', values, `A key to the Care Atlas API: ${price}, paid once.`);
}

/** Renders the state of a purchase and the next step. */
export function purchasePage({ purchase, payment }: PurchaseStatus): string {
  const { id, state, stateSince, live } = purchase;
  return page(state === 'waiting' ? WAITING_PAGES[payment?.status ?? 'none'] : state, {
    testNote: !live && TEST_NOTE,
    id,
    day: dayOf(stateSince),
    time: stateSince.toISOString().slice(11, 16),
    paymentUrl: payment?.status === 'open' && payment.url,
  });
}

/** Renders the only page that shows a key. The Tab key reaches a field, whose content the browser selects. */
export function keyPage({ baseUrl }: Shop, key: string): string {
  const body = TEMPLATES.key({ baseUrl, key });
  return pageDocument({ title: titleOf(body), narrow: true, style: CHECKOUT_STYLE, body });
}

/** Renders the answer to a browser without this purchase, whether the purchase exists or not. */
export function unknownPurchasePage(): string {
  return page('unknown-purchase');
}

/** Renders the answer to a browser that did not return the cookie that was just set. */
export function cookiesBlockedPage(): string {
  return page('cookies-blocked');
}

/** Renders the page of an installation that does not sell keys. */
export function notForSalePage(): string {
  return page('not-for-sale');
}

export function errorPage(title: string, message: string, requestId: string): string {
  return page('error', { title, message, requestId });
}

function dayOf(date: Date): string {
  return date.toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
}
