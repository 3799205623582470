import { readMcpConfiguration } from '@care-atlas/server/configuration';
import { nestLogger } from '@care-atlas/server/observability';
import { openServiceResources, runService, serviceMetrics } from '@care-atlas/server/service';
import { createMcp } from './app.js';

await runService('MCP', process.env, async (context) => {
  const { log, observer } = context;
  const configuration = readMcpConfiguration(process.env);
  const resources = await openServiceResources(configuration, context);
  // It reads the secret of the login from the database.
  const app = await context.untilAvailable(() =>
    createMcp({
      configuration,
      database: resources.database,
      keyMemory: resources.keyMemory,
      currentModel: resources.source.currentModel,
      ...resources.counters,
      observer,
      logger: nestLogger(log),
      clock: () => new Date(),
    }),
  );
  await context.showMetrics(() => serviceMetrics('mcp', { observer, ...resources }));
  await app.listen(configuration.mcpPort, configuration.host);
  log.info(`Listening on ${configuration.mcpUrl}`);
  return async () => {
    await app.close();
    await resources.close();
  };
});
