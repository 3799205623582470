import { IncomingMessage } from 'node:http';

/** Headers that the provider may see. Where the request came from is none of its concern. */
const PASSED = ['accept', 'authorization', 'content-type', 'cookie', 'origin', 'user-agent'] as const;

/**
 * A request for the provider, made of one whose body was read already. It is always at the public address: links
 * and cookies come from configuration, never from what a client or proxy says.
 * @param url path and query
 */
export function innerRequest(
  raw: IncomingMessage,
  publicOrigin: string,
  url: string,
  body?: string,
): IncomingMessage {
  const { protocol, host } = new URL(publicOrigin);
  const inner = new IncomingMessage(raw.socket);
  inner.method = raw.method;
  inner.url = url;
  inner.headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
  for (const name of PASSED) {
    const value = raw.headers[name];
    if (value !== undefined) inner.headers[name] = value;
  }
  if (body !== undefined) {
    inner.headers['content-length'] = String(Buffer.byteLength(body));
    inner.push(body);
  }
  inner.push(null);
  inner.complete = true;
  return inner;
}
