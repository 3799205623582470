import type { FastifyInstance, RouteOptions } from 'fastify';
import type { IncomingRequest } from '../access/caller.js';
import type { Log } from '../observability/log.js';
import { type OperationTally, RequestTally } from '../observability/metrics/request-tally.js';
import type { RequestTrace, TracedAnswer, Tracing } from '../observability/tracing.js';

/** What requests are counted as that have no route. */
const NO_ROUTE = 'none';
/** What files are counted as, however many there are. */
const FILE = 'file';
const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** What the server knows of a route that is an operation of an interface: its name there. */
export interface OperationRoute {
  readonly operation?: string;
}

interface WatchedRoute {
  readonly operation?: string;
  readonly watched?: { readonly name: string; readonly tally: OperationTally };
}

/** A request whose beginning was noted. */
export interface WatchedRequest extends IncomingRequest {
  /** By a clock that never steps, in milliseconds. */
  begunAt: number;
  /** Absent where no traces are made. */
  trace?: RequestTrace;
}

/**
 * What goes through a server: it is counted, told of in the log, traced, and brought to an end when the process is to
 * stop.
 */
export class Traffic {
  readonly requests = new RequestTally();
  readonly tools = new RequestTally();
  #draining = false;

  /**
   * @param log where each answer has a line; none without it
   * @param tracing what makes spans; none are without it
   */
  constructor(
    private readonly log?: Log,
    private readonly tracing?: Tracing,
  ) {}

  /** Whether the process has been told to stop. */
  get draining(): boolean {
    return this.#draining;
  }

  /** From now on, every answer is the last one on its connection. */
  drain(): void {
    this.#draining = true;
  }

  /**
   * Notes every request that reaches the framework.
   * @param dataset the version that is served
   */
  watch(fastify: FastifyInstance, dataset: () => string): void {
    const unrouted = { name: NO_ROUTE, tally: this.requests.of(NO_ROUTE) };
    fastify.decorateRequest('begunAt', 0);
    if (this.tracing) fastify.decorateRequest('trace');
    fastify.addHook('onRoute', (route) => {
      const name = nameOf(route);
      const watched = { name, tally: this.requests.of(name) };
      route.config = Object.assign({}, route.config, { watched });
    });
    fastify.addHook('onRequest', (incoming, _reply, done) => {
      const request = incoming as WatchedRequest;
      request.begunAt = performance.now();
      if (this.tracing) this.#trace(this.tracing, request, done);
      else done();
    });
    // When the answer is sent, not when it has arrived: listening for that would cost every request several microseconds.
    fastify.addHook('onSend', (incoming, reply, _payload, done) => {
      const request = incoming as WatchedRequest;
      const { watched = unrouted } = watchedRouteOf(request);
      const milliseconds = performance.now() - request.begunAt;
      watched.tally.count(request.caller?.tier, reply.statusCode);
      watched.tally.took(milliseconds);
      if (this.#draining) reply.header('connection', 'close');
      request.trace?.end(answerOf(request, reply.statusCode, dataset()));
      if (this.log) this.#tell(request, watched.name, reply.statusCode, milliseconds, dataset());
      done();
    });
  }

  /** Counts what is refused before it is a request of the framework. */
  refusedBelow(status: number): void {
    this.requests.of(NO_ROUTE).count(undefined, status);
    this.log?.info({ operation: NO_ROUTE, status }, 'refused');
  }

  /** Notes a tool that was used within a request. */
  usedTool(request: WatchedRequest, tool: string, status: number): void {
    const milliseconds = performance.now() - request.begunAt;
    const tally = this.tools.of(tool);
    tally.count(request.caller?.tier, status);
    tally.took(milliseconds);
    request.trace?.addTool(tool, request.begunAt, answerOf(request, status));
    if (this.log) this.#tell(request, tool, status, milliseconds);
  }

  #trace(tracing: Tracing, request: WatchedRequest, goOn: () => void): void {
    request.trace = tracing.begin(request, watchedRouteOf(request).watched?.name ?? NO_ROUTE);
    request.trace.within(goOn);
  }

  // Neither parameters nor headers nor bodies: what people look for is nobody's business, and a key would be a leak.
  #tell(
    { id, caller, headers, trace }: WatchedRequest,
    operation: string,
    status: number,
    milliseconds: number,
    dataset?: string,
  ): void {
    const { traceparent } = headers;
    this.log!.info(
      {
        requestId: id,
        operation,
        status,
        ms: Math.round(milliseconds * 1000) / 1000,
        keyId: caller?.id,
        tier: caller?.tier,
        dataset,
        traceId:
          trace?.id ?? (typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined),
      },
      'answered',
    );
  }
}

function watchedRouteOf({ routeOptions }: WatchedRequest): WatchedRoute {
  return routeOptions.config as WatchedRoute;
}

function answerOf({ caller }: WatchedRequest, status: number, dataset?: string): TracedAnswer {
  return { status, tier: caller?.tier, dataset };
}

/** An operation by its name; anything else by method and path, but files together, since there may be many. */
function nameOf({ url, method, config }: RouteOptions): string {
  const { operation } = (config ?? {}) as OperationRoute;
  if (operation !== undefined) return operation;
  if (/\.(?!json)\w+$/.test(url)) return FILE;
  return `${[method].flat().find((name) => name !== 'HEAD') ?? 'GET'} ${url}`;
}
