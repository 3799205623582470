import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { WINDOW_MS } from '@care-atlas/server/configuration';
import type { RateCount, RateStore } from '@care-atlas/server/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { authorizationQuery, isStateTooLong, LONGEST_STATE, tokenForm } from './authorization-request.js';
import { PATHS } from './authorization-server.js';
import { registrationOf } from './clients/client-registration.js';
import { errorPage } from './pages/error-page.js';
import { innerRequest } from './inner-request.js';
import { DAY, LIFETIMES, MINUTE } from './lifetimes.js';
import { type Login, send } from './login.js';
import { messagePage } from './pages/login-page.js';
import { protectedResource, resourcePaths } from './protected-resource.js';

const LARGEST_BODY = 16_384;
const DAY_MS = DAY * 1000;
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** Documents and answers for programs in browsers: none of them depends on a cookie. */
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
  readonly onFault: (error: unknown) => void;
}

/**
 * The routes of the login, for a Fastify of their own: they read bodies in their own way, and the provider
 * writes its answers itself.
 */
export function authorizationRoutes(
  routes: AuthorizationRoutes,
): (fastify: FastifyInstance) => Promise<void> {
  const { provider, login, issuer, resource, rates, limits, onFault } = routes;
  const answer = provider.callback();

  /** Lets the provider answer. */
  const pass = (request: FastifyRequest, reply: FastifyReply, url: string, body?: string) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    void answer(innerRequest(request.raw, issuer, url, body), reply.raw);
  };

  const counted = (step: string, limit: number, windowMs: number, refuse: Refusal) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const count = await rates.increment(`oauth-${step}:${request.ip}`, windowMs, limit);
      if (count.isBlocked)
        return refuse(reply.code(429).header('retry-after', count.timeToBlockExpire), count);
      return undefined;
    };
  };
  const limited = (step: string, refuse: Refusal) => counted(step, limits.requests, WINDOW_MS, refuse);

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
    const document = protectedResource(resource, issuer);
    for (const path of resourcePaths(resource)) {
      fastify.get(path, open, (_request, reply) =>
        reply.header('cache-control', 'max-age=3600').send(document),
      );
    }
    for (const path of [...SERVER_METADATA, PATHS.keys]) {
      fastify.get(path, open, (request, reply) => pass(request, reply, path));
    }

    fastify.get(PATHS.authorize, { onRequest: limited('authorize', refusePage) }, (request, reply) => {
      const query = authorizationQuery(searchOf(request.url), resource);
      if (isStateTooLong(query)) return send(reply.code(400), errorPage('invalid_request', LONG_STATE));
      return pass(request, reply, `${PATHS.authorize}?${query}`);
    });
    fastify.get(`${PATHS.authorize}/:id`, { onRequest: limited('authorize', refusePage) }, (request, reply) =>
      pass(request, reply, request.url),
    );

    const program = (step: string) => ({
      onRequest: [open.onRequest, limited(step, refuseProgram)],
      errorHandler: tellProgram(onFault),
    });
    fastify.post(PATHS.token, program('token'), (request, reply) =>
      pass(request, reply, PATHS.token, tokenForm(bodyOf(request), resource)),
    );
    fastify.post(PATHS.revoke, program('token'), (request, reply) =>
      pass(request, reply, PATHS.revoke, bodyOf(request)),
    );
    const daily = counted('clients', limits.registrations, DAY_MS, refuseProgram);
    fastify.post(PATHS.register, { ...program('register'), preHandler: daily }, (request, reply) =>
      pass(request, reply, PATHS.register, registrationBody(bodyOf(request))),
    );

    const person = { onRequest: limited('login', refusePage), errorHandler: tellPerson(onFault) };
    fastify.get(`${PATHS.login}/:id`, person, (request, reply) => login.show(request, reply));
    fastify.post(`${PATHS.login}/:id`, person, (request, reply) => login.answer(request, reply));
  };
}

const LONG_STATE = `the state must have at most ${LONGEST_STATE} characters, percent-encoded`;
const POSTED = [PATHS.token, PATHS.revoke, PATHS.register];

type Refusal = (reply: FastifyReply, count: RateCount) => FastifyReply;

function refuseProgram(reply: FastifyReply, { timeToBlockExpire: seconds }: RateCount): FastifyReply {
  return sendProgram(reply, 'temporarily_unavailable', `Too many requests: try again in ${seconds} seconds.`);
}

function refusePage(reply: FastifyReply, { timeToBlockExpire: seconds }: RateCount): FastifyReply {
  const advice = `Wait ${seconds} seconds, and load this page again.`;
  return send(reply, messagePage('Too many requests from your address', advice));
}

function sendProgram(reply: FastifyReply, error: string, description: string): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ error, error_description: description });
}

/** Says in the words of OAuth what went wrong before the provider was reached. */
function tellProgram(onFault: (error: unknown) => void) {
  return (error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode < 500) {
      void sendProgram(
        reply.code(statusCode),
        'invalid_request',
        `The body may have at most ${LARGEST_BODY} bytes.`,
      );
      return;
    }
    onFault(error);
    void sendProgram(reply.code(500), 'server_error', 'Something went wrong on our side.');
  };
}

/** Says on a page why a sign-in cannot go on. */
function tellPerson(onFault: (error: unknown) => void) {
  return (error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof errors.SessionNotFound) {
      void send(reply.code(400), messagePage('This sign-in has ended', ENDED, COOKIES));
      return;
    }
    const away = error instanceof errors.TemporarilyUnavailable || isDatabaseUnavailable(error);
    if (away) reply.header('retry-after', 1);
    else onFault(error);
    const code = away ? 'temporarily_unavailable' : 'server_error';
    void send(reply.code(away ? 503 : 500), errorPage(code, undefined));
  };
}

const ENDED = `It was finished already, or waited for more than ${LIFETIMES.signIn / MINUTE} minutes. Start again from the program that sent you here.`;
const COOKIES =
  'If this happens at once, your browser does not keep cookies for this page: it needs one until you answer.';

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** A body that is not JSON is left for the provider to refuse. */
function registrationBody(body: string): string {
  try {
    return JSON.stringify(registrationOf(JSON.parse(body)));
  } catch {
    return body;
  }
}
