import { html, pageDocument, pageHeaders } from '@care-atlas/server/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';

const STYLE = `
.connect pre { overflow-wrap: anywhere; white-space: pre-wrap; }
.connect li { margin-bottom: .75rem; } .connect li pre { margin-top: .5rem; }
`;

/** Returns a hook that shows people how to connect when they open one of the paths in a browser. */
export function connectPage(paths: readonly string[], mcpUrl: string, baseUrl: string) {
  const body = html`<div class="connect">
    <h1>Connect your assistant</h1>
    <p class="lead">This address is for AI assistants, not for browsers. Add it to yours, and ask it about doctors and
      clinics in the Greater Toronto Area.</p>
    <ol>
      <li>In your assistant, add a custom connector (also called an MCP server) with this address:
        <pre><code>${mcpUrl}</code></pre></li>
      <li>Your assistant opens a page of Care Atlas. Paste your key there, or connect with the free sandbox.</li>
      <li>Ask, for example: “Find me a family doctor near Kipling who speaks Tamil and takes patients”, “Which walk-in
        clinics are open now?” or “How many pediatricians in Scarborough take no patients?”</li>
    </ol>
    <p>For Claude Code, run this command instead of step 1:</p>
    <pre><code>claude mcp add --transport http care-atlas ${mcpUrl}</code></pre>
    <p><a href="${baseUrl}/docs/guides/mcp">Instructions for each assistant</a> ·
      <a href="${baseUrl}/buy">Get a key</a></p>
  </div>`;
  const page = pageDocument({
    title: 'Connect your assistant',
    description: 'How to connect an AI assistant to Care Atlas, the directory of doctors and clinics.',
    body,
    narrow: true,
    style: STYLE,
  });
  const headers = { ...pageHeaders({ style: STYLE }), 'cache-control': 'no-store', vary: 'Accept' };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const [path = ''] = request.url.split('?', 1);
    const isBrowser = request.method === 'GET' && request.headers.accept?.includes('text/html');
    return isBrowser && paths.includes(path) ? reply.headers(headers).send(page) : undefined;
  };
}
