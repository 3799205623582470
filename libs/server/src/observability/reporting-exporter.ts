import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from './log.js';

/** Exports spans, and logs when that starts to fail and when it works again; the library logs neither. */
export class ReportingExporter implements SpanExporter {
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
