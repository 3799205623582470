import { randomBytes } from 'node:crypto';
import { openBacking, runService } from '@care-atlas/server/service';
import { readConfiguration } from '@care-atlas/server/configuration';
import { nestLogger, serviceMetrics } from '@care-atlas/server/observability';
import { createApi } from './app.js';

await runService('API', process.env, async (frame) => {
  const { log, say, traffic } = frame;
  const configuration = readConfiguration(process.env);
  const backing = await openBacking(configuration, frame);
  const app = await createApi({
    configuration,
    database: backing.database,
    currentModel: backing.source.currentModel,
    ...backing.counters,
    traffic,
    logger: nestLogger(log),
    clock: () => new Date(),
    randomBytes,
  });
  await frame.showMetrics(() => serviceMetrics('api', { traffic, ...backing }));
  await app.listen(configuration.port, configuration.host);
  say(`Listening on ${configuration.baseUrl}`);
  return async () => {
    await app.close();
    await backing.close();
  };
});
