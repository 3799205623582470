import { randomBytes } from 'node:crypto';
import type { Database } from '@care-atlas/data/connection';
import { OAuthRepository } from '@care-atlas/data/oauth';
import type { KeyCheck } from '@care-atlas/server/access';
import type { Configuration } from '@care-atlas/server/configuration';
import type { RateStore } from '@care-atlas/server/limits';
import { HourlyTasks } from '@care-atlas/server/service';
import type { FastifyInstance } from 'fastify';
import type { TokenCheck } from '../http/bearer-check.js';
import { AccessTokenCheck } from './access-token-check.js';
import { authorizationRoutes } from './authorization-routes.js';
import { authorizationServer } from './authorization-server.js';
import { type FetchDocument, fetchGuarded } from './clients/client-document.js';
import { Login } from './login.js';
import { OAuthSecret } from './oauth-secret.js';

/** Expired records that are removed at once: few enough not to delay a request. */
const BATCH = 1_000;

export interface AuthorizationDependencies {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly keys: Pick<KeyCheck, 'identify'>;
  readonly rateStore: RateStore;
  /** Fetches the documents of clients; from the internet by default. */
  readonly fetchDocument?: FetchDocument;
  /** Logs an unexpected error. */
  readonly onError: (error: unknown) => void;
}

/** The login of the connector. */
export interface Authorization {
  /** Adds the routes to a Fastify that does not listen yet. */
  readonly routes: (fastify: FastifyInstance) => Promise<void>;
  readonly tokens: TokenCheck;
  /** Stops the background work. */
  close(): Promise<void>;
}

/** Creates the login: OAuth 2.1 for the connector alone, with its origin as the issuer. */
export async function createAuthorization(dependencies: AuthorizationDependencies): Promise<Authorization> {
  const { configuration, database, keys, rateStore: rates, onError } = dependencies;
  const { fetchDocument = fetchGuarded } = dependencies;
  const { mcpUrl: resource, oauth } = configuration;
  const issuer = new URL(resource).origin;
  const records = new OAuthRepository(database);
  const secret = new OAuthSecret(oauth.secret || (await records.sharedSecret(randomBytes(32))));
  const provider = authorizationServer({
    issuer,
    resource,
    records,
    secret,
    maxClients: oauth.clients,
    fetchDocument,
    onError,
  });
  const login = new Login({ provider, resource, secret, configuration, keys, rates });
  const limits = { requests: oauth.requests, registrations: oauth.clientsPerAddress };
  const cleaner = new HourlyTasks([async () => (await records.removeExpired(BATCH)) === BATCH], onError);
  return {
    routes: authorizationRoutes({ provider, login, issuer, resource, rates, limits, onError }),
    tokens: new AccessTokenCheck(records, resource),
    close: () => cleaner.stop(),
  };
}
