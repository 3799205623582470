import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { AnswerAdapter } from '../answers/answer-adapter.js';
import { closeGracefully } from './graceful-close.js';
import {
  BAD_EXPECTATION,
  BAD_PATH,
  NO_PROXY,
  type Refusal,
  refusalAnswer,
  refusalOf,
  refuseOnSocket,
  MAX_URL_LENGTH,
  writeRefusal,
} from './refusal.js';
import { requestIdOf } from './request-id.js';
import type { RequestObserver } from './request-observer.js';
import { securityHeaders } from './security-headers.js';

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
  /** The start of the paths that pages of any origin may use: they may read refusals too. */
  readonly openPath?: string;
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
  openPath,
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
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Checked below: Node would answer without a body.
      requireHostHeader: false,
    },
    // The router rejects a path parameter that is too long, and a path that it cannot decode.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const refusal = refusalOf(request.raw) ?? BAD_PATH;
      observer.recordRefusal(refusal.status);
      sendRefusal(refusal, request, reply);
    },
    clientErrorHandler: (fault: Error & { code?: string }, socket: Socket) => {
      const status = refuseOnSocket(fault, socket, openPath !== undefined);
      if (status !== undefined) observer.recordRefusal(status);
    },
  });
  const sendRefusal = (refusal: Refusal, { id, url }: FastifyRequest, reply: FastifyReply) => {
    const { headers, body } = refusalAnswer(refusal, id, openPath !== undefined && url.startsWith(openPath));
    void reply.code(refusal.status).headers(headers).send(body);
  };
  const commonHeaders = securityHeaders(publicUrl);
  const fastify = adapter.getInstance();
  observer.attach(fastify, dataset);
  closeGracefully(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders).header('x-request-id', request.id);
    const refusal = refusalOf(request.raw);
    if (refusal) sendRefusal(refusal, request, reply);
    else done();
  });
  fastify.addHook('onRoute', (route) => {
    // Fastify adds the length 0 to an answer to HEAD that has no body, which would be wrong for 304.
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], removeLength].flat();
  });
  // A client may send the absolute form, as to a proxy (RFC 9112, 3.2.2). Fastify's own option costs every request more.
  fastify.server.prependListener('request', (request: IncomingMessage) => {
    const { url = '/' } = request;
    if (!url.startsWith('/')) request.url = url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
  });
  // Node would refuse other expectations than 100-continue without a body.
  fastify.server.on('checkExpectation', ({ headers: sent }: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = refusalAnswer(BAD_EXPECTATION, requestIdOf(sent), openPath !== undefined);
    observer.recordRefusal(BAD_EXPECTATION.status);
    response.writeHead(BAD_EXPECTATION.status, { ...headers, connection: 'close' }).end(body);
  });
  // Node would close the connection without an answer. It no longer listens to errors of the socket.
  fastify.server.on('connect', ({ headers: sent }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    observer.recordRefusal(NO_PROXY.status);
    writeRefusal(socket, NO_PROXY, requestIdOf(sent), openPath !== undefined);
  });
  return adapter;
}

const removeLength: onSendHookHandler = (_request, reply, _payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length');
  done();
};
