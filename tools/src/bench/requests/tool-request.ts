import { seeded } from '../../queries/random-query.js';
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

type Arguments = (pick: <T>(of: readonly T[]) => T) => object;

/** The arguments of each tool, random where there are any. */
export const TOOLS = {
  search_doctors: (pick) => ({
    specialties: [pick(SPECIALTIES)],
    languages: [pick(LANGUAGES)],
    accepting: pick([true, false]),
    nearTTC: pick([true, false]),
  }),
  search_clinics: (pick) => ({
    languages: [pick(LANGUAGES)],
    lat: 43.65,
    lng: -79.38 - pick([1, 2, 3]) / 10,
  }),
  get_directory_summary: () => ({}),
  /** The tool of the empty server. */
  nothing: () => ({}),
} as const satisfies Record<string, Arguments>;

export type ToolName = keyof typeof TOOLS;

/** Returns the measurement of a tool with random arguments. */
export async function toolTarget(
  directory: BenchDirectory,
  server: MeasuredProcess,
  protocol: Protocol,
  tool: ToolName,
): Promise<() => Promise<LoadResult>> {
  const random = seeded(1);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const requests = Array.from({ length: CALLS }, () =>
    toolRequest(directory.key, protocol, tool, TOOLS[tool](pick)),
  );
  const body = await bodyOf(server.port, requests[0]!);
  // An error has status 200 as well.
  if (!body.includes('"result"') || body.includes('"isError":true'))
    throw new Error(`${tool} was answered with ${body.slice(0, 200)}`);
  return directory.target(server, requests);
}

/** Returns a tool call as the connector's HTTP transport expects it. */
function toolRequest(key: string, protocol: Protocol, name: string, args: object): HttpRequest {
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
