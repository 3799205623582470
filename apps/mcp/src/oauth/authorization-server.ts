import type { OAuthRepository } from '@care-atlas/data/oauth';
import type { McpConfiguration } from '@care-atlas/server/configuration';
import type { RateStore } from '@care-atlas/server/limits';
import { negotiatedVisit } from '@care-atlas/server/pages';
import { type Configuration as ProviderConfiguration, errors, Provider } from 'oidc-provider';
import type { FetchDocument } from './clients/client-document.js';
import { errorPage } from './pages/error-page.js';
import { clientMetadata } from './clients/client-registration.js';
import { LIFETIMES, MINUTE } from './lifetimes.js';
import { GRANTABLE_SCOPES, SCOPE } from './authorization-request.js';
import type { OAuthSecret } from './oauth-secret.js';
import { orUnavailable, recordAdapters } from './record-adapter.js';

/** Paths of the provider's endpoints, and of the page, from the origin of the connector. */
export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;
export const LOGIN_PATH = '/oauth/login';

/** What the parts of the login depend on. */
export interface AuthorizationContext {
  readonly configuration: McpConfiguration;
  /** The origin of the connector. */
  readonly issuer: string;
  /** The address of the connector, which is the only resource that tokens are issued for. */
  readonly resource: string;
  readonly records: OAuthRepository;
  readonly secret: OAuthSecret;
  readonly rates: RateStore;
  readonly fetchDocument: FetchDocument;
  /** Logs an unexpected error. */
  readonly onError: (error: unknown) => void;
}

/** Returns the OAuth 2.1 authorization server: oidc-provider, reduced to the features that hosts of the connector need. */
export function authorizationServer(context: AuthorizationContext): Provider {
  const { configuration, issuer, resource, records, secret, fetchDocument, onError } = context;
  const provider = new Provider(issuer, {
    adapter: recordAdapters(records, configuration.oauth.clients),
    fetch: fetchDocument,
    // An account is a key. Every step looks it up, so that nothing outlives the key.
    findAccount: async (_context, id) => {
      const active = await orUnavailable(() => records.isActiveKey(id));
      return active ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    cookies: {
      keys: [secret.cookieKey],
      names: { session: 'care_session', interaction: 'care_sign_in', resume: 'care_sign_in_resume' },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    jwks: { keys: [secret.signingKey] },
    ...CLIENTS,
    ...TOKENS,
    routes: { ...PATHS, end_session: '/oauth/end' },
    interactions: { url: (_context, { uid }) => `${LOGIN_PATH}/${uid}` },
    features: features(resource),
    renderError: (koa, { error, error_description: description }) => {
      const visit = negotiatedVisit(koa.req.url, koa.req.headers);
      const { headers, body } = errorPage(visit, koa.status, error, description);
      koa.set(headers);
      koa.body = body;
    },
  });
  // The forwarded headers are those of providerRequest, never those of a client.
  provider.proxy = true;
  provider.on('server_error', (_context, error) => onError(error));
  provider.use(async (koa, next) => {
    await next();
    if (koa.status === 503) koa.set('retry-after', '1');
  });
  return provider;
}

/** Public clients that use PKCE, and clients that sign. Native ones may use loopback addresses. */
const CLIENTS = {
  clientDefaults: {
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'EdDSA',
  },
  clientAuthMethods: ['none', 'private_key_jwt'],
  responseTypes: ['code'],
  scopes: GRANTABLE_SCOPES.split(' '),
  claims: {},
  pkce: { required: () => true },
  // Clients in browsers may have any origin, because their tokens are not cookies.
  clientBasedCORS: () => true,
  // Runs for every client: registered or published.
  extraClientMetadata: { properties: ['software_id'], validator: clientMetadata },
} satisfies ProviderConfiguration;

const TOKENS = {
  ttl: {
    AccessToken: LIFETIMES.accessToken,
    AuthorizationCode: LIFETIMES.code,
    Grant: LIFETIMES.grant,
    Interaction: LIFETIMES.signIn,
    Session: LIFETIMES.signIn,
    IdToken: MINUTE,
    RefreshToken: (_context, token) =>
      Math.max(1, Math.min(LIFETIMES.unusedRefreshToken, LIFETIMES.grant - token.totalLifetime())),
  },
  // Every host needs to stay connected, but most do not request offline_access.
  issueRefreshToken: (_context, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
  rotateRefreshToken: () => true,
  expiresWithSession: () => Promise.resolve(false),
} satisfies ProviderConfiguration;

function features(resource: string): ProviderConfiguration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_context, client, token) => Promise.resolve(token.clientId === client.clientId),
    },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      // Older hosts do not name the resource.
      defaultResource: (_context, _client, oneOf) => Promise.resolve(oneOf?.[0] ?? resource),
      useGrantedResource: () => Promise.resolve(true),
      getResourceServerInfo: (_context, indicator) => {
        if (indicator !== resource)
          throw new errors.InvalidTarget('This server issues tokens for one resource only.');
        return {
          scope: SCOPE,
          audience: resource,
          accessTokenTTL: LIFETIMES.accessToken,
          accessTokenFormat: 'opaque',
        };
      },
    },
  };
}
