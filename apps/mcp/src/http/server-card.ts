import { serveTaggedFile } from '@care-atlas/server/answers';
import type { FastifyInstance } from 'fastify';
import { PROTOCOL_VERSIONS, SERVER_INFO } from '../connector/server-info.js';

/** Public content that any page may read. */
const HEADERS = {
  'content-type': 'application/mcp-server-card+json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
};

/**
 * Serves the server card of MCP (SEP-2127) at the address that it reserves: what the connector is and where, for hosts that
 * have not connected yet.
 * @param baseUrl the address of the portal
 */
export function serveServerCard(fastify: FastifyInstance, mcpUrl: string, baseUrl: string): void {
  const { name, title, version, description } = SERVER_INFO.en;
  const content = JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${namespaceOf(baseUrl)}/${name}`,
    title,
    version,
    description,
    websiteUrl: `${baseUrl}/docs/guides/mcp`,
    icons: [{ src: `${baseUrl}/icon-180.png`, mimeType: 'image/png', sizes: ['180x180'] }],
    remotes: [
      {
        type: 'streamable-http',
        url: mcpUrl,
        supportedProtocolVersions: PROTOCOL_VERSIONS,
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer and a Care Atlas key; leave it out to sign in instead.',
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  });
  const path = `${new URL(mcpUrl).pathname}/server-card`;
  // Browsers ask first, because `If-None-Match` is not a header that pages of other origins may send.
  fastify.options(path, (_request, reply) => reply.code(204).headers(HEADERS).send());
  serveTaggedFile(fastify, { path, type: HEADERS['content-type'], content, headers: HEADERS });
}

/** Returns the host of an address in reverse order: com.example for example.com. */
function namespaceOf(address: string): string {
  return new URL(address).hostname.split('.').toReversed().join('.');
}
