import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DirectoryError } from '@care-atlas/domain/error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerAdapter } from './answer-reply.js';
import { ERROR_STATUS, errorBody } from './error-body.js';
import { requestIdOf } from './request-id.js';

const LONGEST_URL = 8_192;
const LARGEST_BODY = 16_384;
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 1_000;

/**
 * The HTTP server of every service: limits on what a client may send and how slowly, and one error body also
 * for what is refused below the framework.
 * @param publicUrl the address under which clients know the service, for links
 * @param trustedProxies addresses whose X-Forwarded-* headers are believed
 */
export function httpServer(publicUrl: string, trustedProxies: readonly string[]): AnswerAdapter {
  const adapter = new AnswerAdapter({
    // Nothing here is Express middleware; its adapter would cost every request.
    skipMiddie: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: ({ headers }: { headers: FastifyRequest['headers'] }) => requestIdOf(headers),
    requestIdHeader: false,
    bodyLimit: LARGEST_BODY,
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
      if (request.url.length > LONGEST_URL) return refuseLength(reply, request.id);
      const details = [{ param: 'path', message: 'The path is not validly percent-encoded.' }];
      refuse(reply, request.id, new DirectoryError('missing_param', details[0]!.message, details));
    },
    clientErrorHandler: refuseBelowHttp,
  });
  adapter.publicUrl = publicUrl;
  const fastify = adapter.getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
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
    .headers({ 'x-request-id': requestId, 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(errorBody(error, requestId));
}

/** Answers what Node's parser refuses, and destroys the socket: one that is only ended stays with a slow client. */
function refuseBelowHttp(fault: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && fault.code !== 'ECONNRESET') {
    const tooLarge = fault.code === 'HPE_HEADER_OVERFLOW';
    const timedOut = fault.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const error = tooLarge
      ? new DirectoryError('too_large', 'The header is larger than the service accepts.')
      : new DirectoryError(
          'missing_param',
          timedOut ? 'The request took too long to arrive.' : 'This is not HTTP.',
        );
    const line = tooLarge
      ? '431 Request Header Fields Too Large'
      : timedOut
        ? '408 Request Timeout'
        : '400 Bad Request';
    const requestId = randomUUID();
    const body = JSON.stringify(errorBody(error, requestId));
    const headers = [
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.write(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
