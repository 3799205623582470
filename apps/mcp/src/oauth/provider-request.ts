import { IncomingMessage } from 'node:http';

/** Headers that are passed to the provider. It does not learn where a request came from. */
const PASSED = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'origin',
  'user-agent',
] as const;

/**
 * Returns a request for the provider, copied from one whose body has been read. Its address is always the public one:
 * links and cookies come from configuration, never from a client or proxy.
 * @param url path and query
 */
export function providerRequest(
  raw: IncomingMessage,
  publicOrigin: string,
  url: string,
  body?: string,
): IncomingMessage {
  const { protocol, host } = new URL(publicOrigin);
  const request = new IncomingMessage(raw.socket);
  request.method = raw.method;
  request.url = url;
  request.headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
  for (const name of PASSED) {
    const value = raw.headers[name];
    if (value !== undefined) request.headers[name] = value;
  }
  if (body !== undefined) {
    request.headers['content-length'] = String(Buffer.byteLength(body));
    request.push(body);
  }
  request.push(null);
  request.complete = true;
  return request;
}
