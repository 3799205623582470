import type { LightMyRequestResponse } from 'fastify';
import { ORIGIN } from './authorization-search.js';

/** How a request departs from a GET of the first instance. */
export interface Asking {
  readonly method?: 'GET' | 'POST' | 'OPTIONS' | 'PUT';
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the client. */
  readonly from?: string;
  /** Which instance is asked. */
  readonly at?: number;
}

/** What can be asked. */
interface Asked {
  ask(path: string, asking: Asking): Promise<LightMyRequestResponse>;
}

/** A browser without scripts: it keeps cookies by path, and follows redirects within the connector. */
export class Visitor {
  readonly #cookies: { name: string; value: string; path: string }[] = [];

  constructor(
    private readonly login: Asked,
    private readonly instances: readonly number[] = [0],
  ) {}

  #turn = 0;

  async open(path: string): Promise<VisitedPage> {
    return this.#follow(path, {});
  }

  /** Sends the form of a page, and gives the address that the program is sent to. */
  async submit(page: VisitedPage, fields: Readonly<Record<string, string>>): Promise<URL> {
    const sent = await this.send(page, fields);
    if (sent.away) return sent.away;
    throw new Error(`${sent.status}: ${sent.body}`);
  }

  /** Sends the form of a page, and gives what is shown then. */
  send(page: VisitedPage, fields: Readonly<Record<string, string>>): Promise<VisitedPage> {
    return this.#follow(page.path, { form: { token: page.formToken, ...fields } });
  }

  async #follow(path: string, asking: Asking): Promise<VisitedPage> {
    const at = this.instances[this.#turn++ % this.instances.length]!;
    const url = new URL(path, ORIGIN);
    const sent = this.#cookies.filter((cookie) => url.pathname.startsWith(cookie.path));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await this.login.ask(url.href, {
      ...asking,
      at,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...asking.headers },
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
    /** Where the program is sent to. */
    readonly away: URL | undefined,
  ) {}

  get formToken(): string {
    return /name="token" value="([^"]+)"/.exec(this.body)?.[1] ?? '';
  }
}
