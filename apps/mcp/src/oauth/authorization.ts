import { randomBytes } from 'node:crypto';
import type { Database } from '@care-atlas/data/connection';
import { type KeyMemory, KeyRepository } from '@care-atlas/data/keys';
import { OAuthRepository } from '@care-atlas/data/oauth';
import { KeyCheck } from '@care-atlas/server/access';
import { HourlyTasks } from '@care-atlas/server/service';
import type { FastifyInstance } from 'fastify';
import { BearerCheck } from '../http/bearer-check.js';
import { authorizationRoutes } from './authorization-routes.js';
import { type AuthorizationContext, authorizationServer } from './authorization-server.js';
import { documentFetch } from './clients/client-document.js';
import { Login } from './login.js';
import { OAuthSecret } from './oauth-secret.js';

/** Expired records that are removed at once: few enough not to delay a request. */
const BATCH = 1_000;

export interface AuthorizationDependencies
  extends
    Pick<AuthorizationContext, 'configuration' | 'rates' | 'onError'>,
    Partial<Pick<AuthorizationContext, 'fetchDocument'>> {
  readonly database: Database;
  readonly keyMemory?: KeyMemory | undefined;
}

/** The login of the connector. */
export interface Authorization {
  /** Adds the routes to a Fastify that does not listen yet. */
  readonly routes: (fastify: FastifyInstance) => Promise<void>;
  /** Finds the keys behind the requests of clients. */
  readonly bearers: BearerCheck;
  /** Stops the background work. */
  close(): Promise<void>;
}

/** Creates the login: OAuth 2.1 for the connector alone, with its origin as the issuer. */
export async function createAuthorization(dependencies: AuthorizationDependencies): Promise<Authorization> {
  const { database, keyMemory, ...given } = dependencies;
  const { mcpUrl: resource, oauth } = given.configuration;
  const records = new OAuthRepository(database);
  const secret = new OAuthSecret(oauth.secret || (await records.sharedSecret(randomBytes(32))));
  const issuer = new URL(resource).origin;
  const fetchDocument = documentFetch({ networks: oauth.clientNetworks });
  const context = { fetchDocument, ...given, issuer, resource, records, secret };
  const provider = authorizationServer(context);
  const keys = new KeyRepository(database);
  const login = new Login(provider, new KeyCheck(keys), context);
  const removeExpired = async () => (await records.removeExpired(BATCH)) === BATCH;
  const cleaner = new HourlyTasks([removeExpired], given.onError);
  return {
    routes: authorizationRoutes(provider, login, context),
    bearers: new BearerCheck(keys, records, resource, keyMemory),
    close: () => cleaner.stop(),
  };
}
