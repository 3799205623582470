import 'reflect-metadata';
import { Logger, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getOAuthProtectedResourceMetadataUrl, type McpServerFactory } from '@modelcontextprotocol/server';
import type { Database } from '@care-atlas/data/connection';
import { ChangeFeedRepository } from '@care-atlas/data/directory';
import type { KeyMemory } from '@care-atlas/data/keys';
import { Directory } from '@care-atlas/domain/directory';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { countedKey, Gateway, KeyCheck } from '@care-atlas/server/access';
import { type McpConfiguration, TIER_RULES } from '@care-atlas/server/configuration';
import { httpServer, allowCrossOrigin, RouteMethods, RequestObserver } from '@care-atlas/server/http';
import { RateStore } from '@care-atlas/server/limits';
import { UsageRecorder } from '@care-atlas/server/observability';
import { requireReady } from '@care-atlas/server/service';
import { AppModule } from './app.module.js';
import { Connector } from './connector/connector.js';
import { localReader } from './directory/directory-reader.js';
import { connectPage } from './http/connect-page.js';
import { messageParser } from './http/message-parser.js';
import { AllowedPages } from './http/origin.guard.js';
import { serveServerCard } from './http/server-card.js';
import { connectorServers, PROTOCOL_HANDLER, protocolHandler } from './http/protocol-handler.js';
import { Health } from './http/service.controller.js';
import { createAuthorization } from './oauth/authorization.js';
import { SCOPE } from './oauth/authorization-request.js';
import { resourceNameOf, SEARCH_PATH } from './http/resource-names.js';
import { searchTools } from './search/search-tools.js';

/** Maximum bytes of a message: arguments are small, but hosts add capabilities and traces. */
const LARGEST_MESSAGE = 262_144;
/** The operation that counts requests without a valid key, which never reach a tool. */
const ENDPOINT = 'mcp';

export interface McpDependencies {
  readonly configuration: McpConfiguration;
  readonly database: Database;
  /** The keys that need not be asked for. */
  readonly keyMemory?: KeyMemory | undefined;
  /** Returns the read model to answer from. */
  readonly currentModel: () => ReadModel;
  readonly clock: () => Date;
  readonly rateStore: RateStore;
  readonly usage: UsageRecorder;
  readonly observer?: RequestObserver;
  /** Servers to use instead of the connector's: protocol fixtures, or an empty tool for benchmarks. */
  readonly servers?: McpServerFactory;
  readonly logger?: LoggerService | false;
}

/** Creates the service, ready to listen. */
export async function createMcp(dependencies: McpDependencies): Promise<NestFastifyApplication> {
  const { configuration, database, rateStore, usage, clock, logger } = dependencies;
  const { observer = new RequestObserver() } = dependencies;
  const { baseUrl, mcpUrl, mcpAllowedOrigins: allowedOrigins } = configuration;
  const { freshDays, evidenceDays, registerPageUrl } = configuration;
  const log = new Logger('Connector');
  const directory = new Directory(dependencies.currentModel, clock, {
    freshDays,
    evidenceDays,
    apiUrl: `${baseUrl}/api/v1`,
    registerPageUrl,
  });
  const onError = (error: unknown, subject: string) =>
    log.error(`${subject} failed`, error instanceof Error ? error.stack : String(error));
  const authorization = await createAuthorization({
    configuration,
    database,
    keyMemory: dependencies.keyMemory,
    rates: rateStore,
    onError: (error) => onError(error, 'The login'),
  });
  const servers =
    dependencies.servers ??
    connectorServers(
      new Connector({
        directory: localReader(directory, new ChangeFeedRepository(database)),
        clock,
        onError,
        portalUrl: baseUrl,
        searchTools: searchTools(baseUrl),
      }),
    );
  const { origin, pathname } = new URL(mcpUrl);
  const adapter = httpServer({
    publicUrl: origin,
    trustedProxies: configuration.trustedProxies,
    observer,
    dataset: () => directory.dataset.version,
    bodyLimit: LARGEST_MESSAGE,
  });
  const fastify = adapter.getInstance();
  if (allowedOrigins.length > 0) {
    await allowCrossOrigin(fastify, {
      origins: allowedOrigins,
      methods: ['POST'],
      // The login opens its own paths.
      isOpen: (path) => [pathname, pathname + SEARCH_PATH].includes(path),
    });
  }
  const routes = new RouteMethods();
  fastify.addHook('onRoute', ({ url, method }) => routes.add(url, method));
  fastify.addHook('onRequest', connectPage(['/', pathname, pathname + SEARCH_PATH], mcpUrl, baseUrl));
  fastify.addHook('onSend', (request, reply, payload, done) => {
    // RFC 6750: the challenge says how to sign in, and after an invalid token also that the token is invalid.
    if (reply.statusCode === 401) {
      const metadata = getOAuthProtectedResourceMetadataUrl(
        new URL(resourceNameOf(request.host, request.url, mcpUrl)),
      );
      const challenge = `Bearer resource_metadata="${metadata}", scope="${SCOPE}"`;
      const hadToken = request.headers.authorization !== undefined;
      reply.header('www-authenticate', hadToken ? `${challenge}, error="invalid_token"` : challenge);
      usage.count(countedKey(request), ENDPOINT, 401);
    }
    done(null, payload);
  });
  const health: Health = {
    directory,
    requireReady: () => requireReady(observer, database),
  };
  // These errors include bad requests, which the handler answers. The connector logs unexpected errors itself.
  const handler = protocolHandler(servers, (error) => log.debug(error.message));
  const module = AppModule.of(
    pathname,
    [
      { provide: PROTOCOL_HANDLER, useValue: handler },
      { provide: AllowedPages, useValue: new AllowedPages(mcpUrl, allowedOrigins) },
      { provide: KeyCheck, useValue: authorization.bearers },
      { provide: Gateway, useValue: new Gateway(configuration.gateway) },
      { provide: RateStore, useValue: rateStore },
      { provide: UsageRecorder, useValue: usage },
      { provide: RequestObserver, useValue: observer },
      { provide: TIER_RULES, useValue: configuration.tierRules },
    ],
    [
      { provide: RouteMethods, useValue: routes },
      { provide: Health, useValue: health },
    ],
  );
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: logger ?? ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  app.useBodyParser('application/json', {}, messageParser(fastify));
  fastify.addHook('onClose', () => authorization.close());
  await fastify.register(authorization.routes);
  serveServerCard(fastify, mcpUrl, baseUrl);
  return app;
}
