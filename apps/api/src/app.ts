import 'reflect-metadata';
import { hash } from 'node:crypto';
import compress from '@fastify/compress';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { Database } from '@care-atlas/data/connection';
import { KeyRepository, NOBODY } from '@care-atlas/data/keys';
import { PurchaseRepository } from '@care-atlas/data/checkout';
import { Directory } from '@care-atlas/domain/directory';
import { DirectoryError } from '@care-atlas/domain/contract';
import { makeKey } from '@care-atlas/domain/access';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { Gateway, type IncomingRequest, KeyCheck } from '@care-atlas/server/access';
import { type Configuration, RELEASE } from '@care-atlas/server/configuration';
import { httpServer, openToPages, type OperationRoute, RouteMethods, Traffic } from '@care-atlas/server/http';
import { PAGE_ICON } from '@care-atlas/server/pages';
import type { MemoryRateStore, RateStore } from '@care-atlas/server/limits';
import type { UsageRecorder } from '@care-atlas/server/observability';
import type { FastifyReply } from 'fastify';
import { AppModule } from './app.module.js';
import { checkoutParts } from './checkout/checkout-parts.js';
import { checkoutRoutes } from './checkout/checkout-routes.js';
import { readBody } from './empty-body.js';
import { openApiDocument } from './openapi/document.js';
import { REFERENCE_STYLE } from './openapi/reference-style.js';
import { readGuides } from './portal/guide.js';
import { servePortal } from './portal/portal.js';
import { webScript } from './portal/web-script.js';

const API_PATH = 'api/v1';
/** How long the database may take to answer for the service to count as ready. */
const READY_MS = 2_000;

/** What the API needs from outside: everything that a test may want to be its own. */
export interface ApiSurroundings {
  readonly configuration: Configuration;
  readonly database: Database;
  /** Returns the read model to answer from. */
  readonly currentModel: () => ReadModel;
  readonly clock: () => Date;
  /** Where requests are counted, by this process alone or together with others. */
  readonly rateStore: RateStore;
  /** Counts what keys are used for. */
  readonly usage: UsageRecorder;
  /** Counts in this process alone, also while others share their counts. */
  readonly localRates: MemoryRateStore;
  /** What notes the requests, for those who watch the process. */
  readonly traffic?: Traffic;
  /** Cryptographically secure. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly logger?: LoggerService | false;
}

/** Puts the API together, ready to listen. */
export async function createApi(surroundings: ApiSurroundings): Promise<NestFastifyApplication> {
  const { configuration, database, usage, clock, randomBytes, logger } = surroundings;
  const { traffic = new Traffic() } = surroundings;
  const { baseUrl, freshDays, tierRules: rules } = configuration;
  const apiUrl = `${baseUrl}/${API_PATH}`;
  const directory = new Directory(surroundings.currentModel, clock, { freshDays, apiUrl });
  const generation = hash('sha1', JSON.stringify([RELEASE, rules.sizes, freshDays, apiUrl]), 'base64url');
  const routes = new RouteMethods();
  const dataset = () => directory.dataset.version;
  const adapter = httpServer({
    publicUrl: baseUrl,
    trustedProxies: configuration.trustedProxies,
    traffic,
    dataset,
  });
  const fastify = adapter.getInstance();
  await openToPages(fastify, {
    origins: '*',
    methods: ['GET', 'HEAD', 'POST'],
    isOpen: (path) => path.startsWith(`/${API_PATH}`),
  });
  fastify.addHook('onRoute', (route) => {
    routes.add(route.url, route.method);
    if (!isOpenPage(route.url)) route.compress = false;
    const { operation } = (route.config ?? {}) as OperationRoute;
    if (operation === undefined) return;
    // No operation of the interface takes a body.
    if (route.method === 'POST') route.preParsing = readBody;
    // When the answer is sent, not when it has arrived: listening for that would cost every request several microseconds.
    const count = (request: IncomingRequest, reply: FastifyReply, _payload: unknown, done: () => void) => {
      usage.count(request.caller?.id ?? NOBODY, operation, reply.statusCode);
      done();
    };
    // Fastify makes a HEAD of each GET, with a hook of its own.
    route.onSend = [count, ...[route.onSend ?? []].flat()];
  });
  await fastify.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  const keys = new KeyRepository(database);
  const module = AppModule.of({
    directory,
    generation,
    rules,
    routes,
    keyCheck: new KeyCheck(keys),
    keys,
    newKey: () => makeKey('live', randomBytes),
    rateStore: surroundings.rateStore,
    localRates: surroundings.localRates,
    gateway: new Gateway(configuration.gateway),
    service: {
      links: { docs: `${baseUrl}/docs`, openapi: `${apiUrl}/openapi.json`, mcp: configuration.mcpUrl },
      async requireReady() {
        if (traffic.draining) throw new DirectoryError('unavailable');
        await within(READY_MS, database.ping());
      },
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: logger ?? ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  app.setGlobalPrefix(API_PATH);
  await app.register(checkoutRoutes, {
    prefix: '/buy',
    ...checkoutParts({
      configuration,
      purchases: new PurchaseRepository(database),
      rateStore: surroundings.rateStore,
      clock,
      randomBytes,
    }),
  });
  servePortal(fastify, {
    directory,
    rules,
    apiUrl,
    mcpUrl: configuration.mcpUrl,
    sandboxKey: configuration.sandboxKey,
    freshDays,
    tryScript: await webScript('try-it'),
    guideScript: await webScript('guide'),
    guides: await readGuides(configuration),
  });
  serveDocuments(app, apiUrl, configuration.sandboxKey);
  return app;
}

/**
 * What is compressed for who accepts it: pages that show the same to everybody, and the description. Answers of the
 * interface are short and many, and those of the checkout hold secrets.
 */
function isOpenPage(url: string): boolean {
  return url === `/${API_PATH}/openapi.json` || !/^\/(api|buy)(\/|$)/.test(url);
}

/** @throws DirectoryError `unavailable` when the answer does not come in time */
async function within(milliseconds: number, answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DirectoryError('unavailable')), milliseconds);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The interface description, and a page to try it on, with the sandbox key filled in. */
function serveDocuments(app: NestFastifyApplication, apiUrl: string, sandboxKey: string): void {
  SwaggerModule.setup('docs', app, openApiDocument(app, apiUrl), {
    jsonDocumentUrl: `${API_PATH}/openapi.json`,
    raw: ['json'],
    customSiteTitle: 'API reference – Care Atlas',
    customfavIcon: PAGE_ICON,
    customCss: REFERENCE_STYLE,
    swaggerOptions: {
      authAction: { key: { name: 'key', schema: { type: 'http', scheme: 'bearer' }, value: sandboxKey } },
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
    },
  });
}
