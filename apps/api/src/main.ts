import { openDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { readConfiguration } from '@care-atlas/server/configuration';
import { DirectorySource } from '@care-atlas/server/directory-source';
import { runService } from '@care-atlas/server/run-service';
import { createApi } from './app.js';

await runService('API', async (say, untilAvailable) => {
  const configuration = readConfiguration(process.env);
  const { databaseUrl, sandboxKey, port, host, baseUrl } = configuration;
  const database = await untilAvailable(() => openDatabase(databaseUrl));
  await untilAvailable(() =>
    new KeyRepository(database).ensure(sandboxKey, { kind: 'sandbox', label: 'published' }),
  );
  const source = await untilAvailable(() => DirectorySource.open(databaseUrl, say));
  const app = await createApi({
    configuration,
    database,
    readModel: () => source.current,
    clock: () => new Date(),
    stopwatch: () => performance.now(),
  });
  await app.listen(port, host);
  say(`Listening on ${baseUrl}`);
  return async () => {
    await app.close();
    await source.close();
    await database.close();
  };
});
