import { ProtocolError, ProtocolErrorCode, Server, type ServerOptions } from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import { nearestWord } from '@care-atlas/domain/text';
import { ERROR_STATUS } from '@care-atlas/server/http/error-body';
import { Completion } from './completion.js';
import type { CallerFacts, ConnectorCall } from './connector-call.js';
import type { DirectoryReader } from './directory-reader.js';
import { CONNECTOR, INSTRUCTIONS } from './introduction.js';
import { PROMPTS, promptMessages } from './prompts.js';
import { readResource, RESOURCES, TEMPLATES } from './resources.js';
import { LISTED_TOOLS } from './tool-list.js';
import { type Fault, refusedFor, toolFault } from './tool-fault.js';
import { TOOLS } from '../tools/tools.js';

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));
const READ = 'resources/read';
const HOUR_MS = 3_600_000;
/** What the connector offers changes with its release only, and is the same for every key. */
const OFFER = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;

const OPTIONS: ServerOptions = {
  instructions: INSTRUCTIONS,
  // Nothing is announced: a client that listened would hold a stream open for news that never come.
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
    prompts: { listChanged: false },
    completions: {},
  },
  cacheHints: {
    'server/discover': OFFER,
    'tools/list': OFFER,
    'prompts/list': OFFER,
    'resources/list': OFFER,
    'resources/templates/list': OFFER,
  },
};

/** What the connector is made of; in whose name a request is made comes with each. */
export interface ConnectorParts {
  readonly directory: DirectoryReader;
  readonly clock: () => Date;
  /** Told of faults of ours. */
  readonly onFault: (error: unknown, requestId: string) => void;
}

/**
 * The connector's protocol side, whatever it is reached by. The protocol library's `Server` is used instead of its
 * `McpServer`: what is offered is the same for everyone, and is put together once instead of at every request.
 */
export class Connector {
  readonly #completion: Completion;

  constructor(private readonly parts: ConnectorParts) {
    this.#completion = new Completion(parts.directory);
  }

  /** The server of one request, or of one connection. */
  serverFor(facts: CallerFacts): Server {
    const asked: ConnectorCall = { ...facts, directory: this.parts.directory };
    const server = new Server(CONNECTOR, OPTIONS);
    server.setRequestHandler('tools/list', () => LISTED_TOOLS);
    server.setRequestHandler('tools/call', ({ params }) =>
      this.#callTool(params.name, params.arguments, asked),
    );
    server.setRequestHandler('resources/list', () => RESOURCES);
    server.setRequestHandler('resources/templates/list', () => TEMPLATES);
    server.setRequestHandler('resources/read', ({ params }) => this.#read(params.uri, asked));
    server.setRequestHandler('prompts/list', () => PROMPTS);
    server.setRequestHandler('prompts/get', ({ params }) => promptMessages(params.name, params.arguments));
    server.setRequestHandler('completion/complete', ({ params }) => this.#completion.complete(params));
    return server;
  }

  async #callTool(name: string, args: Record<string, unknown> = {}, call: ConnectorCall) {
    const tool = BY_NAME.get(name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name));
    if (call.waitSeconds !== undefined) return told(name, refusedFor(call.waitSeconds), call);
    try {
      const { text, structured } = await tool.answer(args, call);
      call.counted?.(name, 200);
      return { content: [{ type: 'text' as const, text }], structuredContent: structured };
    } catch (error) {
      return told(
        name,
        toolFault(error, tool, () => this.#report(error, call)),
        call,
      );
    }
  }

  async #read(uri: string, call: ConnectorCall) {
    try {
      const resource = await readResource(uri, call, this.parts.clock());
      call.counted?.(READ, 200);
      return resource;
    } catch (error) {
      call.counted?.(READ, readStatus(error, call));
      if (error instanceof ProtocolError) throw error;
      const message = error instanceof DirectoryError ? error.message : this.#report(error, call);
      throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
  }

  #report(error: unknown, { requestId }: ConnectorCall): string {
    this.parts.onFault(error, requestId);
    return `Something went wrong on our side. Quote the request id ${requestId} if you report it.`;
  }
}

/** A resource's fault has no code of ours; what is known of it is whose fault it was. */
function readStatus(error: unknown, { waitSeconds }: ConnectorCall): number {
  if (waitSeconds !== undefined) return 429;
  return error instanceof ProtocolError ? 404 : 500;
}

function told(name: string, { code, result }: Fault, call: ConnectorCall): Fault['result'] {
  call.counted?.(name, ERROR_STATUS[code]);
  return result;
}

function unknownTool(name: string): string {
  const nearest = nearestWord(name, BY_NAME.keys());
  return `There is no tool '${name.slice(0, 60)}'.${nearest ? ` Did you mean '${nearest}'?` : ''}`;
}
