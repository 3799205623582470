import type { Purchase } from '@care-atlas/data/checkout';
import type { ErrorCode } from '@care-atlas/domain/contract';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import { ERROR_STATUS } from '@care-atlas/server/http';
import {
  type AddressVisit,
  type Html,
  html,
  type HtmlTemplate,
  type Page,
  PageKind,
  type PageLanguage,
  pathIn,
} from '@care-atlas/server/pages';
import { readAsset, readTemplates } from '../assets.js';
import { copyBlock } from '../portal/copy-block.js';
import { type PortalContent, portalPages, sellerLinks } from '../portal/portal-layout.js';
import { TEXTS } from '../texts/texts.js';
import type { PurchaseStatus } from './checkout.js';
import { type PaymentState, PRICE } from './payment-provider.js';

/** What the pages show about the installation. */
export interface Shop {
  /** Whether payments are of real money. */
  readonly live: boolean;
  readonly requestsPerMinute: number;
  readonly pageMaximum: number;
  readonly seller: ApiConfiguration['seller'];
  /** The URL of the script of copy buttons. */
  readonly copyScript: string;
}

const RULES = {
  style: readAsset('portal/copy-block.css') + readAsset('checkout/checkout.css'),
  cache: 'no-store',
  narrow: true,
};
/** The pages of the checkout: their forms are sent to this service only. */
export const CHECKOUT_PAGES = portalPages({ ...RULES, forms: "'self'" });
/** Without a restriction of the form: it redirects to the payment page of another site. */
const OFFER_PAGES = portalPages(RULES);
/** The page of a key has no navigation, and runs the script of copy buttons and no other. */
const KEY_PAGES = new PageKind<AddressVisit>({ ...RULES, scripts: true, forms: "'none'" }, () => ({}));
/** The page that stands in for Stripe's has no navigation and no additional style. */
export const TEST_PAGES = new PageKind<AddressVisit>({ ...RULES, forms: "'self'" }, () => ({ style: '' }));

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
const WAITING_PAGES: Readonly<Record<PaymentState['status'] | 'none', keyof (typeof TEMPLATES)['en']>> = {
  open: 'open',
  wrong: 'wrong',
  none: 'unknown-payment',
  processing: 'processing',
  // The purchase is about to follow its payment: the next look shows it.
  paid: 'processing',
  lapsed: 'processing',
  reversed: 'processing',
};
type Template = keyof (typeof TEMPLATES)['en'];

/** Returns a price as people write it. */
export function priceOf(
  { amount, currency }: Pick<Purchase, 'amount' | 'currency'>,
  language: PageLanguage,
): string {
  return TEXTS[language].checkout.price(amount / 100, currency);
}

/** Renders the page of a template, whose heading is its title. */
export function checkoutPage(
  visit: AddressVisit,
  name: Template,
  values?: TemplateValues,
  status?: number,
): Page {
  return CHECKOUT_PAGES.page(visit, contentOf(name, visit.language, values), status);
}

/** Renders the page of an error. */
export function errorPage(visit: AddressVisit, code: ErrorCode, requestId: string): Page {
  const { errors } = TEXTS[visit.language].checkout;
  const [title, message] = code in errors ? errors[code as keyof typeof errors] : errors.internal;
  return checkoutPage(visit, 'error', { title, message, requestId }, ERROR_STATUS[code]);
}

// Headings hold no characters that HTML escapes.
function contentOf(name: Template, language: PageLanguage, values?: TemplateValues): PortalContent {
  const body = TEMPLATES[language][name](values);
  return { title: /<h1>(.+)<\/h1>/.exec(body.text)?.[1] ?? '', body };
}

function testNote(live: boolean, language: PageLanguage): Html | false {
  return !live && html`<p class="note warn">${TEXTS[language].checkout.testNote}</p>`;
}

/** Renders the offer, and the keys that this browser has paid for and not seen. */
export function offerPage(visit: AddressVisit, shop: Shop, unclaimed: readonly Purchase[]): Page {
  const { live, requestsPerMinute, pageMaximum, seller } = shop;
  const { refundDays, taxNote } = seller;
  const { language } = visit;
  const { checkout: texts, format } = TEXTS[language];
  const price = priceOf(PRICE, language);
  const links = unclaimed.map(
    ({ id, stateSince }) =>
      html`<li><a href="${pathIn(language, `/buy/${id}`)}">${texts.showKey(texts.day(stateSince))}</a></li>`,
  );
  const waiting = html`<div class="note">
    <p><strong>${texts.unclaimed}</strong></p>
    <ul>${links}</ul>
  </div>`;
  const content = contentOf('offer', language, {
    testNote: testNote(live, language),
    unclaimed: links.length > 0 && waiting,
    price,
    requestsPerMinute: format.number(requestsPerMinute),
    pageMaximum: format.number(pageMaximum),
    taxNote: taxNote !== '' && html`<p class="muted small">${taxNote}</p>`,
    refund: refundDays > 0 && html`<li>${texts.refund(refundDays)}</li>`,
    seller: sellerLinks(seller, language),
  });
  // Search engines list the offer; links to it show no picture.
  return OFFER_PAGES.page(visit, { ...content, description: texts.description(price), address: '' });
}

/** Renders the state of a purchase and the next step. */
export function purchasePage(visit: AddressVisit, { seller }: Shop, status: PurchaseStatus): Page {
  const { purchase, payment, keyPrefix } = status;
  const { id, state, stateSince, live } = purchase;
  const { language } = visit;
  return checkoutPage(visit, state === 'waiting' ? WAITING_PAGES[payment?.status ?? 'none'] : state, {
    testNote: testNote(live, language),
    id,
    day: TEXTS[language].checkout.day(stateSince),
    time: stateSince.toISOString().slice(11, 16),
    paymentUrl: payment?.status === 'open' && payment.url,
    keyPrefix,
    seller: sellerLinks(seller, language),
  });
}

/**
 * Renders the only page that shows a key. The Tab key reaches a field, whose content the browser selects; a script of this
 * service adds copy buttons.
 */
export function keyPage(visit: AddressVisit, { copyScript }: Shop, key: string): Page {
  const { language, baseUrl } = visit;
  const request = `curl -H "Authorization: Bearer ${key}" \\\n"${baseUrl}/api/v1/doctors?limit=1"`;
  const { actions, checkout: texts } = TEXTS[language];
  const content = contentOf('key', language, {
    key,
    copy: actions.copy,
    copied: actions.copied,
    envLine: copyBlock('env-line', texts.envLine, `CARE_ATLAS_KEY=${key}`, actions),
    request: copyBlock('request', texts.request, request, actions, 'sh'),
  });
  return KEY_PAGES.page(visit, { ...content, scripts: [copyScript] });
}
