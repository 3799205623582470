import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { ENVELOPE_HEADERS } from '../answers/envelope-headers.js';

const HOUR_SECONDS = 3_600;

/** The response headers that scripts of other origins may read, besides those that CORS always allows. */
export const READABLE_HEADERS = {
  'access-control-expose-headers':
    'Accept-Ranges, Content-Range, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, ' +
    'Mcp-Session-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Dataset-Version, X-Cursor, ' +
    ENVELOPE_HEADERS.join(', '),
};
const SENDABLE_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-None-Match',
  'If-Range',
  'Range',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Traceparent',
  'X-Request-Id',
];

/** The origins, methods and paths that CORS allows. */
export interface CrossOriginRules {
  /** Any origin, or a list. */
  readonly origins: '*' | readonly string[];
  readonly methods: readonly string[];
  /** Returns whether other origins may use a path. */
  readonly isOpen: (path: string) => boolean;
}

interface CrossOriginRoute {
  readonly crossOrigin?: boolean;
}

/**
 * Allows pages of other origins to use a service. Browsers do not send a key by themselves, so a page can do no more than
 * its author could; cookies are never allowed.
 *
 * The plugin answers preflight requests only. The headers of other answers are set here, and only on requests that have an
 * Origin: the plugin would cost every request several microseconds.
 */
export async function allowCrossOrigin(fastify: FastifyInstance, rules: CrossOriginRules): Promise<void> {
  const { origins, methods, isOpen } = rules;
  fastify.addHook('onRoute', (route) => {
    route.config = Object.assign({}, route.config, { crossOrigin: isOpen(route.url) });
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && (request.routeOptions.config as CrossOriginRoute).crossOrigin) {
      const allowed = origins === '*' ? '*' : origins.find((each) => each === origin);
      if (allowed !== undefined) {
        reply.headers({ 'access-control-allow-origin': allowed, ...READABLE_HEADERS });
      }
      if (origins !== '*') reply.header('vary', 'Origin');
    }
    done();
  });
  await fastify.register(async (preflights) => {
    preflights.addHook('onRequest', (request, reply, done) => {
      // An OPTIONS request that is not a preflight gets the 404 or 405 of any unsupported method.
      if (request.headers['access-control-request-method'] === undefined) reply.callNotFound();
      else done();
    });
    await preflights.register(cors, {
      origin: origins === '*' ? '*' : [...origins],
      methods: [...methods],
      allowedHeaders: SENDABLE_HEADERS,
      credentials: false,
      maxAge: HOUR_SECONDS,
      strictPreflight: false,
    });
  });
}
