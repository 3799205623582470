import type { Purchase } from '@care-atlas/data/checkout';
import { type Html, html, type PageDocument, pageDocument } from '@care-atlas/server/pages';
import { portalFoot, portalLinks } from '../portal/portal-frame.js';
import type { Standing } from './checkout.js';
import { PRICE } from './payment-desk.js';

/** What the pages say of the installation that they belong to. */
export interface Shop {
  readonly baseUrl: string;
  /** Whether what is paid is real money. */
  readonly live: boolean;
  readonly requestsPerMinute: number;
  readonly pageMaximum: number;
}

const NO_MONEY = html`<p class="note warn"><strong>This is a test.</strong> No money moves here.</p>`;

/** For the headers of every page of the checkout. */
export const CHECKOUT_STYLE = `
.price { font-size: clamp(2.25rem, 1.6rem + 3vw, 3.25rem); font-weight: 700; line-height: 1.1; margin: 0 0 .25rem; }
.card form { margin: 1.5rem 0 0; } .wide { width: 100%; } h2 { margin-top: 1.75em; }
.tabbed:not(:focus) { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; opacity: 0; }
.tabbed { font: .9rem var(--mono); } .wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
/** "CAD 5". */
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
    foot: portalFoot(),
  });
}

/** The offer, with what this browser has bought and not looked at yet. */
export function offerPage(shop: Shop, unclaimed: readonly Purchase[]): string {
  const price = priceOf(PRICE);
  const waiting = unclaimed.map(
    ({ id, stateSince }) =>
      html`<li><a href="/buy/${id}">Show the key that you paid for on ${dayOf(stateSince)}</a></li>`,
  );
  return page({
    title: 'Buy a key',
    description: `A key to the Care Atlas interface: ${price}, paid once.`,
    body: html`<h1>Buy a key</h1>
      ${!shop.live && NO_MONEY}
      ${
        waiting.length > 0 &&
        html`<div class="note">
          <p><strong>You have a key that you have not looked at.</strong></p>
          <ul>
            ${waiting}
          </ul>
        </div>`
      }
      <p class="lead">One key, paid once, for all that the directory holds.</p>
      <div class="card">
        <p class="price">${price}</p>
        <p class="muted">once: no subscription, no renewal</p>
        <ul>
          <li>${shop.requestsPerMinute} requests per minute</li>
          <li>Pages of up to ${shop.pageMaximum}, with nothing left out</li>
          <li>The whole interface, and the MCP connector</li>
          <li>A new key in place of yours whenever you like, at no charge</li>
        </ul>
        <form method="post" action="/buy">
          <input type="hidden" name="browser" value="told" />
          <button class="wide">Pay ${price}</button>
        </form>
      </div>
      <h2>Before you pay</h2>
      <ul>
        <li><strong>Your key is shown once.</strong> Only a fingerprint of it is stored, so nobody can show it again.</li>
        <li>
          <strong>A lost key cannot be recovered.</strong> There is no account, and we keep no e-mail address. Another
          key is another purchase.
        </li>
        <li>
          <strong>Pay and collect in one browser.</strong> A cookie says that the purchase is yours. It does nothing
          else, and lasts 180 days.
        </li>
        <li>A refund or a disputed payment ends the key.</li>
      </ul>
      <p>Not sure yet? The <a href="/docs">docs</a> have a key that anyone may try, at no cost.</p>`,
  });
}

/** How a purchase stands, and what can be done. */
export function standingPage(shop: Shop, standing: Standing): string {
  const { title, body } = VIEWS[standing.purchase.state](standing, shop);
  return page({
    title,
    body: html`<h1>${title}</h1>
      ${!standing.purchase.live && NO_MONEY}${body}`,
  });
}

interface View {
  readonly title: string;
  readonly body: Html;
}

const VIEWS: Readonly<Record<Purchase['state'], (standing: Standing, shop: Shop) => View>> = {
  waiting: ({ purchase, payment }) => waitingView(purchase, payment),
  lapsed: () => ({
    title: 'Nothing was paid',
    body: html`<p>This payment ended without money changing hands: it was declined, or it took too long.</p>
      <p class="actions"><a class="button" href="/buy">Start again</a></p>`,
  }),
  paid: ({ purchase: { id } }) => ({
    title: 'Thank you: your key is ready',
    body: html`<p class="lead">It is made at the moment you ask for it, and shown once.</p>
      <p>Have a safe place at hand, such as a password manager. If you are not ready, come back to this page later, in
        this browser.</p>
      <form class="actions" method="post" action="/buy/${id}"><button>Show my key</button></form>`,
  }),
  claimed: ({ purchase: { stateSince } }) => ({
    title: 'This key was shown',
    body: html`<p>
        It was shown on ${dayOf(stateSince)} at ${stateSince.toISOString().slice(11, 16)} UTC, and cannot be shown again:
        we do not have it.
      </p>
      <p>If you lost it, the only way is <a href="/buy">another purchase</a>. If you have it, and someone else may too,
        <a href="/docs">replace it</a> at no charge.</p>`,
  }),
  reversed: () => ({
    title: 'This payment was taken back',
    body: html`<p>It was refunded or disputed, and so there is no key for it: one that was shown no longer works.</p>
      <p class="actions"><a class="button" href="/buy">Buy a key</a></p>`,
  }),
};

function waitingView({ id }: Purchase, payment: Standing['payment']): View {
  const again = html`<a class="button quiet" href="/buy/${id}">Check again</a>`;
  switch (payment?.status) {
    case 'open':
      return {
        title: 'Waiting for your payment',
        body: html`<p>Nothing has been paid yet.</p>
          <p class="actions"><a class="button" href="${payment.url}">Continue to the payment</a>${again}</p>`,
      };
    case 'wrong':
      return {
        title: 'This payment needs a person',
        body: html`<p>
          What arrived is not the payment that was agreed on, so no key can be given for it. Ask for your money back by
          the contact on your receipt, and quote <code>${id}</code>.
        </p>`,
      };
    case undefined:
      return {
        title: 'Waiting for word of your payment',
        body: html`<p>
            The payment service does not answer just now. If you have paid, your key is safe: come back to this page
            later, in this browser.
          </p>
          <p class="actions">${again}</p>`,
      };
    default:
      return {
        title: 'Your payment is on its way',
        body: html`<p>
            Some ways to pay take a few days. Your key is ready as soon as the money arrives: come back to this page, in
            this browser. It looks again every 30 seconds.
          </p>
          <p class="actions">${again}</p>`,
      };
  }
}

/** The one page that shows a key. By keyboard one comes to a field, and the browser selects what is in it. */
export function keyPage({ baseUrl }: Shop, key: string): string {
  return pageDocument({
    title: 'Your key',
    narrow: true,
    style: CHECKOUT_STYLE,
    body: html`<h1>Your key</h1>
      <p class="note warn"><strong>Keep it now.</strong> It is shown this once, and cannot be shown again.</p>
      <p><code class="key">${key}</code></p>
      <input class="tabbed" readonly aria-label="Your key, to copy" autocomplete="off" value="${key}" />
      <p class="hint">One click or tap selects all of it, and so does the tab key.</p>
      <h2>Try it</h2>
      <pre class="wrap"><code>curl -H "Authorization: Bearer ${key}" \\
  "${baseUrl}/api/v1/doctors?limit=1"</code></pre>
      <p>Next: the <a href="/docs">docs</a>.</p>`,
  });
}

/** To a browser that has no such purchase, whether there is one or not. */
export function strangerPage(): string {
  return page({
    title: 'Not a purchase of this browser',
    body: html`<h1>Not a purchase of this browser</h1>
      <p>A purchase can be seen only in the browser that began it. That may be another browser or device, or the same
        one before its cookies were deleted.</p>
      <ul>
        <li>If you paid in another browser, open this page there.</li>
        <li>If its cookies are gone, nobody can collect the key. Ask for your money back by the contact on your
          receipt.</li>
      </ul>
      <p class="actions"><a class="button" href="/buy">Buy a key</a></p>`,
  });
}

/** To a browser that did not send the cookie it was given a moment ago. */
export function cookiePage(): string {
  return page({
    title: 'Your browser refuses cookies',
    body: html`<h1>Your browser refuses cookies</h1>
      <p>A cookie is what tells us that a purchase is yours: without it you would pay and not get your key. Nothing has
        been paid.</p>
      <p class="actions"><a class="button" href="/buy">Allow cookies for this site, then try again</a></p>`,
  });
}

/** Where keys are not sold. */
export function closedPage(): string {
  return page({
    title: 'No keys on sale',
    body: html`<h1>No keys on sale</h1>
      <p>Keys are not sold at the moment. What you bought before works as ever.</p>
      <p>The <a href="/docs">docs</a> have a key that anyone may try, at no cost.</p>`,
  });
}

/** What went wrong, in a sentence. */
export function refusalPage(title: string, message: string, requestId: string): string {
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
