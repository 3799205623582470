import { McpServer } from '@modelcontextprotocol/server';
import { openDatabase } from '@care-atlas/data/connection';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { readMcpConfiguration } from '@care-atlas/server/configuration';
import { openCounters } from '@care-atlas/server/limits';
import { runService } from '@care-atlas/server/service';
import { createMcp } from '../src/app.js';

// The baseline of the benchmark: the connector's handler with keys and limits, and one empty tool that is made with the
// protocol library as its documentation shows.
await runService('MCP', process.env, async ({ log }) => {
  const configuration = readMcpConfiguration(process.env);
  const database = await openDatabase(configuration.databaseUrl);
  const emptyModel = buildReadModel(
    { version: '0-empty', syncedAt: new Date() },
    { clinics: [], doctors: [] },
  );
  const counters = await openCounters(configuration, database, log);
  const app = await createMcp({
    configuration,
    database,
    currentModel: () => emptyModel,
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
