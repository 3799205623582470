import 'reflect-metadata';
import { Logger, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getOAuthProtectedResourceMetadataUrl, type McpServerFactory } from '@modelcontextprotocol/server';
import type { Database } from '@care-atlas/data/connection';
import { KeyRepository, NOBODY } from '@care-atlas/data/keys';
import { Directory } from '@care-atlas/domain/directory';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { ReadModel } from '@care-atlas/domain/read-model';
import type { Configuration } from '@care-atlas/server/configuration';
import { allowCrossOrigin, httpServer, RequestObserver, RouteMethods } from '@care-atlas/server/http';
import { Gateway, KeyCheck } from '@care-atlas/server/access';
import type { RateStore } from '@care-atlas/server/limits';
import type { UsageRecorder } from '@care-atlas/server/observability';
import { AppModule } from './app.module.js';
import { BearerCheck } from './http/bearer-check.js';
import { Connector } from './connector/connector.js';
import { localReader } from './connector/directory-reader.js';
import { createAuthorization } from './oauth/authorization.js';
import { directoryServers, pipeline } from './http/pipeline.js';

/** Bytes of a message: arguments are small, but hosts add capabilities and traces of their own. */
const LARGEST_MESSAGE = 262_144;
/** What requests without a valid key are counted as: they do not get as far as a tool. */
const ENDPOINT = 'mcp';

/** What the connector needs from outside: everything that a test may want to be its own. */
export interface McpSurroundings {
  readonly configuration: Configuration;
  readonly database: Database;
  /** Returns the read model to answer from. */
  readonly currentModel: () => ReadModel;
  readonly clock: () => Date;
  readonly rateStore: RateStore;
  /** Told of what is asked and how it ended. */
  readonly usage: UsageRecorder;
  /** What notes the requests, for those who watch the process. */
  readonly observer?: RequestObserver;
  /** What answers instead of the directory: fixtures of a protocol test, an empty tool to measure against. */
  readonly servers?: McpServerFactory;
  readonly logger?: LoggerService | false;
}

/** Puts the connector together, ready to listen. */
export async function createMcp(surroundings: McpSurroundings): Promise<NestFastifyApplication> {
  const { configuration, database, rateStore, usage, clock, logger } = surroundings;
  const { observer = new RequestObserver() } = surroundings;
  const { baseUrl, mcpUrl, freshDays, tierRules: rules } = configuration;
  const log = new Logger('Connector');
  const directory = new Directory(surroundings.currentModel, clock, {
    freshDays,
    apiUrl: `${baseUrl}/api/v1`,
  });
  const onFault = (error: unknown, what: string) =>
    log.error(`${what} failed`, error instanceof Error ? error.stack : String(error));
  const keys = new KeyRepository(database);
  const authorization = await createAuthorization({
    configuration,
    database,
    rateStore,
    keys: new KeyCheck(keys),
    onFault: (error) => onFault(error, 'The login'),
  });
  const servers =
    surroundings.servers ??
    directoryServers(new Connector({ directory: localReader(directory), clock, onFault }));
  const routes = new RouteMethods();
  const dataset = () => directory.dataset.version;
  const adapter = httpServer({
    publicUrl: new URL(mcpUrl).origin,
    trustedProxies: configuration.trustedProxies,
    observer,
    dataset,
    bodyLimit: LARGEST_MESSAGE,
  });
  const fastify = adapter.getInstance();
  if (configuration.mcpAllowedOrigins.length > 0) {
    const endpoint = new URL(mcpUrl).pathname;
    await allowCrossOrigin(fastify, {
      origins: configuration.mcpAllowedOrigins,
      methods: ['POST'],
      // The login opens its own paths.
      isOpen: (path) => path === endpoint,
    });
  }
  fastify.addHook('onRoute', ({ url, method }) => routes.add(url, method));
  const challenge = `Bearer resource_metadata="${getOAuthProtectedResourceMetadataUrl(new URL(mcpUrl))}", scope="directory:read"`;
  fastify.addHook('onSend', (request, reply, payload, done) => {
    // RFC 6750: who sent nothing is told how to sign in, and who sent something also that it is not valid.
    if (reply.statusCode === 401) {
      const sent = request.headers.authorization !== undefined;
      reply.header('www-authenticate', sent ? `${challenge}, error="invalid_token"` : challenge);
      usage.count(NOBODY, ENDPOINT, 401);
    }
    done(null, payload);
  });
  const module = AppModule.of({
    mcpUrl,
    allowedOrigins: configuration.mcpAllowedOrigins,
    // Bad requests of clients come here too, and are answered; what is ours the connector reports itself.
    pipeline: pipeline(servers, (error) => log.debug(error.message)),
    bearers: new BearerCheck(keys, authorization.tokens),
    gateway: new Gateway(configuration.gateway),
    rateStore,
    usage,
    observer,
    rules,
    routes,
    health: {
      directory,
      async requireReady() {
        if (observer.draining) throw new DirectoryError('unavailable');
        await database.ping();
      },
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: logger ?? ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  fastify.addHook('onClose', () => authorization.close());
  await fastify.register(authorization.routes);
  return app;
}
