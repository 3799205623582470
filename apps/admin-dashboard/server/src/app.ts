import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Directory } from '@care-atlas/domain/directory';
import { httpServer, RouteMethods, Traffic } from '@care-atlas/server/http';
import { AppModule } from './app.module.js';
import { defendBrowsers, serveFiles } from './browser-defence.js';
import type { Surroundings } from './surroundings.js';

/** Puts the dashboard together, ready to listen: JSON below /api, the client's files, and its page elsewhere. */
export async function createDashboard(surroundings: Surroundings): Promise<NestFastifyApplication> {
  const {
    configuration,
    clientDirectory,
    clock,
    currentModel,
    traffic = new Traffic(),
    logger,
  } = surroundings;
  const directory = new Directory(currentModel, clock, { freshDays: configuration.freshDays });
  const routes = new RouteMethods();
  const dataset = () => directory.dataset.version;
  const adapter = httpServer({
    publicUrl: configuration.url,
    trustedProxies: configuration.trustedProxies,
    traffic,
    dataset,
  });
  adapter.getInstance().addHook('onRoute', ({ url, method }) => routes.add(url, method));
  const pageFile = join(clientDirectory, 'index.html');
  const built = existsSync(pageFile);
  const module = AppModule.of(surroundings, directory, routes, built ? readFileSync(pageFile, 'utf8') : '');
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: logger ?? ['error', 'warn', 'fatal'],
    abortOnError: false,
    // Fastify's own parser of JSON refuses what would change a prototype; nothing else is read.
    bodyParser: false,
  });
  await defendBrowsers(app, surroundings);
  if (built) await serveFiles(app, clientDirectory);
  return app;
}
