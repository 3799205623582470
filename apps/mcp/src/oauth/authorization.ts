import { randomBytes } from 'node:crypto';
import type { Database } from '@care-atlas/data/connection';
import { OAuthRepository } from '@care-atlas/data/oauth';
import type { Configuration } from '@care-atlas/server/configuration';
import type { KeyCheck } from '@care-atlas/server/access';
import type { RateStore } from '@care-atlas/server/limits';
import type { FastifyInstance } from 'fastify';
import type { TokenCheck } from '../http/token-check.js';
import { AccessTokenCheck } from './access-token-check.js';
import { authorizationRoutes } from './authorization-routes.js';
import { authorizationServer } from './authorization-server.js';
import { type FetchDocument, fetchGuarded } from './clients/client-document.js';
import { Login } from './login.js';
import { OAuthSecret } from './oauth-secret.js';
import { RecordCleaning } from './record-cleaning.js';

/** What the login needs from outside. */
export interface AuthorizationSurroundings {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly keys: Pick<KeyCheck, 'identify'>;
  readonly rateStore: RateStore;
  /** How documents of clients are fetched; from the internet when not given. */
  readonly fetchDocument?: FetchDocument;
  /** Told of faults of ours. */
  readonly onFault: (error: unknown) => void;
}

/** The login of the connector. */
export interface Authorization {
  /** Its routes, to be registered on a Fastify before it listens. */
  readonly routes: (fastify: FastifyInstance) => Promise<void>;
  /** Tells whose key an access token was born from. */
  readonly tokens: TokenCheck;
  /** Stops what goes on in the background. */
  close(): Promise<void>;
}

/** Puts the login together: OAuth 2.1 with the connector's own origin as issuer, for the connector alone. */
export async function createAuthorization(surroundings: AuthorizationSurroundings): Promise<Authorization> {
  const {
    configuration,
    database,
    keys,
    rateStore: rates,
    fetchDocument = fetchGuarded,
    onFault,
  } = surroundings;
  const { mcpUrl: resource, oauth } = configuration;
  const issuer = new URL(resource).origin;
  const records = new OAuthRepository(database);
  const secret = new OAuthSecret(oauth.secret || (await records.sharedSecret(randomBytes(32))));
  const provider = authorizationServer({
    issuer,
    resource,
    records,
    secret,
    mostClients: oauth.clients,
    fetchDocument,
    onFault,
  });
  const login = new Login(provider, resource, secret, configuration, keys, rates);
  const limits = { requests: oauth.requests, registrations: oauth.clientsPerAddress };
  const cleaning = new RecordCleaning(records, onFault);
  return {
    routes: authorizationRoutes({ provider, login, issuer, resource, rates, limits, onFault }),
    tokens: new AccessTokenCheck(records, resource),
    close: () => cleaning.stop(),
  };
}
