import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ERROR_CODES } from '@care-atlas/domain/contract';
import type { ErrorBody } from '#contract/endpoints';
import { type DashboardMessage, english } from '#contract/messages/english';
import type { SessionStatus } from '#contract/people/sign-in';
import type { TestBrowser } from '../test-browser.js';
import type { EndpointRequest } from './endpoint-request.js';

/** An answer as it arrived. */
export interface EndpointAnswer {
  readonly status: number;
  readonly type: string;
  readonly requestId: string;
  /** Empty for a stream of events. */
  readonly body: string;
}

const EVENTS = 'text/event-stream';
const LONGEST_REFUSAL = 20_000;
const MEMBERS = new Set(['error', 'message', 'requestId', 'param', 'details', 'messages']);
const TELLTALES = /fastify|nestjs|typeorm|postgres|node_modules|find-my-way|HPE_|FST_| at .*:\d+:\d+/i;

/** Sends requests over keep-alive connections, each with a session of the status that it asks for. */
export class EndpointClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #sessions = new Map<SessionStatus, Promise<TestBrowser>>();
  /** Number of answers by status. */
  readonly statuses = new Map<number, number>();

  /**
   * @param origin of the dashboard's own page
   * @param begin begins a session of a status
   */
  constructor(
    private readonly port: number,
    private readonly origin: string,
    private readonly begin: (status: SessionStatus) => Promise<TestBrowser>,
  ) {}

  /** @throws Error with the request, unless the answer is a proper one */
  async send(sent: EndpointRequest): Promise<EndpointAnswer> {
    let answer = await this.#exchange(sent);
    if (hasLostSession(sent, answer)) answer = await this.#exchange(sent);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    const fault = faultIn(answer, sent.method);
    if (fault !== undefined) {
      throw new Error(`${fault}\n${shownRequest(sent)}\n${answer.status} ${answer.body.slice(0, 1_000)}`);
    }
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #exchange(sent: EndpointRequest): Promise<EndpointAnswer> {
    const { method, url, body, session } = sent;
    const browser = session === 'none' ? undefined : await this.#session(session);
    const cookies = browser ? Array.from(browser.cookies, (pair) => pair.join('=')).join('; ') : '';
    const headers = {
      ...(method !== 'GET' && { origin: this.origin, 'sec-fetch-site': 'same-origin' }),
      ...(browser && { 'x-csrf-token': browser.csrfToken, cookie: cookies }),
      // Node frames the body of a DELETE or GET only by its length.
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...sent.headers,
    };
    const exchange = request({
      host: '127.0.0.1',
      port: this.port,
      method,
      path: url,
      headers,
      agent: this.#agent,
    }).end(body);
    const [response] = (await once(exchange, 'response')) as [IncomingMessage];
    const type = response.headers['content-type'] ?? '';
    const isStream = type.startsWith(EVENTS);
    const read = isStream ? '' : await text(response);
    if (isStream) response.destroy();
    // A new session, or the end of one.
    if (response.headers['set-cookie'] && session !== 'none') this.#sessions.delete(session);
    const answer = {
      status: response.statusCode!,
      type,
      requestId: String(response.headers['x-request-id']),
      body: read,
    };
    if (hasLostSession(sent, answer)) this.#sessions.delete(session as SessionStatus);
    return answer;
  }

  #session(status: SessionStatus): Promise<TestBrowser> {
    const known = this.#sessions.get(status) ?? this.begin(status);
    this.#sessions.set(status, known);
    return known;
  }
}

/** Whether an earlier request ended the session. */
function hasLostSession({ session }: EndpointRequest, { status, body }: EndpointAnswer): boolean {
  return session !== 'none' && session !== 'signed-out' && status === 401 && body.includes('Sign in first');
}

/** Returns what is wrong with an answer; undefined for a proper one. */
export function faultIn(answer: EndpointAnswer, method: string): string | undefined {
  const { status, type, requestId, body } = answer;
  if (status >= 500) return `The status is ${status}.`;
  if (status < 400 || method === 'HEAD') return undefined;
  if (!type.startsWith('application/json')) return `A refusal has the content type ${type}.`;
  let refusal: Record<string, unknown>;
  try {
    refusal = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return 'A refusal is not JSON.';
  }
  const odd = Object.keys(refusal).filter((name) => !MEMBERS.has(name));
  if (odd.length > 0) return `A refusal has the members ${odd.join(', ')}.`;
  if (!(ERROR_CODES as readonly unknown[]).includes(refusal['error']))
    return 'A refusal has an unknown code.';
  if (typeof refusal['message'] !== 'string' || refusal['message'].trim() === '')
    return 'A refusal has no message.';
  const { message: said } = (refusal['messages'] ?? {}) as Partial<NonNullable<ErrorBody['messages']>>;
  if (typeof said === 'object' && english(said as DashboardMessage) !== refusal['message'])
    return 'A refusal has a message whose sentence is another one.';
  if (refusal['requestId'] !== requestId) return 'A refusal has another request id than its header.';
  if ('param' in refusal !== 'details' in refusal)
    return 'A refusal has a param without details, or the reverse.';
  if (body.length > LONGEST_REFUSAL) return 'A refusal is long.';
  return TELLTALES.test(body) ? 'A refusal names what the service is made of.' : undefined;
}

/** Returns a request as text, so that it can be sent again. */
export function shownRequest({ endpoint, method, url, headers, body, session }: EndpointRequest): string {
  return JSON.stringify({ endpoint, session, method, url, headers, body }, null, 2).slice(0, 4_000);
}
