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
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { TraceRules } from '../configuration/process-configuration.js';
import { RELEASE } from '../configuration/release.js';
import type { Log } from './log.js';

/** The outcome of a request in its span. It must not identify the caller or hold query values. */
export interface TracedAnswer {
  readonly status: number;
  readonly tier: string | undefined;
  readonly dataset?: string;
}

const SERVER_ERROR = 500;
/** The time allowed for sending the last spans at shutdown. */
const SHUTDOWN_TIMEOUT_MS = 2_000;

/**
 * Creates OpenTelemetry spans of requests, tools and statements, and sends them to a collector. Only this file imports the
 * library, and it is loaded only if a collector is configured.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #propagator = new W3CTraceContextPropagator();
  /** The span of the current request. */
  readonly #current = new AsyncLocalStorage<Context>();

  /**
   * @param service the service's name in traces, unless OTEL_SERVICE_NAME overrides it
   * @param log receives outages of the collector
   */
  constructor(service: string, { endpoint, share }: TraceRules, log: Log) {
    const exporter = new ReportingExporter(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log);
    const own = resourceFromAttributes({ 'service.name': service, 'service.version': RELEASE });
    this.#provider = new TracerProvider({
      resource: own.merge(detectResources({ detectors: [envDetector] })),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('care-atlas', RELEASE);
  }

  /**
   * Starts the span of a request, in the trace of its caller if there is one.
   * @param operation the request's name in metrics
   */
  start({ method, headers, id, routeOptions }: FastifyRequest, operation: string): RequestTrace {
    const caller = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const attributes: Attributes = {
      'http.request.method': method,
      // The route's pattern: the URL itself would show whom the caller looks for.
      'http.route': routeOptions.url,
      'care_atlas.operation': operation,
      'care_atlas.request_id': id,
    };
    const span = this.#tracer.startSpan(operation, { kind: SpanKind.SERVER, attributes }, caller);
    return new RequestTrace(this.#tracer, span, trace.setSpan(caller, span), this.#current);
  }

  /** Adds the statements that requests send through a pool to their traces. */
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

  /** Sends pending spans, within a timeout. */
  async close(): Promise<void> {
    await Promise.race([this.#provider.shutdown(), sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
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

  /** The trace id: the caller's, or a new one. */
  get id(): string {
    return this.span.spanContext().traceId;
  }

  /** Runs the rest of the request, whose statements become spans in its trace. */
  run(next: () => void): void {
    this.current.run(this.context, next);
  }

  end(answer: TracedAnswer): void {
    finish(this.span, answer);
  }

  /** Adds the span of a tool call within the request. */
  addTool(name: string, startedAt: number, answer: TracedAnswer): void {
    const attributes: Attributes = { 'care_atlas.operation': name };
    finish(this.tracer.startSpan(name, { startTime: startedAt, attributes }, this.context), answer);
  }
}

function finish(span: Span, { status, tier, dataset }: TracedAnswer): void {
  span.setAttributes({
    'http.response.status_code': status,
    'care_atlas.tier': tier ?? 'none',
    'care_atlas.dataset.version': dataset,
  });
  if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Returns the SQLSTATE or Node's code; a database's message may quote query values. */
function typeOf(error: Error & { readonly code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.name;
}

/** Exports spans, and logs when that starts to fail and when it works again; the library logs neither. */
class ReportingExporter implements SpanExporter {
  #failing = false;

  constructor(
    private readonly exporter: OTLPTraceExporter,
    private readonly log: Log,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, (result) => {
      const { error } = result;
      if (error && !this.#failing) {
        this.log.error(`Traces cannot be sent, and are given up meanwhile: ${error.message}`);
      }
      if (!error && this.#failing) this.log.info('Traces are sent again.');
      this.#failing = error !== undefined;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
