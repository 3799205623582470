import { type Html, html, pageDocument, pageHeaders } from '@care-atlas/server/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageTexts } from '../texts/en/pages.js';
import { PAGE_TEXTS } from '../texts/page-texts.js';
import { rememberLanguage, visitOf } from './page-visit.js';

const STYLE = `
.connect pre { overflow-wrap: anywhere; white-space: pre-wrap; }
.connect li { margin-bottom: .75rem; } .connect li pre { margin-top: .5rem; }
`;

/** Returns a hook that shows people how to connect when they open one of the paths in a browser. */
export function connectPage(paths: readonly string[], mcpUrl: string, baseUrl: string) {
  const remember = rememberLanguage(mcpUrl);
  const headers = { ...pageHeaders({ style: STYLE }), 'cache-control': 'no-store' };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const [path = ''] = request.url.split('?', 1);
    const isBrowser = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!isBrowser || !paths.includes(path)) return undefined;
    await remember(request, reply);
    const { headers: negotiated, ...visit } = visitOf(request.url, request.headers);
    const { connect: t } = PAGE_TEXTS[visit.language];
    const page = pageDocument({
      ...visit,
      title: t.title,
      description: t.description,
      body: bodyOf(t, mcpUrl, baseUrl),
      narrow: true,
      style: STYLE,
    });
    const vary = `Accept, ${negotiated['vary']}`;
    return reply.headers({ ...headers, ...negotiated, vary }).send(page);
  };
}

function bodyOf(t: PageTexts['connect'], mcpUrl: string, baseUrl: string): Html {
  return html`<div class="connect">
    <h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <ol>
      <li>${t.add}
        <pre><code>${mcpUrl}</code></pre></li>
      <li>${t.signIn}</li>
      <li>${t.ask}</li>
    </ol>
    <p>${t.command}</p>
    <pre><code>claude mcp add --transport http care-atlas ${mcpUrl}</code></pre>
    <p><a href="${baseUrl}/docs/guides/mcp">${t.guide}</a> ·
      <a href="${baseUrl}/buy">${t.buy}</a></p>
  </div>`;
}
