import 'reflect-metadata';
import { hash } from 'node:crypto';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { HealthRepository } from '@care-atlas/data/administration';
import type { Database } from '@care-atlas/data/connection';
import { ChangeFeedRepository } from '@care-atlas/data/directory';
import {
  exportStore,
  type ExportWatch,
  isPublished,
  ServedExports,
  WithdrawalRepository,
} from '@care-atlas/data/exports';
import { type KeyMemory, KeyRepository } from '@care-atlas/data/keys';
import { PurchaseRepository } from '@care-atlas/data/checkout';
import { Directory } from '@care-atlas/domain/directory';
import { makeKey } from '@care-atlas/domain/access';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { countedKey, Gateway, type IncomingRequest, KeyCheck } from '@care-atlas/server/access';
import { type ApiConfiguration, RELEASE } from '@care-atlas/server/configuration';
import {
  allowCrossOrigin,
  httpServer,
  type OperationRoute,
  RequestObserver,
  RouteMethods,
} from '@care-atlas/server/http';
import { serveTaggedFile } from '@care-atlas/server/answers';
import { PAGE_ICON } from '@care-atlas/server/pages';
import type { MemoryRateStore, RateStore } from '@care-atlas/server/limits';
import type { UsageRecorder } from '@care-atlas/server/observability';
import { requireReady } from '@care-atlas/server/service';
import type { FastifyReply } from 'fastify';
import { AppModule } from './app.module.js';
import { readAsset } from './assets.js';
import { checkoutRoutes } from './checkout/checkout-routes.js';
import { compressAnswers } from './compression.js';
import { readBody } from './empty-body.js';
import { openApiDocument } from './openapi/document.js';
import { EMBED_PATH } from './portal/embed.js';
import { notFoundPage, servePortal } from './portal/portal.js';
import { serveScript, webScript } from './portal/web-script.js';

const API_PATH = 'api/v1';

/** Everything that the API needs from outside, so that tests can replace it. */
export interface ApiDependencies {
  readonly configuration: ApiConfiguration;
  readonly database: Database;
  /** The keys that need not be asked for. */
  readonly keyMemory?: KeyMemory | undefined;
  /** Returns the read model to answer from. */
  readonly currentModel: () => ReadModel;
  readonly clock: () => Date;
  /** Counts requests, in this process or shared with others. */
  readonly rateStore: RateStore;
  /** Counts the use of keys. */
  readonly usage: UsageRecorder;
  /** Counts in this process only. */
  readonly localRates: MemoryRateStore;
  readonly observer?: RequestObserver;
  /** Absent where exports are not published, or nobody asks. */
  readonly exports?: Pick<ExportWatch, 'read'> | undefined;
  /** Cryptographically secure. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly logger?: LoggerService | false;
}

/** Creates the API, ready to listen. */
export async function createApi(dependencies: ApiDependencies): Promise<NestFastifyApplication> {
  const { configuration, database, usage, clock, randomBytes, rateStore, logger } = dependencies;
  const { observer = new RequestObserver() } = dependencies;
  const { baseUrl, freshDays, evidenceDays, registerPageUrl, tierRules: rules } = configuration;
  const apiUrl = `${baseUrl}/${API_PATH}`;
  const options = { freshDays, evidenceDays, apiUrl, registerPageUrl };
  const directory = new Directory(dependencies.currentModel, clock, options);
  const settings = JSON.stringify([RELEASE, rules.sizes, options]);
  const generation = hash('sha1', settings, 'base64url');
  const routes = new RouteMethods();
  const dataset = () => directory.dataset.version;
  const adapter = httpServer({
    publicUrl: baseUrl,
    trustedProxies: configuration.trustedProxies,
    observer,
    dataset,
    openPath: `/${API_PATH}`,
  });
  adapter.positionOf = (clinicId) => dependencies.currentModel().clinics.positionOf(clinicId);
  const fastify = adapter.getInstance();
  await allowCrossOrigin(fastify, {
    origins: '*',
    methods: ['GET', 'HEAD', 'POST'],
    isOpen: (path) => path.startsWith(`/${API_PATH}`) || path.startsWith(EMBED_PATH),
  });
  fastify.addHook('onRoute', (route) => {
    routes.add(route.url, route.method);
    const { operation } = (route.config ?? {}) as OperationRoute;
    if (operation === undefined) return;
    // No operation of the API takes a body.
    if (route.method === 'POST') route.preParsing = readBody;
    // onSend rather than onResponse, which would cost every request several microseconds.
    const count = (request: IncomingRequest, reply: FastifyReply, _payload: unknown, done: () => void) => {
      usage.count(countedKey(request), operation, reply.statusCode);
      done();
    };
    // Fastify adds a HEAD route for each GET route, with its own hook.
    route.onSend = [count, ...[route.onSend ?? []].flat()];
  });
  await compressAnswers(fastify);
  const keys = new KeyRepository(database);
  const feed = new ChangeFeedRepository(database);
  const { exports: place } = configuration;
  const module = AppModule.of({
    directory,
    generation,
    rules,
    routes,
    keyCheck: new KeyCheck(keys, dependencies.keyMemory),
    keys,
    newKey: () => makeKey('live', randomBytes),
    feed,
    exports: new ServedExports(
      exportStore(place),
      new WithdrawalRepository(database),
      feed,
      isPublished(place),
    ),
    apiUrl,
    clock,
    rateStore,
    localRates: dependencies.localRates,
    gateway: new Gateway(configuration.gateway),
    notFoundPage: notFoundPage(baseUrl),
    service: {
      exported: async () => (await dependencies.exports?.read())?.newest?.datasetVersion ?? null,
      links: { docs: `${baseUrl}/docs`, openapi: `${apiUrl}/openapi.json`, mcp: configuration.mcpUrl },
      requireReady: () => requireReady(observer, database),
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: logger ?? ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  app.setGlobalPrefix(API_PATH);
  const copyScript = await webScript('guide');
  await app.register(checkoutRoutes, {
    configuration,
    purchases: new PurchaseRepository(database),
    rateStore,
    clock,
    randomBytes,
    copyScript: copyScript.path,
  });
  serveScript(fastify, copyScript);
  const description = openApiDocument(app, apiUrl, configuration.seller.contact);
  const health = new HealthRepository(database);
  await servePortal(fastify, directory, {
    ...configuration,
    apiUrl,
    description,
    clock,
    health,
    feed,
    rateStore,
  });
  serveDescription(app, description, configuration);
  return app;
}

/** Serves the API description, and a console to try it in, with the sandbox key filled in. */
function serveDescription(
  app: NestFastifyApplication,
  document: OpenAPIObject,
  { sandboxKey }: ApiConfiguration,
): void {
  serveTaggedFile(app.getHttpAdapter().getInstance(), {
    path: `/${API_PATH}/openapi.json`,
    type: 'application/json; charset=utf-8',
    content: JSON.stringify(document),
    cache: 'no-cache',
  });
  SwaggerModule.setup('docs/console', app, document, {
    raw: false,
    customSiteTitle: 'API console – Care Atlas',
    customfavIcon: PAGE_ICON,
    customCss: readAsset('reference.css'),
    swaggerOptions: {
      authAction: { key: { name: 'key', schema: { type: 'http', scheme: 'bearer' }, value: sandboxKey } },
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
    },
  });
}
