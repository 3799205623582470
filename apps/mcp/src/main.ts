import { readConfiguration } from '@care-atlas/server/configuration';
import { nestLogger, serviceMetrics } from '@care-atlas/server/observability';
import { openBacking, runService } from '@care-atlas/server/service';
import { createMcp } from './app.js';

await runService('MCP', process.env, async (frame) => {
  const { log, say, traffic } = frame;
  const configuration = readConfiguration(process.env);
  const backing = await openBacking(configuration, frame);
  const app = await createMcp({
    configuration,
    database: backing.database,
    currentModel: backing.source.currentModel,
    ...backing.counters,
    traffic,
    logger: nestLogger(log),
    clock: () => new Date(),
  });
  await frame.showMetrics(() => serviceMetrics('mcp', { traffic, ...backing }));
  await app.listen(configuration.mcpPort, configuration.host);
  say(`Listening on ${configuration.mcpUrl}`);
  return async () => {
    await app.close();
    await backing.close();
  };
});
