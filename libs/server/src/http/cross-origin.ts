import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const HOUR_SECONDS = 3_600;

/** Headers of answers that a page may read beside the ones that it always may. */
const READABLE = [
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];
const MAY_READ = { 'access-control-expose-headers': READABLE.join(', ') };
const SENDABLE = [
  'Authorization',
  'Content-Type',
  'If-None-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Traceparent',
  'X-Request-Id',
];

/** Which pages of other origins may use what. */
export interface CrossOriginRules {
  /** Any page, or those from some origins. */
  readonly origins: '*' | readonly string[];
  readonly methods: readonly string[];
  /** Whether a path is open to them. */
  readonly isOpen: (path: string) => boolean;
}

interface PageRoute {
  readonly openToPages?: boolean;
}

/**
 * Lets pages of other origins use a service. A key is nothing that a browser sends by itself, so that a page has no
 * more than who wrote it; cookies are never let through.
 *
 * The plugin answers what browsers ask beforehand. What an answer itself must say is said here, and only to who says
 * that it is a page: the plugin would look into it at every request, for several microseconds.
 */
export async function openToPages(fastify: FastifyInstance, rules: CrossOriginRules): Promise<void> {
  const { origins, methods, isOpen } = rules;
  fastify.addHook('onRoute', (route) => {
    route.config = Object.assign({}, route.config, { openToPages: isOpen(route.url) });
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && (request.routeOptions.config as PageRoute).openToPages) {
      if (origins === '*') reply.headers({ 'access-control-allow-origin': '*', ...MAY_READ });
      else if (origins.includes(origin))
        reply.headers({ 'access-control-allow-origin': origin, ...MAY_READ });
      if (origins !== '*') reply.header('vary', 'Origin');
    }
    done();
  });
  await fastify.register(async (preflights) => {
    preflights.addHook('onRequest', (request, reply, done) => {
      // OPTIONS for its own sake is a method that nothing here has.
      if (request.headers['access-control-request-method'] === undefined) reply.callNotFound();
      else done();
    });
    await preflights.register(cors, {
      origin: origins === '*' ? '*' : [...origins],
      methods: [...methods],
      allowedHeaders: SENDABLE,
      credentials: false,
      maxAge: HOUR_SECONDS,
      strictPreflight: false,
    });
  });
}
