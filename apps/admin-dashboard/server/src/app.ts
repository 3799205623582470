import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Directory } from '@care-atlas/domain/directory';
import { httpServer, RouteMethods, RequestObserver } from '@care-atlas/server/http';
import { AppModule } from './app.module.js';
import type { Dependencies } from './dependencies.js';
import { secureBrowsers, serveFiles } from './http/browser-security.js';

/** Creates the dashboard, ready to listen: the endpoints below /api, the client's files, and its page elsewhere. */
export async function createDashboard(dependencies: Dependencies): Promise<NestFastifyApplication> {
  const {
    configuration,
    clientDirectory,
    clock,
    currentModel,
    observer = new RequestObserver(),
  } = dependencies;
  const { url, trustedProxies } = configuration;
  const directory = new Directory(currentModel, clock, { freshDays: configuration.freshDays });
  const routes = new RouteMethods();
  const dataset = () => directory.dataset.version;
  const adapter = httpServer({ publicUrl: url, trustedProxies, observer, dataset });
  adapter.getInstance().addHook('onRoute', (route) => routes.add(route.url, route.method));
  const pageFile = join(clientDirectory, 'index.html');
  const built = existsSync(pageFile);
  const module = AppModule.of(dependencies, directory, routes, built ? readFileSync(pageFile, 'utf8') : '');
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: dependencies.logger ?? ['error', 'warn', 'fatal'],
    abortOnError: false,
    // Use Fastify's own JSON parser, which rejects prototype pollution.
    bodyParser: false,
  });
  await secureBrowsers(app, dependencies);
  if (built) await serveFiles(app, clientDirectory);
  return app;
}
