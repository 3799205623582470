import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import { WINDOW_MS } from '@care-atlas/server/configuration';
import type { RateCount } from '@care-atlas/server/limits';
import {
  bodyOf,
  negotiatedVisit,
  type Page,
  type PageVisit,
  rememberLanguage,
  sendPage,
} from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import {
  authorizationQuery,
  isStateTooLong,
  LONGEST_STATE,
  SCOPE,
  tokenForm,
} from './authorization-request.js';
import { type AuthorizationContext, LOGIN_PATH, PATHS } from './authorization-server.js';
import { registrationBody } from './clients/client-registration.js';
import { DAY, LIFETIMES, MINUTE } from './lifetimes.js';
import { PAGE_TEXTS } from '../texts/page-texts.js';
import type { Login } from './login.js';
import { errorPage } from './pages/error-page.js';
import { messagePage } from './pages/login-page.js';
import { providerRequest } from './provider-request.js';
import { resourceNameOf, resourceNames } from '../http/resource-names.js';

const LARGEST_BODY = 16_384;
const DAY_MS = DAY * 1000;
/** The metadata of the connector as a protected resource (RFC 9728); also with the path of the resource. */
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** CORS headers for clients in browsers. None of these responses depends on a cookie. */
const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate' };
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '3600',
};

/**
 * Returns a Fastify plugin with the routes of the login. They need a scope of their own: they read every body as text,
 * and the provider writes its responses itself.
 */
export function authorizationRoutes(
  provider: Provider,
  login: Login,
  { configuration: { oauth }, issuer, resource, rates, onError }: AuthorizationContext,
): (fastify: FastifyInstance) => Promise<void> {
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
    (name: string, refuse: Refusal, limit = oauth.requests, windowMs = WINDOW_MS) =>
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
    const resourceMetadata = new Set([RESOURCE_METADATA, ...resourceNames(resource).map(metadataPath)]);
    for (const path of [...resourceMetadata, ...SERVER_METADATA, ...POSTED, PATHS.jwks]) {
      fastify.options(path, open, (_request, reply) => reply.code(204).headers(PREFLIGHT).send());
    }
    const metadata = ({ host, url }: FastifyRequest) => ({
      resource: resourceNameOf(host, url, resource),
      authorization_servers: [issuer],
      scopes_supported: [SCOPE],
      bearer_methods_supported: ['header'],
      resource_name: 'Care Atlas',
    });
    for (const path of resourceMetadata) {
      fastify.get(path, open, (request, reply) =>
        reply.header('cache-control', 'max-age=3600').send(metadata(request)),
      );
    }
    for (const path of [...SERVER_METADATA, PATHS.jwks]) {
      fastify.get(path, open, (request, reply) => forward(request, reply, path));
    }

    const remember = rememberLanguage(issuer);
    const authorize = { onRequest: [remember, rateLimit('authorize', refusePage)] };
    fastify.get(PATHS.authorization, authorize, (request, reply) => {
      const query = authorizationQuery(searchOf(request.url), resource);
      if (isStateTooLong(query))
        return sendPage(reply, errorPage(visitOf(request), 400, 'invalid_request', LONG_STATE));
      return forward(request, reply, `${PATHS.authorization}?${query}`);
    });
    fastify.get(`${PATHS.authorization}/:id`, authorize, (request, reply) =>
      forward(request, reply, request.url),
    );

    const clientRoute = (name: string) => ({
      onRequest: [open.onRequest, rateLimit(name, refuseClient)],
      errorHandler: clientErrorHandler(onError),
    });
    fastify.post(PATHS.token, clientRoute('token'), (request, reply) =>
      forward(request, reply, PATHS.token, tokenForm(bodyOf(request), resource)),
    );
    fastify.post(PATHS.revocation, clientRoute('token'), (request, reply) =>
      forward(request, reply, PATHS.revocation, bodyOf(request)),
    );
    const daily = rateLimit('clients', refuseClient, oauth.clientsPerAddress, DAY_MS);
    fastify.post(PATHS.registration, { ...clientRoute('register'), preHandler: daily }, (request, reply) =>
      forward(request, reply, PATHS.registration, registrationBody(bodyOf(request))),
    );

    const pageRoute = {
      onRequest: [remember, rateLimit('login', refusePage)],
      errorHandler: pageErrorHandler(onError),
    };
    fastify.get(`${LOGIN_PATH}/:id`, pageRoute, async (request, reply) =>
      sendPage(reply, await login.show(request, reply)),
    );
    fastify.post(`${LOGIN_PATH}/:id`, pageRoute, async (request, reply) =>
      sendPage(reply, await login.submit(request, reply)),
    );
  };
}

/** Returns the path of the metadata of a resource. */
function metadataPath(resource: string): string {
  return new URL(getOAuthProtectedResourceMetadataUrl(new URL(resource))).pathname;
}

const LONG_STATE = `the state must have at most ${LONGEST_STATE} characters, percent-encoded`;
const POSTED = [PATHS.token, PATHS.revocation, PATHS.registration];

type Refusal = (reply: FastifyReply, count: RateCount) => FastifyReply;

function refuseClient(reply: FastifyReply, { timeToBlockExpire: seconds }: RateCount): FastifyReply {
  return sendError(reply, 'temporarily_unavailable', `Too many requests: try again in ${seconds} seconds.`);
}

function refusePage(reply: FastifyReply, { timeToBlockExpire: seconds }: RateCount): FastifyReply {
  const visit = visitOf(reply.request);
  const { errors: t } = PAGE_TEXTS[visit.language];
  return sendPage(reply, messagePage(visit, 429, t.tooMany, t.wait(seconds)));
}

function sendError(reply: FastifyReply, error: string, description: string): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ error, error_description: description });
}

/** Returns a handler that reports, in the terms of OAuth, errors that occur before the provider runs. */
function clientErrorHandler(onError: (error: unknown) => void) {
  return (error: { statusCode?: number }, _request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return sendError(reply.code(statusCode), 'invalid_request', LARGE_BODY);
    onError(error);
    return sendError(reply.code(500), 'server_error', 'Something went wrong on our side.');
  };
}

/** Returns a handler that shows a page about a sign-in that cannot continue. */
function pageErrorHandler(onError: (error: unknown) => void) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const page = pageOfError(error, visitOf(request));
    if (page.status === 503) reply.header('retry-after', 1);
    if (page.status === 500) onError(error);
    return sendPage(reply, page);
  };
}

function pageOfError(error: unknown, visit: PageVisit): Page {
  if (error instanceof errors.SessionNotFound) {
    const { errors: t } = PAGE_TEXTS[visit.language];
    return messagePage(visit, 400, t.ended, t.endedWhy(LIFETIMES.signIn / MINUTE), t.cookies);
  }
  if (error instanceof errors.TemporarilyUnavailable || isDatabaseUnavailable(error)) {
    return errorPage(visit, 503, 'temporarily_unavailable');
  }
  // For example, a client whose published document has disappeared since the sign-in began.
  if (error instanceof errors.OIDCProviderError && error.statusCode < 500) {
    return errorPage(visit, 400, error.error, error.error_description);
  }
  return errorPage(visit, 500, 'server_error');
}

/** Returns how the person of a request sees pages. */
function visitOf({ url, headers }: FastifyRequest): PageVisit {
  return negotiatedVisit(url, headers);
}

const LARGE_BODY = `The body may have at most ${LARGEST_BODY} bytes.`;

function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
