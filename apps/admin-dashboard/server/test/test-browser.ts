import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { SessionState } from '#contract/people/sign-in';

/** Differences from a request of the dashboard's own page. */
export interface Asking {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly body?: object;
  /** An undefined header is omitted. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A response of the server. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

/** A client of the dashboard that keeps cookies and sends the latest CSRF token. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  csrfToken = '';

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly origin: string,
    private readonly about: { readonly address: string; readonly userAgent: string },
  ) {}

  async ask(path: string, { method = 'GET', body, headers = {} }: Asking = {}): Promise<Answered> {
    const reading = method === 'GET';
    const sent = {
      host: new URL(this.origin).host,
      'user-agent': this.about.userAgent,
      'sec-fetch-site': 'same-origin',
      ...(!reading && { origin: this.origin, 'x-csrf-token': this.csrfToken }),
      ...(this.cookies.size > 0 && { cookie: Array.from(this.cookies, (pair) => pair.join('=')).join('; ') }),
      ...(this.origin.startsWith('https:') && { 'x-forwarded-proto': 'https' }),
      ...headers,
    };
    const {
      statusCode,
      headers: told,
      body: text,
      cookies,
    } = await this.app.inject({
      method,
      url: path,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
      payload: body,
      remoteAddress: this.about.address,
    });
    for (const { name, value, maxAge } of cookies) {
      if (maxAge === 0 || value === '') this.cookies.delete(name);
      else this.cookies.set(name, encodeURIComponent(value));
    }
    this.#noteToken(text);
    return { status: statusCode, headers: told, text };
  }

  /** Sends a GET that must succeed. */
  async get<T>(path: string): Promise<T> {
    return jsonOf(200, await this.ask(path)) as T;
  }

  /** Sends a change that must succeed. */
  async post<T>(path: string, body?: object): Promise<T> {
    const answered = await this.ask(path, { method: 'POST', body });
    return jsonOf(answered.status === 201 ? 201 : 200, answered) as T;
  }

  /** Loads the page, which requests the session. */
  visit(): Promise<SessionState> {
    return this.get<SessionState>('/api/session');
  }

  /** Performs the first step of signing in. */
  async signIn(name: string, password: string): Promise<Answered> {
    await this.visit();
    return this.ask('/api/sign-in', { method: 'POST', body: { name, password } });
  }

  #noteToken(text: string): void {
    const token = /"csrfToken":"([^"]+)"/.exec(text)?.[1];
    if (token !== undefined) this.csrfToken = token;
  }
}

/** @throws unless the answer has the status */
function jsonOf(status: number, answered: Answered): unknown {
  if (answered.status !== status) throw new Error(`${answered.status}: ${answered.text}`);
  return JSON.parse(answered.text);
}

/** Returns the status, the code and the invalid field of an error response. */
export function refusal({ status, text }: Answered): {
  status: number;
  error: string;
  param?: string;
  message: string;
} {
  const { error, param, message } = JSON.parse(text) as { error: string; param?: string; message: string };
  return { status, error, message, ...(param !== undefined && { param }) };
}
