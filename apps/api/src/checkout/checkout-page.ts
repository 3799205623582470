import type { Purchase } from '@care-atlas/data/checkout';
import type { Configuration } from '@care-atlas/server/configuration';
import { html, type HtmlTemplate, pageDocument } from '@care-atlas/server/pages';
import { readAsset, readTemplates } from '../assets.js';
import { copyBlock } from '../portal/copy-block.js';
import { portalDocument, sellerLinks } from '../portal/portal-layout.js';
import type { PurchaseStatus } from './checkout.js';
import { type PaymentState, PRICE } from './payment-provider.js';

/** What the pages show about the installation. */
export interface Shop {
  readonly baseUrl: string;
  /** Whether payments are of real money. */
  readonly live: boolean;
  readonly requestsPerMinute: number;
  readonly pageMaximum: number;
  readonly seller: Configuration['seller'];
  /** The URL of the script of copy buttons. */
  readonly copyScript: string;
}

/** The style of the checkout pages, beyond that of all pages. */
export const CHECKOUT_STYLE = readAsset('portal/copy-block.css') + readAsset('checkout/checkout.css');

type TemplateValues = Parameters<HtmlTemplate>[0];

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

/** Renders the page of a template, whose heading is its title. */
export function checkoutPage(name: keyof typeof TEMPLATES, values?: TemplateValues): string {
  return portalDocument({ ...contentOf(name, values), style: CHECKOUT_STYLE, narrow: true }, '/buy');
}

// Headings hold no characters that HTML escapes.
function contentOf(name: keyof typeof TEMPLATES, values?: TemplateValues) {
  const body = TEMPLATES[name](values);
  return { title: /<h1>(.+)<\/h1>/.exec(body.text)?.[1] ?? '', body };
}

/** Renders the offer, and the keys that this browser has paid for and not seen. */
export function offerPage(shop: Shop, unclaimed: readonly Purchase[]): string {
  const { live, requestsPerMinute, pageMaximum, seller } = shop;
  const { refundDays, taxNote } = seller;
  const price = priceOf(PRICE);
  const links = unclaimed.map(
    ({ id, stateSince }) =>
      html`<li><a href="/buy/${id}">Show the key that you paid for on ${dayOf(stateSince)}</a></li>`,
  );
  const waiting = html`<div class="note">
    <p><strong>You have a key that has not been shown yet.</strong></p>
    <ul>${links}</ul>
  </div>`;
  const content = contentOf('offer', {
    testNote: !live && TEST_NOTE,
    unclaimed: links.length > 0 && waiting,
    price,
    requestsPerMinute,
    pageMaximum,
    taxNote: taxNote !== '' && html`<p class="muted small">${taxNote}</p>`,
    refund: refundDays > 0 && html`<li>You can get your money back within ${refundDays} days.</li>`,
    seller: sellerLinks(seller),
  });
  const description = `A key to the Care Atlas API: ${price}, paid once.`;
  return portalDocument({ ...content, description, style: CHECKOUT_STYLE, narrow: true }, '/buy');
}

/** Renders the state of a purchase and the next step. */
export function purchasePage({ seller }: Shop, { purchase, payment, keyPrefix }: PurchaseStatus): string {
  const { id, state, stateSince, live } = purchase;
  return checkoutPage(state === 'waiting' ? WAITING_PAGES[payment?.status ?? 'none'] : state, {
    testNote: !live && TEST_NOTE,
    id,
    day: dayOf(stateSince),
    time: stateSince.toISOString().slice(11, 16),
    paymentUrl: payment?.status === 'open' && payment.url,
    keyPrefix,
    seller: sellerLinks(seller),
  });
}

/**
 * Renders the only page that shows a key. The Tab key reaches a field, whose content the browser selects; a script of this
 * service adds copy buttons.
 */
export function keyPage({ baseUrl, copyScript }: Shop, key: string): string {
  const request = `curl -H "Authorization: Bearer ${key}" \\\n"${baseUrl}/api/v1/doctors?limit=1"`;
  const content = contentOf('key', {
    key,
    envLine: copyBlock('env-line', 'A line of an .env file', `CARE_ATLAS_KEY=${key}`),
    request: copyBlock('request', 'A request with your key', request),
  });
  return pageDocument({ ...content, narrow: true, style: CHECKOUT_STYLE, scripts: [copyScript] });
}

function dayOf(date: Date): string {
  return date.toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
}
