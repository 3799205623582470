import { type Html, html, pageDocument, pageHeaders } from '@care-atlas/server/pages';
import type { Destination, RequestingClient } from '../clients/requesting-client.js';
import { DAY, LIFETIMES } from '../lifetimes.js';

/** A page with its response headers. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The content of the sign-in page. */
export interface LoginPage {
  readonly client: RequestingClient;
  /** The token that the form must contain. */
  readonly formToken: string;
  /** Requests per minute and largest page with the sandbox key. */
  readonly sandbox: { readonly rate: number; readonly page: number };
  /** The address of the page that sells keys. */
  readonly buyUrl: string;
  /** Why the key was refused. */
  readonly problem?: string;
}

/** Names of the form fields. */
export const FIELDS = { key: 'key', token: 'token', choice: 'choice' } as const;
export const CHOICES = ['key', 'sandbox', 'cancel'] as const;
export type Choice = (typeof CHOICES)[number];

// A style hides the key. For a password field, browsers would offer to save it as a password.
const STYLE = `
.login { overflow-wrap: anywhere; }
.login h1 { font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.2rem); }
.login dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.25rem; }
.login dt { color: var(--muted); } .login dd { margin: 0; }
.login .card { margin-bottom: 1.25rem; } .login .card h2 { margin: 0 0 .75rem; font-size: 1.15rem; }
.login .host { font-size: 1.15em; font-weight: 700; }
.login input[name=key] { font-family: var(--mono); -webkit-text-security: disc; }
.login form:has(#show:checked) input[name=key] { -webkit-text-security: none; }
.login button { width: 100%; }
.login [aria-invalid=true] { border-color: var(--bad); }
@media (max-width: 30rem) { .login dl { grid-template-columns: 1fr; gap: 0; } .login dd { margin-bottom: .6rem; } }
`;

/**
 * Returns the sign-in page: the requesting program, the requested access, and the three answers. It works without
 * scripts. Its content security policy has no form-action, because Chrome applies that to the redirect to the client.
 */
export function loginPage(page: LoginPage): Page {
  const { client, formToken, sandbox, buyUrl, problem } = page;
  const body = html`<div class="login">
    <h1>Connect “<bdi>${client.name}</bdi>” to Care Atlas?</h1>
    <p class="lead">
      <strong><bdi>${client.name}</bdi></strong> asks to search the directory of doctors and clinics on your behalf.
    </p>
    ${warning(client)}
    <dl>
      <dt>Returns you to</dt>
      <dd>${destination(client.destination)}</dd>
      ${
        client.published &&
        html`<dt>Described at</dt>
          <dd><span class="host">${client.published.host}</span>${client.published.pathname}</dd>`
      }
      <dt>Can</dt>
      <dd>read doctors, clinics and reviews, within the limits of the key you choose. Nothing else: it never sees
        the key and cannot replace it.</dd>
      <dt>Access lasts</dt>
      <dd>at most ${LIFETIMES.grant / DAY} days, or ${LIFETIMES.unusedRefreshToken / DAY} days without use. Replacing or revoking the key ends the access immediately.</dd>
    </dl>
    <form method="post" autocomplete="off">
      <input type="hidden" name="${FIELDS.token}" value="${formToken}" />
      <section class="card" aria-labelledby="own">
        <h2 id="own">With your own key</h2>
        ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
        <div class="field">
          <label for="key">API key</label>
          ${keyField(problem !== undefined)}
          <p class="hint" id="key-hint">Begins with <code>care_live_</code>. It is used only on this page and is not passed on.
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
      <button class="quiet" name="${FIELDS.choice}" value="cancel">Cancel</button>
    </form>
  </div>`;
  return pageOf(problem ? 'Problem with the key' : `Connect ${client.name}`, body);
}

/** Returns a page that says why a sign-in cannot continue. */
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
  switch (to.kind) {
    case 'app':
      return html`the app that opens <span class="host">${to.scheme}</span> addresses`;
    case 'computer':
      return html`<span class="host">${to.host}</span> on this computer`;
    case 'site':
      return html`<span class="host">${to.host}</span>`;
  }
}

/**
 * Returns the warning to show. It is stronger for a program that is described at one site and sends people to another,
 * which may belong to somebody else.
 */
function warning({ destination: to, published }: RequestingClient): Html {
  const source = published
    ? html`Care Atlas does not check this name: it comes from <strong>${published.host}</strong>.`
    : 'Care Atlas cannot check this name: the program gave it itself.';
  if (to.kind === 'computer') {
    return html`<p class="note warn">${source} A program on <strong>this computer</strong> gets the
      access. Continue only if you have just started to connect from a program here.</p>`;
  }
  const known = to.kind === 'app' ? 'the app' : html`<strong>${to.host}</strong>`;
  if (published && !(to.kind === 'site' && to.host === published.host)) {
    return html`<p class="note bad">${source} But the access goes to ${known}. The two may belong to different people.
      Continue only if you started this and know both.</p>`;
  }
  return html`<p class="note warn">${source} Continue only if you started this and know ${known}.</p>`;
}
