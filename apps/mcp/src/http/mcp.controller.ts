import { randomUUID } from 'node:crypto';
import { Controller, Inject, type OnApplicationShutdown, Post, Req, Res, UseGuards } from '@nestjs/common';
import { toWebRequest } from '@modelcontextprotocol/node';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { CallerRequest } from '@care-atlas/server/access';
import { KeyGuard } from '@care-atlas/server/guards';
import { type ObservedRequest, RequestObserver } from '@care-atlas/server/http';
import { UsageRecorder } from '@care-atlas/server/observability';
import { languageOf, negotiatedHeaders } from '@care-atlas/server/pages';
import type { FastifyReply } from 'fastify';
import { declaresCards } from '../connector/card.js';
import type { CallerContext } from '../connector/connector.js';
import { isSearchPath, SEARCH_PATH } from './resource-names.js';
import { CallLimiter } from './call-limiter.js';
import { UnreadableMessage } from './message-parser.js';
import { OriginGuard } from './origin.guard.js';
import { authInfoOf, PROTOCOL_HANDLER } from './protocol-handler.js';

/** The endpoint of the protocol: one method, at the address with every tool and at that with `search` and `fetch`. */
@Controller()
@UseGuards(OriginGuard, KeyGuard)
export class McpController implements OnApplicationShutdown {
  constructor(
    @Inject(PROTOCOL_HANDLER) private readonly handler: McpHttpHandler,
    private readonly limiter: CallLimiter,
    private readonly usage: UsageRecorder,
    private readonly observer: RequestObserver,
  ) {}

  @Post(['', SEARCH_PATH])
  async serve(@Req() request: CallerRequest & ObservedRequest, @Res() reply: FastifyReply): Promise<void> {
    const { body, caller } = request;
    if (body === undefined || body === null) {
      throw new DirectoryError('missing_param', 'The body must be a JSON-RPC message.');
    }
    const waitSeconds = await this.limiter.count(request, reply);
    if (body instanceof UnreadableMessage) return void reply.code(400).send(body.answer);
    const language = languageOf(request.headers);
    const context: CallerContext = {
      sizes: caller.sizes,
      requestId: request.id,
      waitSeconds,
      language,
      ...(isCardSession(request) && { showsCards: true }),
      ...(isSearchPath(request.url) && { onlySearch: true }),
      recordOutcome: (operation, status) => {
        this.usage.count(caller.id, operation, status);
        this.observer.recordTool(request, operation, status);
      },
    };
    // A client that disconnects cancels its request.
    const disconnected = new AbortController();
    reply.raw.once('close', () => reply.raw.writableFinished || disconnected.abort());
    acceptEveryForm(request);
    const webRequest = await toWebRequest(request.raw, body, { signal: disconnected.signal });
    const response = await this.handler.fetch(webRequest, {
      authInfo: authInfoOf(context),
      parsedBody: body,
    });
    // Answers depend on the key. What a host itself may cache is part of the protocol's result.
    response.headers.set('cache-control', 'no-store, no-transform');
    // Besides the origin, which CORS may have named there.
    const { vary, ...headers } = negotiatedHeaders(language);
    response.headers.set('vary', [reply.getHeader('vary'), vary].filter(Boolean).join(', '));
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    // The HTTP server decides how long a connection lives: while it drains, each answer closes its own.
    response.headers.delete('connection');
    if (startsWithCards(body)) response.headers.set(SESSION_HEADER, `${CARD_SESSION}${randomUUID()}`);
    // Any other response is a stream of events, or has no body.
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    await (isJson ? sendBuffered(response, reply) : reply.send(response));
  }

  /** Runs after the last request has been answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }
}

const SESSION_HEADER = 'mcp-session-id';
const CARD_SESSION = 'cards-';

/**
 * Returns whether a message is the handshake of a host that shows cards. No state remains of a handshake, so the session
 * id, which hosts send with every later message, says it again.
 */
function startsWithCards(body: unknown): boolean {
  const { method, params } = body as { method?: unknown; params?: { capabilities?: unknown } };
  return method === 'initialize' && declaresCards(params?.capabilities);
}

/** Some clients accept everything, or JSON only: the protocol library asks for both of its forms by name. */
function acceptEveryForm({ raw: { headers } }: CallerRequest): void {
  const { accept = '*/*' } = headers;
  if (/\*\/\*|application\/(?:json|\*)/i.test(accept)) headers.accept = 'application/json, text/event-stream';
}

function isCardSession({ headers }: CallerRequest): boolean {
  return String(headers[SESSION_HEADER] ?? '').startsWith(CARD_SESSION);
}

/** Sends a complete body at once, with its length. As a web stream it would be sent in several parts. */
async function sendBuffered(response: Response, reply: FastifyReply): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  await reply.code(response.status).headers(Object.fromEntries(response.headers)).send(body);
}
