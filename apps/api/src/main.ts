import { randomBytes } from 'node:crypto';
import { openMigratedDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { readConfiguration } from '@care-atlas/server/configuration';
import { openCounters } from '@care-atlas/server/counters';
import { DirectorySource } from '@care-atlas/server/directory-source';
import { nestLogger } from '@care-atlas/server/log';
import { runService } from '@care-atlas/server/run-service';
import { serviceMetrics } from '@care-atlas/server/service-metrics';
import { createApi } from './app.js';

await runService('API', process.env, async (frame) => {
  const { log, say, traffic, untilAvailable } = frame;
  const configuration = readConfiguration(process.env);
  const {
    databaseUrl,
    directoryUrl,
    directoryEngine: engine,
    sandboxKey,
    port,
    host,
    baseUrl,
  } = configuration;
  const database = await untilAvailable(() => openMigratedDatabase(databaseUrl));
  frame.traceStatements(database);
  await untilAvailable(() =>
    new KeyRepository(database).ensure(sandboxKey, { kind: 'sandbox', label: 'published' }),
  );
  const source = await untilAvailable(() => DirectorySource.open(directoryUrl, say, engine));
  frame.traceStatements(source);
  const counters = await openCounters(configuration, database, say);
  const app = await createApi({
    configuration,
    database,
    directory: source.directory,
    ...counters,
    traffic,
    logger: nestLogger(log),
    clock: () => new Date(),
    randomBytes,
  });
  await frame.showMetrics(() => serviceMetrics('api', { traffic, database, source, counters }));
  await app.listen(port, host);
  say(`Listening on ${baseUrl}`);
  return async () => {
    await app.close();
    await counters.close();
    await source.close();
    await database.close();
  };
});
