import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DirectoryError } from '@care-atlas/domain/contract';
import { READABLE_HEADERS } from './cross-origin.js';
import { errorBody } from './error-body.js';

export const MAX_URL_LENGTH = 8_192;

/** The answer to a request that is refused before a route or a key is looked for. */
export interface Refusal {
  readonly status: number;
  readonly error: DirectoryError;
}

const BAD_HOST = badRequest('A request must have one Host header.', 'host');
const BAD_QUERY = badRequest('The query is not validly percent-encoded.', 'query');
export const BAD_PATH = badRequest('The path is not validly percent-encoded.', 'path');
const LONG_URL: Refusal = { status: 414, error: new DirectoryError('too_large') };
export const BAD_EXPECTATION: Refusal = {
  status: 417,
  error: new DirectoryError('missing_param', 'The only expectation that is met is 100-continue.'),
};
/** A refusal that is written without the framework. */
interface SocketRefusal extends Refusal {
  readonly reason: string;
}

const BAD_HTTP: SocketRefusal = { ...badRequest('This is not HTTP.'), reason: 'Bad Request' };
export const NO_PROXY: SocketRefusal = {
  ...badRequest('CONNECT is for proxies. This service is not one.'),
  reason: 'Bad Request',
};
const SOCKET_REFUSALS: Readonly<Record<string, SocketRefusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    error: new DirectoryError('too_large', 'The header is larger than the service accepts.'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    error: new DirectoryError('missing_param', 'The request took too long to arrive.'),
  },
};

function badRequest(message: string, param?: string): Refusal {
  const details = param === undefined ? undefined : [{ param, message }];
  return { status: 400, error: new DirectoryError('missing_param', message, details) };
}

/** Returns why a request is refused by its head alone. */
export function refusalOf({
  url = '',
  headers,
  httpVersion,
  rawHeaders,
}: IncomingMessage): Refusal | undefined {
  if (url.length > MAX_URL_LENGTH) return LONG_URL;
  if (headers.host === undefined ? httpVersion === '1.1' : hasSecondHost(rawHeaders)) return BAD_HOST;
  return isEncoded(url) ? undefined : BAD_QUERY;
}

// Node keeps the first one. A proxy may have taken the other.
function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

function isEncoded(url: string): boolean {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return true;
  try {
    decodeURIComponent(url.slice(start));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the headers and the body of a refusal.
 * @param isOpen whether pages of any origin may read it
 */
export function refusalAnswer({ error }: Refusal, requestId: string, isOpen: boolean) {
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isOpen && { 'access-control-allow-origin': '*', ...READABLE_HEADERS }),
  };
  return { headers, body };
}

/**
 * Answers a request that Node's parser rejects.
 * @returns the status, if an answer could be sent
 */
export function refuseOnSocket(
  fault: Error & { code?: string },
  socket: Socket,
  isOpen: boolean,
): number | undefined {
  if (!socket.writable || fault.code === 'ECONNRESET') {
    socket.destroySoon();
    return undefined;
  }
  const refusal = SOCKET_REFUSALS[fault.code ?? ''] ?? BAD_HTTP;
  writeRefusal(socket, refusal, randomUUID(), isOpen);
  return refusal.status;
}

/** Writes a refusal, and destroys the socket: a slow client would keep one that is only ended. */
export function writeRefusal(
  socket: Socket,
  refusal: SocketRefusal,
  requestId: string,
  isOpen: boolean,
): void {
  const { headers, body } = refusalAnswer(refusal, requestId, isOpen);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`HTTP/1.1 ${refusal.status} ${refusal.reason}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
