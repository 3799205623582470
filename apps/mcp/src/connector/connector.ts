import {
  type CallToolRequest,
  CLIENT_CAPABILITIES_META_KEY,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import { nearestWord } from '@care-atlas/domain/text';
import { ERROR_STATUS } from '@care-atlas/server/http/error-body';
import { ConnectorError, type DirectoryReader, LimitReached } from '../directory/directory-reader.js';
import { SEARCH_INSTRUCTIONS } from '../search/search-tools.js';
import type { Tool, ToolCall } from '../tools/declaration/tool.js';
import { LISTED_TOOLS, listTools, TOOLS } from '../tools/tools.js';
import { MESSAGES, resourceError, toolErrorResult } from './call-error.js';
import { cardParts, declaresCards, TOOLS_WITH_CARD } from './card.js';
import { Completion } from './completion.js';
import { PROMPTS, promptMessages } from './prompts.js';
import { readResource, RESOURCES, TEMPLATES } from './resources.js';
import { inEach, type Language, TEXTS } from '../texts/texts.js';
import { INSTRUCTIONS, SERVER_INFO } from './server-info.js';

const READ = 'resources/read';
const HOUR_MS = 3_600_000;

const OPTIONS = inEach((language): ServerOptions => {
  // The lists change only with a release and are the same for every key. Those of the second language are not for
  // everyone: a cache that is shared would give them to people of the first one.
  const list = { ttlMs: HOUR_MS, cacheScope: language === 'en' ? 'public' : 'private' } as const;
  return {
    instructions: INSTRUCTIONS,
    // No change notifications: a client that waited for them would keep a stream open for nothing.
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
      completions: {},
    },
    cacheHints: {
      'server/discover': list,
      'tools/list': list,
      'prompts/list': list,
      'resources/list': list,
      'resources/templates/list': list,
    },
  };
});

/** Those of the address with only `search` and `fetch`. */
const SEARCH_OPTIONS = inEach((language): ServerOptions => ({
  ...OPTIONS[language],
  instructions: SEARCH_INSTRUCTIONS,
  capabilities: { tools: { listChanged: false } },
}));

/** Everything that a model reads before its first call. docs/tools.json records it, so that reviews see changes. */
export const CONNECTOR_DESCRIPTION = {
  serverInfo: SERVER_INFO.en,
  instructions: INSTRUCTIONS,
  ...LISTED_TOOLS.en,
  ...RESOURCES.en,
  ...TEMPLATES.en,
  ...PROMPTS.en,
};

/** The part of a call's context that differs between requests. The directory is the same for all. */
export interface CallerContext extends Omit<ToolCall, 'directory' | 'clock'> {
  /** Quoted in error messages, for support requests. */
  readonly requestId: string;
  /** Seconds to wait, if the caller has reached its rate limit. */
  readonly waitSeconds?: number;
  /** Whether the caller uses the address with only `search` and `fetch`. */
  readonly onlySearch?: boolean;
  /** Whether the host shows cards, if that is known from an earlier message. */
  readonly showsCards?: boolean;
  /** Records the outcome of an operation, with the HTTP status that REST would have answered. */
  readonly recordOutcome?: (operation: string, status: number) => void;
}

type ConnectorCall = CallerContext & ToolCall;
type Call = CallToolRequest['params'];

export interface ConnectorDependencies {
  readonly directory: DirectoryReader;
  readonly clock: () => Date;
  /** The address of the portal, where people see records, without a slash at the end. */
  readonly portalUrl: string;
  /** The tools at the address with only `search` and `fetch`. */
  readonly searchTools?: readonly Tool[];
  /** Logs an unexpected error. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/**
 * The protocol side of the connector, independent of the transport. It uses the protocol library's `Server` instead of
 * `McpServer`: the lists are the same for everyone and are built once, not per request.
 */
export class Connector {
  readonly #completion: Completion;
  readonly #tools = byName(TOOLS);
  readonly #searchTools: ReadonlyMap<string, Tool>;
  readonly #listedSearchTools: Readonly<Record<Language, ListToolsResult>>;

  constructor(private readonly dependencies: ConnectorDependencies) {
    const { directory, searchTools = [] } = dependencies;
    this.#completion = new Completion(directory);
    this.#searchTools = byName(searchTools);
    this.#listedSearchTools = inEach((_language, texts) => listTools(searchTools, texts));
  }

  /** Returns the server for one request, or for one connection. */
  serverFor(context: CallerContext): Server {
    const { directory, clock } = this.dependencies;
    const call: ConnectorCall = { ...context, directory, clock };
    const { language = 'en' } = context;
    if (context.onlySearch) return this.#searchServer(call, language);
    const server = new Server(SERVER_INFO[language], OPTIONS[language]);
    // Hosts declare it in each request, or once at the start of a connection.
    const showsCards = ({ mcpReq }: ServerContext) => {
      const { [CLIENT_CAPABILITIES_META_KEY]: own }: Record<string, unknown> = mcpReq.envelope ?? {};
      return context.showsCards ?? declaresCards(own ?? server.getClientCapabilities());
    };
    server.setRequestHandler('tools/list', (_, ctx) =>
      showsCards(ctx) ? TOOLS_WITH_CARD[language] : LISTED_TOOLS[language],
    );
    server.setRequestHandler('tools/call', ({ params }, ctx) =>
      this.#callTool(this.#tools, params, { ...call, showsCards: showsCards(ctx) }),
    );
    server.setRequestHandler('resources/list', () => RESOURCES[language]);
    server.setRequestHandler('resources/templates/list', () => TEMPLATES[language]);
    server.setRequestHandler('resources/read', ({ params }) => this.#readResource(params.uri, call));
    server.setRequestHandler('prompts/list', () => PROMPTS[language]);
    server.setRequestHandler('prompts/get', ({ params }) =>
      promptMessages(params.name, params.arguments ?? {}, TEXTS[language]),
    );
    server.setRequestHandler('completion/complete', ({ params }) => this.#completion.complete(params));
    return server;
  }

  /** Returns a server that has only `search` and `fetch`: no resources or prompts, which name the other tools. */
  #searchServer(call: ConnectorCall, language: Language): Server {
    const server = new Server(SERVER_INFO[language], SEARCH_OPTIONS[language]);
    server.setRequestHandler('tools/list', () => this.#listedSearchTools[language]);
    server.setRequestHandler('tools/call', ({ params }) => this.#callTool(this.#searchTools, params, call));
    return server;
  }

  async #callTool(
    tools: ReadonlyMap<string, Tool>,
    { name, arguments: args = {} }: Call,
    call: ConnectorCall,
  ) {
    const tool = tools.get(name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, tools));
    try {
      requireUnlimited(call);
      const { text, structured, warnings = [] } = await tool.answer(args, call);
      const card = call.showsCards && tool.hasCard ? await this.#cardParts(structured, call) : undefined;
      call.recordOutcome?.(name, 200);
      const content = [{ type: 'text' as const, text }, ...(card?.content ?? [])];
      const said = call.showsCards && warnings.length > 0 && { [MESSAGES]: warnings };
      const _meta = (card?._meta || said) && { ...card?._meta, ...said };
      return { content, structuredContent: structured, ...(_meta && { _meta }) };
    } catch (cause) {
      const error = this.#expected(cause, call);
      call.recordOutcome?.(name, ERROR_STATUS[error.code]);
      return toolErrorResult(error, tool, TEXTS[call.language ?? 'en'], call.showsCards);
    }
  }

  /** Returns nothing if the clinics cannot be read, such as at the rate limit: the answer itself is complete. */
  #cardParts(structured: Record<string, unknown>, call: ConnectorCall) {
    return cardParts(structured, call, this.dependencies.portalUrl).catch(
      (error: unknown) => void this.#expected(error, call),
    );
  }

  async #readResource(uri: string, call: ConnectorCall) {
    try {
      requireUnlimited(call);
      const resource = await readResource(uri, call, this.dependencies.clock());
      call.recordOutcome?.(READ, 200);
      return resource;
    } catch (cause) {
      const { status, error } = resourceError(this.#expected(cause, call), uri);
      call.recordOutcome?.(READ, status);
      throw error;
    }
  }

  /** Logs an unexpected exception and replaces it: its message may contain anything, so it is never passed on. */
  #expected(error: unknown, { requestId }: ConnectorCall): DirectoryError {
    if (error instanceof DirectoryError) return error;
    this.dependencies.onError(error, requestId);
    return new ConnectorError('internal', { code: 'call_failed', params: { requestId } });
  }
}

function requireUnlimited({ waitSeconds }: ConnectorCall): void {
  if (waitSeconds !== undefined) throw new LimitReached(waitSeconds);
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function unknownTool(name: string, tools: ReadonlyMap<string, Tool>): string {
  const nearest = nearestWord(name, tools.keys());
  return `There is no tool '${name.slice(0, 60)}'.${nearest ? ` Did you mean '${nearest}'?` : ''}`;
}
