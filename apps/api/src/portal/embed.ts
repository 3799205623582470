import { serveTaggedFile } from '@care-atlas/server/answers';
import { type AddressVisit, html, type Page, pathIn, servePage } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { readAsset } from '../assets.js';
import { copyBlock } from './copy-block.js';
import { TEXTS } from '../texts/texts.js';
import { portalPages } from './portal-layout.js';
import { webScript } from './web-script.js';

/** The addresses of files that pages of other sites load. */
export const EMBED_PATH = '/embed/v1';
const SCRIPT = `${EMBED_PATH}/care-atlas-search.js`;
const PAGES = portalPages({
  style: readAsset('portal/copy-block.css') + readAsset('portal/embed.css'),
  scripts: true,
  forms: "'none'",
  cache: 'public, max-age=300',
});

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
  const type = 'text/javascript; charset=utf-8';
  serveTaggedFile(fastify, { path: SCRIPT, type, content: source, cache: 'public, max-age=3600' });
  servePage(fastify, {
    path: '/embed',
    baseUrl,
    get: (visit) => embedPage(visit, sandboxKey, copyScript),
  });
}

function embedPage(visit: AddressVisit, key: string, copyScript: string): Page {
  const { language, baseUrl } = visit;
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
      ${copyBlock('snippet', texts.snippet, snippet, actions, 'html')}
      <p>${texts.key(pathIn(language, '/docs/guides/embed'))}</p>`;
  return PAGES.page(visit, { title, description, scripts: [copyScript, SCRIPT], body });
}
