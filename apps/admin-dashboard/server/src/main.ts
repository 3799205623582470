import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { HealthRepository } from '@care-atlas/data/administration';
import { openMigratedDatabase } from '@care-atlas/data/connection';
import { DirectorySource } from '@care-atlas/data/directory';
import { readDashboardConfiguration } from '@care-atlas/server/configuration';
import { nestLogger } from '@care-atlas/server/observability';
import { HourlyTasks, runService, serviceMetrics } from '@care-atlas/server/service';
import { createDashboard } from './app.js';
import { AlertSender } from './health/alert-sender.js';
import { checkHealth } from './health/health-checks.js';
import { HealthWatcher } from './health/health-watcher.js';
import { ArrivingUploads } from './imports/arriving-uploads.js';
import { Spool } from './imports/spool.js';

/** The built client, relative to this file in `dist` or in the source. */
const CLIENT = import.meta.filename.endsWith('.ts') ? '../../dist/client' : 'client';

await runService('Dashboard', process.env, async (context) => {
  const { log, observer, untilAvailable } = context;
  const configuration = readDashboardConfiguration(process.env);
  const { databaseUrl, poolSize, directoryUrl, port, host, url } = configuration;
  const database = await untilAvailable(() => openMigratedDatabase(databaseUrl, { poolSize }));
  context.traceStatements(database);
  const source = await untilAvailable(() => DirectorySource.open(directoryUrl, log));
  const alerts = new AlertSender({ ...configuration.alerts, dashboardUrl: url }, log);
  const watched = { configuration, database, currentModel: source.currentModel, clock: () => new Date() };
  const app = await createDashboard({
    ...watched,
    alerts,
    stopwatch: () => performance.now(),
    observer,
    logger: nestLogger(log),
    randomBytes: (count) => randomBytes(count),
    clientDirectory: join(import.meta.dirname, CLIENT),
  });
  const addresses = { database: databaseUrl, standby: directoryUrl, store: configuration.redisUrl };
  await context.showMetrics(() => serviceMetrics('dashboard', { observer, database, source, addresses }));
  await app.listen(port, host);
  log.info(`Listening on ${url}`);
  const watcher = new HealthWatcher({
    look: () => checkHealth(watched),
    repository: new HealthRepository(database),
    alerts,
    clock: watched.clock,
    log,
  });
  watcher.start();
  const { spool, maxBytes } = configuration.imports;
  const uploads = new ArrivingUploads(database, new Spool(spool, maxBytes), watched.clock);
  const removeAbandoned = () => uploads.removeAbandoned().then(() => false);
  const upkeep = new HourlyTasks([removeAbandoned], (error) =>
    log.error(`What interrupted uploads left is not removed: ${(error as Error).message}`),
  );
  return async () => {
    alerts.stop();
    await upkeep.stop();
    await watcher.stop();
    await app.close();
    await source.close();
    await database.close();
  };
});
