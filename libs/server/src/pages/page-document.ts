import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, html } from './html.js';
import { LANGUAGE_NAMES, PAGE_LANGUAGES, type PageLanguage } from './language.js';
import { PAGE_TEXTS } from './page-texts.js';

/** The style of every page: light and dark, from phone to desktop. */
const PAGE_STYLE = readFileSync(join(import.meta.dirname, '../../assets/page.css'), 'utf8');

/** A page of a service. */
export interface PageDocument {
  /** English unless given. */
  readonly language?: PageLanguage;
  /** The public URLs of the page in all languages, if each has its own. */
  readonly translations?: Readonly<Record<PageLanguage, string>>;
  /** The visible switch: leads to the same page in another language. */
  readonly languageSwitch?: { readonly language: PageLanguage; readonly href: string };
  /** The title, before the product name. */
  readonly title: string;
  /** For search engines; a page without one is not indexed. */
  readonly description?: string;
  /** Whether search engines may list it; by default if it has a description. */
  readonly isIndexed?: boolean;
  /** The public URL of a page that may be shared. */
  readonly address?: string;
  readonly body: Html;
  /** The navigation. */
  readonly links?: readonly { readonly href: string; readonly text: string; readonly current?: boolean }[];
  /** The link of the product name; absent on a page that users should not leave. */
  readonly home?: string;
  /** Whether the content is narrow, for a page with a single task. */
  readonly narrow?: boolean;
  /** CSS of this page, after that of all pages. */
  readonly style?: string;
  /** URLs of module scripts of the same origin. */
  readonly scripts?: readonly string[];
  readonly footer?: Html;
}

/** The picture of shared links, 1200 × 630, at the address of the service. */
const SHARE_IMAGE = '/share.png';
const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path
    d="M16 1.5C9.6 1.5 4.5 6.5 4.5 12.8 4.5 21.2 16 30.5 16 30.5s11.5-9.3 11.5-17.7C27.5 6.5 22.4 1.5 16 1.5z"
    fill="var(--accent)"
  />
  <path d="M16 7.2v11.6M10.2 13h11.6" stroke="var(--on-accent)" stroke-width="3" stroke-linecap="round" />
</svg>`;
/** The logo as a data URL. */
export const PAGE_ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 1.5C9.6 1.5 4.5 6.5 4.5 12.8 4.5 21.2 16 30.5 16 30.5s11.5-9.3 11.5-17.7C27.5 6.5 22.4 1.5 16 1.5z" fill="#0b6e5c"/><path d="M16 7.2v11.6M10.2 13h11.6" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
  );

/** Renders a complete document, whose only other files are its scripts. */
export function pageDocument(page: PageDocument): string {
  const { language = 'en', languageSwitch, title, body, links = [], home } = page;
  const { narrow, style, scripts = [], footer } = page;
  const texts = PAGE_TEXTS[language];
  const brand = home
    ? html`<a class="brand" href="${home}">${LOGO}Care Atlas</a>`
    : html`<span class="brand">${LOGO}Care Atlas</span>`;
  const nav = links.map(
    ({ href, text, current }) =>
      html`<a href="${href}" ${current && new Html('aria-current="page"')}>${text}</a>`,
  );
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title === '' ? 'Care Atlas' : `${title} – Care Atlas`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${aboutPage(page)}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161e1b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="${PAGE_ICON}" />
        <style>${new Html(PAGE_STYLE)}</style>
        ${style && html`<style>${new Html(style)}</style>`}
        ${scripts.map((source) => html`<script type="module" src="${source}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">${texts.skip}</a>
        <header class="top">
          <div>
            ${brand}${nav.length > 0 && html`<nav aria-label="${texts.navigation}">${nav}</nav>`}
            ${languageSwitch && switchLink(languageSwitch)}
          </div>
        </header>
        <main id="main" ${narrow && new Html('class="narrow"')}>${body}</main>
        ${footer && html`<footer class="foot"><div>${footer}</div></footer>`}
      </body>
    </html> `.text;
}

function switchLink({ language, href }: NonNullable<PageDocument['languageSwitch']>): Html {
  return html`<a class="language" href="${href}" lang="${language}" hreflang="${language}">${LANGUAGE_NAMES[language]}</a>`;
}

/** The description of a page for search engines, and for whoever shows a link to it. */
function aboutPage({ title, description, isIndexed = true, address, translations }: PageDocument): Html {
  const notListed = html`<meta name="robots" content="noindex" />`;
  if (!description) return notListed;
  const meta = html`${!isIndexed && notListed}<meta name="description" content="${description}" />
    ${translations && PAGE_LANGUAGES.map((language) => html`<link rel="alternate" hreflang="${language}" href="${translations[language]}" />`)}`;
  if (!address) return meta;
  const image = new URL(SHARE_IMAGE, address).href;
  return html`${meta}
    <link rel="canonical" href="${address}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Care Atlas" />
    <meta property="og:title" content="${title || 'Care Atlas'}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${address}" />
    <meta property="og:image" content="${image}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="apple-touch-icon" href="/icon-180.png" />`;
}

/** What the content security policy of a page allows. */
export interface PagePermissions {
  /** The page's CSS, as given to `pageDocument`. */
  readonly style?: string;
  /** Whether it loads scripts of the same origin. */
  readonly scripts?: boolean;
  /**
   * The targets of its forms. Chrome applies the restriction to redirects as well, so a page whose form redirects to
   * another site must leave it undefined.
   */
  readonly forms?: string;
  /**
   * Whether a browser may show the page in the process of the page that opened it; not by default. Only for public pages
   * without scripts and without a session: a new process costs a phone more time than the page.
   */
  readonly sharesProcess?: boolean;
}

/** Returns the headers of a page: no external content, no inline content except its CSS, no framing. */
export function pageHeaders({
  style,
  scripts,
  forms,
  sharesProcess,
}: PagePermissions): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${[PAGE_STYLE, ...(style ? [style] : [])].map(sourceHash).join(' ')}`,
    "img-src 'self' data:",
    // Needed without scripts as well: browser tools read robots.txt under the policy of the page.
    "connect-src 'self'",
    ...(scripts ? ["script-src 'self'"] : []),
    ...(forms === undefined ? [] : [`form-action ${forms}`]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...(!sharesProcess && { 'cross-origin-opener-policy': 'same-origin' }),
  };
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
