import type { HttpRequest } from './http-request.js';

/** The protocol of a call: that of 2026-07-28, or the one before it. */
export type Protocol = 'modern' | 'legacy';

const VERSIONS: Readonly<Record<Protocol, string>> = { modern: '2026-07-28', legacy: '2025-11-25' };

/** Returns a tool call as the connector's HTTP transport expects it. */
export function toolRequest(key: string, protocol: Protocol, name: string, args: object): HttpRequest {
  const version = VERSIONS[protocol];
  const modern = protocol === 'modern';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      ...(modern && { 'mcp-method': 'tools/call', 'mcp-name': name }),
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, ...(modern && { _meta: meta }) },
    },
  };
}

/** Whether the answer to a tool call is a result, rather than an error with status 200. */
export function isToolResult(body: string): boolean {
  return body.includes('"result"') && !body.includes('"isError":true');
}
