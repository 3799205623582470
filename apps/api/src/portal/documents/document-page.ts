import {
  type AddressVisit,
  englishIn,
  Html,
  html,
  type Page,
  type PageLanguage,
  pathIn,
  visitAt,
} from '@care-atlas/server/pages';
import { readAsset } from '../../assets.js';
import { type Texts, TEXTS } from '../../texts/texts.js';
import { portalPages } from '../portal-layout.js';
import { type DocumentContent, markdownPathOf, type PortalDocument } from './document.js';
import type { FoundSection } from './document-search.js';
import type { OperationReference } from './reference.js';
import { tryOperationForm } from './try-operation-form.js';

const PAGES = portalPages({
  style: readAsset('portal/document.css') + readAsset('portal/copy-block.css'),
  scripts: true,
  forms: "'self'",
  cache: 'public, max-age=300',
});

/** What the pages of documents share. */
export interface DocumentSite {
  readonly language: PageLanguage;
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
export function documentPage(site: DocumentSite, document: PortalDocument | OperationReference): Page {
  const { language, baseUrl } = site;
  const { documents: texts, actions } = TEXTS[language];
  const isGuide = !('operation' in document);
  const all = isGuide ? site.guides : site.operations;
  const at = all.indexOf(document as OperationReference);
  const [previous, next] = [all[at - 1], all[at + 1]];
  const { path, title, summary } = document;
  const { body, sections } = document.content();
  const isTranslated = document.language === language;
  const form = !isGuide && tryOperationForm(document.operation, site);
  const markdown = markdownPathOf(document);
  const main = html`<div class="document">
      <div class="beside">${searchForm(language)} ${navigation(site, isGuide, path)}</div>
      <article>
        <p class="actions tools">
          ${form !== false && html`<a class="small scripted" href="#try" id="to-try" hidden>${texts.tryIt}</a>`}
          <button type="button" class="quiet small scripted" id="copy-markdown" data-source="${markdown}" data-copied="${actions.copied}" hidden>${texts.copyMarkdown}</button>
          <a class="small" href="${markdown}">${texts.viewMarkdown}</a>
        </p>
        ${isTranslated ? body : inEnglish(document, texts)}
        ${form}
        <div class="turn">
          ${previous ? html`<a href="${pathIn(language, previous.path)}" rel="prev" ${languageMarks(previous, language)}>← ${previous.title}</a>` : html`<span></span>`}
          ${next && html`<a href="${pathIn(language, next.path)}" rel="next" ${languageMarks(next, language)}>${next.title} →</a>`}
        </div>
      </article>
      ${onThisPage(sections, form !== false, document.language, site)}
    </div>`;
  return PAGES.page(visitAt(baseUrl, language, path), {
    title,
    description: summary,
    isEnglishOnly: !isTranslated,
    scripts: [site.script],
    body: main,
  });
}

/** Renders an English document for readers of another language. */
function inEnglish({ path, content }: PortalDocument, texts: Texts['documents']): Html {
  return html`<p class="note">${texts.untranslated} <a href="${path}" hreflang="en">${texts.englishPage}</a></p>
    <div lang="en">${content().body}</div>`;
}

/** Renders the list of guides. */
export function guidesPage(site: DocumentSite): Page {
  const { language, baseUrl } = site;
  const { title, summary, lead } = TEXTS[language].documents.guides;
  const body = html`<h1>${title}</h1>
      <p class="lead">${lead(pathIn(language, '/docs'))}</p>
      ${searchForm(language)}
      ${groupsOf(site.guides).map(
        ([group, guides], at) =>
          html`<section class="task" aria-labelledby="task-${at}"><h2 id="task-${at}">${group}</h2>
            <ul class="guides">${guides.map(
              (guide) => html`<li><h3>${linkTo(guide, language)}</h3><p>${guide.summary}</p></li>`,
            )}</ul></section>`,
      )}`;
  return PAGES.page(visitAt(baseUrl, language, '/docs/guides'), {
    title,
    description: summary,
    scripts: [site.script],
    body,
  });
}

/** Renders the list of operations. */
export function referencePage(site: DocumentSite, tags: Readonly<Record<string, string>>): Page {
  const { language, baseUrl } = site;
  const { title, summary, lead, forms } = TEXTS[language].documents.reference;
  const body = html`<h1>${title}</h1>
      <p class="lead">${lead(site.apiUrl)}</p>
      ${searchForm(language)}
      <p>${forms}</p>
      ${groupsOf(site.operations).map(([group, documents]) => {
        const { tag } = documents[0]!.operation;
        const id = tag.toLowerCase();
        return html`<section aria-labelledby="${id}">
            <h2 id="${id}">${group}</h2>
            <p class="muted">${TEXTS[language].operations.groups[tag]?.[1] ?? tags[tag]}</p>
            <ul class="operations">
              ${documents.map(
                (document) =>
                  html`<li>
                    ${linkTo(document, language)}
                    <code>${methodBadge(document.operation.method)} ${document.operation.path}</code>
                  </li>`,
              )}
            </ul>
          </section>`;
      })}`;
  return PAGES.page(visitAt(baseUrl, language, '/docs'), {
    title,
    description: summary,
    scripts: [site.script],
    body,
  });
}

/** Renders what a search found. */
export function searchPage(
  visit: AddressVisit,
  query: string,
  found: readonly FoundSection[],
  script: string,
): Page {
  const { language } = visit;
  const { search: texts } = TEXTS[language].documents;
  const { title, description } = texts;
  const outcome =
    query === '' ? texts.empty : found.length === 0 ? texts.nothing(query) : texts.found(found.length, query);
  const body = html`<h1>${title}</h1>
      ${searchForm(language, query)}
      <div id="found"><p role="status">${outcome}</p>
      <ol class="found-sections">
        ${found.map(
          (part) =>
            html`<li ${part.language !== language && englishIn(language)}>
              <a href="${part.path}">${part.heading === part.title ? part.title : texts.part(part.title, part.heading)}</a>
              <p class="muted">${part.content}</p>
            </li>`,
        )}
      </ol></div>`;
  // Whatever was searched, search engines list the page once.
  return PAGES.page(visit, { title, description, scripts: [script], body });
}

function searchForm(language: PageLanguage, query = ''): Html {
  const { title, placeholder, submit } = TEXTS[language].documents.search;
  return html`<form class="search" role="search" action="${pathIn(language, '/docs/search')}" method="get">
    <label class="visually-hidden" for="search">${title}</label>
    <input id="search" type="search" name="q" value="${query}" placeholder="${placeholder}" aria-keyshortcuts="/ Control+K" />
    <button type="submit" class="quiet">${submit}</button>
  </form>`;
}

function navigation({ language, guides, operations }: DocumentSite, isGuide: boolean, path: string): Html {
  const texts = TEXTS[language].documents;
  const name = isGuide ? texts.guides.title : texts.operations;
  const groups = groupsOf<PortalDocument>(isGuide ? guides : operations);
  return html`<nav aria-label="${name}" tabindex="0">
    <details class="contents">
      <summary>${name}</summary>
      ${groups.map(
        ([group, documents]) =>
          html`<p class="group">${group}</p>
            <ul>
              ${documents.map((document) => html`<li>${linkTo(document, language, document.path === path)}</li>`)}
            </ul>`,
      )}
    </details>
  </nav>`;
}

/** Links to a document, and says in which language it is if that is another one. */
function linkTo(document: PortalDocument, language: PageLanguage, isCurrent = false): Html {
  const current = isCurrent && new Html('aria-current="page"');
  return html`<a href="${pathIn(language, document.path)}" ${languageMarks(document, language)} ${current}>${document.title}</a>`;
}

/** Returns the attributes of a link whose text or document is in another language than the page. */
function languageMarks(document: PortalDocument, language: PageLanguage): Html {
  const { language: own, titleLanguage } = document;
  const text = titleLanguage !== language && html`lang="${titleLanguage}"`;
  return html`${text} ${own !== language && html`hreflang="${own}"`}`;
}

function onThisPage(
  sections: DocumentContent['sections'],
  canTry: boolean,
  own: PageLanguage,
  { language }: DocumentSite,
): Html | false {
  const { onThisPage: title, tryIt } = TEXTS[language].documents;
  const marks = own !== language && html`lang="${own}"`;
  const shown = sections
    .filter(({ level }) => level === 2)
    .map(({ slug, text }) => html`<li><a href="#${slug}" ${marks}>${text}</a></li>`);
  if (canTry) shown.push(html`<li><a href="#try">${tryIt}</a></li>`);
  if (shown.length < 2) return false;
  return html`<nav class="on-page" aria-label="${title}">
    <p class="group">${title}</p>
    <ul>
      ${shown}
    </ul>
  </nav>`;
}

/** Returns documents by group, in their order. */
function groupsOf<Document extends PortalDocument>(
  documents: readonly Document[],
): [group: string, documents: readonly Document[]][] {
  return Object.entries(Object.groupBy(documents, ({ group }) => group)) as [string, Document[]][];
}

function methodBadge(method: string): Html {
  return html`<strong>${method}</strong>`;
}
