import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DEFAULT_SIZES } from '@care-atlas/domain/tier';
import { httpServer } from '@care-atlas/server/http-server';
import { KeyCheck } from '@care-atlas/server/key-check';
import { MemoryRateStore } from '@care-atlas/server/rate-store';
import { RouteMethods } from '@care-atlas/server/route-methods';
import { AppModule } from '../app.module.js';
import { openApiDocument } from './document.js';
import { exampleDirectory } from './example-directory.js';

const BASE_URL = 'http://localhost:3000';
const API_URL = `${BASE_URL}/api/v1`;

/**
 * The interface description as it is committed: at the default address, from an application that serves the
 * example directory, knows no key and needs no database. A test holds it equal to what the real one serves.
 */
export async function goldenDocument(): Promise<OpenAPIObject> {
  const module = AppModule.of({
    directory: exampleDirectory(API_URL),
    keys: new KeyCheck({ activeByHashes: () => Promise.resolve(new Map()) }),
    rateStore: new MemoryRateStore(() => 0),
    rules: { rates: { sandbox: 1, live: 1, gateway: 1, admin: 1, failures: 1 }, sizes: DEFAULT_SIZES },
    generation: 'golden',
    routes: new RouteMethods(),
    service: {
      links: { docs: `${BASE_URL}/docs`, openapi: `${API_URL}/openapi.json`, mcp: `${BASE_URL}/mcp` },
      pingDatabase: () => Promise.resolve(),
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, httpServer(BASE_URL, []), {
    logger: ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  try {
    return openApiDocument(app, API_URL);
  } finally {
    await app.close();
  }
}
