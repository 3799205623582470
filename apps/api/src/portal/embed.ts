import { hash } from 'node:crypto';
import { namesAnyTag, namesTag } from '@care-atlas/server/guards';
import { html, pageHeaders } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { readAsset } from '../assets.js';
import { copyBlock } from './copy-block.js';
import { TEXTS } from '../texts/texts.js';
import { pathIn } from './language-path.js';
import { type PageView, servePage } from './page-view.js';
import { portalDocument } from './portal-layout.js';
import { webScript } from './web-script.js';

/** The addresses of files that pages of other sites load. */
export const EMBED_PATH = '/embed/v1';
const SCRIPT = `${EMBED_PATH}/care-atlas-search.js`;
const STYLE = readAsset('portal/copy-block.css') + readAsset('portal/embed.css');
const PAGE_HEADERS = {
  ...pageHeaders({ style: STYLE, scripts: true, forms: "'none'" }),
  'cache-control': 'public, max-age=300',
};

/**
 * Serves the search element at an address that stays, and a page that shows it.
 * @param copyScript the path of the script of copy buttons
 */
export async function serveEmbed(
  fastify: FastifyInstance,
  { baseUrl, sandboxKey }: { readonly baseUrl: string; readonly sandboxKey: string },
  copyScript: string,
): Promise<void> {
  const { source } = await webScript('care-atlas-search');
  const etag = `"${hash('sha1', source, 'base64url')}"`;
  fastify.get(SCRIPT, ({ headers }, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' });
    const held = headers['if-none-match'];
    if (namesAnyTag(held) || namesTag(held, etag)) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(source);
  });
  servePage(fastify, {
    path: '/embed',
    baseUrl,
    headers: PAGE_HEADERS,
    render: (view) => embedPage(view, baseUrl, sandboxKey, copyScript),
  });
}

function embedPage(view: PageView, baseUrl: string, key: string, copyScript: string): string {
  const { language } = view;
  const { actions, search, site } = TEXTS[language];
  const { title, description, ...texts } = site.embed;
  const { near, languages } = search.initial;
  const snippet = `<script type="module" src="${baseUrl}${SCRIPT}"></script>
<care-atlas-search key="${key}" near="${near}" languages="${languages}"></care-atlas-search>`;
  const body = html`<h1>${texts.heading}</h1>
      <p class="lead">${texts.lead}</p>
      <care-atlas-search key="${key}" near="${near}" languages="${languages}">
        <p>${texts.withoutScripts(pathIn(language, '/#try'))}</p>
      </care-atlas-search>
      <h2>${texts.lines}</h2>
      ${copyBlock('snippet', texts.snippet, snippet, actions)}
      <p>${texts.key(pathIn(language, '/docs/guides/embed'))}</p>`;
  return portalDocument({
    view,
    baseUrl,
    title,
    description,
    style: STYLE,
    scripts: [copyScript, SCRIPT],
    body,
  });
}
