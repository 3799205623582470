import type { BenchDirectory } from '../bench-directory.js';
import type { LoadResult } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { bodyOf, type HttpRequest } from './http-request.js';

/** The protocol of a call: that of 2026-07-28, or the one before it. */
export type Protocol = 'modern' | 'legacy';

const VERSIONS: Readonly<Record<Protocol, string>> = { modern: '2026-07-28', legacy: '2025-11-25' };
const CALLS = 1_000;
const LANGUAGES = ['English', 'French', 'Mandarin', 'Tamil', 'Urdu', 'Spanish', 'Arabic'];
const SPECIALTIES = ['Family Medicine', 'Pediatrics', 'Cardiology', 'Dermatology', 'Psychiatry'];

/** The arguments of each tool in its n-th call. */
export const TOOLS = {
  search_doctors: (n) => ({
    specialties: [SPECIALTIES[n % SPECIALTIES.length]],
    languages: [LANGUAGES[n % LANGUAGES.length]],
    // A flag that is false is refused.
    ...(n % 2 === 0 && { accepting: true }),
    ...(n % 3 === 0 && { nearTTC: true }),
  }),
  search_clinics: (n) => ({
    languages: [LANGUAGES[n % LANGUAGES.length]],
    lat: 43.65,
    lng: -79.38 - (1 + (n % 3)) / 10,
  }),
  get_directory_summary: () => ({}),
  /** The tool of the empty server. */
  nothing: () => ({}),
} as const satisfies Record<string, (n: number) => object>;

export type ToolName = keyof typeof TOOLS;

/** Returns the measurement of a tool with various arguments. */
export async function toolTarget(
  directory: BenchDirectory,
  server: MeasuredProcess,
  protocol: Protocol,
  tool: ToolName,
): Promise<() => Promise<LoadResult>> {
  const requests = Array.from({ length: CALLS }, (_, n) =>
    toolRequest(directory.key, protocol, tool, TOOLS[tool](n)),
  );
  const body = await bodyOf(server.port, requests[0]!);
  // An error has status 200 as well.
  if (!body.includes('"result"') || body.includes('"isError":true'))
    throw new Error(`${tool} was answered with ${body.slice(0, 200)}`);
  return directory.target(server, requests);
}

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
