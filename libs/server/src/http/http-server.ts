import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerAdapter } from '../answers/answer-reply.js';
import { ERROR_STATUS, errorBody } from './error-body.js';
import { requestIdOf } from './request-id.js';
import { safeHeaders } from './safe-headers.js';
import { endSilentConnections } from './silent-connections.js';
import type { Traffic } from './request-observer.js';

const LONGEST_URL = 8_192;
const LARGEST_BODY = 16_384;
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 1_000;

/** What differs from one service to another. */
export interface HttpServerOptions {
  /** The address under which clients know the service. */
  readonly publicUrl: string;
  /** Addresses whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[];
  /** What notes the requests. */
  readonly traffic: Traffic;
  /** The dataset version that is served, for the log. */
  readonly dataset: () => string;
  /** Bytes that a body may have. */
  readonly bodyLimit?: number;
}

/**
 * The HTTP server of every service: limits on what a client may send and how slowly, and one error body also
 * for what is refused below the framework.
 */
export function httpServer({
  publicUrl,
  trustedProxies,
  traffic,
  dataset,
  bodyLimit = LARGEST_BODY,
}: HttpServerOptions): AnswerAdapter {
  const adapter = new AnswerAdapter({
    // Nothing here is Express middleware; its adapter would cost every request.
    skipMiddie: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: ({ headers }: { headers: FastifyRequest['headers'] }) => requestIdOf(headers),
    requestIdHeader: false,
    bodyLimit,
    // What arrived before the listening ended is answered, and not turned away.
    return503OnClosing: false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: REQUEST_MS,
    routerOptions: {
      ignoreTrailingSlash: true,
      // No longer than a URL may be: an unknown number of any length is unknown, not a bad path.
      maxParamLength: LONGEST_URL,
    },
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    // The router refuses a path parameter that is longer than a URL may be, and a path that it cannot decode.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      if (request.url.length > LONGEST_URL) {
        traffic.refusedBelow(414);
        return refuseLength(reply, request.id);
      }
      traffic.refusedBelow(400);
      const details = [{ param: 'path', message: 'The path is not validly percent-encoded.' }];
      refuse(reply, request.id, new DirectoryError('missing_param', details[0]!.message, details));
    },
    clientErrorHandler: (fault: Error & { code?: string }, socket: Socket) => {
      const status = refuseBelowHttp(fault, socket);
      if (status !== undefined) traffic.refusedBelow(status);
    },
  });
  const always = safeHeaders(publicUrl);
  const fastify = adapter.getInstance();
  traffic.watch(fastify, dataset);
  endSilentConnections(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    if (request.url.length > LONGEST_URL) refuseLength(reply, request.id);
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

interface LowRefusal {
  readonly status: number;
  readonly reason: string;
  readonly error: DirectoryError;
}

const BAD_HTTP: LowRefusal = {
  status: 400,
  reason: 'Bad Request',
  error: new DirectoryError('missing_param', 'This is not HTTP.'),
};
const LOW_REFUSALS = new Map<string, LowRefusal>([
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: 431,
      reason: 'Request Header Fields Too Large',
      error: new DirectoryError('too_large', 'The header is larger than the service accepts.'),
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: 408,
      reason: 'Request Timeout',
      error: new DirectoryError('missing_param', 'The request took too long to arrive.'),
    },
  ],
]);

/**
 * Answers what Node's parser refuses, and destroys the socket: one that is only ended stays with a slow client.
 * @returns the status of the answer, if one could be sent
 */
function refuseBelowHttp(fault: Error & { code?: string }, socket: Socket): number | undefined {
  if (!socket.writable || fault.code === 'ECONNRESET') {
    socket.destroySoon();
    return undefined;
  }
  const { status, reason, error } = LOW_REFUSALS.get(fault.code ?? '') ?? BAD_HTTP;
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
