import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import markdownIt from 'markdown-it';
import { Html, html, pageDocument } from '@care-atlas/server/pages';
import { copyable, COPYABLE_STYLE } from './copyable.js';
import { portalFoot, portalLinks } from './portal-frame.js';

const DOCS = join(import.meta.dirname, '../../../../docs');

/** The guides in reading order: path below docs/ without `.md`, and what each is about. */
const GUIDES = [
  ['guides/first-request', 'A first answer, with nothing to install and no sign-up.'],
  ['guides/filters', 'What each parameter means, exactly.'],
  ['guides/paging', 'Pages, their order, and revalidation that costs nothing.'],
  ['guides/freshness', 'How current a record is.'],
  ['guides/errors', 'Every code, and what to do about it.'],
  ['guides/keys', 'Kinds of keys, how to replace one, and how a leaked one is found.'],
  ['guides/limits', 'How much a key allows, and how to see where you stand.'],
  ['guides/checkout', 'How a key is bought, and what happens when something goes wrong.'],
  ['guides/gateway', 'Through a third-party gateway: what is different there.'],
  ['guides/mcp', 'The directory in an AI assistant: how to connect one, and what its model receives.'],
  ['guides/oauth', 'Signing in from an assistant, and what a program needs to know for it.'],
  ['operate/configuration', 'For operators: every variable that the service reads.'],
  ['guides/changes', 'What may change, and how changes are announced.'],
] as const;

/** A guide, rendered. */
export interface Guide {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly body: Html;
}

/** What the guides say of an installation, and what stands in its place in the files. */
interface Installation {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly sandboxKey: string;
}

const WRITTEN: Installation = {
  baseUrl: 'http://localhost:3000',
  mcpUrl: 'http://localhost:3001/mcp',
  sandboxKey: 'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs',
};

/** Reads and renders all guides, with the addresses and the sandbox key of this installation. */
export function readGuides(installation: Installation): Promise<readonly Guide[]> {
  return Promise.all(
    GUIDES.map(async ([file, about]) => {
      const written = await readFile(join(DOCS, `${file}.md`), 'utf8');
      const text = Object.entries(WRITTEN).reduce(
        (all, [name, value]) => all.replaceAll(value, installation[name as keyof Installation]),
        written,
      );
      const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
      return { path: pathOf(file), title, about, body: new Html(MARKDOWN.render(text, { file })) };
    }),
  );
}

function pathOf(file: string): string {
  return `/docs/guides/${file.split('/').at(-1)}`;
}

const MARKDOWN = markdownIt({ html: false, typographer: false });
// A guide links to another file of the repository; a reader of the page is led to where that is served.
MARKDOWN.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index]!;
  const [, file, fragment = ''] = /^([^:#/][^:#]*)(#.*)?$/.exec(String(token.attrGet('href'))) ?? [];
  if (file !== undefined)
    token.attrSet('href', servedAt(join(dirname(String(env?.['file'])), file)) + fragment);
  return self.renderToken(tokens, index, options);
};

/** Returns where a file of docs/ is served; the list of guides for one that is not. */
function servedAt(file: string): string {
  if (file === 'openapi.json') return '/api/v1/openapi.json';
  const guide = GUIDES.find(([name]) => file === `${name}.md`);
  return guide ? pathOf(guide[0]) : '/docs/guides';
}

MARKDOWN.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
  tokens[index]!.attrSet('id', slugOf(tokens[index + 1]!.content));
  return self.renderToken(tokens, index, options);
};
// Wide tables and long lines scroll by themselves, also by keyboard, so that the page does not.
MARKDOWN.renderer.rules.table_open = (tokens, index) => {
  const number = tokens.slice(0, index + 1).filter(({ type }) => type === 'table_open').length;
  const rowEnd = tokens.findIndex(({ type }, at) => at > index && type === 'tr_close');
  const columns = tokens.slice(index, rowEnd).filter(({ type }) => type === 'th_open').length;
  const wide = columns > 2 && new Html(' class="wide"');
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table ${number}"><table${wide}>`
    .text;
};
MARKDOWN.renderer.rules.table_close = () => '</table></div>';
MARKDOWN.renderer.rules.fence = (tokens, index) => {
  const number = tokens.slice(0, index + 1).filter(({ type }) => type === 'fence').length;
  return copyable(`example-${number}`, `Example ${number}`, tokens[index]!.content).text;
};

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The look that guides have beyond that of all pages. */
export const GUIDE_STYLE = `
.guide { display: grid; gap: 1rem clamp(1.5rem, 5vw, 4rem); grid-template-columns: minmax(0, 1fr); }
@media (min-width: 56rem) { .guide { grid-template: "nav article" / 13rem minmax(0, 46rem); }
  .guide > nav { grid-area: nav; position: sticky; top: 1.5rem; align-self: start; } }
.guide > nav ul { list-style: none; padding: 0; margin: 0; } .guide > nav a { display: block; padding: .4rem .75rem;
  border-radius: 8px; text-decoration: none; color: var(--muted); } .guide > nav a:hover { color: var(--text); }
.guide > nav a[aria-current] { background: var(--accent-soft); color: var(--accent-strong); font-weight: 600; }
.guide article > :first-child { margin-top: 0; } .guide .wide { min-width: 46rem; }
.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; border-top: 1px solid var(--line);
  padding-top: 1.25rem; margin-top: 2.5rem; }
.guides { list-style: none; padding: 0; } .guides li { margin: 0; } .guides h2 { font-size: 1.15rem; margin: 0 0 .25rem; }
${COPYABLE_STYLE}`;

/**
 * One guide, with the way to the others.
 * @param script address of what makes its examples easy to copy
 */
export function guidePage(guides: readonly Guide[], at: number, script: string): string {
  const guide = guides[at]!;
  const [before, after] = [guides[at - 1], guides[at + 1]];
  return pageDocument({
    title: guide.title,
    description: guide.about,
    links: portalLinks('/docs/guides'),
    home: '/',
    style: GUIDE_STYLE,
    scripts: [script],
    foot: portalFoot(),
    body: html`<div class="guide">
      <article>
        ${guide.body}
        <div class="turn">
          ${before ? html`<a href="${before.path}" rel="prev">← ${before.title}</a>` : html`<span></span>`}
          ${after && html`<a href="${after.path}" rel="next">${after.title} →</a>`}
        </div>
      </article>
      <nav aria-label="Guides">
        <ul>
          ${guides.map(
            ({ path, title }) =>
              html`<li><a href="${path}" ${path === guide.path && new Html('aria-current="page"')}>${title}</a></li>`,
          )}
        </ul>
      </nav>
    </div>`,
  });
}

/** What there is to read. */
export function guidesPage(guides: readonly Guide[]): string {
  return pageDocument({
    title: 'Guides',
    description: 'How to use Care Atlas, from the first request to the change policy.',
    links: portalLinks('/docs/guides'),
    home: '/',
    style: GUIDE_STYLE,
    foot: portalFoot(),
    body: html`<h1>Guides</h1>
      <p class="lead">
        From the first request to the change policy. Every operation, to try in the browser, stands in the
        <a href="/docs">API reference</a>.
      </p>
      <ul class="guides grid">
        ${guides.map(
          ({ path, title, about }) =>
            html`<li class="card"><h2><a href="${path}">${title}</a></h2><p>${about}</p></li>`,
        )}
      </ul>`,
  });
}
