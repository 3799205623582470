import type { LightMyRequestResponse } from 'fastify';
import { ORIGIN } from './authorization-search.js';

/** Options of a request; by default a GET to the first instance. */
export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'OPTIONS' | 'PUT';
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the client. */
  readonly from?: string;
  /** The instance to send the request to. */
  readonly at?: number;
}

/** A login to send requests to. */
interface Requestable {
  ask(path: string, options: RequestOptions): Promise<LightMyRequestResponse>;
}

/** A browser without scripts that keeps cookies by path and follows redirects within the connector. */
export class Visitor {
  readonly #cookies: { name: string; value: string; path: string }[] = [];

  constructor(
    private readonly login: Requestable,
    private readonly instances: readonly number[] = [0],
  ) {}

  #turn = 0;

  async open(path: string): Promise<VisitedPage> {
    return this.#follow(path, {});
  }

  /** Submits the form of a page, and returns the address of the redirect to the client. */
  async submit(page: VisitedPage, fields: Readonly<Record<string, string>>): Promise<URL> {
    const sent = await this.send(page, fields);
    if (sent.away) return sent.away;
    throw new Error(`${sent.status}: ${sent.body}`);
  }

  /** Submits the form of a page, and returns the next page. */
  send(page: VisitedPage, fields: Readonly<Record<string, string>>): Promise<VisitedPage> {
    return this.#follow(page.path, { form: { token: page.formToken, ...fields } });
  }

  async #follow(path: string, options: RequestOptions): Promise<VisitedPage> {
    const at = this.instances[this.#turn++ % this.instances.length]!;
    const url = new URL(path, ORIGIN);
    const sent = this.#cookies.filter((cookie) => url.pathname.startsWith(cookie.path));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await this.login.ask(url.href, {
      ...options,
      at,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...options.headers },
    });
    for (const { name, value, path: within = '/' } of answer.cookies) {
      this.#cookies.push({ name, value, path: within });
    }
    const { location } = answer.headers;
    if (typeof location !== 'string') {
      return new VisitedPage(url.pathname, answer.statusCode, answer.headers, answer.body, undefined);
    }
    const next = new URL(location, url);
    if (next.origin === ORIGIN) return this.#follow(next.href, {});
    return new VisitedPage(url.pathname, answer.statusCode, answer.headers, answer.body, next);
  }
}

export class VisitedPage {
  constructor(
    readonly path: string,
    readonly status: number,
    readonly headers: Readonly<Record<string, unknown>>,
    readonly body: string,
    /** The address of a redirect to the client. */
    readonly away: URL | undefined,
  ) {}

  get formToken(): string {
    return /name="token" value="([^"]+)"/.exec(this.body)?.[1] ?? '';
  }
}
