import { randomBytes } from 'node:crypto';
import { watchOf } from '@care-atlas/data/exports';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { nestLogger } from '@care-atlas/server/observability';
import { openServiceResources, runService, serviceMetrics } from '@care-atlas/server/service';
import { createApi } from './app.js';

await runService('API', process.env, async (context) => {
  const { log, observer } = context;
  const configuration = readApiConfiguration(process.env);
  const resources = await openServiceResources(configuration, context);
  const exports = watchOf(configuration.exports, resources.database);
  const app = await createApi({
    configuration,
    database: resources.database,
    keyMemory: resources.keyMemory,
    currentModel: resources.source.currentModel,
    ...resources.counters,
    observer,
    logger: nestLogger(log),
    clock: () => new Date(),
    randomBytes,
    exports,
  });
  await context.showMetrics(() => serviceMetrics('api', { observer, ...resources, exports }));
  await app.listen(configuration.port, configuration.host);
  log.info(`Listening on ${configuration.baseUrl}`);
  return async () => {
    await app.close();
    await resources.close();
  };
});
