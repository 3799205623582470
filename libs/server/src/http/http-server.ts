import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerAdapter } from '../answers/answer-adapter.js';
import { ERROR_STATUS, errorBody } from './error-body.js';
import { closeIdleConnections } from './idle-connections.js';
import { requestIdOf } from './request-id.js';
import type { RequestObserver } from './request-observer.js';
import { securityHeaders } from './security-headers.js';

const MAX_URL_LENGTH = 8_192;
const MAX_BODY_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 1_000;

/** What differs between services. */
export interface HttpServerOptions {
  /** The address that clients use. */
  readonly publicUrl: string;
  /** Addresses whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly observer: RequestObserver;
  /** Returns the dataset version in service, for the log. */
  readonly dataset: () => string;
  /** The largest body, in bytes. */
  readonly bodyLimit?: number;
}

/**
 * Creates the HTTP server of a service. It limits the size and slowness of requests, and sends the standard error body
 * even for requests that are rejected before they reach the framework.
 */
export function httpServer({
  publicUrl,
  trustedProxies,
  observer,
  dataset,
  bodyLimit = MAX_BODY_BYTES,
}: HttpServerOptions): AnswerAdapter {
  const adapter = new AnswerAdapter({
    // There is no Express middleware; its adapter would cost every request.
    skipMiddie: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: ({ headers }: { headers: FastifyRequest['headers'] }) => requestIdOf(headers),
    requestIdHeader: false,
    bodyLimit,
    // Requests that arrived before the server stopped listening are answered.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: {
      ignoreTrailingSlash: true,
      // As long as a URL may be, so that a long unknown number is answered 404 instead of 400.
      maxParamLength: MAX_URL_LENGTH,
    },
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    // The router rejects a path parameter that is too long, and a path that it cannot decode.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      if (request.url.length > MAX_URL_LENGTH) {
        observer.recordRefusal(414);
        return refuseLength(reply, request.id);
      }
      observer.recordRefusal(400);
      const details = [{ param: 'path', message: 'The path is not validly percent-encoded.' }];
      refuse(reply, request.id, new DirectoryError('missing_param', details[0]!.message, details));
    },
    clientErrorHandler: (fault: Error & { code?: string }, socket: Socket) => {
      const status = refuseOnSocket(fault, socket);
      if (status !== undefined) observer.recordRefusal(status);
    },
  });
  const commonHeaders = securityHeaders(publicUrl);
  const fastify = adapter.getInstance();
  observer.attach(fastify, dataset);
  closeIdleConnections(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders).header('x-request-id', request.id);
    if (request.url.length > MAX_URL_LENGTH) refuseLength(reply, request.id);
    else done();
  });
  return adapter;
}

function refuseLength(reply: FastifyReply, requestId: string): void {
  refuse(reply, requestId, new DirectoryError('too_large'), 414);
}

function refuse(reply: FastifyReply, requestId: string, error: DirectoryError, status?: number): void {
  void reply
    .code(status ?? ERROR_STATUS[error.code])
    .headers({
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .type('application/json; charset=utf-8')
    .send(errorBody(error, requestId));
}

interface SocketRefusal {
  readonly status: number;
  readonly reason: string;
  readonly error: DirectoryError;
}

const BAD_HTTP: SocketRefusal = {
  status: 400,
  reason: 'Bad Request',
  error: new DirectoryError('missing_param', 'This is not HTTP.'),
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

/**
 * Answers a request that Node's parser rejects, and destroys the socket: a slow client would keep one that is only ended.
 * @returns the status, if an answer could be sent
 */
function refuseOnSocket(fault: Error & { code?: string }, socket: Socket): number | undefined {
  if (!socket.writable || fault.code === 'ECONNRESET') {
    socket.destroySoon();
    return undefined;
  }
  const { status, reason, error } = SOCKET_REFUSALS[fault.code ?? ''] ?? BAD_HTTP;
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.write(`HTTP/1.1 ${status} ${reason}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
  return status;
}
