import { hash } from 'node:crypto';
import { namesAnyTag, namesTag } from '@care-atlas/server/guards';
import { html, pageHeaders } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { readAsset } from '../assets.js';
import { copyBlock } from './copy-block.js';
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
  const page = embedPage(baseUrl, sandboxKey, copyScript);
  fastify.get('/embed', (_request, reply) => void reply.headers(PAGE_HEADERS).send(page));
}

function embedPage(baseUrl: string, key: string, copyScript: string): string {
  const snippet = `<script type="module" src="${baseUrl}${SCRIPT}"></script>
<care-atlas-search key="${key}" near="Kennedy station" languages="Tamil"></care-atlas-search>`;
  const body = html`<h1>The search for your own pages</h1>
      <p class="lead">
        Two lines put it on any page. It is light or dark as the page is, in English or French, works by keyboard and with
        screen readers, and says how old each fact is.
      </p>
      <care-atlas-search key="${key}" near="Kennedy station" languages="Tamil">
        <p>This browser does not run the search. <a href="/#try">The form on the home page</a> works without scripts.</p>
      </care-atlas-search>
      <h2>The two lines</h2>
      ${copyBlock('snippet', 'The lines to copy', snippet)}
      <p>
        The key is the published sandbox key. The <a href="/docs/guides/embed">guide</a> has the attributes, the colors, and
        how to use a key of your own without publishing it.
      </p>`;
  const title = 'Search for your pages';
  const description = 'A search for doctors that any page can embed, with two lines of HTML.';
  const address = `${baseUrl}/embed`;
  return portalDocument({ title, description, address, style: STYLE, scripts: [copyScript, SCRIPT], body });
}
