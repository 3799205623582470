import { Controller, Inject, type OnApplicationShutdown, Post, Req, Res, UseGuards } from '@nestjs/common';
import { toWebRequest } from '@modelcontextprotocol/node';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { CallerRequest } from '@care-atlas/server/access';
import { KeyGuard } from '@care-atlas/server/guards';
import { type ObservedRequest, RequestObserver } from '@care-atlas/server/http';
import { UsageRecorder } from '@care-atlas/server/observability';
import type { FastifyReply } from 'fastify';
import { CallCount } from './call-count.js';
import { OriginGuard } from './origin.guard.js';
import { authInfoOf, PIPELINE } from './pipeline.js';

/** Where hosts speak to the connector: one address, one method. */
@Controller()
@UseGuards(OriginGuard, KeyGuard)
export class McpController implements OnApplicationShutdown {
  constructor(
    @Inject(PIPELINE) private readonly pipeline: McpHttpHandler,
    private readonly count: CallCount,
    private readonly usage: UsageRecorder,
    private readonly observer: RequestObserver,
  ) {}

  @Post()
  async serve(@Req() request: CallerRequest & ObservedRequest, @Res() reply: FastifyReply): Promise<void> {
    const { body, caller } = request;
    if (body === undefined || body === null) {
      throw new DirectoryError('missing_param', 'The body must be a JSON-RPC message.');
    }
    const waitSeconds = await this.count.of(request, reply);
    // A client that goes away cancels what it asked for.
    const gone = new AbortController();
    reply.raw.once('close', () => reply.raw.writableFinished || gone.abort());
    const asked = await toWebRequest(request.raw, body, { signal: gone.signal });
    const counted = (operation: string, status: number) => {
      this.usage.count(caller.id, operation, status);
      this.observer.recordTool(request, operation, status);
    };
    const facts = { sizes: caller.sizes, requestId: request.id, waitSeconds, counted };
    const answer = await this.pipeline.fetch(asked, { authInfo: authInfoOf(facts), parsedBody: body });
    // Answers depend on the key; what a host itself may keep of them, they say inside.
    answer.headers.set('cache-control', 'no-store, no-transform');
    await (isWhole(answer) ? sendWhole(answer, reply) : reply.send(answer));
  }

  /** After the last request has been answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.pipeline.close();
  }
}

/** Anything else is a stream of events, or has no body. */
function isWhole({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

/** What is there already goes out in one piece, with its length; as a web stream it would be read and sent in several. */
async function sendWhole(answer: Response, reply: FastifyReply): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  await reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(body);
}
