import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;

/** How a request differs from a GET without a key. */
export interface RequestOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Sent as a Bearer key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** An answer. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Whether the connection had been used before. */
  readonly reused: boolean;
}

/** A kept-alive HTTP connection, which sends one request after the other. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @param onAnswer receives every answer */
  constructor(
    private readonly base: string,
    private readonly onAnswer: (answer: Answer) => void,
  ) {}

  /** @throws when the connection breaks before the answer is complete */
  async ask(path: string, { method = 'GET', key, headers, payload }: RequestOptions = {}): Promise<Answer> {
    const asked = request(`${this.base}${path}`, {
      method,
      agent: this.#agent,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
    }).end(payload);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const answer: Answer = {
      status: response.statusCode!,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
      ),
      body: await text(response),
      reused: asked.reusedSocket,
    };
    this.onAnswer(answer);
    return answer;
  }

  /**
   * Asks until the answer is another than 503, as `Retry-After` tells clients to: on a busy machine, the database answers a service
   * too late.
   */
  async askAgain(...asked: Parameters<Connection['ask']>): Promise<Answer> {
    for (;;) {
      const answer = await this.ask(...asked);
      if (answer.status !== 503) return answer;
      await sleep(PAUSE_MS);
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
