import {
  type Html,
  html,
  negotiatedVisit,
  PageKind,
  rememberLanguage,
  sendPage,
} from '@care-atlas/server/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageTexts } from '../texts/en/pages.js';
import { PAGE_TEXTS } from '../texts/page-texts.js';

const PAGES = new PageKind({
  style: `
.connect pre { overflow-wrap: anywhere; white-space: pre-wrap; }
.connect li { margin-bottom: .75rem; } .connect li pre { margin-top: .5rem; }
`,
  cache: 'no-store',
  narrow: true,
});

/** Returns a hook that shows people how to connect when they open one of the paths in a browser. */
export function connectPage(paths: readonly string[], mcpUrl: string, baseUrl: string) {
  const remember = rememberLanguage(mcpUrl);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const [path = ''] = request.url.split('?', 1);
    const isBrowser = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!isBrowser || !paths.includes(path)) return undefined;
    await remember(request, reply);
    const { headers, ...visit } = negotiatedVisit(request.url, request.headers);
    const { connect: t } = PAGE_TEXTS[visit.language];
    const { title, description } = t;
    const vary = `Accept, ${headers['vary']}`;
    const content = { title, description, body: bodyOf(t, mcpUrl, baseUrl) };
    return sendPage(reply, PAGES.page({ ...visit, headers: { ...headers, vary } }, content));
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
