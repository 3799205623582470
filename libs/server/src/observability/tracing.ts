import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StatementEnd, watchStatements } from '@care-atlas/data/connection';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { RELEASE } from '../configuration/release.js';
import { ToldExporter } from './reporting-exporter.js';

/** Where traces go, and how many. */
export interface TraceRules {
  /** Base address of a collector that speaks OTLP over HTTP. */
  readonly endpoint: string;
  /** Share of the traces begun here that are sent, from 0 to 1. */
  readonly share: number;
}

/** What a span says of how a request ended. Never who or what was asked for. */
export interface TracedAnswer {
  readonly status: number;
  readonly tier: string | undefined;
  readonly dataset?: string;
}

const SERVER_FAULT = 500;
/** How long the last spans may take to be sent when the process ends. */
const FAREWELL_MS = 2_000;

/**
 * Makes OpenTelemetry's spans of requests, tools and statements, and sends them to a collector. This file alone loads
 * that library, and is itself loaded only where a collector is configured.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #propagator = new W3CTraceContextPropagator();
  /** The span of the request that is at work. */
  readonly #current = new AsyncLocalStorage<Context>();

  /**
   * @param service its name in traces, unless OTEL_SERVICE_NAME gives another
   * @param say told when the collector cannot be reached, and when it can again
   */
  constructor(service: string, { endpoint, share }: TraceRules, say: (line: string) => void) {
    const exporter = new ToldExporter(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), say);
    const ours = resourceFromAttributes({ 'service.name': service, 'service.version': RELEASE });
    this.#provider = new TracerProvider({
      resource: ours.merge(detectResources({ detectors: [envDetector] })),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('care-atlas', RELEASE);
  }

  /**
   * Begins the span of a request, as part of the trace that it came with.
   * @param operation as the request is counted
   */
  begin({ method, headers, id, routeOptions }: FastifyRequest, operation: string): RequestTrace {
    const caller = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const attributes: Attributes = {
      'http.request.method': method,
      // As it is registered: what stands in its place in the address says who was looked for.
      'http.route': routeOptions.url,
      'care_atlas.operation': operation,
      'care_atlas.request_id': id,
    };
    const span = this.#tracer.startSpan(operation, { kind: SpanKind.SERVER, attributes }, caller);
    return new RequestTrace(this.#tracer, span, trace.setSpan(caller, span), this.#current);
  }

  /** From now on the statements that a request sends through this pool are spans in its trace. */
  watch(pool: Pool): void {
    watchStatements(pool, (text) => this.#beginStatement(text));
  }

  #beginStatement(text: string): StatementEnd {
    const request = this.#current.getStore();
    if (!request) return () => undefined;
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
    const attributes: Attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text,
    };
    const span = this.#tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, request);
    return (error) => {
      if (error) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error));
      span.end();
    };
  }

  /** Sends what has not been sent yet, if that does not take long. */
  async close(): Promise<void> {
    await Promise.race([this.#provider.shutdown(), sleep(FAREWELL_MS, undefined, { ref: false })]);
  }
}

/** The span of a request. */
export class RequestTrace {
  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
    private readonly context: Context,
    private readonly current: AsyncLocalStorage<Context>,
  ) {}

  /** The id of its trace: that of the caller, or one of its own. */
  get id(): string {
    return this.span.spanContext().traceId;
  }

  /** Goes on with the request, whose statements belong to it. */
  within(goOn: () => void): void {
    this.current.run(this.context, goOn);
  }

  end(answer: TracedAnswer): void {
    finish(this.span, answer);
  }

  /** Adds the span of a tool that was used in the request. */
  addTool(name: string, begunAt: number, answer: TracedAnswer): void {
    const attributes: Attributes = { 'care_atlas.operation': name };
    finish(this.tracer.startSpan(name, { startTime: begunAt, attributes }, this.context), answer);
  }
}

function finish(span: Span, { status, tier, dataset }: TracedAnswer): void {
  span.setAttributes({
    'http.response.status_code': status,
    'care_atlas.tier': tier ?? 'none',
    'care_atlas.dataset.version': dataset,
  });
  if (status >= SERVER_FAULT) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** SQLSTATE, or Node's code; the message of a database may quote what was asked for. */
function typeOf(error: Error & { readonly code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.name;
}
