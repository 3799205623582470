import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

type Told = Parameters<SpanExporter['export']>[1];

/** Sends spans, and says when that begins to fail and when it works again; the library would be silent. */
export class ToldExporter implements SpanExporter {
  #away = false;

  constructor(
    private readonly exporter: OTLPTraceExporter,
    private readonly say: (line: string) => void,
  ) {}

  export(spans: ReadableSpan[], done: Told): void {
    this.exporter.export(spans, (result) => {
      const away = result.error !== undefined;
      if (away && !this.#away)
        this.say(`Traces cannot be sent, and are given up meanwhile: ${result.error!.message}`);
      if (!away && this.#away) this.say('Traces are sent again.');
      this.#away = away;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
