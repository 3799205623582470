import { type Html, html, pageDocument, pageHeaders } from '@care-atlas/server/pages';
import { DAY, LIFETIMES } from '../lifetimes.js';
import type { Destination, RequestingClient } from '../clients/requesting-client.js';

/** A page with what it is to be sent with. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the page of a sign-in says. */
export interface LoginPage {
  readonly client: RequestingClient;
  /** What the form must bring back. */
  readonly formToken: string;
  /** Requests per minute and largest page with the sandbox key. */
  readonly sandbox: { readonly rate: number; readonly page: number };
  /** Where a key can be bought. */
  readonly buyUrl: string;
  /** What was wrong with the key. */
  readonly problem?: string;
}

/** Names of the form's fields, and what its buttons say. */
export const FIELDS = { key: 'key', token: 'token', choice: 'choice' } as const;
export const CHOICES = ['key', 'sandbox', 'cancel'] as const;
export type Choice = (typeof CHOICES)[number];

// The key is hidden by style, not by a password field: browsers would offer to keep it as a password.
const STYLE = `
.login h1 { font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.2rem); overflow-wrap: anywhere; }
.login dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.25rem; }
.login dt { color: var(--muted); } .login dd { margin: 0; overflow-wrap: anywhere; }
.login .card { margin-bottom: 1.25rem; } .login .card h2 { margin: 0 0 .75rem; font-size: 1.15rem; }
.login .host { font-size: 1.15em; font-weight: 700; }
.login input[name=key] { font-family: var(--mono); -webkit-text-security: disc; }
.login form:has(#show:checked) input[name=key] { -webkit-text-security: none; }
.login button { width: 100%; }
.login [aria-invalid=true] { border-color: var(--bad); }
@media (max-width: 30rem) { .login dl { grid-template-columns: 1fr; gap: 0; } .login dd { margin-bottom: .6rem; } }
`;

/**
 * The one page of the login: who asks, what for, and the three answers. It works without scripts. Its form may
 * lead anywhere, because Chrome holds the redirect to the client against the form that caused it.
 */
export function loginPage(page: LoginPage): Page {
  const { client, formToken, sandbox, buyUrl, problem } = page;
  const body = html`<div class="login">
    <h1>Connect “${client.name}” to Care Atlas?</h1>
    <p class="lead">
      <strong>${client.name}</strong> asks to search the directory of doctors and clinics on your behalf.
    </p>
    ${warning(client)}
    <dl>
      <dt>Sends you back to</dt>
      <dd>${destination(client.destination)}</dd>
      ${
        client.published &&
        html`<dt>Described at</dt>
          <dd><span class="host">${client.published.host}</span>${client.published.pathname}</dd>`
      }
      <dt>May</dt>
      <dd>read doctors, clinics and reviews, within the limits of the key you choose. Nothing else: it never sees
        the key, and cannot replace it.</dd>
      <dt>For</dt>
      <dd>${LIFETIMES.grant / DAY} days at most, or ${LIFETIMES.unusedRefreshToken / DAY} days without use. Replacing or revoking the key ends it at once.</dd>
    </dl>
    <form method="post" autocomplete="off">
      <input type="hidden" name="${FIELDS.token}" value="${formToken}" />
      <section class="card" aria-labelledby="own">
        <h2 id="own">With your own key</h2>
        ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
        <div class="field">
          <label for="key">API key</label>
          ${keyField(problem !== undefined)}
          <p class="hint" id="key-hint">Begins with <code>care_live_</code>. It is used once, here, and is not passed on.
            <a href="${buyUrl}" target="_blank" rel="noopener">Get a key<span class="visually-hidden"> (opens in a new tab)</span></a></p>
          <label class="check" for="show"><input type="checkbox" id="show" />Show the key</label>
        </div>
        <button name="${FIELDS.choice}" value="key">Connect with this key</button>
      </section>
      <section class="card" aria-labelledby="free">
        <h2 id="free">Without a key</h2>
        <p>Try it free: ${sandbox.rate} requests a minute and at most ${sandbox.page} results a page, from the same
          directory.</p>
        <button class="quiet" name="${FIELDS.choice}" value="sandbox">Connect with the sandbox</button>
      </section>
      <button class="quiet" name="${FIELDS.choice}" value="cancel">Cancel: connect nothing</button>
    </form>
  </div>`;
  return pageOf(problem ? 'Problem with the key' : `Connect ${client.name}`, body);
}

/** A page that says why a sign-in cannot go on. */
export function messagePage(title: string, ...paragraphs: readonly string[]): Page {
  const body = html`<div class="login">
    <h1>${title}</h1>
    ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
  </div>`;
  return pageOf(title, body);
}

function pageOf(title: string, body: Html): Page {
  return {
    headers: { ...pageHeaders({ style: STYLE }), 'cache-control': 'no-store' },
    body: pageDocument({ title, body, narrow: true, style: STYLE }),
  };
}

function keyField(wrong: boolean): Html {
  const attributes = html`id="key" name="${FIELDS.key}" type="text" autocomplete="off" autocapitalize="none"
    autocorrect="off" spellcheck="false" maxlength="200"`;
  return wrong
    ? html`<input ${attributes} aria-invalid="true" aria-describedby="problem key-hint" autofocus />`
    : html`<input ${attributes} aria-describedby="key-hint" />`;
}

function destination(to: Destination): Html {
  if (to.kind === 'app') return html`the app that opens <span class="host">${to.scheme}</span> addresses`;
  const where = to.kind === 'computer' ? ' on this computer' : '';
  return html`<span class="host">${to.host}</span>${where}`;
}

/** What a person should know before going on; nothing about a program whose address vouches for its name. */
function warning({ destination: to, published }: RequestingClient): Html | undefined {
  const unchecked = !published && 'Care Atlas cannot check this name: the program gave it itself.';
  if (to.kind === 'computer') {
    return html`<p class="note warn">${unchecked} The answer goes to a program on <strong>this computer</strong>.
      Go on only if you have just started to connect from a program here.</p>`;
  }
  if (!unchecked) return undefined;
  const known = to.kind === 'app' ? 'the app' : html`<strong>${to.host}</strong>`;
  return html`<p class="note warn">${unchecked} Go on only if you started this, and know ${known}.</p>`;
}
