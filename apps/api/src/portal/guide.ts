import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import markdownIt from 'markdown-it';
import { Html, html } from '@care-atlas/server/pages';
import { readAsset } from '../assets.js';
import { copyBlock } from './copy-block.js';
import { portalDocument } from './portal-layout.js';

const DOCS = join(import.meta.dirname, '../../../../docs');

/** The guides in reading order: path below docs/ without `.md`, and summary. */
const GUIDES = [
  ['guides/first-request', 'A first answer, with nothing to install and no sign-up.'],
  ['guides/generated-clients', 'Clients that generators make of the API description.'],
  ['guides/filters', 'The exact meaning of each parameter.'],
  ['guides/places', 'Near a station, within a distance, in an area.'],
  ['guides/explain', 'Why a record is missing from a list, and which filter leaves it out.'],
  ['guides/paging', 'Pages, their order, and revalidation that costs nothing.'],
  ['guides/formats', 'Lists as CSV for spreadsheets, and as GeoJSON for maps.'],
  ['guides/embed', 'The search on your own pages, with two lines of HTML.'],
  ['guides/mirror', 'A copy of the directory: files with all of it, and what changed since.'],
  ['guides/fhir', 'The directory as FHIR resources, in bulk.'],
  ['guides/freshness', 'How current a record is.'],
  ['guides/evidence', 'Who observed each fact, when, how, and until when it holds.'],
  ['guides/accuracy', 'How often the data was right when it was checked, and how to verify that.'],
  ['guides/errors', 'Every error code, and how to handle it.'],
  ['guides/keys', 'Kinds of keys, how to replace one, and how leaked keys are detected.'],
  ['guides/limits', 'The limits of each key, and how to see your usage.'],
  ['guides/checkout', 'How to buy a key, and what happens when something goes wrong.'],
  ['guides/gateway', 'What differs behind a third-party gateway.'],
  ['guides/mcp', 'The directory in an AI assistant: how to connect one, and what its model receives.'],
  ['guides/oauth', 'Sign-in from an assistant, and what a client has to implement.'],
  ['operate/configuration', 'For operators: every variable that the service reads.'],
  ['guides/changes', 'What may change, and how changes are announced.'],
] as const;

/** A rendered guide. */
export interface Guide {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly body: Html;
}

/** The values of an installation that the guides show. */
interface Installation {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly sandboxKey: string;
}

/** The values that the files contain in their place. */
const WRITTEN: Installation = {
  baseUrl: 'http://localhost:3000',
  mcpUrl: 'http://localhost:3001/mcp',
  sandboxKey: 'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs',
};

/** Reads and renders all guides, with the addresses and the sandbox key of this installation. */
export function readGuides(installation: Installation): Promise<readonly Guide[]> {
  return Promise.all(
    GUIDES.map(async ([file, summary]) => {
      const written = await readFile(join(DOCS, `${file}.md`), 'utf8');
      const text = Object.entries(WRITTEN).reduce(
        (all, [name, value]) => all.replaceAll(value, installation[name as keyof Installation]),
        written,
      );
      const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
      return { path: pathOf(file), title, summary, body: new Html(MARKDOWN.render(text, { file })) };
    }),
  );
}

function pathOf(file: string): string {
  return `/docs/guides/${file.split('/').at(-1)}`;
}

const MARKDOWN = markdownIt({ html: false, typographer: false });
// Guides link to files of the repository: the links are rewritten to the pages that serve them.
MARKDOWN.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index]!;
  const [, file, fragment = ''] = /^([^:#/][^:#]*)(#.*)?$/.exec(String(token.attrGet('href'))) ?? [];
  if (file !== undefined) token.attrSet('href', urlOf(join(dirname(String(env?.['file'])), file)) + fragment);
  return self.renderToken(tokens, index, options);
};

/** Returns the URL of a file of docs/; the list of guides for a file that is not served. */
function urlOf(file: string): string {
  if (file === 'openapi.json') return '/api/v1/openapi.json';
  const guide = GUIDES.find(([name]) => file === `${name}.md`);
  return guide ? pathOf(guide[0]) : '/docs/guides';
}

// Guides contain drawings of the repository: a page carries its own, because it is the only one that shows them.
MARKDOWN.renderer.rules.image = (tokens, index, _options, env) => {
  const image = tokens[index]!;
  const file = join(DOCS, dirname(String(env?.['file'])), String(image.attrGet('src')));
  const drawing = `data:image/svg+xml;base64,${readFileSync(file, 'base64')}`;
  return html`<img class="drawing" src="${drawing}" alt="${image.content}">`.text;
};

MARKDOWN.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
  tokens[index]!.attrSet('id', slugOf(tokens[index + 1]!.content));
  return self.renderToken(tokens, index, options);
};
// Wide tables and long lines scroll on their own, also by keyboard, so that the page does not.
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
  return copyBlock(`example-${number}`, `Example ${number}`, tokens[index]!.content).text;
};

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The style of guides, beyond that of all pages. */
export const GUIDE_STYLE = readAsset('portal/guide.css') + readAsset('portal/copy-block.css');

/**
 * Renders a guide, with links to the others.
 * @param script the URL of the script that adds copy buttons
 */
export function guidePage(guides: readonly Guide[], at: number, script: string): string {
  const guide = guides[at]!;
  const [previous, next] = [guides[at - 1], guides[at + 1]];
  const body = html`<div class="guide">
      <article>
        ${guide.body}
        <div class="turn">
          ${previous ? html`<a href="${previous.path}" rel="prev">← ${previous.title}</a>` : html`<span></span>`}
          ${next && html`<a href="${next.path}" rel="next">${next.title} →</a>`}
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
    </div>`;
  const { title, summary: description } = guide;
  return portalDocument({ title, description, style: GUIDE_STYLE, scripts: [script], body }, '/docs/guides');
}

/** Renders the list of guides. */
export function guidesPage(guides: readonly Guide[]): string {
  const description = 'How to use Care Atlas, from the first request to the change policy.';
  const body = html`<h1>Guides</h1>
      <p class="lead">
        From the first request to the change policy. The <a href="/docs">API reference</a> has every operation, to try in
        the browser.
      </p>
      <ul class="guides grid">
        ${guides.map(
          ({ path, title, summary }) =>
            html`<li class="card"><h2><a href="${path}">${title}</a></h2><p>${summary}</p></li>`,
        )}
      </ul>`;
  return portalDocument({ title: 'Guides', description, style: GUIDE_STYLE, body }, '/docs/guides');
}
