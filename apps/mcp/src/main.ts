import { openMigratedDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { readConfiguration } from '@care-atlas/server/configuration';
import { openCounters } from '@care-atlas/server/counters';
import { DirectorySource } from '@care-atlas/server/directory-source';
import { nestLogger } from '@care-atlas/server/log';
import { runService } from '@care-atlas/server/run-service';
import { serviceMetrics } from '@care-atlas/server/service-metrics';
import { createMcp } from './app.js';

await runService('MCP', process.env, async (frame) => {
  const { log, say, traffic, untilAvailable } = frame;
  const configuration = readConfiguration(process.env);
  const {
    databaseUrl,
    directoryUrl,
    directoryEngine: engine,
    sandboxKey,
    mcpPort,
    host,
    mcpUrl,
  } = configuration;
  const database = await untilAvailable(() => openMigratedDatabase(databaseUrl));
  frame.traceStatements(database);
  await untilAvailable(() =>
    new KeyRepository(database).ensure(sandboxKey, { kind: 'sandbox', label: 'published' }),
  );
  const source = await untilAvailable(() => DirectorySource.open(directoryUrl, say, engine));
  frame.traceStatements(source);
  const counters = await openCounters(configuration, database, say);
  const app = await createMcp({
    configuration,
    database,
    directory: source.directory,
    clock: () => new Date(),
    ...counters,
    traffic,
    logger: nestLogger(log),
  });
  await frame.showMetrics(() => serviceMetrics('mcp', { traffic, database, source, counters }));
  await app.listen(mcpPort, host);
  say(`Listening on ${mcpUrl}`);
  return async () => {
    await app.close();
    await counters.close();
    await source.close();
    await database.close();
  };
});
