import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openMigratedDatabase } from '@care-atlas/data/connection';
import { readDashboardConfiguration } from '@care-atlas/server/configuration';
import { DirectorySource } from '@care-atlas/server/answers';
import { nestLogger, serviceMetrics } from '@care-atlas/server/observability';
import { runService } from '@care-atlas/server/service';
import { createDashboard } from './app.js';

/** The built client, relative to this file in `dist` or in the source. */
const CLIENT = import.meta.filename.endsWith('.ts') ? '../../dist/client' : 'client';

await runService('Dashboard', process.env, async (frame) => {
  const { log, say, traffic, untilAvailable } = frame;
  const configuration = readDashboardConfiguration(process.env);
  const { databaseUrl, directoryUrl, port, host, url } = configuration;
  const database = await untilAvailable(() => openMigratedDatabase(databaseUrl));
  frame.traceStatements(database);
  const source = await untilAvailable(() => DirectorySource.open(directoryUrl, say));
  const app = await createDashboard({
    configuration,
    database,
    currentModel: source.currentModel,
    clock: () => new Date(),
    stopwatch: () => performance.now(),
    traffic,
    logger: nestLogger(log),
    randomBytes: (count) => randomBytes(count),
    clientDirectory: join(import.meta.dirname, CLIENT),
  });
  await frame.showMetrics(() => serviceMetrics('dashboard', { traffic, database, source }));
  await app.listen(port, host);
  say(`Listening on ${url}`);
  return async () => {
    await app.close();
    await source.close();
    await database.close();
  };
});
