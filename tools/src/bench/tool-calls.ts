import { Agent, request } from 'node:http';
import type { HttpRequest } from './http-request.js';

/** A call of a tool: its name and arguments. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: object;
}

/** Which protocol a call is made by: that of 2026-07-28, or the handshake era before it. */
export type Era = 'modern' | 'legacy';

const VERSIONS: Readonly<Record<Era, string>> = { modern: '2026-07-28', legacy: '2025-11-25' };
const CONNECTIONS = 8;

/**
 * Makes calls over a few connections, each as soon as the one before it is answered.
 * @throws when a call is not answered with a result
 */
export async function callTools(
  port: number,
  key: string,
  era: Era,
  calls: readonly ToolCall[],
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const waiting = calls.values();
  const worker = async () => {
    for (const call of waiting) await answered(agent, port, key, era, call);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
}

/** A call of a tool as the connector's HTTP door takes it. */
export function toolRequest(key: string, era: Era, { name, arguments: args }: ToolCall): HttpRequest {
  const version = VERSIONS[era];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: args, ...(era === 'modern' && { _meta: meta }) };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      ...(era === 'modern' && { 'mcp-method': 'tools/call', 'mcp-name': name }),
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  };
}

/** Whether an answer to a call of a tool is a result, and not an error that came with status 200. */
export function isToolResult(body: string): boolean {
  return body.includes('"result"') && !body.includes('"isError":true');
}

function answered(agent: Agent, port: number, key: string, era: Era, call: ToolCall): Promise<void> {
  const { method, path, headers, body: content } = toolRequest(key, era, call);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path,
        method,
        headers: { ...headers, 'content-type': 'application/json' },
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part: string) => (body += part));
        answer.on('end', () => {
          if (answer.statusCode === 200 && isToolResult(body)) resolve();
          else
            reject(new Error(`${call.name} was answered with ${answer.statusCode}: ${body.slice(0, 200)}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify(content));
  });
}
