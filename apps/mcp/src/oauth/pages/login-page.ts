import { type Html, html, type Page, PageKind, type PageVisit } from '@care-atlas/server/pages';
import type { Destination, RequestingClient } from '../clients/requesting-client.js';
import type { PageTexts } from '../../texts/en/pages.js';
import { PAGE_TEXTS } from '../../texts/page-texts.js';
import { DAY, LIFETIMES } from '../lifetimes.js';

/** Says in a language why a key was refused. */
export type ProblemText = (texts: PageTexts['problems']) => string;

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
  readonly problem?: ProblemText;
}

/** Names of the form fields. */
export const FIELDS = { key: 'key', token: 'token', choice: 'choice' } as const;
export const CHOICES = ['key', 'sandbox', 'cancel'] as const;
export type Choice = (typeof CHOICES)[number];

/**
 * The pages of the login. They work without scripts. Their policy has no form-action, because Chrome applies that to the
 * redirect to the client. A style hides the key: browsers would offer to save a password field as a password.
 */
const PAGES = new PageKind({
  style: `
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
`,
  cache: 'no-store',
  narrow: true,
});

/** Returns the sign-in page: the requesting program, the requested access, and the three answers. */
export function loginPage(visit: PageVisit, page: LoginPage, status?: number): Page {
  const { client, formToken, sandbox, buyUrl, problem } = page;
  const { login: t, problems } = PAGE_TEXTS[visit.language];
  const name = html`<bdi>${client.name || t.unnamed}</bdi>`;
  const newTab = html`<span class="visually-hidden">${t.newTab}</span>`;
  const buy = html`<a href="${buyUrl}" target="_blank" rel="noopener">${t.buy}${newTab}</a>`;
  const body = html`<div class="login">
    <h1>${t.heading(name)}</h1>
    <p class="lead">${t.lead(name)}</p>
    ${warning(client, t)}
    <dl>
      <dt>${t.returns}</dt>
      <dd>${destination(client.destination, t)}</dd>
      ${
        client.published &&
        html`<dt>${t.described}</dt>
          <dd>${host(client.published.host)}${client.published.pathname}</dd>`
      }
      <dt>${t.can}</dt>
      <dd>${t.access}</dd>
      <dt>${t.lasts}</dt>
      <dd>${t.duration(LIFETIMES.grant / DAY, LIFETIMES.unusedRefreshToken / DAY)}</dd>
    </dl>
    <form method="post" autocomplete="off">
      <input type="hidden" name="${FIELDS.token}" value="${formToken}" />
      <section class="card" aria-labelledby="own">
        <h2 id="own">${t.ownKey}</h2>
        ${problem && html`<p class="note bad" role="alert" id="problem">${problem(problems)}</p>`}
        <div class="field">
          <label for="key">${t.key}</label>
          ${keyField(problem !== undefined)}
          <p class="hint" id="key-hint">${t.hint(html`<code>care_live_</code>`, buy)}</p>
          <label class="check" for="show"><input type="checkbox" id="show" />${t.show}</label>
        </div>
        <button name="${FIELDS.choice}" value="key">${t.connect}</button>
      </section>
      <section class="card" aria-labelledby="free">
        <h2 id="free">${t.noKey}</h2>
        <p>${t.sandbox(sandbox.rate, sandbox.page)}</p>
        <button class="quiet" name="${FIELDS.choice}" value="sandbox">${t.connectSandbox}</button>
      </section>
      <button class="quiet" name="${FIELDS.choice}" value="cancel">${t.cancel}</button>
    </form>
  </div>`;
  const title = problem ? t.problemTitle : t.title(client.name || t.unnamed);
  return PAGES.page(visit, { title, body }, status);
}

/** Returns a page that says why a sign-in cannot continue. */
export function messagePage(
  visit: PageVisit,
  status: number,
  title: string,
  ...paragraphs: readonly (string | Html)[]
): Page {
  const body = html`<div class="login">
    <h1>${title}</h1>
    ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
  </div>`;
  return PAGES.page(visit, { title, body }, status);
}

function keyField(wrong: boolean): Html {
  const attributes = html`id="key" name="${FIELDS.key}" type="text" autocomplete="off" autocapitalize="none"
    autocorrect="off" spellcheck="false" maxlength="200"`;
  return wrong
    ? html`<input ${attributes} aria-invalid="true" aria-describedby="problem key-hint" autofocus />`
    : html`<input ${attributes} aria-describedby="key-hint" />`;
}

function host(name: string): Html {
  return html`<span class="host">${name}</span>`;
}

function destination(to: Destination, t: PageTexts['login']): Html {
  switch (to.kind) {
    case 'app':
      return t.app(host(to.scheme));
    case 'computer':
      return t.computer(host(to.host));
    case 'site':
      return host(to.host);
  }
}

/**
 * Returns the warning to show. It is stronger for a program that is described at one site and sends people to another,
 * which may belong to somebody else.
 */
function warning({ destination: to, published }: RequestingClient, t: PageTexts['login']): Html {
  const source = published ? t.nameFrom(html`<strong>${published.host}</strong>`) : t.nameOwn;
  if (to.kind === 'computer') return html`<p class="note warn">${source} ${t.toComputer}</p>`;
  const known = to.kind === 'app' ? t.theApp : html`<strong>${to.host}</strong>`;
  if (published && !(to.kind === 'site' && to.host === published.host)) {
    return html`<p class="note bad">${source} ${t.toOther(known)}</p>`;
  }
  return html`<p class="note warn">${source} ${t.toKnown(known)}</p>`;
}
