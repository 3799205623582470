import type { FastifyInstance, RouteOptions } from 'fastify';
import { countedKey, type IncomingRequest } from '../access/caller.js';
import type { Log } from '../observability/log.js';
import { type OperationTally, RequestTally } from '../observability/metrics/request-tally.js';
import type { RequestRecorder } from '../observability/request-recorder.js';
import type { RequestTrace, TracedAnswer, Tracing } from '../observability/tracing.js';

/** The operation name of requests without a route. */
const NO_ROUTE = 'none';
/** The operation name of all static files together. */
const FILE = 'file';
const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** The configuration of a route that is an operation of an interface. */
export interface OperationRoute {
  /** The operationId. */
  readonly operation?: string;
}

interface ObservedRoute {
  readonly observed?: {
    readonly name: string;
    readonly tally: OperationTally;
    readonly isOperation: boolean;
  };
}

/** A request that the observer has seen. */
export interface ObservedRequest extends IncomingRequest {
  /** Milliseconds of a monotonic clock. */
  startedAt: number;
  /** Absent when tracing is off. */
  trace?: RequestTrace;
}

/** Counts, logs and traces the requests of a server, and ends its connections while it drains. */
export class RequestObserver {
  readonly requests = new RequestTally();
  readonly tools = new RequestTally();
  /** Keeps requests to be looked up, as soon as there is a database to keep them in. */
  recorder: RequestRecorder | undefined;
  #draining = false;
  #dataset = () => '';

  /**
   * @param log receives a line per answer
   * @param tracing creates a span per request
   */
  constructor(
    private readonly log?: Log,
    private readonly tracing?: Tracing,
  ) {}

  /** Whether the process is about to stop. */
  get draining(): boolean {
    return this.#draining;
  }

  /** From now on, every answer closes its connection. */
  drain(): void {
    this.#draining = true;
  }

  /**
   * Observes every request that reaches the framework.
   * @param dataset returns the dataset version in service
   */
  attach(fastify: FastifyInstance, dataset: () => string): void {
    const unrouted = { name: NO_ROUTE, tally: this.requests.of(NO_ROUTE), isOperation: false };
    this.#dataset = dataset;
    fastify.decorateRequest('startedAt', 0);
    if (this.tracing) fastify.decorateRequest('trace');
    fastify.addHook('onRoute', (route) => {
      const name = nameOf(route);
      const { operation } = (route.config ?? {}) as OperationRoute;
      const observed = { name, tally: this.requests.of(name), isOperation: operation !== undefined };
      route.config = Object.assign({}, route.config, { observed });
    });
    fastify.addHook('onRequest', (incoming, reply, done) => {
      const request = incoming as ObservedRequest;
      request.startedAt = performance.now();
      // Also for an answer that a handler writes itself, which `onSend` does not see.
      if (this.#draining) reply.raw.setHeader('connection', 'close');
      if (!this.tracing) return done();
      request.trace = this.tracing.start(request, observedRoute(request)?.name ?? NO_ROUTE);
      request.trace.run(done);
    });
    // onSend rather than onResponse, which would cost every request several microseconds.
    fastify.addHook('onSend', (incoming, reply, _payload, done) => {
      const request = incoming as ObservedRequest;
      const { name, tally, isOperation } = observedRoute(request) ?? unrouted;
      const milliseconds = performance.now() - request.startedAt;
      tally.count(request.caller?.tier, reply.statusCode);
      tally.addDuration(milliseconds);
      if (this.#draining) reply.header('connection', 'close');
      request.trace?.end(tracedAnswer(request, reply.statusCode, dataset()));
      if (isOperation) {
        // A page of the same origin: the form that tries operations.
        const channel = request.headers['sec-fetch-site'] === 'same-origin' ? 'portal' : 'rest';
        const version = request.datasetVersion ?? dataset();
        this.recorder?.record(
          channel,
          name,
          request.id,
          countedKey(request),
          reply.statusCode,
          milliseconds,
          version,
        );
      }
      if (this.log) this.#logAnswer(request, name, reply.statusCode, milliseconds, dataset());
      done();
    });
  }

  /** Counts a request that is rejected before it reaches the framework. */
  recordRefusal(status: number): void {
    this.requests.of(NO_ROUTE).count(undefined, status);
    this.log?.info({ operation: NO_ROUTE, status }, 'refused');
  }

  /** Counts a tool call within a request. */
  recordTool(request: ObservedRequest, tool: string, status: number): void {
    const milliseconds = performance.now() - request.startedAt;
    const tally = this.tools.of(tool);
    tally.count(request.caller?.tier, status);
    tally.addDuration(milliseconds);
    this.recorder?.record(
      'connector',
      tool,
      request.id,
      countedKey(request),
      status,
      milliseconds,
      this.#dataset(),
    );
    request.trace?.addTool(tool, request.startedAt, tracedAnswer(request, status));
    if (this.log) this.#logAnswer(request, tool, status, milliseconds);
  }

  // No parameters, headers or bodies: they show what people look for, and may hold a key.
  #logAnswer(
    { id, caller, headers, trace }: ObservedRequest,
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

function observedRoute({ routeOptions }: ObservedRequest): ObservedRoute['observed'] {
  return (routeOptions.config as ObservedRoute).observed;
}

function tracedAnswer({ caller }: ObservedRequest, status: number, dataset?: string): TracedAnswer {
  return { status, tier: caller?.tier, dataset };
}

// An operation by its name, any other route by method and path, without the names of its parameters, and files together, because
// there may be many.
function nameOf({ url, method, config }: RouteOptions): string {
  const { operation } = (config ?? {}) as OperationRoute;
  if (operation !== undefined) return operation;
  if (/\.(?!json)\w+$/.test(url)) return FILE;
  return `${[method].flat().find((name) => name !== 'HEAD') ?? 'GET'} ${url.replace(/:\w+/g, '*')}`;
}
