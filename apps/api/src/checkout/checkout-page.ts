import type { Purchase } from '@care-atlas/data/checkout';
import { type Html, html, type PageDocument, pageDocument } from '@care-atlas/server/pages';
import { portalFooter, portalLinks } from '../portal/portal-layout.js';
import type { PurchaseStatus } from './checkout.js';
import { PRICE } from './payment-provider.js';

/** What the pages show about the installation. */
export interface Shop {
  readonly baseUrl: string;
  /** Whether payments are of real money. */
  readonly live: boolean;
  readonly requestsPerMinute: number;
  readonly pageMaximum: number;
}

const TEST_NOTE = html`<p class="note warn"><strong>This is a test.</strong> No money moves here.</p>`;

/** The style of the checkout pages, beyond that of all pages. */
export const CHECKOUT_STYLE = `
.price { font-size: clamp(2.25rem, 1.6rem + 3vw, 3.25rem); font-weight: 700; line-height: 1.1; margin: 0 0 .25rem; }
.card form { margin: 1.5rem 0 0; } .wide { width: 100%; } h2 { margin-top: 1.75em; }
.tabbed:not(:focus) { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; opacity: 0; }
.tabbed { font: .9rem var(--mono); } .wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** Returns a price such as "CAD 5". */
export function priceOf({ amount, currency }: Pick<Purchase, 'amount' | 'currency'>): string {
  const units = amount / 100;
  return `${currency.toUpperCase()} ${Number.isInteger(units) ? units : units.toFixed(2)}`;
}

function page(document: Pick<PageDocument, 'title' | 'description' | 'body'>): string {
  return pageDocument({
    ...document,
    links: portalLinks('/buy'),
    home: '/',
    narrow: true,
    style: CHECKOUT_STYLE,
    footer: portalFooter(),
  });
}

/** Renders the offer, and the keys that this browser has paid for and not seen. */
export function offerPage(shop: Shop, unclaimed: readonly Purchase[]): string {
  const price = priceOf(PRICE);
  const waiting = unclaimed.map(
    ({ id, stateSince }) =>
      html`<li><a href="/buy/${id}">Show the key that you paid for on ${dayOf(stateSince)}</a></li>`,
  );
  return page({
    title: 'Buy a key',
    description: `A key to the Care Atlas API: ${price}, paid once.`,
    body: html`<h1>Buy a key</h1>
      ${!shop.live && TEST_NOTE}
      ${
        waiting.length > 0 &&
        html`<div class="note">
          <p><strong>You have a key that has not been shown yet.</strong></p>
          <ul>
            ${waiting}
          </ul>
        </div>`
      }
      <p class="lead">One key, paid once, for the whole directory.</p>
      <div class="card">
        <p class="price">${price}</p>
        <p class="muted">once: no subscription, no renewal</p>
        <ul>
          <li>${shop.requestsPerMinute} requests per minute</li>
          <li>Pages of up to ${shop.pageMaximum} records, with complete answers</li>
          <li>The whole API and the MCP connector</li>
          <li>A replacement key whenever you like, at no charge</li>
        </ul>
        <form method="post" action="/buy">
          <input type="hidden" name="cookie" value="expected" />
          <button class="wide">Pay ${price}</button>
        </form>
      </div>
      <h2>Before you pay</h2>
      <ul>
        <li><strong>Your key is shown once.</strong> We store only a hash of it, so nobody can show it again.</li>
        <li>
          <strong>A lost key cannot be recovered.</strong> There is no account, and we keep no email address. Another key
          is another purchase.
        </li>
        <li>
          <strong>Pay and collect in the same browser.</strong> A cookie ties the purchase to your browser. It does nothing
          else, and lasts 180 days.
        </li>
        <li>A refund or a disputed payment revokes the key.</li>
      </ul>
      <p>Not sure yet? The <a href="/docs">docs</a> have a key that anyone may try, at no cost.</p>`,
  });
}

/** Renders the state of a purchase and the next step. */
export function purchasePage(shop: Shop, status: PurchaseStatus): string {
  const { title, body } = VIEWS[status.purchase.state](status, shop);
  return page({
    title,
    body: html`<h1>${title}</h1>
      ${!status.purchase.live && TEST_NOTE}${body}`,
  });
}

interface View {
  readonly title: string;
  readonly body: Html;
}

const VIEWS: Readonly<Record<Purchase['state'], (status: PurchaseStatus, shop: Shop) => View>> = {
  waiting: ({ purchase, payment }) => waitingView(purchase, payment),
  lapsed: () => ({
    title: 'Nothing was paid',
    body: html`<p>This payment ended without money changing hands: it was declined, or it took too long.</p>
      <p class="actions"><a class="button" href="/buy">Start again</a></p>`,
  }),
  paid: ({ purchase: { id } }) => ({
    title: 'Thank you: your key is ready',
    body: html`<p class="lead">Your key is generated when you ask for it, and is shown once.</p>
      <p>Have a safe place ready, such as a password manager. If you are not ready, return to this page later, in this
        browser.</p>
      <form class="actions" method="post" action="/buy/${id}"><button>Show my key</button></form>`,
  }),
  claimed: ({ purchase: { stateSince } }) => ({
    title: 'This key has already been shown',
    body: html`<p>
        It was shown on ${dayOf(stateSince)} at ${stateSince.toISOString().slice(11, 16)} UTC, and cannot be shown again:
        we do not have it.
      </p>
      <p>If you lost it, you need <a href="/buy">another purchase</a>. If someone else may have it too,
        <a href="/docs">replace it</a> at no charge.</p>`,
  }),
  reversed: () => ({
    title: 'This payment was reversed',
    body: html`<p>It was refunded or disputed, so there is no key for it. A key that was already shown no longer works.</p>
      <p class="actions"><a class="button" href="/buy">Buy a key</a></p>`,
  }),
};

function waitingView({ id }: Purchase, payment: PurchaseStatus['payment']): View {
  const again = html`<a class="button quiet" href="/buy/${id}">Check again</a>`;
  switch (payment?.status) {
    case 'open':
      return {
        title: 'Waiting for your payment',
        body: html`<p>Nothing has been paid yet.</p>
          <p class="actions"><a class="button" href="${payment.url}">Continue to payment</a>${again}</p>`,
      };
    case 'wrong':
      return {
        title: 'This payment needs review',
        body: html`<p>
          The payment that arrived does not match the order, so we cannot issue a key for it. Ask for a refund through the
          contact on your receipt, and quote <code>${id}</code>.
        </p>`,
      };
    case undefined:
      return {
        title: 'Payment status unknown',
        body: html`<p>
            The payment service is not answering right now. If you have paid, your key is safe: return to this page later,
            in this browser.
          </p>
          <p class="actions">${again}</p>`,
      };
    case 'processing':
    // The purchase is about to follow its payment: the next look shows it.
    case 'paid':
    case 'lapsed':
    case 'reversed':
      return {
        title: 'Your payment is being processed',
        body: html`<p>
            Some payment methods take a few days. Your key is ready as soon as the money arrives: return to this page, in
            this browser. The page checks again every 30 seconds.
          </p>
          <p class="actions">${again}</p>`,
      };
    default:
      return payment satisfies never;
  }
}

/** Renders the only page that shows a key. The Tab key reaches a field, whose content the browser selects. */
export function keyPage({ baseUrl }: Shop, key: string): string {
  return pageDocument({
    title: 'Your key',
    narrow: true,
    style: CHECKOUT_STYLE,
    body: html`<h1>Your key</h1>
      <p class="note warn"><strong>Save it now.</strong> It is shown only this once.</p>
      <p><code class="key">${key}</code></p>
      <input class="tabbed" readonly aria-label="Your key, to copy" autocomplete="off" value="${key}" />
      <p class="hint">Click, tap or press Tab to select the whole key.</p>
      <h2>Try it</h2>
      <pre class="wrap"><code>curl -H "Authorization: Bearer ${key}" \\
  "${baseUrl}/api/v1/doctors?limit=1"</code></pre>
      <p>Next: the <a href="/docs">docs</a>.</p>`,
  });
}

/** Renders the answer to a browser without this purchase, whether the purchase exists or not. */
export function unknownPurchasePage(): string {
  const title = 'Purchase not found in this browser';
  return page({
    title,
    body: html`<h1>${title}</h1>
      <p>You can see a purchase only in the browser that started it. That may be another browser or device, or this one
        before its cookies were deleted.</p>
      <ul>
        <li>If you paid in another browser, open this page there.</li>
        <li>If its cookies are gone, nobody can collect the key. Ask for a refund through the contact on your
          receipt.</li>
      </ul>
      <p class="actions"><a class="button" href="/buy">Buy a key</a></p>`,
  });
}

/** Renders the answer to a browser that did not return the cookie that was just set. */
export function cookiesBlockedPage(): string {
  const title = 'Your browser blocks cookies';
  return page({
    title,
    body: html`<h1>${title}</h1>
      <p>A cookie ties the purchase to your browser: without it, you would pay and not get your key. Nothing has been
        paid.</p>
      <p class="actions"><a class="button" href="/buy">Allow cookies for this site, then try again</a></p>`,
  });
}

/** Renders the page of an installation that does not sell keys. */
export function notForSalePage(): string {
  const title = 'Keys are not for sale';
  return page({
    title,
    body: html`<h1>${title}</h1>
      <p>Keys are not sold at the moment. Keys that you bought before still work.</p>
      <p>The <a href="/docs">docs</a> have a key that anyone may try, at no cost.</p>`,
  });
}

export function errorPage(title: string, message: string, requestId: string): string {
  return page({
    title,
    body: html`<h1>${title}</h1>
      <p>${message}</p>
      <p class="muted small">Request <code>${requestId}</code></p>
      <p class="actions"><a class="button quiet" href="/buy">Back</a></p>`,
  });
}

function dayOf(date: Date): string {
  return date.toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
}
