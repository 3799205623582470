import { createHash } from 'node:crypto';
import { Html, html } from './html.js';
import { PAGE_STYLE } from './page-style.js';

/** A page that a service serves itself. */
export interface PageDocument {
  /** Shown in the tab, before the name of the product. */
  readonly title: string;
  /** For search engines; pages without one ask not to be indexed. */
  readonly description?: string;
  readonly body: Html;
  /** Links of the head, as on every page of the service. */
  readonly links?: readonly { readonly href: string; readonly text: string; readonly current?: boolean }[];
  /** Where the name of the product leads; nowhere when not given, as on a page that one should not leave. */
  readonly home?: string;
  /** For a page with one thing to do. */
  readonly narrow?: boolean;
  /** Rules for this page alone, after those of all pages. */
  readonly style?: string;
  /** Addresses of scripts of our own origin, loaded as modules. */
  readonly scripts?: readonly string[];
  readonly foot?: Html;
}

const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path
    d="M16 1.5C9.6 1.5 4.5 6.5 4.5 12.8 4.5 21.2 16 30.5 16 30.5s11.5-9.3 11.5-17.7C27.5 6.5 22.4 1.5 16 1.5z"
    fill="var(--accent)"
  />
  <path d="M16 7.2v11.6M10.2 13h11.6" stroke="var(--on-accent)" stroke-width="3" stroke-linecap="round" />
</svg>`;
/** The mark, as an address of its own. */
export const PAGE_ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 1.5C9.6 1.5 4.5 6.5 4.5 12.8 4.5 21.2 16 30.5 16 30.5s11.5-9.3 11.5-17.7C27.5 6.5 22.4 1.5 16 1.5z" fill="#0b6e5c"/><path d="M16 7.2v11.6M10.2 13h11.6" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
  );

/** The whole document, complete without any other file but its scripts. */
export function pageDocument(page: PageDocument): string {
  const { title, description, body, links = [], home, narrow, style, scripts = [], foot } = page;
  const about = description
    ? html`<meta name="description" content="${description}" />`
    : html`<meta name="robots" content="noindex" />`;
  const brand = home
    ? html`<a class="brand" href="${home}">${MARK}Care Atlas</a>`
    : html`<span class="brand">${MARK}Care Atlas</span>`;
  const nav = links.map(
    ({ href, text, current }) =>
      html`<a href="${href}" ${current && new Html('aria-current="page"')}>${text}</a>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title === '' ? 'Care Atlas' : `${title} – Care Atlas`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${about}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161e1b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="${PAGE_ICON}" />
        <style>${new Html(PAGE_STYLE)}</style>
        ${style && html`<style>${new Html(style)}</style>`}
        ${scripts.map((source) => html`<script type="module" src="${source}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <div>${brand}${nav.length > 0 && html`<nav aria-label="Main">${nav}</nav>`}</div>
        </header>
        <main id="main" ${narrow && new Html('class="narrow"')}>${body}</main>
        ${foot && html`<footer class="foot"><div>${foot}</div></footer>`}
      </body>
    </html> `.text;
}

/** What a page may load besides itself. */
export interface PagePermissions {
  /** The rules that the page has of its own, as given to `pageDocument`. */
  readonly style?: string;
  /** Whether it loads scripts of our own origin. */
  readonly scripts?: boolean;
  /**
   * Where its forms may lead. Chrome holds redirects after a form against it too: a page whose form ends at
   * another site must not restrict it, and gives `undefined`.
   */
  readonly forms?: string;
}

/** The headers of a page: nothing from elsewhere, nothing inline but our own style, shown in no frame. */
export function pageHeaders({ style, scripts, forms }: PagePermissions): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${[PAGE_STYLE, ...(style ? [style] : [])].map(sourceHash).join(' ')}`,
    "img-src 'self' data:",
    // Without scripts nobody connects but a browser's own tools, which read robots.txt under the policy of a page.
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
    'cross-origin-opener-policy': 'same-origin',
  };
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
