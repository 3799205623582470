import { McpServer } from '@modelcontextprotocol/server';
import { openDatabase } from '@care-atlas/data/connection';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { readConfiguration } from '@care-atlas/server/configuration';
import { openCounters } from '@care-atlas/server/limits';
import { runService } from '@care-atlas/server/service';
import { createMcp } from '../src/app.js';

// What the benchmark measures tools against: the connector's pipeline, keys and limits included, and behind it the
// protocol library as its documentation shows it, with one tool that does nothing.
await runService('MCP', process.env, async ({ log }) => {
  const configuration = readConfiguration(process.env);
  const database = await openDatabase(configuration.databaseUrl);
  const nobody = buildReadModel({ version: '0-empty', syncedAt: new Date() }, { clinics: [], doctors: [] });
  const counters = await openCounters(configuration, database, log);
  const app = await createMcp({
    configuration,
    database,
    currentModel: () => nobody,
    clock: () => new Date(),
    ...counters,
    servers: () => {
      const server = new McpServer({ name: 'empty', version: '1.0.0' });
      server.registerTool('nothing', { description: 'Does nothing.' }, () => ({
        content: [{ type: 'text', text: '' }],
      }));
      return server;
    },
  });
  await app.listen(configuration.mcpPort, configuration.host);
  return async () => {
    await app.close();
    await counters.close();
    await database.close();
  };
});
