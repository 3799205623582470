import { Html, html } from '@care-atlas/server/pages';
import { readAsset } from '../../assets.js';
import { portalDocument } from '../portal-layout.js';
import type { PortalDocument } from './document.js';
import type { FoundSection } from './document-search.js';
import type { OperationReference } from './reference.js';
import { tryOperationForm } from './try-operation-form.js';

/** The style of documents, beyond that of all pages. */
export const DOCUMENT_STYLE = readAsset('portal/document.css') + readAsset('portal/copy-block.css');

/** What the pages of documents share. */
export interface DocumentSite {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly guides: readonly PortalDocument[];
  readonly operations: readonly OperationReference[];
  /** The published key. */
  readonly sandboxKey: string;
  /** The URL of the interface. */
  readonly apiUrl: string;
  /** The URL of the script of documents. */
  readonly script: string;
}

/** Renders a guide, or the reference of an operation, with links to the others. */
export function documentPage(site: DocumentSite, document: PortalDocument | OperationReference): string {
  const isGuide = !('operation' in document);
  const all = isGuide ? site.guides : site.operations;
  const at = all.indexOf(document as OperationReference);
  const [previous, next] = [all[at - 1], all[at + 1]];
  const { path, body, sections } = document;
  const form = !isGuide && tryOperationForm(document.operation, site);
  const main = html`<div class="document">
      <div class="beside">${searchForm()} ${navigation(site, isGuide, path)}</div>
      <article>
        <p class="actions tools">
          ${form !== false && html`<a class="small scripted" href="#try" id="to-try" hidden>Try it</a>`}
          <button type="button" class="quiet small scripted" id="copy-markdown" data-source="${path}.md" hidden>Copy as Markdown</button>
          <a class="small" href="${path}.md">View as Markdown</a>
        </p>
        ${body}
        ${form}
        <div class="turn">
          ${previous ? html`<a href="${previous.path}" rel="prev">← ${previous.title}</a>` : html`<span></span>`}
          ${next && html`<a href="${next.path}" rel="next">${next.title} →</a>`}
        </div>
      </article>
      ${onThisPage(sections, form !== false)}
    </div>`;
  return portalDocument(
    { ...about(site, document), style: DOCUMENT_STYLE, scripts: [site.script], body: main },
    isGuide ? '/docs/guides' : '/docs',
  );
}

/** Renders the list of guides. */
export function guidesPage(site: DocumentSite): string {
  const summary = 'How to use Care Atlas, from the first request to the change policy.';
  const body = html`<h1>Guides</h1>
      <p class="lead">
        From the first request to the change policy. The <a href="/docs">API reference</a> has every operation, to try in
        the browser.
      </p>
      ${searchForm()}
      <ul class="guides grid">
        ${site.guides.map(
          ({ path, title, summary: text }) =>
            html`<li class="card"><h2><a href="${path}">${title}</a></h2><p>${text}</p></li>`,
        )}
      </ul>`;
  return overview(site, '/docs/guides', 'Guides', summary, body);
}

/** Renders the list of operations. */
export function referencePage(site: DocumentSite, tags: Readonly<Record<string, string>>): string {
  const summary = 'Every operation of the Care Atlas API: parameters, answers, errors, and code to copy.';
  const body = html`<h1>API reference</h1>
      <p class="lead">
        Every operation, with code to copy and a form to try it. All are below <code>${site.apiUrl}</code>.
      </p>
      ${searchForm()}
      <p>
        Also as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, for generators and gateways, and in a
        <a href="/docs/console">console</a> (Swagger UI).
      </p>
      ${groupsOf(site.operations).map(
        ([group, documents]) =>
          html`<section aria-labelledby="${group.toLowerCase()}">
            <h2 id="${group.toLowerCase()}">${group}</h2>
            <p class="muted">${tags[group]}</p>
            <ul class="operations">
              ${documents.map(
                ({ path, title, operation }) =>
                  html`<li>
                    <a href="${path}">${title}</a>
                    <code>${methodBadge(operation.method)} ${operation.path}</code>
                  </li>`,
              )}
            </ul>
          </section>`,
      )}`;
  return overview(site, '/docs', 'API reference', summary, body);
}

/** Renders what a search found. */
export function searchPage({ baseUrl }: DocumentSite, query: string, found: readonly FoundSection[]): string {
  const outcome =
    query === ''
      ? 'Type a word, such as a parameter, an error code or a topic.'
      : found.length === 0
        ? `Nothing about “${query}” was found. Try a shorter or another word.`
        : `The best ${found.length === 1 ? 'place' : `${found.length} places`} about “${query}”:`;
  const body = html`<h1>Search the documents</h1>
      ${searchForm(query)}
      <p role="status">${outcome}</p>
      <ol class="found-sections">
        ${found.map(
          ({ path, title, heading, content }) =>
            html`<li>
              <a href="${path}">${heading === title ? title : `${title}: ${heading}`}</a>
              <p class="muted">${content}</p>
            </li>`,
        )}
      </ol>`;
  const title = 'Search the documents';
  const description = 'Finds parts of the guides and of the API reference by words.';
  // Whatever was searched, search engines list the page once.
  const address = `${baseUrl}/docs/search`;
  return portalDocument({ title, description, address, style: DOCUMENT_STYLE, body }, '/docs/guides');
}

function overview(site: DocumentSite, path: string, title: string, summary: string, body: Html): string {
  return portalDocument({ ...about(site, { path, title, summary }), style: DOCUMENT_STYLE, body }, path);
}

function about(
  { baseUrl }: DocumentSite,
  { path, title, summary }: Pick<PortalDocument, 'path' | 'title' | 'summary'>,
) {
  return { title, description: summary, address: `${baseUrl}${path}` };
}

function searchForm(query = ''): Html {
  return html`<form class="search" role="search" action="/docs/search" method="get">
    <label class="visually-hidden" for="search">Search the documents</label>
    <input id="search" type="search" name="q" value="${query}" placeholder="Search the documents" />
    <button type="submit" class="quiet">Search</button>
  </form>`;
}

function navigation({ guides, operations }: DocumentSite, isGuide: boolean, path: string): Html {
  const groups = isGuide ? ([['', guides]] as const) : groupsOf(operations);
  return html`<nav aria-label="${isGuide ? 'Guides' : 'Operations'}">
    <details class="contents">
      <summary>${isGuide ? 'Guides' : 'Operations'}</summary>
      ${groups.map(
        ([group, documents]) =>
          html`${group !== '' && html`<p class="group">${group}</p>`}
            <ul>
              ${documents.map(
                (document) =>
                  html`<li><a href="${document.path}" ${document.path === path && new Html('aria-current="page"')}>${document.title}</a></li>`,
              )}
            </ul>`,
      )}
    </details>
  </nav>`;
}

function onThisPage(sections: PortalDocument['sections'], canTry: boolean): Html | false {
  const shown = sections.filter(({ level }) => level === 2).map(({ slug, text }) => ({ slug, text }));
  if (canTry) shown.push({ slug: 'try', text: 'Try it' });
  if (shown.length < 2) return false;
  return html`<nav class="on-page" aria-label="On this page">
    <p class="group">On this page</p>
    <ul>
      ${shown.map(({ slug, text }) => html`<li><a href="#${slug}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

function groupsOf(
  operations: readonly OperationReference[],
): [group: string, documents: readonly OperationReference[]][] {
  return Object.entries(Object.groupBy(operations, ({ group }) => group)) as [string, OperationReference[]][];
}

function methodBadge(method: string): Html {
  return html`<strong>${method}</strong>`;
}
