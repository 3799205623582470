import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { WINDOW_MS } from '@care-atlas/server/configuration';
import type { RateCount, RateStore } from '@care-atlas/server/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { authorizationQuery, isStateTooLong, LONGEST_STATE, tokenForm } from './authorization-request.js';
import { PATHS } from './authorization-server.js';
import { registrationOf } from './clients/client-registration.js';
import { DAY, LIFETIMES, MINUTE } from './lifetimes.js';
import { type Login, sendPage } from './login.js';
import { errorPage } from './pages/error-page.js';
import { messagePage } from './pages/login-page.js';
import { protectedResource, resourcePaths } from './protected-resource.js';
import { providerRequest } from './provider-request.js';

const LARGEST_BODY = 16_384;
const DAY_MS = DAY * 1000;
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** CORS headers for clients in browsers. None of these responses depends on a cookie. */
const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate' };
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '3600',
};

export interface AuthorizationRoutes {
  readonly provider: Provider;
  readonly login: Login;
  readonly issuer: string;
  readonly resource: string;
  readonly rates: RateStore;
  /** Requests per minute, and registrations per day, of one client address. */
  readonly limits: { readonly requests: number; readonly registrations: number };
  readonly onError: (error: unknown) => void;
}

/**
 * Returns a Fastify plugin with the routes of the login. They need a scope of their own: they read every body as text,
 * and the provider writes its responses itself.
 */
export function authorizationRoutes(
  routes: AuthorizationRoutes,
): (fastify: FastifyInstance) => Promise<void> {
  const { provider, login, issuer, resource, rates, limits, onError } = routes;
  const callback = provider.callback();

  /** Lets the provider answer. */
  const forward = (request: FastifyRequest, reply: FastifyReply, url: string, body?: string) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    void callback(providerRequest(request.raw, issuer, url, body), reply.raw);
  };

  /** Returns a hook that limits the requests of one client address. */
  const rateLimit =
    (name: string, refuse: Refusal, limit = limits.requests, windowMs = WINDOW_MS) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const count = await rates.increment(`oauth-${name}:${request.ip}`, windowMs, limit);
      if (!count.isBlocked) return undefined;
      return refuse(reply.code(429).header('retry-after', count.timeToBlockExpire), count);
    };

  return async (fastify) => {
    fastify.removeAllContentTypeParsers();
    const text = { parseAs: 'string', bodyLimit: LARGEST_BODY } as const;
    fastify.addContentTypeParser('*', text, (_request, body, done) => done(null, body));

    const open = {
      onRequest: async (_request: FastifyRequest, reply: FastifyReply) => void reply.headers(OPEN),
    };
    for (const path of [...resourcePaths(resource), ...SERVER_METADATA, ...POSTED, PATHS.keys]) {
      fastify.options(path, open, (_request, reply) => reply.code(204).headers(PREFLIGHT).send());
    }
    const metadata = protectedResource(resource, issuer);
    for (const path of resourcePaths(resource)) {
      fastify.get(path, open, (_request, reply) =>
        reply.header('cache-control', 'max-age=3600').send(metadata),
      );
    }
    for (const path of [...SERVER_METADATA, PATHS.keys]) {
      fastify.get(path, open, (request, reply) => forward(request, reply, path));
    }

    const authorize = { onRequest: rateLimit('authorize', refusePage) };
    fastify.get(PATHS.authorize, authorize, (request, reply) => {
      const query = authorizationQuery(searchOf(request.url), resource);
      if (isStateTooLong(query)) return sendPage(reply.code(400), errorPage('invalid_request', LONG_STATE));
      return forward(request, reply, `${PATHS.authorize}?${query}`);
    });
    fastify.get(`${PATHS.authorize}/:id`, authorize, (request, reply) =>
      forward(request, reply, request.url),
    );

    const clientRoute = (name: string) => ({
      onRequest: [open.onRequest, rateLimit(name, refuseClient)],
      errorHandler: clientErrorHandler(onError),
    });
    fastify.post(PATHS.token, clientRoute('token'), (request, reply) =>
      forward(request, reply, PATHS.token, tokenForm(bodyOf(request), resource)),
    );
    fastify.post(PATHS.revoke, clientRoute('token'), (request, reply) =>
      forward(request, reply, PATHS.revoke, bodyOf(request)),
    );
    const daily = rateLimit('clients', refuseClient, limits.registrations, DAY_MS);
    fastify.post(PATHS.register, { ...clientRoute('register'), preHandler: daily }, (request, reply) =>
      forward(request, reply, PATHS.register, registrationBody(bodyOf(request))),
    );

    const pageRoute = { onRequest: rateLimit('login', refusePage), errorHandler: pageErrorHandler(onError) };
    fastify.get(`${PATHS.login}/:id`, pageRoute, (request, reply) => login.show(request, reply));
    fastify.post(`${PATHS.login}/:id`, pageRoute, (request, reply) => login.submit(request, reply));
  };
}

const LONG_STATE = `the state must have at most ${LONGEST_STATE} characters, percent-encoded`;
const POSTED = [PATHS.token, PATHS.revoke, PATHS.register];

type Refusal = (reply: FastifyReply, count: RateCount) => FastifyReply;

function refuseClient(reply: FastifyReply, { timeToBlockExpire: seconds }: RateCount): FastifyReply {
  return sendError(reply, 'temporarily_unavailable', `Too many requests: try again in ${seconds} seconds.`);
}

function refusePage(reply: FastifyReply, { timeToBlockExpire: seconds }: RateCount): FastifyReply {
  const advice = `Wait ${seconds} seconds, and load this page again.`;
  return sendPage(reply, messagePage('Too many requests from your address', advice));
}

function sendError(reply: FastifyReply, error: string, description: string): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ error, error_description: description });
}

/** Returns a handler that reports, in the terms of OAuth, errors that occur before the provider runs. */
function clientErrorHandler(onError: (error: unknown) => void) {
  return (error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode < 500) {
      const description = `The body may have at most ${LARGEST_BODY} bytes.`;
      void sendError(reply.code(statusCode), 'invalid_request', description);
      return;
    }
    onError(error);
    void sendError(reply.code(500), 'server_error', 'Something went wrong on our side.');
  };
}

/** Returns a handler that shows a page about a sign-in that cannot continue. */
function pageErrorHandler(onError: (error: unknown) => void) {
  return (error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof errors.SessionNotFound) {
      void sendPage(reply.code(400), messagePage('This sign-in has ended', ENDED, COOKIES));
      return;
    }
    const unavailable = error instanceof errors.TemporarilyUnavailable || isDatabaseUnavailable(error);
    if (unavailable) reply.header('retry-after', 1);
    else onError(error);
    const code = unavailable ? 'temporarily_unavailable' : 'server_error';
    void sendPage(reply.code(unavailable ? 503 : 500), errorPage(code));
  };
}

const ENDED = `It is already complete, or it took longer than ${LIFETIMES.signIn / MINUTE} minutes. Start again from the program that sent you here.`;
const COOKIES =
  'If this happens immediately, your browser rejects the cookie that this page needs until you answer.';

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** Returns the reduced body of a registration. The provider rejects a body that is not JSON. */
function registrationBody(body: string): string {
  try {
    return JSON.stringify(registrationOf(JSON.parse(body)));
  } catch {
    return body;
  }
}
