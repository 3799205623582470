import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { checkContract } from './contract.js';
import { harmIn } from './harm.js';
import { TestAnswer } from './test-api.js';

/** An HTTP request as it is sent. */
export interface SentRequest {
  readonly method: string;
  /** Below the address of the API, correctly encoded or not. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;

/** The text of an answer, whose encoding the request may have chosen. The answer to HEAD has no bytes. */
async function bodyOf(response: IncomingMessage): Promise<string> {
  const bytes = await buffer(response);
  const encoding = response.headers['content-encoding'] as keyof typeof DECODERS | undefined;
  return (encoding === undefined || bytes.length === 0 ? bytes : DECODERS[encoding](bytes)).toString();
}

/** Sends raw requests over keep-alive connections. */
export class FuzzClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  /** Number of answers by status. */
  readonly statuses = new Map<number, number>();

  constructor(private readonly port: number) {}

  /** @throws Error unless the answer matches the OpenAPI document and is harmless */
  async send({ method, path, headers, body }: SentRequest): Promise<TestAnswer> {
    const sent = request({
      host: '127.0.0.1',
      port: this.port,
      method,
      path: `/api/v1${path}`,
      headers,
      agent: this.#agent,
    }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const told = Object.entries(response.headers).map(([name, value]) => [name, value?.toString()] as const);
    const answer = new TestAnswer(response.statusCode!, Object.fromEntries(told), await bodyOf(response));
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    checkContract(method, path, answer);
    const harm = method === 'HEAD' ? [] : harmIn(answer);
    if (answer.status >= 500 || harm.length > 0) {
      throw new Error(`The answer to ${method} ${path} does harm: ${harm.join(', ')}.\n${answer.body}`);
    }
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }
}
