import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DEFAULT_SIZES } from '@care-atlas/domain/access';
import { Gateway, KeyCheck } from '@care-atlas/server/access';
import { httpServer, RequestObserver, RouteMethods } from '@care-atlas/server/http';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { AppModule } from '../app.module.js';
import { openApiDocument } from './document.js';
import { exampleDirectory } from './example-directory.js';

const BASE_URL = 'http://localhost:3000';
const API_URL = `${BASE_URL}/api/v1`;

const RATES = { sandbox: 1, live: 1, gateway: 1, admin: 1, consumer: 1, failures: 1, open: 1 };

/**
 * Returns the committed OpenAPI document: at the default address, of an application that serves the example directory,
 * without keys and without a database. A test compares it with the document of the real application.
 */
export async function goldenDocument(): Promise<OpenAPIObject> {
  const module = AppModule.of({
    directory: exampleDirectory(API_URL),
    keyCheck: new KeyCheck({ byHashes: () => Promise.resolve(new Map()) }),
    keys: { rotate: () => Promise.resolve(undefined) },
    newKey: () => '',
    feed: {
      now: () => Promise.resolve(''),
      changes: () => Promise.reject(new Error('There is no database.')),
      openingsAnswer: () => Promise.reject(new Error('There is no database.')),
    },
    exports: {
      list: () => Promise.resolve([]),
      open: () => Promise.resolve(undefined),
      addressToBegin: () => Promise.resolve(undefined),
      endOfChanges: () => Promise.reject(new Error('There is no database.')),
    },
    apiUrl: API_URL,
    clock: () => new Date(0),
    rateStore: new MemoryRateStore(() => 0),
    localRates: new MemoryRateStore(() => 0),
    gateway: new Gateway({ name: 'Gateway', host: '' }),
    rules: { rates: RATES, sizes: DEFAULT_SIZES },
    generation: 'golden',
    routes: new RouteMethods(),
    service: {
      links: { docs: `${BASE_URL}/docs`, openapi: `${API_URL}/openapi.json`, mcp: `${BASE_URL}/mcp` },
      exported: () => Promise.resolve(null),
      requireReady: () => Promise.resolve(),
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    module,
    httpServer({
      publicUrl: BASE_URL,
      trustedProxies: [],
      observer: new RequestObserver(),
      dataset: () => '',
    }),
    {
      logger: ['error', 'warn', 'fatal'],
      abortOnError: false,
    },
  );
  try {
    return openApiDocument(app, API_URL, '');
  } finally {
    await app.close();
  }
}
