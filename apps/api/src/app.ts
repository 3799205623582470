import 'reflect-metadata';
import { hash } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { Database } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { Directory } from '@care-atlas/domain/directory';
import { DirectoryError } from '@care-atlas/domain/error';
import type { ReadModel } from '@care-atlas/domain/read-model';
import type { Configuration } from '@care-atlas/server/configuration';
import { httpServer } from '@care-atlas/server/http-server';
import { KeyCheck } from '@care-atlas/server/key-check';
import { MemoryRateStore } from '@care-atlas/server/rate-store';
import { RELEASE } from '@care-atlas/server/release';
import { RouteMethods } from '@care-atlas/server/route-methods';
import { AppModule } from './app.module.js';
import { openApiDocument } from './openapi/document.js';

const API_PATH = 'api/v1';
/** How long the database may take to answer for the service to count as ready. */
const READY_MS = 2_000;

/** What the API needs from outside: everything that a test may want to be its own. */
export interface ApiSurroundings {
  readonly configuration: Configuration;
  readonly database: Database;
  /** The read model to answer from, asked at each request. */
  readonly readModel: () => ReadModel;
  readonly clock: () => Date;
  /** Milliseconds of a clock that never steps. */
  readonly stopwatch: () => number;
  readonly logger?: false;
}

/** Puts the API together, ready to listen. */
export async function createApi(surroundings: ApiSurroundings): Promise<NestFastifyApplication> {
  const { configuration, database, readModel, clock, stopwatch, logger } = surroundings;
  const { baseUrl, freshDays, tierRules: rules } = configuration;
  const apiUrl = `${baseUrl}/${API_PATH}`;
  const directory = new Directory(readModel, clock, { freshDays, apiUrl });
  const generation = hash('sha1', JSON.stringify([RELEASE, rules.sizes, freshDays, apiUrl]), 'base64url');
  const routes = new RouteMethods();
  const adapter = httpServer(baseUrl, configuration.trustedProxies);
  const fastify = adapter.getInstance();
  fastify.addHook('onRoute', ({ url, method }) => routes.add(url, method));
  const module = AppModule.of({
    directory,
    generation,
    rules,
    routes,
    keys: new KeyCheck(new KeyRepository(database)),
    rateStore: new MemoryRateStore(stopwatch),
    service: {
      links: { docs: `${baseUrl}/docs`, openapi: `${apiUrl}/openapi.json`, mcp: configuration.mcpUrl },
      pingDatabase: () => within(READY_MS, database.ping()),
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: logger ?? ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  app.setGlobalPrefix(API_PATH);
  serveDocuments(app, apiUrl, configuration.sandboxKey);
  return app;
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
    customSiteTitle: 'Care Atlas: interface',
    swaggerOptions: {
      authAction: { key: { name: 'key', schema: { type: 'http', scheme: 'bearer' }, value: sandboxKey } },
      tryItOutEnabled: true,
      displayRequestDuration: true,
    },
  });
}
