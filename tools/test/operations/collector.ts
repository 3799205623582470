import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = string | number | boolean;

/** A received span. */
export interface ReceivedSpan {
  readonly service: Value | undefined;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly milliseconds: number;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, Value>>;
}

interface SentSpan extends Omit<ReceivedSpan, 'service' | 'attributes' | 'milliseconds'> {
  readonly attributes: readonly Attribute[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface Delivery {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** An OpenTelemetry collector that receives spans by OTLP over HTTP, as JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** Everything received, headers included. */
  readonly received: string[] = [];
  /** The status of its answers. */
  status = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => void collector.#onAnswer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the spans of a trace, those of requests first. */
  trace(id: string): ReceivedSpan[] {
    return this.spans.filter(({ traceId }) => traceId === id).toSorted((a, b) => a.kind - b.kind);
  }

  async stop(): Promise<void> {
    this.server.close().closeAllConnections();
    if (this.server.listening) await once(this.server, 'close');
  }

  async #onAnswer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.received.push(JSON.stringify(request.headers), body);
    if (request.method === 'POST' && request.url === '/v1/traces') this.#take(JSON.parse(body) as Delivery);
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
  }

  #take({ resourceSpans }: Delivery): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = plain(resource.attributes)['service.name'];
      for (const { spans } of scopeSpans) {
        for (const { attributes, startTimeUnixNano, endTimeUnixNano, ...span } of spans) {
          const nanoseconds = BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano);
          const milliseconds = Number(nanoseconds) / 1e6;
          this.spans.push({ ...span, service, attributes: plain(attributes), milliseconds });
        }
      }
    }
  }
}

function plain(attributes: readonly Attribute[]): Record<string, Value> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]));
}
