import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as a client sends it. */
export interface HttpRequest {
  readonly method?: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: object;
}

/** Returns the bytes of a request, so that a load generator only has to send them. */
export function rawRequest({ method = 'GET', path, headers, body }: HttpRequest): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(`${name}: ${value}`);
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`);
  return `${lines.join('\r\n')}\r\n\r\n${content}`;
}

/** Sends a request once. */
export function send(port: number, { method, path, headers, body }: HttpRequest): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...(method && { method }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/**
 * Sends a request once and returns the body.
 * @throws when the answer is no success
 */
export async function bodyOf(port: number, request: HttpRequest): Promise<string> {
  const answer = await send(port, request);
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${request.path}: ${answer.status} ${body.slice(0, 200)}`);
  return body;
}

/** Returns the average bytes of the bodies of requests. */
export async function averageSize(port: number, requests: readonly HttpRequest[]): Promise<number> {
  const bodies = await Promise.all(requests.map((request) => bodyOf(port, request)));
  return Math.round(Buffer.byteLength(bodies.join('')) / bodies.length);
}

/** Returns the average bytes of the bodies of GET requests as they are sent, compressed or not. */
export async function averageSentSize(port: number, requests: readonly HttpRequest[]): Promise<number> {
  let bytes = 0;
  for (const { path, headers } of requests) {
    const sent = get({ host: '127.0.0.1', port, path, headers: { ...headers } });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    bytes += (await buffer(answer)).length;
  }
  return bytes / requests.length;
}

/** Returns GET requests with a key. */
export function keyed(paths: readonly string[], key: string): HttpRequest[] {
  const headers = { Authorization: `Bearer ${key}` };
  return paths.map((path) => ({ path, headers }));
}
