import type { OAuthRepository } from '@care-atlas/data/oauth';
import { type Configuration, errors, Provider } from 'oidc-provider';
import type { FetchDocument } from './clients/client-document.js';
import { errorPage } from './pages/error-page.js';
import { clientMetadata } from './clients/client-registration.js';
import { LIFETIMES, MINUTE } from './lifetimes.js';
import { GRANTABLE_SCOPES, SCOPE } from './oauth-scope.js';
import type { OAuthSecret } from './oauth-secret.js';
import { orUnavailable, recordAdapters } from './record-adapter.js';

/** Paths of the login, from the origin of the connector. */
export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  keys: '/oauth/jwks',
  login: '/oauth/login',
} as const;

export interface AuthorizationServerOptions {
  /** The origin of the connector. */
  readonly issuer: string;
  /** The address of the connector, which is the only resource that tokens are issued for. */
  readonly resource: string;
  readonly records: OAuthRepository;
  readonly secret: OAuthSecret;
  /** Maximum number of clients that registered themselves. */
  readonly maxClients: number;
  readonly fetchDocument: FetchDocument;
  /** Logs an unexpected error. */
  readonly onError: (error: unknown) => void;
}

/** Returns the OAuth 2.1 authorization server: oidc-provider, reduced to the features that hosts of the connector need. */
export function authorizationServer(options: AuthorizationServerOptions): Provider {
  const { issuer, resource, records, secret, maxClients, fetchDocument, onError } = options;
  const provider = new Provider(issuer, {
    adapter: recordAdapters(records, maxClients),
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
    routes: {
      authorization: PATHS.authorize,
      token: PATHS.token,
      registration: PATHS.register,
      revocation: PATHS.revoke,
      jwks: PATHS.keys,
      end_session: '/oauth/end',
    },
    interactions: { url: (_context, { uid }) => `${PATHS.login}/${uid}` },
    features: features(resource),
    renderError: (context, { error, error_description: description }) => {
      const page = errorPage(error, description);
      context.set(page.headers);
      context.body = page.body;
    },
  });
  // The forwarded headers are those of providerRequest, never those of a client.
  provider.proxy = true;
  provider.on('server_error', (_context, error) => onError(error));
  provider.use(async (context, next) => {
    await next();
    if (context.status === 503) context.set('retry-after', '1');
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
} satisfies Configuration;

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
} satisfies Configuration;

function features(resource: string): Configuration['features'] {
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
