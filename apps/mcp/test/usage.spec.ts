import { TestMcp } from './test-mcp.js';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start()));
afterAll(() => mcp.stop());

test('usage is counted by key, tool and outcome, and without a key as nobody', async () => {
  const client = await mcp.connect();
  await client.callTool({ name: 'search_doctors', arguments: { limit: 1 } });
  await client.callTool({ name: 'search_doctors', arguments: { limits: 1 } });
  await client.callTool({ name: 'get_doctor', arguments: { cpso: '1' } });
  await client.readResource({ uri: 'care://summary' });
  await client.close();
  await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(await mcp.usage()).toEqual([
    { operation: 'get_doctor', status: 404, requests: 1 },
    { operation: 'mcp', status: 401, requests: 1 },
    { operation: 'resources/read', status: 200, requests: 1 },
    { operation: 'search_doctors', status: 200, requests: 1 },
    { operation: 'search_doctors', status: 400, requests: 1 },
  ]);
});
